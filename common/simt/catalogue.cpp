// The catalogue of the kernels that CUDA and HIP share.
#include "common/roofline/family.hpp"
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

using Values = std::vector<std::string>;
const Values kOffOn{"off", "on"};

KernelInfo lj(const std::string& variant, const Values& newton3, const Values& lists,
              const std::string& summary, const std::string& source) {
  KernelInfo info{"",    "lj",           variant, {"float4", "aos3", "soa"},
                  kBoth, {128, 64, 256}, summary, source};
  info.axes = {{"newton3", newton3}, {"list", lists}, {"pair", {"lj"}}};
  return info;
}

KernelInfo neighbour(const std::string& variant, const std::string& summary,
                     const std::string& source) {
  KernelInfo info = lj(variant, kOffOn, {"ell", "csr"}, summary, source);
  info.family = "neighbour";
  info.axes.erase("pair");
  return info;
}

KernelInfo roofline(const std::string& variant, const std::string& summary,
                    const std::string& source) {
  KernelInfo info = gravity(variant, kBuffers, kBoth, {128, 64, 256}, summary, source);
  info.family = "roofline";
  info.axes = roofline_axes();
  return info;
}

/// The shared memory of neighbour_mask is for blocks of one size.
KernelInfo mask(KernelInfo info) {
  info.blocks = {64};
  return info;
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
      lj("naive", kOffOn, {"csr"}, "one i a thread, sums in global memory",
         "LJ article, the start"),
      lj("register", kOffOn, {"csr"}, "one i a thread, sums in registers", "LJ article, tuning 1"),
      lj("transposed", kOffOn, {"ell"},
         "the list stored so that a warp's reads are consecutive", "LJ article, tuning 2"),
      lj("warp", kOffOn, {"csr"}, "eight lanes an i, sums met by shuffles", "LJ article, tuning 3"),
      lj("unrolled", {"off"}, {"ell", "csr"},
         "two threads an i, four list entries in flight in each", "lj_gpu"),
      lj("cluster", {"off"}, {"clusters"},
         "four i in every lane's registers: an entry stands for four pairs",
         "GROMACS, Pall and Hess 2013, Comput. Phys. Commun. 184, 2641; MD-Bench"),
      neighbour("naive", "one i a thread, each neighbour written as it is found",
                "Verlet-list article, the start"),
      neighbour("shared", "entries buffered in strips of shared memory, flushed by a vote",
                "Verlet-list article, its shared-memory tuning"),
      neighbour("cell", "a block a cell, near cells staged in shared memory", "md_neighbor_list"),
      neighbour("warp", "a wavefront an i, ballot and population count place the entries",
                "md_neighbor_list"),
      mask(neighbour("mask",
                     "a wavefront's i test the same candidates, entries are written from bit masks",
                     "this project")),
      roofline("fma", "a body a thread, its numbers through chains of fused multiply-adds",
               "Williams, Waterman and Patterson 2009, Commun. ACM 52 (4), 65"),
  };
  return all;
}

}  // namespace gputest::simt
