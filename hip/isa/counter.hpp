// Counts what wavefronts do: an observer of the machine (machine.cpp).
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/core/launch_counts.hpp"
#include "hip/isa/instruction_kind.hpp"
#include "hip/isa/machine.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// What the executions of one instruction add up to.
struct InstructionCounts {
  std::uint64_t executed = 0;  ///< by wavefronts
  std::uint64_t lanes = 0;     ///< active ones
  MemoryCounts memory;         ///< of accesses to arrays
  MemoryCounts own;            ///< of accesses to a thread's own memory
  BankCounts banks;            ///< of accesses to LDS
};

/// Counts the wavefronts of one kernel. Not for use by two threads at once: each has its own, and
/// add() joins them.
class Counter {
 public:
  Counter(const Kernel& kernel, const std::string& target);

  /// Before the wavefront executes the operation, which is one of the kernel's.
  void before(const Wave& wave, const Operation& op);
  void after(const Wave&, const Operation&) {}
  /// A wavefront has begun.
  void begun(const Wave&) { ++wavefronts_; }

  void add(const Counter& other);

  const std::vector<InstructionCounts>& instructions() const { return counts_; }
  const std::vector<InstructionKind>& kinds() const { return kinds_; }
  /// Bytes of a line of the cache that is next to the lanes.
  std::uint32_t line() const { return line_; }
  /// Sums by unit and by access.
  LaunchCounts sums() const;

 private:
  void count_memory(const Wave& wave, const Operation& op, const InstructionKind& kind,
                    InstructionCounts& counts);
  void count_buffer(const Wave& wave, const Operation& op, const InstructionKind& kind,
                    InstructionCounts& counts);

  const Kernel* kernel_;
  std::uint32_t line_;
  std::vector<InstructionKind> kinds_;
  std::vector<InstructionCounts> counts_;
  std::unordered_map<std::uint64_t, std::uint64_t> atomics_;  ///< operations by address
  std::uint64_t wavefronts_ = 0;
};

/// Bytes of a line of the cache that is next to the lanes.
std::uint32_t cache_line(const std::string& target);

/// How many cycles banks of LDS take for an access of a wavefront: of groups of lanes one after
/// another. Of each group, as many as the bank gives words that gives the most: different words of
/// a load or store, all of an atomic.
void count_banks(const std::uint32_t* at, std::uint64_t lanes, const InstructionKind& kind,
                 BankCounts& counts);

/// The launch, with what the kernel takes of the GPU.
LaunchCounts launch_counts(const Launch& launch, const std::string& target, const Counter& counter);

}  // namespace gputest::isa
