// The axis `unroll`, the unroll factor of a kernel's innermost loop.
#pragma once

#include "common/device/unroll.hpp"
#include "common/run/family.hpp"

namespace gputest {

/// The factor does not change a kernel's result.
inline Axis unroll_axis() {
  return {kUnrollAxis,
          {"compiler", "1", "2", "4", "8", "16", "32", "64", "128"},
          "iterations of the innermost loop that the compiler unrolls, or its own choice"};
}

}  // namespace gputest
