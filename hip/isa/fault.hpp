// The error of a kernel that does what no right kernel does.
#pragma once

#include <stdexcept>

namespace gputest::isa {

/// What a kernel did that no right kernel does, or what this machine lacks: the reason alone.
/// The machine adds the instruction, its address, the kernel and the wavefront.
class Fault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace gputest::isa
