// Passes of a Binding. The platform's header has defined GT_LAUNCH and GT_API before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "common/core/ceil_div.hpp"
#include "common/core/error.hpp"
#include "common/layout/choose.hpp"
#include "common/simt/binding.hpp"

namespace gputest {
namespace simt {

/// Blocks that have `threads` threads between them.
inline unsigned blocks_for(std::uint64_t threads, unsigned block) {
  return static_cast<unsigned>(ceil_div(threads, block));
}

namespace detail {

/// A kernel as a pass of a Binding.
template <auto Kernel>
struct KernelPass;
/// Of those parameters.
template <class... Parameters, void (*Kernel)(Parameters...)>
struct KernelPass<Kernel> {
  static void add(Binding& binding, const char* name, unsigned grid, unsigned block,
                  Parameters... arguments) {
    const auto stream = static_cast<GT_API(Stream_t)>(binding.stream());
    binding.add({name, {grid, 1, 1}, {block, 1, 1}, 0, reinterpret_cast<const void*>(Kernel)},
                [=] { GT_LAUNCH(Kernel, grid, block, stream, arguments...); });
  }
};

}  // namespace detail

/// Adds a pass: the kernel with those arguments over `grid` blocks of `block` threads. The platform
/// tells its code's name by the host function, which the plan keeps. Simt keeps the platforms'
/// functions apart, here and below.
template <class Simt, auto Kernel, class... Arguments>
void add_kernel(Binding& binding, const char* name, unsigned grid, unsigned block,
                Arguments... arguments) {
  detail::KernelPass<Kernel>::add(binding, name, grid, block, arguments...);
}

/// Adds a pass that is a series: for k = 0 … times - 1 the kernel with those arguments and k, over
/// grid_of(k) blocks.
template <class Simt, auto Kernel, class Grid, class... Arguments>
void add_series(Binding& binding, const char* name, std::uint32_t times, const Grid& grid_of,
                unsigned block, Arguments... arguments) {
  const auto stream = static_cast<GT_API(Stream_t)>(binding.stream());
  std::uint64_t largest = 0;
  for (std::uint32_t k = 0; k < times; ++k) largest = std::max<std::uint64_t>(largest, grid_of(k));
  binding.add(
      {name, {largest, 1, 1}, {block, 1, 1}, 0, reinterpret_cast<const void*>(Kernel), times}, [=] {
        for (std::uint32_t k = 0; k < times; ++k) {
          const unsigned grid = static_cast<unsigned>(grid_of(k));
          GT_LAUNCH(Kernel, grid, block, stream, arguments..., k);
        }
      });
}

/// Adds a pass that sets `bytes` bytes to `byte`.
template <class Simt>
void add_fill(Binding& binding, const char* name, void* memory, int byte, std::size_t bytes) {
  const auto stream = static_cast<GT_API(Stream_t)>(binding.stream());
  binding.add({name, {}, {}, 0},
              [=] { static_cast<void>(GT_API(MemsetAsync)(memory, byte, bytes, stream)); });
}

/// Adds a pass that copies `bytes` bytes between the host's memory and the device's.
template <class Simt>
void add_copy(Binding& binding, const char* name, void* to, const void* from, std::size_t bytes,
              bool to_device) {
  const auto stream = static_cast<GT_API(Stream_t)>(binding.stream());
  const auto kind = to_device ? GT_API(MemcpyHostToDevice) : GT_API(MemcpyDeviceToHost);
  binding.add({name, {}, {}, 0},
              [=] { static_cast<void>(GT_API(MemcpyAsync)(to, from, bytes, kind, stream)); });
}

/// A choice of the traits whose wavefront is the device's. A platform whose devices differ compiles
/// a kernel for each; on any other, a device of another kind is refused.
template <class Simt>
auto wavefront_of(const KernelCall& call) {
  return [size = call.warp_size](auto&& f) {
    using Wide = typename Simt::template WithWarp<64>;
    using Narrow = typename Simt::template WithWarp<32>;
    if (size == Wide::kWarpSize)
      f(Wide());
    else if (size == Narrow::kWarpSize)
      f(Narrow());
    else
      throw Error(
          Status::unavailable,
          "the kernel is compiled for wavefronts of " + std::to_string(Narrow::kWarpSize) +
              (Wide::kWarpSize == Narrow::kWarpSize ? ""
                                                    : " and " + std::to_string(Wide::kWarpSize)) +
              " threads, and the device's have " + std::to_string(size));
  };
}

}  // namespace simt
}  // namespace gputest
