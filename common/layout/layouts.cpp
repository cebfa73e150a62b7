// The layouts, each beside the load header that kernels read it with.
#include <algorithm>

#include "common/layout/layout.hpp"
#include "common/layout/load_aos.h"
#include "common/layout/load_aosoa.h"

namespace gputest {
namespace {

std::uint64_t offset(Component component) { return static_cast<std::uint64_t>(component); }

const Layout kAos{
    "aos", "one packed record a particle, x y z vx vy vz m: what a strided load costs", true,
    [](std::uint64_t n, Element real, std::uint64_t) {
      return std::vector<ArrayShape>{{"particles", real, GT_AOS_STRIDE, n}};
    },
    [](Component component, std::uint64_t i) -> Place {
      constexpr std::uint64_t kField[] = {0, 1, 2, 6, 3, 4, 5};  // indexed by Component
      return {0, GT_AOS_STRIDE * i + kField[offset(component)]};
    }};

const Layout kAos3{"aos3", "packed x y z, masses apart: 12-byte loads", false,
                   [](std::uint64_t n, Element real, std::uint64_t) {
                     return std::vector<ArrayShape>{{"xyz", real, 3, n}, {"mass", real, 1, n}};
                   },
                   [](Component component, std::uint64_t i) -> Place {
                     if (component == Component::mass) return {1, i};
                     return {0, 3 * i + offset(component)};
                   }};

Place place_in_float4(Component component, std::uint64_t i) {
  return {0, 4 * i + offset(component)};
}

const Layout kFloat4{"float4", "x y z m in one element of four numbers: vector loads", false,
                     [](std::uint64_t n, Element real, std::uint64_t) {
                       return std::vector<ArrayShape>{{"xyzm", real, 4, n}};
                     },
                     place_in_float4};

const Layout kSoa{"soa", "one array a component: coalescing on GPUs, vector lanes on CPUs", false,
                  [](std::uint64_t n, Element real, std::uint64_t) {
                    return std::vector<ArrayShape>{
                        {"x", real, 1, n}, {"y", real, 1, n}, {"z", real, 1, n}, {"m", real, 1, n}};
                  },
                  [](Component component, std::uint64_t i) -> Place {
                    return {offset(component), i};
                  }};

const Layout kAosoa{"aosoa", "blocks of 32 particles, soa within a block: both", false,
                    [](std::uint64_t n, Element real, std::uint64_t) {
                      const std::uint64_t blocks = (n + GT_AOSOA_BLOCK - 1) / GT_AOSOA_BLOCK;
                      return std::vector<ArrayShape>{{"blocks", real, 4 * GT_AOSOA_BLOCK, blocks}};
                    },
                    [](Component component, std::uint64_t i) -> Place {
                      return {0, GT_AOSOA_INDEX(i) + GT_AOSOA_BLOCK * offset(component)};
                    }};

const Layout kImage2d{
    "image2d", "x y z m texels of a 2D resource, row after row: CAL's way past 8192 elements",
    false,
    [](std::uint64_t n, Element real, std::uint64_t image_width) {
      return std::vector<ArrayShape>{{"xyzm", real, 4, n, image_width}};
    },
    place_in_float4};

}  // namespace

const std::vector<const Layout*>& all_layouts() {
  static const std::vector<const Layout*> all{&kAos, &kAos3, &kFloat4, &kSoa, &kAosoa, &kImage2d};
  return all;
}

const Layout* find_layout(std::string_view name) {
  const auto& all = all_layouts();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Layout* layout) { return layout->name == name; });
  return found == all.end() ? nullptr : *found;
}

}  // namespace gputest
