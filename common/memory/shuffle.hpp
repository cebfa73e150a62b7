// Permutations that are computed, not stored.
#pragma once

#include <bit>
#include <cstdint>

#include "common/arrays/index_hash.hpp"
#include "common/memory/access.hpp"

namespace gputest::memory {

/// 0 … count - 1 in an order that the seed determines: rounds of invertible steps on the bits of
/// count, repeated while the result is beyond it ("cycle walking", Black and Rogaway 2002).
class Shuffle {
 public:
  Shuffle(std::uint64_t count, std::uint64_t seed)
      : count_(count),
        key_(arrays::mixed(seed + 1)),
        bits_(count < 3 ? 1 : static_cast<std::uint32_t>(std::bit_width(count - 1))) {}

  /// The number at place i < count.
  std::uint64_t at(std::uint64_t i) const {
    do i = once(i);
    while (i >= count_);
    return i;
  }

 private:
  std::uint64_t once(std::uint64_t i) const {
    const std::uint64_t mask = (std::uint64_t{1} << bits_) - 1;
    const std::uint32_t half = (bits_ + 1) / 2;
    for (const std::uint64_t odd :
         {0x9E3779B97F4A7C15u, 0xBF58476D1CE4E5B9u, 0x94D049BB133111EBu}) {
      i = (i * odd + key_) & mask;
      i ^= i >> half;
    }
    return i;
  }

  std::uint64_t count_, key_;
  std::uint32_t bits_;
};

/// The indices of gather and scatter: a permutation of 0 … n - 1.
class Indices {
 public:
  explicit Indices(const Task& task)
      : order_(task.index),
        whole_(task.n / kIndexBlock * kIndexBlock),
        all_(task.n, task.seed),
        blocks_(task.n < kIndexBlock ? 1 : task.n / kIndexBlock, task.seed) {}

  std::uint64_t at(std::uint64_t i) const {
    if (order_ == IndexOrder::random) return all_.at(i);
    if (order_ == IndexOrder::sorted || i >= whole_) return i;
    return blocks_.at(i / kIndexBlock) * kIndexBlock + i % kIndexBlock;
  }

 private:
  IndexOrder order_;
  std::uint64_t whole_;  ///< elements in whole blocks; those after them stay in place
  Shuffle all_, blocks_;
};

/// The texels of texture in the order of reading. In column order each occurs once if the rows are
/// complete.
class Walked {
 public:
  explicit Walked(const Task& task)
      : walk_(task.walk),
        n_(task.n),
        width_(task.texels_per_row()),
        rows_((task.n + width_ - 1) / width_),
        all_(task.n, task.seed) {}

  std::uint64_t at(std::uint64_t i) const {
    if (walk_ == Walk::rows) return i;
    if (walk_ == Walk::random) return all_.at(i);
    const std::uint64_t texel = i % rows_ * width_ + i / rows_;
    return texel < n_ ? texel : texel - n_;
  }

 private:
  Walk walk_;
  std::uint64_t n_, width_, rows_;
  Shuffle all_;
};

/// The ring of chase: its k-th node; the first is 0.
class Ring {
 public:
  explicit Ring(const Task& task) : nodes_(task.nodes()), order_(nodes_, task.seed) {
    first_ = order_.at(0);
  }
  /// The index of the k-th node's element.
  std::uint64_t element(std::uint64_t k) const {
    return (order_.at(k % nodes_) + nodes_ - first_) % nodes_ * kLine;
  }

 private:
  std::uint64_t nodes_;
  Shuffle order_;
  std::uint64_t first_;
};

}  // namespace gputest::memory
