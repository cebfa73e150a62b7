// Launches a user's kernel with a pointer to each of its arguments.
#pragma once

#include <cstddef>
#include <utility>

#include "hip/host/launch.hpp"

namespace hip_host {

/// hip_host::launch() with arguments[k] pointing to argument k.
template <class... Parameters, std::size_t... K>
void launch_own(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                std::index_sequence<K...>) {
  static_cast<void>(
      launch(kernel, grid, block, 0, nullptr, *static_cast<Parameters*>(arguments[K])...));
}
/// As above. Read the error with hipGetLastError().
template <class... Parameters>
void launch_own(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments) {
  launch_own(kernel, grid, block, arguments, std::index_sequence_for<Parameters...>());
}

}  // namespace hip_host

/// Defines the function that the program calls in the kernel's library.
#define GPUTEST_LAUNCH(kernel)                                                                    \
  extern "C" void gputest_launch(const unsigned* grid, const unsigned* block, void** arguments) { \
    hip_host::launch_own(kernel, {grid[0], grid[1]}, {block[0], block[1]}, arguments);            \
  }
