// Passes of a Binding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
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

/// Arguments of a kernel. For a text, the chosen view replaces an AnyOf.
template <bool Text>
class ArgumentList {
 public:
  ArgumentPlaces places() const { return {places_, bytes_, count_, any_, view_}; }

 protected:
  static constexpr std::size_t kMost = 16;

  template <class T>
  void add(const T& argument) {
    static_assert(std::is_trivially_copyable_v<T>);
    places_[count_] = &argument;
    bytes_[count_] = sizeof(T);
    if constexpr (Text && kIsAny<T>) {
      places_[count_] = argument.arrays();
      bytes_[count_] = argument.count() * sizeof(void*);
      any_ = texts::detail::type_words<T>();
      view_ = argument.with_view([]<class View>() { return texts::detail::type_words<View>(); });
    }
    ++count_;
  }

 private:
  const void* places_[kMost];
  std::size_t bytes_[kMost];
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
  static constexpr bool kIsFunction = requires { Simt::kKernelsAreFunctions; };

  /// Arguments in the parameters' types.
  struct List : ArgumentList<!kIsFunction> {
    static_assert(sizeof...(Parameters) <= List::kMost);
    explicit List(const Parameters&... arguments) { (this->add(arguments), ...); }
  };

  static void run(const void* const* arguments) {
    [arguments]<std::size_t... K>(std::index_sequence<K...>) {
      Kernel(*static_cast<const Parameters*>(arguments[K])...);
    }
    (std::index_sequence_for<Parameters...>());
  }

  static constexpr KernelSource source() {
    if constexpr (kIsFunction) {
      return {nullptr, {&run, Simt::kWarpSize}};
    } else {
      return {&texts::Named<Kernel>::kWords, {}};
    }
  }
};

}  // namespace detail

/// Adds a pass: the kernel with those arguments over `grid` blocks of `block` threads. The
/// parameter Simt, here and below, makes the functions of different platforms distinct.
template <class Simt, auto Kernel, class... Arguments>
void add_kernel(Binding& binding, const char* name, unsigned grid, unsigned block,
                const Arguments&... arguments) {
  using Pass = detail::KernelPass<Simt, Kernel>;
  binding.add_kernel(name, Pass::source(), grid, block, typename Pass::List(arguments...).places());
}

/// Adds a pass that is a series: for k = 0 … times - 1, the kernel with those arguments and k, over
/// grid_of(k) blocks.
template <class Simt, auto Kernel, class Grid, class... Arguments>
void add_series(Binding& binding, const char* name, std::uint32_t times, const Grid& grid_of,
                unsigned block, const Arguments&... arguments) {
  std::vector<unsigned> grids;
  for (std::uint32_t k = 0; k < times; ++k) grids.push_back(static_cast<unsigned>(grid_of(k)));
  using Pass = detail::KernelPass<Simt, Kernel>;
  binding.add_series(name, Pass::source(), grids, block,
                     typename Pass::List(arguments..., std::uint32_t{0}).places());
}

/// Texts of the passes that are added later unroll by the call's value on that axis or, without
/// one, by the kernel's default.
template <class Unroll>
void unroll_as_chosen(const KernelCall& call, Binding& binding) {
  const std::string chosen = call.configuration.on_axis(Unroll::name());
  binding.define("GT_UNROLLED", unrolled_turns(chosen.empty() ? Unroll::values().front() : chosen));
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
