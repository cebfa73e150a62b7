// Passes of a Binding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/core/ceil_div.hpp"
#include "common/core/error.hpp"
#include "common/device/unroll.hpp"
#include "common/layout/choose.hpp"
#include "common/simt/binding.hpp"

namespace gputest {
namespace simt {

/// The number of blocks with `threads` threads in total.
inline unsigned blocks_for(std::uint64_t threads, unsigned block) {
  return static_cast<unsigned>(ceil_div(threads, block));
}

namespace detail {

/// Whether T is an AnyOf.
template <class T>
constexpr bool kIsAny = false;
template <class Real, template <class> class... Views>
constexpr bool kIsAny<AnyOf<Real, Views...>> = true;

/// Arguments of a kernel that is a text, in its parameters' types.
template <class... Parameters>
class TextArguments {
 public:
  explicit TextArguments(const Parameters&... arguments) { (add(arguments), ...); }

  ArgumentPlaces places() const { return {places_, bytes_, count_, any_, view_}; }

 private:
  template <class T>
  void add(const T& argument) {
    places_[count_] = &argument;
    bytes_[count_] = sizeof(T);
    if constexpr (kIsAny<T>) {
      places_[count_] = argument.arrays();
      bytes_[count_] = argument.count() * sizeof(void*);
      any_ = texts::detail::type_words<T>();
      view_ = argument.with_view([]<class View>() { return texts::detail::type_words<View>(); });
    }
    ++count_;
  }

  const void* places_[sizeof...(Parameters) + 1];
  std::size_t bytes_[sizeof...(Parameters) + 1];
  std::size_t count_ = 0;
  std::string_view any_, view_;
};

/// A kernel as a pass of a Binding.
template <class Simt, auto Kernel>
struct KernelPass;
/// Deduces the parameters.
template <class Simt, class... Parameters, void (*Kernel)(Parameters...)>
struct KernelPass<Simt, Kernel> {
  /// Whether the platform has the kernel as a function of the program instead of a text.
  static constexpr bool kIsFunction = requires {
    Simt::launch(Kernel, 0u, 0u, nullptr, std::declval<Parameters>()...);
  };

  static void add(Binding& binding, const char* name, unsigned grid, unsigned block,
                  Parameters... arguments) {
    if constexpr (kIsFunction) {
      binding.add({name, {grid, 1, 1}, {block, 1, 1}, 0}, [=, stream = binding.stream()] {
        Simt::launch(Kernel, grid, block, stream, arguments...);
      });
    } else {
      binding.add_text(name, texts::Named<Kernel>::kWords, grid, block,
                       TextArguments<Parameters...>(arguments...).places());
    }
  }
  static void add_series(Binding& binding, const char* name, const std::vector<unsigned>& grids,
                         unsigned block, Parameters... arguments) {
    binding.add_text_series(name, texts::Named<Kernel>::kWords, grids, block,
                            TextArguments<Parameters...>(arguments...).places());
  }
};

}  // namespace detail

/// Adds a pass: the kernel with those arguments over `grid` blocks of `block` threads. The
/// parameter Simt, here and below, makes the functions of different platforms distinct.
template <class Simt, auto Kernel, class... Arguments>
void add_kernel(Binding& binding, const char* name, unsigned grid, unsigned block,
                Arguments... arguments) {
  detail::KernelPass<Simt, Kernel>::add(binding, name, grid, block, arguments...);
}

/// Adds a pass that is a series: for k = 0 … times - 1, the kernel with those arguments and k, over
/// grid_of(k) blocks.
template <class Simt, auto Kernel, class Grid, class... Arguments>
void add_series(Binding& binding, const char* name, std::uint32_t times, const Grid& grid_of,
                unsigned block, Arguments... arguments) {
  std::vector<unsigned> grids;
  for (std::uint32_t k = 0; k < times; ++k) grids.push_back(static_cast<unsigned>(grid_of(k)));
  if constexpr (detail::KernelPass<Simt, Kernel>::kIsFunction)
    binding.add({name, {largest_of(grids), 1, 1}, {block, 1, 1}, 0, {}, times},
                [=, stream = binding.stream()] {
                  for (std::uint32_t k = 0; k < times; ++k)
                    Simt::launch(Kernel, grids[k], block, stream, arguments..., k);
                });
  else
    detail::KernelPass<Simt, Kernel>::add_series(binding, name, grids, block, arguments...,
                                                 std::uint32_t{0});
}

/// Texts of the passes that are added later unroll by the call's value on that axis or, without
/// one, by the kernel's default.
template <class Unroll>
void unroll_as_chosen(const KernelCall& call, Binding& binding) {
  const std::string chosen = call.configuration.on_axis(Unroll::name());
  binding.define("GT_UNROLLED", unrolled_turns(chosen.empty() ? Unroll::values().front() : chosen));
}

/// Adds a pass that sets `bytes` bytes to `byte`.
template <class Simt>
void add_fill(Binding& binding, const char* name, void* memory, int byte, std::size_t bytes) {
  binding.add({name, {}, {}, 0}, [=, calls = binding.calls(), stream = binding.stream()] {
    calls->fill(memory, byte, bytes, stream);
  });
}

/// Adds a pass that copies `bytes` bytes between host memory and device memory.
template <class Simt>
void add_copy(Binding& binding, const char* name, void* to, const void* from, std::size_t bytes,
              bool to_device) {
  binding.add({name, {}, {}, 0}, [=, calls = binding.calls(), stream = binding.stream()] {
    calls->copy(to, from, bytes, to_device, stream);
  });
}

/// A choice of the traits with the device's wavefront size. A platform with devices of different
/// sizes compiles a kernel for each; any other rejects a device of another size.
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
              " threads, but the device's have " + std::to_string(size));
  };
}

}  // namespace simt
}  // namespace gputest
