// Runs a kernel's blocks in parallel, and the wavefronts of a block in turn.
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
  /// Called between the turns of a block's wavefronts; an exception from it ends the launch.
  std::function<void()> check = {};
};

/// The sums over a launch.
struct Counts {
  std::uint64_t instructions = 0;       ///< executed by wavefronts
  std::uint64_t lane_instructions = 0;  ///< vector instructions, summed over active lanes
};

class Counter;
class Tracer;

/// Runs the launch; blocking. Throws Fault, which names kernel, instruction, block and wavefront,
/// and Error(bad_input) for a launch that no GPU of the target allows.
Counts run(const Launch& launch, Memory& memory, const std::string& target);
/// The same with counting; the counter must belong to the launch's kernel.
Counts run_counted(const Launch& launch, Memory& memory, const std::string& target,
                   Counter& counter);
/// The same; the tracer shows one wavefront.
Counts run_traced(const Launch& launch, Memory& memory, const std::string& target, Tracer& tracer);

}  // namespace gputest::isa
