#include "common/layout/layout.hpp"
#include "common/layout/load_aos.h"

namespace gputest {

extern const Layout layout_aos{
    "aos", "one packed record per particle, x y z vx vy vz m: the cost of a strided load", true,
    [](std::uint64_t n, Element real, std::uint64_t) {
      return std::vector<ArrayShape>{{"particles", real, GT_AOS_STRIDE, n}};
    },
    [](Component component, std::uint64_t i) -> Place {
      constexpr std::uint64_t kField[] = {0, 1, 2, 6, 3, 4, 5};  // indexed by Component
      return {0, GT_AOS_STRIDE * i + kField[number_of(component)]};
    }};

}  // namespace gputest
