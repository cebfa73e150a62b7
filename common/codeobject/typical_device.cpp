#include "common/codeobject/typical_device.hpp"

namespace gputest {
namespace {

struct OfTarget {
  std::string_view target;
  TypicalDevice device;
};
constexpr OfTarget kTypical[]{
    {"sm_75", {"T4", 40}},
    {"sm_80", {"A100", 108}},
    {"sm_86", {"RTX A6000", 84}},
    {"sm_87", {"Jetson AGX Orin", 16}},
    {"sm_89", {"L40S", 142}},
    {"sm_90", {"H100 SXM", 132}},
    {"sm_100", {"B200", 148}},
    {"sm_120", {"GeForce RTX 5090", 170}},
    {"gfx803", {"Radeon R9 Nano", 64}},
    {"gfx900", {"Radeon RX Vega 64", 64}},
    {"gfx906", {"Instinct MI50", 60}},
    {"gfx908", {"Instinct MI100", 120}},
    {"gfx90a", {"half an Instinct MI250X", 110}},
    {"gfx942", {"Instinct MI300X", 304}},
    {"gfx1030", {"Radeon RX 6900 XT", 40}},
    {"gfx1100", {"Radeon RX 7900 XTX", 48}},
    {"gfx1200", {"Radeon RX 9060 XT", 16}},
};

}  // namespace

TypicalDevice typical_device(std::string_view target) {
  for (const OfTarget& known : kTypical)
    if (known.target == target) return known.device;
  return {"an unknown device", 64};
}

}  // namespace gputest
