// The catalogue of the kernels that CUDA and HIP share.
#include "common/simt/backend.hpp"

namespace gputest::simt {
namespace {

const std::vector<std::string> kBuffers{"float4", "aos", "aos3", "soa", "aosoa"};
const std::vector<std::string> kBest{"float4", "soa"};  // the costliest kernels to compile
const std::vector<Precision> kBoth{Precision::fp32, Precision::fp64};
const std::vector<Precision> kFp32{Precision::fp32};
const std::vector<Precision> kFp64{Precision::fp64};
const std::vector<std::uint32_t> kByN{};  // the launch plan chooses by n

KernelInfo gravity(const std::string& variant, const std::vector<std::string>& layouts,
                   const std::vector<Precision>& precisions,
                   const std::vector<std::uint32_t>& blocks, const std::string& summary,
                   const std::string& source, std::optional<Precision> arithmetic = std::nullopt) {
  return {"", "gravity", variant, layouts, precisions, blocks, summary, source, arithmetic};
}

}  // namespace

const std::vector<KernelInfo>& shared_kernels() {
  static const std::vector<KernelInfo> all{
      gravity("naive", kBuffers, kBoth, {128, 64, 256},
              "one i a thread, every j from global memory", "IPSJ survey, Fig. 4"),
      gravity("tiled", kBuffers, kBoth, {128, 64, 256},
              "j staged through shared memory, a block's size at a time", "IPSJ survey, Fig. 5"),
      gravity("unrolled", kBest, kBoth, {256, 128}, "the tile loop unrolled",
              "IPSJ survey, Fig. 6"),
      gravity("blocked", kBest, kBoth, kByN,
              "several i a thread in registers, j split over blocks, double-buffered tile",
              "beyond IPSJ survey, Fig. 6"),
      gravity("symmetric", kBest, kBoth, kByN, "each unordered pair once, by Newton's third law",
              "this project"),
      gravity("texture2d", {"image2d"}, kFp32, {128, 64, 256},
              "j from a 2D float4 array, the row pointer walked as the CAL kernel walks it",
              "CAL wiki, Aizu: the IL loop, lines 1 to 19"),
      gravity("kahan", kBest, kBoth, {256, 64, 128}, "sums with Kahan's compensation",
              "Kahan, CACM 8 (1965) 40"),
      gravity("double_single", kBest, kFp64, {256, 64, 128},
              "coordinates and sums as two floats, interactions in fp32",
              "Knuth, TAOCP 2, 4.2.2; IPSJ survey, refs 10 to 13", Precision::fp32),
      gravity("fixed64", kBest, kFp32, {256, 64, 128},
              "64-bit fixed-point sums, the same bits whatever their order",
              "GRAPE's accumulators (Makino and Taiji 1998)"),
  };
  return all;
}

}  // namespace gputest::simt
