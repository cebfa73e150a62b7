// What a user's file gives a family to work on.
#pragma once

#include <cstdint>

namespace gputest {

/// Opaque: what reads a file and the families that take it know what it is.
class InputData {
 public:
  virtual ~InputData() = default;
  /// How many there are of what a family counts: particles of a ParticleSet.
  virtual std::uint64_t size() const = 0;
};

}  // namespace gputest
