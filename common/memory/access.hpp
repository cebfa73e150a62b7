// In what way the kernels of the family "memory" go to memory, and what they are told of it.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "common/device/kernel.hpp"

namespace gputest::memory {

/// The axis of the same name: one kernel has one.
enum class Access {
  copy,
  scale,
  add,
  triad,
  dot,
  stride,
  gather,
  scatter,
  chase,
  broadcast,
  bank,
  atomic,
  texture,
  transfer,
  launch
};

/// Names of Access, in its order.
constexpr std::array<const char*, 15> kAccessNames{
    "copy",  "scale",     "add",  "triad",  "dot",     "stride",   "gather", "scatter",
    "chase", "broadcast", "bank", "atomic", "texture", "transfer", "launch"};

/// In what order the indices of gather and scatter stand.
enum class IndexOrder { sorted, blocked, random };

/// In what order the texels of texture are read.
enum class Walk { rows, columns, random };

constexpr std::uint32_t kIndexBlock = 32;  ///< indices that stay beside each other in `blocked`
constexpr std::uint32_t kLine =
    32;  ///< elements of 4 bytes from one of chase to the next: 128 bytes

/// What a configuration asks for, with the family's axes read.
struct Task {
  Access access = Access::copy;
  IndexOrder index = IndexOrder::sorted;
  std::uint32_t stride = 1;
  std::uint32_t counter_shift = 0;  ///< an atomic addition of item i goes to counter i >> this
  Walk walk = Walk::rows;
  bool through_texture = true;  ///< else the texels are an array in global memory
  bool to_device = true;        ///< which way transfer copies
  bool pinned = false;          ///< the host's memory that it copies to or from
  std::uint32_t launches = 1;
  bool launches_empty = false;  ///< kernels that do nothing, and one behind them that counts
  std::uint64_t n = 0;
  std::uint64_t seed = 0;  ///< of what fills the arrays

  /// Elements of chase that are visited: one in each line, and one at least.
  std::uint64_t nodes() const { return n < kLine ? 1 : n / kLine; }
  /// Loads of chase: once round, but neither so few that a launch's own time counts, nor so many
  /// that a launch takes seconds.
  std::uint32_t hops() const;
  /// Texels in a row of texture's image, which is about as high as wide.
  std::uint64_t texels_per_row() const;
  /// Kernels of launch that do nothing, and those behind them, each of which counts.
  std::uint32_t empty_kernels() const { return launches_empty ? launches : 0; }
  std::uint32_t counting_kernels() const { return launches_empty ? 1 : launches; }
  /// Counters of atomic.
  std::uint64_t counters() const { return ((n - 1) >> counter_shift) + 1; }
  /// Steps of a stride through the array, rounded up: stride() reads element
  /// i % rows() * stride + i / rows(), less n where that is n or more.
  std::uint64_t rows() const { return (n + stride - 1) / stride; }
};

/// A configuration without an access is of copy, without another axis of that axis' first value.
Task task_of(const Configuration& configuration, std::uint64_t n, std::uint64_t seed);

}  // namespace gputest::memory
