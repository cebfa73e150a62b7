// What a launch did, counted by a device that executes it instruction by instruction. No time is
// among it: docs/counting.md says what each number means of a GPU.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gputest {

/// Instructions of one unit of the GPU.
struct UnitCounts {
  std::string unit;                ///< "VALU"
  std::uint64_t instructions = 0;  ///< of wavefronts
  std::uint64_t lanes = 0;         ///< active ones of those, of a unit that works on lanes
  std::uint64_t cycles = 0;        ///< for which they keep it busy, by the published rates
};

/// Accesses of one kind to memory.
struct MemoryCounts {
  std::string access;                                       ///< "global load"
  std::uint64_t requests = 0;                               ///< instructions of wavefronts
  std::uint64_t lanes = 0;                                  ///< active ones of those
  std::uint64_t bytes = 0;                                  ///< that the lanes ask for
  std::uint64_t lines_32 = 0, lines_64 = 0, lines_128 = 0;  ///< of so many bytes, that they touch

  /// Those of others too, whatever they are called.
  void add(const MemoryCounts& others);
};

/// Accesses of one kind to the memory of a block.
struct BankCounts {
  std::string access;               ///< "LDS read"
  std::uint64_t requests = 0;       ///< accesses of wavefronts; read2 is two
  std::uint64_t bytes = 0;          ///< that the lanes ask for
  std::uint64_t cycles = 0;         ///< that the banks take
  std::uint64_t without = 0;        ///< that they would take without conflicts
  std::uint64_t most_in_a_row = 0;  ///< words that one bank gives one after another, at most

  /// Those of others too, whatever they are called.
  void add(const BankCounts& others);
};

/// Atomics on memory.
struct AtomicCounts {
  std::uint64_t operations = 0;  ///< of lanes
  std::uint64_t addresses = 0;   ///< different ones, kernel by kernel
  std::uint64_t most = 0;        ///< operations on one address, at most
};

/// A kernel of the launch: what its wavefronts take.
struct CountedKernel {
  std::string name;            ///< in the code object
  std::uint64_t launches = 0;  ///< of it
  std::uint32_t vector_registers = 0, scalar_registers = 0;
  std::uint32_t shared_bytes = 0;   ///< a block, with what the launch adds
  std::uint32_t scratch_bytes = 0;  ///< a thread
  double occupancy = 0;             ///< wavefronts held at once, of those that could be; 0: unknown
};

/// What is said of a launch in a line.
struct CountSums {
  std::uint64_t valu_cycles = 0;  ///< of all that the vector ALU does
  std::uint64_t global_bytes_asked = 0, global_bytes_moved = 0;
  std::uint64_t lds_cycles = 0, lds_cycles_without_conflicts = 0;
};

/// A launch. Units and accesses that it has none of are left out.
struct LaunchCounts {
  std::uint32_t wavefront = 0;     ///< lanes
  std::uint32_t line = 0;          ///< bytes of a line of the cache that is next to the lanes
  std::uint64_t wavefronts = 0;    ///< that ran
  std::uint64_t instructions = 0;  ///< of wavefronts
  std::uint64_t on_lanes = 0;      ///< those of them that work on lanes
  std::uint64_t active_lanes = 0;  ///< of these, added up
  std::vector<UnitCounts> units;
  std::vector<MemoryCounts> memory;
  std::vector<BankCounts> banks;
  AtomicCounts atomics;
  std::vector<CountedKernel> kernels;

  /// Lanes that an instruction which works on lanes has active, on average; 0 without one.
  double mean_lanes() const {
    return on_lanes == 0 ? 0 : static_cast<double>(active_lanes) / static_cast<double>(on_lanes);
  }
  /// Bytes of the lines that the accesses touch, each instruction by itself.
  std::uint64_t bytes_moved(const MemoryCounts& of) const {
    return line == 128 ? of.lines_128 * 128 : line == 32 ? of.lines_32 * 32 : of.lines_64 * 64;
  }
  CountSums sums() const;
  /// Adds another kernel's.
  void add(const LaunchCounts& other);
};

}  // namespace gputest
