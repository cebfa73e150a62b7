#include "common/codeobject/throughput.hpp"

namespace gputest {
namespace {

struct KnownThroughput {
  std::string_view target;
  Throughput rates;
};
constexpr KnownThroughput kThroughputs[]{
    {"sm_75", {64, 2, 16, 128}},   {"sm_80", {64, 32, 16, 128}},  {"sm_86", {128, 2, 16, 128}},
    {"sm_89", {128, 2, 16, 128}},  {"sm_90", {128, 64, 16, 128}}, {"sm_100", {128, 64, 16, 128}},
    {"sm_120", {128, 2, 16, 128}}, {"gfx900", {64, 4, 16, 64}},   {"gfx906", {64, 32, 16, 64}},
    {"gfx908", {64, 32, 16, 64}},  {"gfx90a", {64, 64, 16, 64}},  {"gfx1030", {128, 8, 32, 128}},
};

}  // namespace

std::optional<Throughput> throughput(std::string_view target) {
  for (const KnownThroughput& known : kThroughputs)
    if (known.target == target) return known.rates;
  return std::nullopt;
}

}  // namespace gputest
