// Models the time of a shared launch, from the time on one device and from the links.
#pragma once

#include <cstdint>
#include <vector>

#include "common/many/links.hpp"
#include "common/many/part.hpp"

namespace gputest::many {

/// The model's inputs for direct sums.
struct Scaling {
  Links links;
  /// Bodies of a launch on one device, best with as many pairs as a share has, and its time.
  std::uint64_t n = 0;
  double seconds = 0;
  std::uint64_t bytes_per_number = 4;
  bool both_sides = false;  ///< sums go back (gravity_symmetric)
  /// Devices for which one thread makes the copies; all devices if there is one rank.
  std::size_t devices_per_rank = ~std::size_t{0};
};

/// A time, and the part of it spent on data transfers that arithmetic does not hide.
struct PredictedTime {
  double seconds = 0, communication = 0;
};

/// The time for n bodies on `devices` devices of one kind. Through the host it sums reading out the
/// parts; the longer of the evenly divided arithmetic and of copies and messages round the ring;
/// reading out the sums of others' bodies, adding them on the host, and writing them back. If
/// devices send to each other, it sums arithmetic and transfers; no transfer counts as hidden,
/// since NCCL's kernels need multiprocessors that the other kernels occupy. Both include additions
/// on the devices and the cost of any launch. Sharing memory or a network costs devices no time in
/// this model.
PredictedTime predict(const Scaling& scaling, std::size_t devices, std::uint64_t n);

/// The time of a launch in which each device has such a share: its kernels and its transfers, which
/// are hidden while the kernel runs that waits for none. If devices send to each other, transfers
/// go both ways at once. Otherwise they go one after another: to the host, between ranks by
/// messages, and from the host.
PredictedTime predict(const Links& links, const ShareCost& share, bool has_ranks);

/// The number of bodies with which each of `devices` devices has as many pairs as one device with
/// n.
std::uint64_t weak_bodies(std::uint64_t n, std::size_t devices);

/// 1, 2, 4, … and the number itself.
std::vector<std::size_t> device_counts(std::size_t most);

}  // namespace gputest::many
