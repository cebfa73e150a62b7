// Kernels that change an array in its own memory.
#pragma once

#include <algorithm>

#include "common/core/arguments.hpp"

namespace gputest {

/// The specialization that marks a signature as in place. Spoiling the outputs then copies input k
/// to output k, which has the same size. A launch computes the result from this content, and a
/// second launch undoes the first. Input k is not changed.
constexpr const char* kInPlace = "in_place";

/// Whether the signature has that specialization.
inline bool is_in_place(const KernelSignature& signature) {
  return std::any_of(signature.specializations.begin(), signature.specializations.end(),
                     [](const Specialization& one) { return one.name == kInPlace; });
}

}  // namespace gputest
