// The memory that a run of the interpreter reads and writes: plain spans that the caller owns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace gputest::il {

/// An element of a resource: its type and the number of values.
enum class Format : std::uint8_t {
  float1,
  float2,
  float4,
  int1,
  int2,
  int4,
  uint1,
  uint2,
  uint4,
  double1,
  double2,
};

/// 32-bit words of an element: 1, 2 or 4.
unsigned words(Format format);

/// A 2D resource (height 1: a 1D one), or `depth` of them one after another: a 3D one. Element (x,
/// y, z) starts at word ((z * height + y) * pitch + x) * words(format) of `memory`, which holds at
/// least height * depth rows.
template <typename Word>
struct BasicSurface {
  std::span<Word> memory;
  Format format = Format::float4;
  std::uint32_t width = 0;
  std::uint32_t height = 1;
  std::uint32_t pitch = 0;  ///< elements from a row to the next, at least width
  std::uint32_t depth = 1;
};
using ReadSurface = BasicSurface<const std::uint32_t>;
using Surface = BasicSurface<std::uint32_t>;

/// The memory of a UAV. A raw, arena or structured UAV has only words; a typed one also has a
/// shape.
struct UavBinding {
  std::span<std::uint32_t> memory;
  Format format = Format::uint1;  ///< only typed UAVs use this and the rest
  std::uint32_t width = 0;
  std::uint32_t height = 1;
  std::uint32_t pitch = 0;
  std::uint32_t depth = 1;
};

/// Everything that a program can name. Keys are the numbers in i0 (resources), cb0, o0 and UAV ids.
///
/// A read of a resource with one slot sets all four. With two slots, the others are 0 and 1.0, or 0
/// and 1 for integers, and 0 for doubles (a choice of this project). A write to an output writes
/// only the slots of its format.
struct Bindings {
  std::map<std::uint32_t, ReadSurface> resources;
  std::map<std::uint32_t, std::span<const std::uint32_t>> constants;  ///< words, four per element
  std::map<std::uint32_t, Surface> outputs;
  std::span<std::uint32_t> global;  ///< g[], words, four per element
  std::map<std::uint32_t, UavBinding> uavs;
};

struct Program;

/// Bindings to which the GDS of a program is added, with a word for each four bytes, all 0.
class WithGds {
 public:
  WithGds(const Program& program, const Bindings& bound);
  Bindings bindings;

 private:
  std::vector<std::vector<std::uint32_t>> memory_;
};

/// The threads of a pixel program: one for each (x, y) of the rectangle. Thread (x, y) writes
/// element (x, y) of the outputs.
struct Domain {
  std::uint32_t x = 0, y = 0, width = 1, height = 1;
};

/// The groups of a compute program, in three dimensions.
using Groups = std::array<std::uint32_t, 3>;

/// Lines of text after each instruction that the traced thread executes: the line of the IL text,
/// the instruction, and each written slot as float and hexadecimal.
struct Trace {
  /// The thread: (x, y) of a pixel program; the flat absolute id in x of a compute program.
  std::uint32_t x = 0, y = 0;
  std::function<void(std::string_view line)> sink;  ///< empty: no trace
};

/// Limits and tracing of a run.
struct RunOptions {
  /// A thread that executes more instructions stops the run with an error.
  std::uint64_t step_limit = 100'000'000;
  /// Every wavefront calls it at its start and at intervals; it ends the run by throwing. Many
  /// threads call it at the same time.
  std::function<void()> check;
  Trace trace;
  bool count = false;  ///< fill in RunStatistics::executed
};

/// Statistics of a run.
struct RunStatistics {
  std::uint64_t threads = 0;
  std::uint64_t instructions = 0;  ///< summed over all threads
  /// For each of the program's instructions, the number of executions, summed over all threads;
  /// empty without RunOptions::count.
  std::vector<std::uint64_t> executed;
};

}  // namespace gputest::il
