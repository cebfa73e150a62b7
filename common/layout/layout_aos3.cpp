#include "common/layout/layout.hpp"

namespace gputest {

extern const Layout layout_aos3{
    "aos3", "packed x y z, masses in another array: 12-byte loads", false,
    [](std::uint64_t n, Element real, std::uint64_t) {
      return std::vector<ArrayShape>{{"xyz", real, 3, n}, {"mass", real, 1, n}};
    },
    [](Component component, std::uint64_t i) -> Place {
      if (component == Component::mass) return {1, i};
      return {0, 3 * i + number_of(component)};
    }};

}  // namespace gputest
