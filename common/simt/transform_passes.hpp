// Fourier transforms as passes of a Binding, by the platform's library of them. The platform's
// header has been included before.
#pragma once

#include <memory>

#include "common/simt/launch.hpp"
#include "common/simt/real_transform.hpp"

namespace gputest {
namespace simt {

/// A transform of those arrays and the one back, in the binding's stream; none of arrays that are
/// not there, as when a launch is only described. Throws Error(unavailable) as
/// Calls::plan_transform() does.
template <class Simt>
std::shared_ptr<const RealTransform> transform_of(const Binding& binding,
                                                  TransformedArrays arrays) {
  if (arrays.values == nullptr || binding.calls() == nullptr) return nullptr;
  arrays.stream = binding.stream();
  return binding.calls()->plan_transform(arrays);
}

/// Adds one of the two as a pass.
inline void add_transform(Binding& binding, const std::shared_ptr<const RealTransform>& transform,
                          bool backward) {
  binding.add({backward ? "transform back" : "transform", {}, {}, 0},
              [=] { transform->enqueue(backward); });
}

}  // namespace simt
}  // namespace gputest
