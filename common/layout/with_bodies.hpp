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

/// A view whose members are the input arrays, in order.
template <class View, std::size_t... I>
View view_of(const KernelCall& call, std::index_sequence<I...>) {
  return View{AnyPointer{call.inputs[I]}...};
}

template <class Real, class F>
void with_bodies_of(const KernelCall& call, F&& f) {
  const std::string& layout = call.configuration.layout;
  const auto with = [&]<class View, std::size_t Arrays>() {
    f(view_of<View>(call, std::make_index_sequence<Arrays>()));
  };
  if (layout == "aos") return with.template operator()<AosBodies<Real>, 1>();
  if (layout == "aos3") return with.template operator()<Aos3Bodies<Real>, 2>();
  if (layout == "float4") return with.template operator()<Float4Bodies<Real>, 1>();
  if (layout == "soa") return with.template operator()<SoaBodies<Real>, 4>();
  if (layout == "aosoa") return with.template operator()<AosoaBodies<Real>, 1>();
  throw std::logic_error("no view of layout " + layout);
}

/// Calls f(view) with the view of the configuration's layout and precision.
template <class F>
void with_bodies(const KernelCall& call, F&& f) {
  if (call.configuration.precision == Precision::fp32)
    with_bodies_of<float>(call, f);
  else
    with_bodies_of<double>(call, f);
}

}  // namespace gputest
