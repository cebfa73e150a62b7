// Counts the work of wavefronts: an observer of the machine (machine.cpp).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/core/launch_counts.hpp"
#include "hip/isa/addresses.hpp"
#include "hip/isa/instruction_kind.hpp"
#include "hip/isa/machine.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// The sums over all executions of one instruction.
struct InstructionCounts {
  std::uint64_t executed = 0;  ///< by wavefronts
  std::uint64_t lanes = 0;     ///< active lanes
  MemoryCounts memory;         ///< of accesses to arrays
  MemoryCounts own;            ///< of accesses to private memory
  BankCounts banks;            ///< of accesses to LDS
};

/// Counts the wavefronts of one kernel. Not thread-safe: each thread has its own counter, and add()
/// joins them.
class Counter {
 public:
  Counter(const Kernel& kernel, const std::string& target);

  /// Call it before the wavefront executes the operation, which must be one of the kernel's.
  void before(const Wave& wave, const Operation& op);
  void after(const Wave&, const Operation&) {}
  /// Call it when a wavefront begins.
  void begun(const Wave&) { ++wavefronts_; }

  void add(const Counter& other);

  const std::vector<InstructionCounts>& instructions() const { return counts_; }
  const std::vector<InstructionKind>& kinds() const { return kinds_; }
  /// The line size, in bytes, of the cache nearest to the lanes.
  std::uint32_t line() const { return line_; }
  /// Sums by unit and by access.
  LaunchCounts sums() const;

 private:
  void count_memory(const Wave& wave, const Operation& op, const InstructionKind& kind,
                    InstructionCounts& counts);
  void count_buffer(const Wave& wave, const Operation& op, const InstructionKind& kind,
                    InstructionCounts& counts);
  /// Keeps the access if it is the first of its operation by the first wavefront of the first
  /// block.
  void keep_first(const Wave& wave, const Operation& op, const LaneAddresses& found,
                  std::uint64_t lanes, bool in_lds);

  const Kernel* kernel_;
  std::uint32_t line_;
  std::vector<InstructionKind> kinds_;
  std::vector<InstructionCounts> counts_;
  std::unordered_map<std::uint64_t, std::uint64_t> atomics_;  ///< operations by address
  std::uint64_t wavefronts_ = 0;
  std::map<std::size_t, FirstAccess> first_;  ///< by number of the operation
};

/// The line size, in bytes, of the cache nearest to the lanes.
std::uint32_t cache_line(const std::string& target);

/// Counts the cycles that LDS banks take for an access of a wavefront. Groups of lanes are served
/// one after another. Each group takes as many cycles as the busiest bank serves words: different
/// words for a load or store, all words for an atomic.
void count_banks(const std::uint32_t* at, std::uint64_t lanes, const InstructionKind& kind,
                 BankCounts& counts);

/// The counts of the launch, with the kernel's resources.
LaunchCounts launch_counts(const Launch& launch, const std::string& target, const Counter& counter);

}  // namespace gputest::isa
