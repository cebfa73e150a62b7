// The arguments of the Hermite kernels, for the command's problems and for programs that link them.
#pragma once

#include <cstdint>

#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"

namespace gputest {

/// Forces of the first `bodies` of the arrays' `capacity` bodies on `active` ones.
struct HermiteShape {
  std::uint64_t capacity = 0;
  std::uint64_t bodies = 0;
  std::uint64_t active = 0;
  double eps2 = 0;  ///< the softening length squared
  /// Whether an array says where the active bodies stand, beside that of their numbers. They may
  /// then be others than those that pull: the body of that number, if there is one, does not pull
  /// them.
  bool has_places = false;
};

/// In a layout of buffers.
KernelSignature hermite_signature(const HermiteShape& shape, const Configuration& configuration);

}  // namespace gputest
