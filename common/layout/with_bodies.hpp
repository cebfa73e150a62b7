// From a layout's name and a precision to the view type that a kernel is compiled for.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "common/core/kernel_call.hpp"
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

/// Calls f(view) with the view of the call's precision if that has the call's layout.
template <template <class> class View, class F>
bool with_view(const KernelCall& call, F& f) {
  if (call.configuration.layout != View<float>::kLayout) return false;
  constexpr auto arrays = std::make_index_sequence<View<float>::kArrays>();
  if (call.configuration.precision == Precision::fp32)
    f(view_of<View<float>>(call, arrays));
  else
    f(view_of<View<double>>(call, arrays));
  return true;
}

/// Calls f(view) with the one of Views that the call's layout and precision name. A kernel that is
/// costly to compile lists the layouts it is compiled for; its catalogue entry lists the same.
template <template <class> class... Views, class F>
void with_bodies_in(const KernelCall& call, F&& f) {
  if (!(with_view<Views>(call, f) || ...))
    throw std::logic_error("a kernel is not compiled for layout " + call.configuration.layout);
}

/// The same with every layout of plain buffers.
template <class F>
void with_bodies(const KernelCall& call, F&& f) {
  with_bodies_in<AosBodies, Aos3Bodies, Float4Bodies, SoaBodies, AosoaBodies>(call, f);
}

}  // namespace gputest
