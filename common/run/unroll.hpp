// The axis on which a kernel says how far the compiler unrolls its innermost loop.
#pragma once

#include "common/device/unroll.hpp"
#include "common/run/family.hpp"

namespace gputest {

/// The result of a kernel does not depend on it.
inline Axis unroll_axis() {
  return {kUnrollAxis,
          {"compiler", "1", "2", "4", "8", "16", "32", "64", "128"},
          "turns of the innermost loop that the compiler writes out in a row, or as it chooses"};
}

}  // namespace gputest
