// From a layout's name and a precision to the view type that a kernel is compiled for.
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "common/device/kernel_call.hpp"
#include "common/layout/bodies.hpp"

namespace gputest {

/// Converts to whatever type a view's member has.
struct AnyPointer {
  const void* pointer;
  template <class T>
  operator const T*() const {
    return static_cast<const T*>(pointer);
  }
};

/// A view whose members are the call's input arrays, in order.
template <class View, std::size_t... I>
View view_of(const KernelCall& call, std::index_sequence<I...>) {
  return View{AnyPointer{call.inputs[I]}...};
}

/// Calls f(view) with the view of that precision if it is the call's and has the call's layout.
template <template <class> class View, class Real, class F>
bool with_view(const KernelCall& call, F& f) {
  const bool is_fp32 = call.configuration.precision == Precision::fp32;
  if (call.configuration.layout != View<Real>::kLayout || is_fp32 != std::is_same_v<Real, float>)
    return false;
  f(view_of<View<Real>>(call, std::make_index_sequence<View<Real>::kArrays>()));
  return true;
}

[[noreturn]] inline void refuse_uncompiled(const Configuration& configuration) {
  throw std::logic_error("a kernel is not compiled for layout " + configuration.layout + " in " +
                         std::string(name(configuration.precision)));
}

/// Calls f(view) with the one of Views that the call's layout and precision name. A kernel that is
/// costly to compile lists the layouts it is compiled for; its catalogue entry lists the same.
template <template <class> class... Views, class F>
void with_bodies_in(const KernelCall& call, F&& f) {
  if (!((with_view<Views, float>(call, f) || with_view<Views, double>(call, f)) || ...))
    refuse_uncompiled(call.configuration);
}

/// The same for a kernel of one precision.
template <class Real, template <class> class... Views, class F>
void with_bodies_of(const KernelCall& call, F&& f) {
  if (!(with_view<Views, Real>(call, f) || ...)) refuse_uncompiled(call.configuration);
}

/// The same with the layouts of a list.
template <template <class> class... Views, class F>
void with_bodies_in(Layouts<Views...>, const KernelCall& call, F&& f) {
  with_bodies_in<Views...>(call, f);
}

/// The same with every layout of plain buffers.
template <class F>
void with_bodies(const KernelCall& call, F&& f) {
  with_bodies_in(EveryLayout<>{}, call, f);
}

}  // namespace gputest
