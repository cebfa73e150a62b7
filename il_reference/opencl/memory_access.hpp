// OpenCL C for instructions that access resources, LDS and UAVs.
#pragma once

#include <string>
#include <vector>

#include "il_reference/opencl/counters.hpp"
#include "il_reference/opencl/kernel_arguments.hpp"
#include "il_reference/opencl/operands.hpp"
#include "il_reference/opencl/slot_facts.hpp"
#include "il_reference/opencl/translator.hpp"

namespace gputest::il {

/// Statements in order and then, if the instruction reads, a uint4 with the words read.
struct MemoryAccess {
  std::vector<std::string> statements;
  std::string value;
};

/// The statements that read and write memory, as OpenCL C.
class MemoryAccesses {
 public:
  MemoryAccesses(const Program& program, const TranslationOptions& options,
                 const Operands& operands, const Counters& counters)
      : program_(program),
        options_(options),
        operands_(operands),
        counters_(counters),
        whole_(options.mode == Mode::fast ? SlotFacts(program, Fact::whole) : SlotFacts()) {}

  MemoryAccess of(const Instruction& instruction, std::uint32_t place) const;

 private:
  MemoryAccess texture(const Instruction& instruction) const;
  /// The integer coordinate of a sample or load along an axis.
  std::string coordinate(const Instruction& instruction, unsigned axis) const;
  /// The width or the height of a resource.
  std::string extent(std::uint32_t resource, unsigned axis) const;
  MemoryAccess lds(const Instruction& instruction, std::uint32_t place) const;
  MemoryAccess exchanged_lds(const Instruction& instruction, std::uint32_t place) const;
  std::string compared(const Instruction& instruction, const std::string& sampled) const;
  MemoryAccess uav(const Instruction& instruction, std::uint32_t place) const;

  const Program& program_;
  const TranslationOptions& options_;
  const Operands& operands_;
  const Counters& counters_;
  SlotFacts whole_;
};

}  // namespace gputest::il
