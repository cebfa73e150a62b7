// The axis on which a kernel says how far the compiler unrolls its innermost loop.
#pragma once

#include <charconv>
#include <string>

#include "common/core/arguments.hpp"
#include "common/run/family.hpp"

namespace gputest {

inline constexpr const char* kUnrollAxis = "unroll";

/// The specialization that the axis sets.
inline const Named kUnrolledArgument{
    "unrolled", "turns of the innermost loop that are written out; 0 where the compiler chooses"};

/// Turns in a row, or "compiler". The result of a kernel does not depend on it.
inline Axis unroll_axis() {
  return {kUnrollAxis,
          {"compiler", "1", "2", "4", "8", "16", "32", "64", "128"},
          "turns of the innermost loop that the compiler writes out in a row, or as it chooses"};
}

/// Adds the specialization "unrolled" for a kernel that has the axis: turns in a row, or 0 where
/// the compiler chooses.
inline void specialize_unrolling(KernelSignature& signature, const Configuration& configuration) {
  const std::string value = configuration.on_axis(kUnrollAxis);
  if (value.empty()) return;
  std::uint32_t turns = 0;  // of "compiler", which is no number
  std::from_chars(value.data(), value.data() + value.size(), turns);
  signature.specializations.push_back({"unrolled", turns});
}

}  // namespace gputest
