// One device of a rank: its bodies, those that visit it, and its kernels.
#pragma once

#include <array>
#include <atomic>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "common/device/queue.hpp"
#include "common/many/rank_part.hpp"

namespace gputest::many {

/// A device with its bodies and, two by turns, those of others. A kernel that makes the sums of one
/// side has the others first, up to `room`, and behind them the device's own; one of both sides has
/// the device's own first.
struct RankPart::Worker {
  std::size_t number = 0;  ///< among all ranks' devices
  std::string device;      ///< its id
  Queue* queue = nullptr;
  Range own;
  Coordinates coordinates;              ///< own
  std::array<Coordinates, 2> visitors;  ///< at step s of the ring [s % 2]
  std::vector<Visit> visits;            ///< of step 1 on
  std::uint64_t room = 0;
  std::uint64_t visitors_place = 0;                   ///< where they stand
  std::vector<std::unique_ptr<DeviceMemory>> masses;  ///< of each step: visitors', and own
  std::unique_ptr<DeviceMemory> sums;
  /// At step s of the ring [s % 2] where devices send to each other, else [0].
  std::array<std::unique_ptr<DeviceMemory>, 2> step_sums;
  std::vector<std::unique_ptr<BoundKernel>> kernels;  ///< of each step
  std::array<std::unique_ptr<BoundKernel>, 2> add;    ///< step_sums to sums

  /// Where devices send to each other: the stream for it, that of the kernel of step 0, and that of
  /// visitors' kernels, whose blocks go before what is left of step 0.
  SideStream* side = nullptr;
  std::unique_ptr<SideStream> own_stream, visits_stream;
  bool gives_way = false;  ///< the kernel of step 0, which then is enqueued before any transfer
  /// And where own bodies go at step 1 on and, if a device computes both sides, what each of those
  /// steps returns of all own bodies, and what adds that to the sums of the last visit, if there is
  /// one. It is zero for own bodies that were no guests there.
  std::vector<Errand> errands;
  std::vector<std::unique_ptr<DeviceMemory>> returned;
  std::vector<std::unique_ptr<BoundKernel>> add_returned;

  /// Steps whose bodies are there; one more where what others gave back is.
  std::atomic<std::size_t> arrived = 1;
  std::atomic<std::size_t> computed = 0;  ///< steps
  std::exception_ptr failure;

  DeviceMemory& sums_of(std::size_t step) const {
    return *step_sums[side == nullptr ? 0 : step % 2];
  }
  BoundKernel& addition(std::size_t step) const { return *add[side == nullptr ? 0 : step % 2]; }
  /// Where own bodies stand in a step's arrays.
  std::uint64_t own_place(std::size_t step) const {
    return step == 0 || visitors_place > 0 ? 0 : room;
  }
};

}  // namespace gputest::many
