// The ways in which kernels of the family "memory" access memory, and their parameters.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "common/device/kernel.hpp"

namespace gputest::memory {

/// The axis `access`: a kernel has one value.
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

/// Names of Access, in the same order.
constexpr std::array<const char*, 15> kAccessNames{
    "copy",  "scale",     "add",  "triad",  "dot",     "stride",   "gather", "scatter",
    "chase", "broadcast", "bank", "atomic", "texture", "transfer", "launch"};

/// The order of the indices of gather and scatter.
enum class IndexOrder { sorted, blocked, random };

/// The order in which texture reads texels.
enum class Walk { rows, columns, random };

constexpr std::uint32_t kIndexBlock = 32;  ///< consecutive indices that stay together in `blocked`
/// Elements of 4 bytes between two of chase: 128 bytes.
constexpr std::uint32_t kLine = 32;

/// The access that a configuration asks for, from the family's axes.
struct Task {
  Access access = Access::copy;
  IndexOrder index = IndexOrder::sorted;
  std::uint32_t stride = 1;
  std::uint32_t counter_shift = 0;  ///< an atomic addition of item i goes to counter i >> this
  Walk walk = Walk::rows;
  bool through_texture = true;  ///< otherwise the texels are an array in global memory
  bool to_device = true;        ///< the direction of transfer
  bool pinned = false;          ///< the kind of host memory of transfer
  std::uint32_t launches = 1;
  bool launches_empty = false;  ///< kernels without work, then one that counts
  std::uint64_t n = 0;
  std::uint64_t seed = 0;  ///< seed of the arrays' values
  /// Bits of the precision's significand: results need nearly all of them, and no more.
  std::uint32_t digits = 24;

  /// Elements of a chase: one in each line, at least one.
  std::uint64_t nodes() const { return n < kLine ? 1 : n / kLine; }
  /// Loads of a chase: once round the ring, but enough that the launch's own time does not count,
  /// and few enough that a launch does not take seconds.
  std::uint32_t hops() const;
  /// Texels per row of texture's image, which is about square.
  std::uint64_t texels_per_row() const;
  /// Kernels of launch without work, and the counting kernels after them.
  std::uint32_t empty_kernels() const { return launches_empty ? launches : 0; }
  std::uint32_t counting_kernels() const { return launches_empty ? 1 : launches; }
  /// Counters of atomic.
  std::uint64_t counters() const { return ((n - 1) >> counter_shift) + 1; }
  /// Elements per pass of a stride through the array, rounded up: stride() reads element i % rows()
  /// * stride + i / rows(), less n if that is n or more.
  std::uint64_t rows() const { return (n + stride - 1) / stride; }
};

/// A configuration without an access means copy; without another axis it means this axis' first
/// value.
Task task_of(const Configuration& configuration, std::uint64_t n, std::uint64_t seed);

}  // namespace gputest::memory
