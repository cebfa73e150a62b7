#include "common/layout/layout.hpp"

namespace gputest {

extern const Layout layout_soa{
    "soa", "one array per component: coalescing on GPUs, vector lanes on CPUs", false,
    [](std::uint64_t n, Element real, std::uint64_t) {
      return std::vector<ArrayShape>{
          {"x", real, 1, n}, {"y", real, 1, n}, {"z", real, 1, n}, {"m", real, 1, n}};
    },
    [](Component component, std::uint64_t i) -> Place {
      return {number_of(component), i};
    }};

}  // namespace gputest
