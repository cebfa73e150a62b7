// Selects the instance of a kernel template that a call names: choices, each of which calls a
// function with a type, and their product.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "common/device/kernel_call.hpp"
#include "common/device/kernel_lists.hpp"
#include "common/layout/any_bodies.hpp"

namespace gputest {

namespace choices {

/// Throws std::logic_error: a kernel is not compiled for the layout, precision or other value.
[[noreturn]] void not_compiled(const char* what, std::string_view value);

/// Calls f with the view of the call's layout in its precision, filled with its input arrays.
template <class Layouts, class Precisions>
class OfBodies;
/// Specialised for those layouts and precisions.
template <template <class> class... Views, class... Reals>
class OfBodies<Layouts<Views...>, Precisions<Reals...>> {
 public:
  explicit OfBodies(const KernelCall& call) : call_(call) {}

  template <class F>
  void operator()(F&& f) const {
    if (!(try_precisions<Views>(f) || ...)) not_compiled("layout", call_.configuration.layout);
  }

 private:
  template <template <class> class View, class F>
  bool try_precisions(F& f) const {
    return call_.configuration.layout == View<float>::kLayout && (try_one<View<Reals>>(f) || ...);
  }
  template <class View, class F>
  bool try_one(F& f) const {
    constexpr bool is_fp32 = std::is_same_v<typename View::gt_real, float>;
    if (is_fp32 != (call_.configuration.precision == Precision::fp32)) return false;
    f(view_of<View>(call_.inputs.data()));
    return true;
  }

  const KernelCall& call_;
};

/// Calls f with an AnyOf of the layouts in the call's precision.
template <class Layouts, class Precisions>
class OfAnyBodies;
/// Specialised for those layouts and precisions.
template <template <class> class... Views, class... Reals>
class OfAnyBodies<Layouts<Views...>, Precisions<Reals...>> {
 public:
  explicit OfAnyBodies(const KernelCall& call) : call_(call) {}

  template <class F>
  void operator()(F&& f) const {
    if (!(try_one<Reals>(f) || ...)) not_compiled("precision", name(call_.configuration.precision));
  }

 private:
  template <class Real, class F>
  bool try_one(F& f) const {
    constexpr bool is_fp32 = std::is_same_v<Real, float>;
    if (is_fp32 != (call_.configuration.precision == Precision::fp32)) return false;
    f(AnyOf<Real, Views...>(call_));
    return true;
  }

  const KernelCall& call_;
};

/// Calls f with the call's block size as a type.
template <class Blocks>
class OfBlock;
/// Specialised for those sizes.
template <unsigned... Sizes>
class OfBlock<Blocks<Sizes...>> {
 public:
  explicit OfBlock(const KernelCall& call) : block_(call.configuration.block) {}

  template <class F>
  void operator()(F&& f) const {
    if (!((block_ == Sizes ? (f(std::integral_constant<unsigned, Sizes>()), true) : false) || ...))
      not_compiled("block size", std::to_string(block_));
  }

 private:
  unsigned block_;
};

/// Calls f with the call's value on the axis as an AxisValue.
template <class Axis>
class OnAxis {
 public:
  explicit OnAxis(const KernelCall& call) : value_(call.configuration.on_axis(Axis::name())) {}

  template <class F>
  void operator()(F&& f) const {
    if (!Axis::with(value_, f)) not_compiled(Axis::name().c_str(), value_);
  }

 private:
  std::string value_;
};

/// Calls f with a switch, on or off, as a type.
struct OfSwitch {
  bool on;

  template <class F>
  void operator()(F&& f) const {
    on ? f(std::true_type()) : f(std::false_type());
  }
};

template <class F>
void combine(const F& f) {
  f();
}
template <class F, class Choice, class... Rest>
void combine(const F& f, const Choice& choice, const Rest&... rest) {
  choice(
      [&](auto... chosen) { combine([&](auto... others) { f(chosen..., others...); }, rest...); });
}

}  // namespace choices

/// A choice among the layouts and precisions that a kernel declares.
template <class Declaration>
auto bodies_of(const KernelCall& call) {
  return choices::OfBodies<CompiledOf<typename Declaration::layouts>,
                           CompiledOf<typename Declaration::precisions>>(call);
}

/// A choice among the precisions that a kernel declares, with bodies in any of its layouts.
template <class Declaration>
auto any_bodies_of(const KernelCall& call) {
  return choices::OfAnyBodies<CompiledOf<typename Declaration::layouts>,
                              CompiledOf<typename Declaration::precisions>>(call);
}

/// A choice among the blocks that a kernel declares, for kernels that are compiled for each.
template <class Declaration>
auto block_of(const KernelCall& call) {
  return choices::OfBlock<CompiledOf<typename Declaration::blocks>>(call);
}

/// A choice among the values that a kernel takes on an axis, an AxisValues.
template <class Axis>
auto on_axis(const KernelCall& call) {
  return choices::OnAxis<Axis>(call);
}

/// A choice by a specialization that is 0 or 1.
inline auto switch_of(const KernelCall& call, const char* specialization) {
  return choices::OfSwitch{call.specialization(specialization) == 1};
}

/// choose(choice, …, f) calls f once, with the arguments that all choices select. A choice calls
/// its function with one argument or several.
template <class... Arguments>
void choose(const Arguments&... arguments) {
  constexpr std::size_t kChoices = sizeof...(Arguments) - 1;
  const auto all = std::tie(arguments...);
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    choices::combine(std::get<kChoices>(all), std::get<I>(all)...);
  }
  (std::make_index_sequence<kChoices>());
}

}  // namespace gputest
