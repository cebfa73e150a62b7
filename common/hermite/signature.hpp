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
  /// Whether a second array has the places of the active bodies, in addition to their numbers. Then
  /// the active bodies need not be among those that pull. If a body with an active body's number is
  /// among those, it does not pull that active body.
  bool has_places = false;
};

/// The arguments in a layout of buffers.
KernelSignature hermite_signature(const HermiteShape& shape, const Configuration& configuration);

}  // namespace gputest
