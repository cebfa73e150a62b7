// Counts of a launch, by a device that executes it instruction by instruction or by the counters of
// a GPU. docs/counting.md gives the meaning of each number. An empty member was not counted.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace gputest {

/// Adds to a count, which stays empty if neither has one.
inline void add_to(std::optional<std::uint64_t>& sum, const std::optional<std::uint64_t>& more) {
  if (more) sum = sum.value_or(0) + *more;
}

/// Instructions of one unit of the GPU.
struct UnitCounts {
  std::string unit;                         ///< "VALU"
  std::uint64_t instructions = 0;           ///< each counted once per wavefront
  std::optional<std::uint64_t> lanes = {};  ///< their active lanes, if the unit works on lanes
  std::optional<std::uint64_t> cycles =
      {};                            ///< in which they keep the unit busy, by published rates
  std::optional<double> share = {};  ///< of the instructions that the unit could execute
};

/// Accesses of one kind to memory.
struct MemoryCounts {
  std::string access;                       ///< "global load"
  std::uint64_t requests = 0;               ///< instructions, each counted once per wavefront
  std::optional<std::uint64_t> lanes = {};  ///< their active lanes
  std::uint64_t bytes = 0;                  ///< requested by the lanes
  std::uint64_t lines_32 = 0;               ///< touched lines of 32 bytes
  std::optional<std::uint64_t> lines_64 = {}, lines_128 = {};  ///< the same of that many bytes
  std::optional<std::uint64_t> hits = {};  ///< of lines_32, those found in the first-level cache

  /// Adds other counts; ignores the name of their access.
  void add(const MemoryCounts& others);
};

/// Accesses of one kind to the memory of a block.
struct BankCounts {
  std::string access;          ///< "LDS read"
  std::uint64_t requests = 0;  ///< accesses, each counted once per wavefront; a read2 is two
  std::uint64_t bytes = 0;     ///< requested by the lanes
  std::uint64_t cycles = 0;    ///< in which the banks are busy
  std::uint64_t without = 0;   ///< the same without bank conflicts
  std::optional<std::uint64_t> most_in_a_row = {};  ///< most words that a bank serves in turn

  /// Adds other counts; ignores the name of their access.
  void add(const BankCounts& others);
};

/// Atomics on memory.
struct AtomicCounts {
  std::uint64_t operations = 0;  ///< each counted once per lane
  std::uint64_t addresses = 0;   ///< distinct ones in each kernel, added up
  std::uint64_t most = 0;        ///< most operations on one address
};

/// The first execution of an instruction that accesses memory, by the first wavefront of the first
/// block.
struct FirstAccess {
  std::string kernel;                ///< in the code object
  std::string access;                ///< "global load", "LDS write"
  std::uint32_t bytes = 0;           ///< of a lane
  std::vector<std::uint32_t> lanes;  ///< active ones
  /// The address of each of these lanes, in bytes from the beginning of the first line of 128 bytes
  /// that the wavefront touches. In LDS, such a line has a word of each bank.
  std::vector<std::uint64_t> places;

  bool operator==(const FirstAccess&) const = default;
};

/// A kernel of the launch and the resources of its wavefronts.
struct CountedKernel {
  std::string name;  ///< in the code object
  std::uint64_t launches = 0;
  std::uint32_t vector_registers = 0, scalar_registers = 0;
  std::uint32_t shared_bytes = 0;   ///< per block, with the launch's dynamic shared memory
  std::uint32_t scratch_bytes = 0;  ///< per thread
  double occupancy = 0;             ///< resident wavefronts over the most possible; 0: unknown
};

/// A cache, or the memory of the device.
struct LevelCounts {
  std::string level;                       ///< "L2"
  std::uint64_t bytes = 0;                 ///< requested from it
  std::optional<std::uint64_t> hits = {};  ///< of these, bytes that it had
  std::optional<std::uint64_t> read = {};  ///< of these, bytes that were read
  double share = 0;                        ///< of the greatest rate at which it works
  std::optional<double> peak = {};  ///< this rate in bytes per second, if it is stated in bytes
};

/// Why warps could not issue an instruction.
struct StallCounts {
  std::string reason;  ///< "memory"
  double share = 0;    ///< of the cycles that warps were resident
};

/// What only the counters of a GPU know.
struct CardCounts {
  std::string source;        ///< "CUPTI 13.0"
  std::uint64_t cycles = 0;  ///< of the busiest multiprocessor, while it had a warp
  double occupancy = 0;      ///< mean resident warps of a busy multiprocessor over the most
  double issue_share = 0;    ///< of the cycles in which a scheduler could issue an instruction
  std::vector<LevelCounts> levels = {};
  std::vector<StallCounts> stalls = {};  ///< the longest first

  /// Sets the time of a launch, from which the shares of levels with a peak follow.
  void set_seconds(double seconds);
};

/// The sums in a launch's one-line summary.
struct CountSums {
  std::optional<std::uint64_t> valu_cycles = {};  ///< of all vector-ALU instructions
  std::uint64_t global_bytes_asked = 0, global_bytes_moved = 0;
  std::uint64_t lds_cycles = 0, lds_cycles_without_conflicts = 0;
};

/// A launch. Units and accesses without counts are left out.
struct LaunchCounts {
  std::uint32_t wavefront = 0;     ///< lanes
  std::uint32_t line = 0;          ///< bytes of a line of the first-level cache
  std::uint64_t wavefronts = 0;    ///< executed
  std::uint64_t instructions = 0;  ///< each counted once per wavefront
  std::uint64_t on_lanes = 0;      ///< those of them that work on lanes
  std::uint64_t active_lanes = 0;  ///< of on_lanes, added up
  std::vector<UnitCounts> units;
  std::vector<MemoryCounts> memory;
  std::vector<BankCounts> banks;
  std::optional<AtomicCounts> atomics;
  std::vector<CountedKernel> kernels;
  std::vector<FirstAccess> first;  ///< different ones, in the order of the code
  std::optional<CardCounts> card;

  /// The mean number of active lanes of an instruction that works on lanes; 0 without one.
  double mean_lanes() const {
    return on_lanes == 0 ? 0 : static_cast<double>(active_lanes) / static_cast<double>(on_lanes);
  }
  /// Bytes of the touched cache lines, counted for each instruction separately.
  std::uint64_t bytes_moved(const MemoryCounts& of) const {
    return line == 32 ? of.lines_32 * 32
                      : (line == 128 ? of.lines_128 : of.lines_64).value_or(0) * line;
  }
  CountSums sums() const;
  void add(const FirstAccess& access);
  /// Adds the counts of another kernel.
  void add(const LaunchCounts& other);
};

/// Why a device that counts has not counted a launch: a sentence without a full stop.
class NotCounted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace gputest
