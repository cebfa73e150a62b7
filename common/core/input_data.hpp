// The content of a user's file as input of a family.
#pragma once

#include <cstdint>

namespace gputest {

/// Opaque here: only the reader of the file and the families that take it know its type.
class InputData {
 public:
  virtual ~InputData() = default;
  /// The size in the family's unit: for a ParticleSet, particles.
  virtual std::uint64_t size() const = 0;
};

}  // namespace gputest
