#include "common/layout/layout.hpp"

namespace gputest {

// No load header: kernels fetch texels with the texture functions of their API.
extern const Layout layout_image2d{
    "image2d", "x y z m texels of a 2D resource, row after row: CAL's way past 8192 elements",
    false,
    [](std::uint64_t n, Element real, std::uint64_t image_width) {
      return std::vector<ArrayShape>{{"xyzm", real, 4, n, image_width}};
    },
    [](Component component, std::uint64_t i) -> Place {
      return {0, 4 * i + number_of(component)};
    }};

}  // namespace gputest
