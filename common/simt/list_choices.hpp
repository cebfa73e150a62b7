// Shared parts of the declarations of neighbour-list kernels and list builders. Include the
// platform's header first.
#pragma once

#include <type_traits>

#include "common/layout/bodies.hpp"
#include "common/simt/launch.hpp"

namespace gputest {
namespace simt {

/// The layouts of neighbour-list kernels.
using ListLayouts = Layouts<Float4Bodies, Aos3Bodies, SoaBodies>;

/// A choice of the use of Newton's third law, among the values that the kernel supports.
template <class Declaration>
auto newton3_of(const KernelCall& call) {
  return [value = on_axis<typename Declaration::newton3>(call)](auto&& f) {
    value([&](auto chosen) { f(std::bool_constant<decltype(chosen)::is("on")>()); });
  };
}

}  // namespace simt
}  // namespace gputest
