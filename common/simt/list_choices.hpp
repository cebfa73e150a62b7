// What the declarations of kernels over neighbour lists and of list builders share. The platform's
// header has been included before.
#pragma once

#include <type_traits>

#include "common/layout/bodies.hpp"
#include "common/simt/launch.hpp"

namespace gputest {
namespace simt {

/// The layouts that kernels over neighbour lists are compiled for.
using ListLayouts = Layouts<Float4Bodies, Aos3Bodies, SoaBodies>;

/// A choice of whether a kernel uses Newton's third law, of the values that it takes.
template <class Declaration>
auto newton3_of(const KernelCall& call) {
  return [value = on_axis<typename Declaration::newton3>(call)](auto&& f) {
    value([&](auto chosen) { f(std::bool_constant<decltype(chosen)::is("on")>()); });
  };
}

}  // namespace simt
}  // namespace gputest
