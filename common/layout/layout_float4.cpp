#include "common/layout/layout.hpp"

namespace gputest {

extern const Layout layout_float4{"float4", "x y z m in one element of four numbers: vector loads",
                                  false,
                                  [](std::uint64_t n, Element real, std::uint64_t) {
                                    return std::vector<ArrayShape>{{"xyzm", real, 4, n}};
                                  },
                                  [](Component component, std::uint64_t i) -> Place {
                                    return {0, 4 * i + number_of(component)};
                                  }};

}  // namespace gputest
