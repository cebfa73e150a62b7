// Kernels that change an array in its own memory.
#pragma once

#include <algorithm>

#include "common/core/arguments.hpp"

namespace gputest {

/// The specialization that says so of a signature. Output k then begins as input k is, of as many
/// bytes, whenever outputs are spoilt, and a launch makes the result in it of what stands there, so
/// that a second launch undoes the first. Input k stays as it is, for the next beginning.
constexpr const char* kInPlace = "in_place";

/// Whether the signature has that specialization.
inline bool is_in_place(const KernelSignature& signature) {
  return std::any_of(signature.specializations.begin(), signature.specializations.end(),
                     [](const Specialization& one) { return one.name == kInPlace; });
}

}  // namespace gputest
