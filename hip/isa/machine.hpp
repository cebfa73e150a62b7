// Runs a kernel's blocks: wavefronts of a block in turns, blocks beside each other.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "hip/isa/code_object.hpp"
#include "hip/isa/memory.hpp"

namespace gputest::isa {

/// A launch.
struct Launch {
  const Kernel* kernel = nullptr;
  std::array<std::uint32_t, 3> grid{1, 1, 1};   ///< blocks
  std::array<std::uint32_t, 3> block{1, 1, 1};  ///< threads
  std::uint32_t dynamic_lds = 0;                ///< bytes
  void** arguments = nullptr;                   ///< a pointer to each explicit argument
  /// Asked between the turns of a block's wavefronts: what it throws ends the launch.
  std::function<void()> check = {};
};

/// What a launch did.
struct Counts {
  std::uint64_t instructions = 0;       ///< of wavefronts
  std::uint64_t lane_instructions = 0;  ///< active lanes of those that work on lanes
};

class Counter;
class Tracer;

/// Runs the launch and comes back when it has ended. Throws Fault, which names kernel, instruction,
/// block and wavefront, and Error(bad_input) for what no GPU of the target could launch.
Counts run(const Launch& launch, Memory& memory, const std::string& target);
/// The same, counted: the counter is one of the launch's kernel.
Counts run_counted(const Launch& launch, Memory& memory, const std::string& target,
                   Counter& counter);
/// The same, of which the tracer shows a wavefront.
Counts run_traced(const Launch& launch, Memory& memory, const std::string& target, Tracer& tracer);

}  // namespace gputest::isa
