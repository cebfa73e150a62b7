// From a layout's name and a precision to the view type that a kernel is compiled for.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "common/cpu/cpu_backend.hpp"
#include "common/layout/bodies.hpp"

namespace gputest::cpu {

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
View view_of(const Arguments& arguments, std::index_sequence<I...>) {
  return View{AnyPointer{arguments.inputs[I]}...};
}

template <class Real, class F>
void with_bodies_of(const Arguments& arguments, F&& f) {
  const std::string& layout = arguments.configuration.layout;
  const auto call = [&]<class View, std::size_t Arrays>() {
    f(view_of<View>(arguments, std::make_index_sequence<Arrays>()));
  };
  if (layout == "aos") return call.template operator()<AosBodies<Real>, 1>();
  if (layout == "aos3") return call.template operator()<Aos3Bodies<Real>, 2>();
  if (layout == "float4") return call.template operator()<Float4Bodies<Real>, 1>();
  if (layout == "soa") return call.template operator()<SoaBodies<Real>, 4>();
  if (layout == "aosoa") return call.template operator()<AosoaBodies<Real>, 1>();
  throw std::logic_error("no CPU view of layout " + layout);
}

/// Calls f(view) with the view of the configuration's layout and precision.
template <class F>
void with_bodies(const Arguments& arguments, F&& f) {
  if (arguments.configuration.precision == Precision::fp32)
    with_bodies_of<float>(arguments, f);
  else
    with_bodies_of<double>(arguments, f);
}

}  // namespace gputest::cpu
