#include "common/core/ceil_div.hpp"
#include "common/layout/layout.hpp"
#include "common/layout/load_aosoa.h"

namespace gputest {

extern const Layout layout_aosoa{
    "aosoa", "blocks of 32 particles, soa within a block: combines aos and soa", false,
    [](std::uint64_t n, Element real, std::uint64_t) {
      return std::vector<ArrayShape>{
          {"blocks", real, 4 * GT_AOSOA_BLOCK, ceil_div(n, GT_AOSOA_BLOCK)}};
    },
    [](Component component, std::uint64_t i) -> Place {
      return {0, GT_AOSOA_INDEX(i) + GT_AOSOA_BLOCK * number_of(component)};
    }};

}  // namespace gputest
