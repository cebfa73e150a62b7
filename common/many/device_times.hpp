// Measures how long a device's streams were busy.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "common/device/queue.hpp"
#include "common/many/part.hpp"

namespace gputest::many {

/// The times of some pieces of work in a device's streams, if they are wanted.
class DeviceTimes {
 public:
  DeviceTimes(SideStream& transfers, bool wanted) : transfers_(transfers), wanted_(wanted) {
    if (wanted) transfers_.forget_times();
  }

  /// `work` enqueues kernels in `stream`, or in the queue's stream if it is null.
  template <class Work>
  void keep_kernels(const SideStream* stream, const Work& work) {
    keep(kernels_, stream, work);
  }
  template <class Work>
  void keep_transfers(const Work& work) {
    keep(sent_, &transfers_, work);
  }
  /// Call it when all work has ended. Time in which kernels overlap counts once.
  DeviceSeconds seconds() const {
    DeviceSeconds seconds;
    for (const auto& [from, to] : sent_) seconds.copies += transfers_.seconds_between(from, to);
    double end = 0;  // since the first kernel
    for (const auto& [from, to] : kernels_) {
      const double began = std::max(end, transfers_.seconds_between(kernels_.front().first, from));
      const double ended = transfers_.seconds_between(kernels_.front().first, to);
      if (ended <= began) continue;
      seconds.kernels += ended - began;
      end = ended;
    }
    seconds.waits = std::max(0.0, end - seconds.kernels);
    return seconds;
  }

 private:
  using Pieces = std::vector<std::pair<std::size_t, std::size_t>>;

  template <class Work>
  void keep(Pieces& pieces, const SideStream* stream, const Work& work) {
    const std::size_t from = wanted_ ? transfers_.keep_time(stream) : 0;
    work();
    if (wanted_) pieces.emplace_back(from, transfers_.keep_time(stream));
  }

  SideStream& transfers_;
  bool wanted_;
  Pieces kernels_, sent_;
};

}  // namespace gputest::many
