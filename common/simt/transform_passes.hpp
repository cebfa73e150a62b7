// Fourier transforms as passes of a Binding, by the platform's library. Include the platform's
// header first.
#pragma once

#include <memory>

#include "common/simt/launch.hpp"
#include "common/simt/real_transform.hpp"

namespace gputest {
namespace simt {

/// A transform of those arrays and its inverse, in the binding's stream. None if there are no
/// arrays, as when a launch is only described. Throws Error(unavailable) like
/// Calls::plan_transform().
template <class Simt>
std::shared_ptr<const RealTransform> transform_of(const Binding& binding,
                                                  TransformedArrays arrays) {
  if (arrays.values == nullptr || binding.calls() == nullptr) return nullptr;
  arrays.stream = binding.stream();
  return binding.calls()->plan_transform(arrays);
}

/// Adds the transform or its inverse as a pass.
inline void add_transform(Binding& binding, const std::shared_ptr<const RealTransform>& transform,
                          bool backward) {
  binding.add({backward ? "transform back" : "transform", {}, {}, 0},
              [=] { transform->enqueue(backward); });
}

}  // namespace simt
}  // namespace gputest
