#include "common/core/ceil_div.hpp"
#include "common/layout/layout.hpp"
#include "common/layout/load_aosoa8.h"

namespace gputest {

extern const Layout layout_aosoa8{
    "aosoa8", "blocks of 8 particles, soa within a block: one cache line per block", false,
    [](std::uint64_t n, Element real, std::uint64_t) {
      return std::vector<ArrayShape>{
          {"blocks", real, 4 * GT_AOSOA8_BLOCK, ceil_div(n, GT_AOSOA8_BLOCK)}};
    },
    [](Component component, std::uint64_t i) -> Place {
      return {0, GT_AOSOA8_INDEX(i) + GT_AOSOA8_BLOCK * number_of(component)};
    }};

}  // namespace gputest
