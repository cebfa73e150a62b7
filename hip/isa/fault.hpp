// The error of a faulty kernel.
#pragma once

#include <stdexcept>

namespace gputest::isa {

/// An action of a kernel that no correct kernel does, or a feature that this machine lacks. It
/// holds only the reason; the machine adds the instruction, its address, the kernel and the
/// wavefront.
class Fault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace gputest::isa
