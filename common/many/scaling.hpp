// How a shared launch is to scale: a model of its time, from that of one device and from the links.
#pragma once

#include <cstdint>
#include <vector>

#include "common/many/links.hpp"
#include "common/many/part.hpp"

namespace gputest::many {

/// What the model knows of direct sums.
struct Scaling {
  Links links;
  /// Bodies of a launch on one device, best with as many pairs as a share has, and what it took.
  std::uint64_t n = 0;
  double seconds = 0;
  std::uint64_t bytes_per_number = 4;
  bool both_sides = false;  ///< sums go back (gravity_symmetric)
  /// Whose copies one thread makes; all devices where there is one rank.
  std::size_t devices_per_rank = ~std::size_t{0};
};

/// A time, and what of it is spent on data that are not hidden behind arithmetic.
struct PredictedTime {
  double seconds = 0, communication = 0;
};

/// The time for n bodies on so many devices that are alike. Through the host: reading out the
/// parts; the longer of the arithmetic, which is divided evenly, and of copies and messages around
/// the ring; reading out visitors' sums, their additions there, and bringing them back. Where
/// devices send to each other, arithmetic and transfers, of which none is taken as hidden, since
/// NCCL's kernels want multiprocessors that the others hold. In either case additions on the
/// devices, and what any launch takes. Devices add no time by sharing memory or a network.
PredictedTime predict(const Scaling& scaling, std::size_t devices, std::uint64_t n);

/// The time of a launch of which each device has such a share: its kernels, and its transfers,
/// which are hidden as long as the kernel takes that waits for none. Where devices send to each
/// other they go at once, both ways; else to the host and, between ranks, on by messages, and from
/// there, one after another.
PredictedTime predict(const Links& links, const ShareCost& share, bool has_ranks);

/// Bodies of which each of so many devices has as many pairs as one device has of n.
std::uint64_t weak_bodies(std::uint64_t n, std::size_t devices);

/// 1, 2, 4, … and the number itself.
std::vector<std::size_t> device_counts(std::size_t most);

}  // namespace gputest::many
