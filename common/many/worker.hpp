// One device of a rank: its bodies, those that it receives, and its kernels.
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

/// A device with its bodies and two alternating buffers for others' bodies. If a kernel computes
/// one side of a pair, the buffer has the others' bodies first, up to `room`, then the device's
/// own. If it computes both sides, the device's own bodies come first.
struct RankPart::Worker {
  std::size_t number = 0;  ///< among all ranks' devices
  std::string device;      ///< its id
  Queue* queue = nullptr;
  Range own;
  Coordinates coordinates;               ///< own
  std::array<Coordinates, 2> others;     ///< at step s of the ring [s % 2]
  std::vector<IncomingBodies> incoming;  ///< from step 1 on
  std::uint64_t room = 0;
  std::uint64_t others_place = 0;                     ///< index of the first one
  std::vector<std::unique_ptr<DeviceMemory>> masses;  ///< for each step: of others' and own bodies
  std::unique_ptr<DeviceMemory> sums;
  /// At step s of the ring [s % 2] if devices send to each other, otherwise [0].
  std::array<std::unique_ptr<DeviceMemory>, 2> step_sums;
  std::vector<std::unique_ptr<BoundKernel>> kernels;  ///< one for each step
  std::array<std::unique_ptr<BoundKernel>, 2> add;    ///< add step_sums to sums

  /// If devices send to each other: the streams of the transfers, of the kernel of step 0, and of
  /// the kernels on others' bodies. Blocks of the last precede the remaining blocks of step 0.
  SideStream* side = nullptr;
  std::unique_ptr<SideStream> own_stream, others_stream;
  bool yields = false;  ///< the kernel of step 0 yields and is enqueued before any transfer
  /// If devices send to each other: where own bodies go from step 1 on. If a device computes both
  /// sides: the sums that each of those steps returns for all own bodies, zero for those that were
  /// not sent. A kernel adds them to the sums of the last step that received bodies, if there is
  /// one.
  std::vector<OutgoingBodies> outgoing;
  std::vector<std::unique_ptr<DeviceMemory>> returned;
  std::vector<std::unique_ptr<BoundKernel>> add_returned;

  /// Steps with bodies that have arrived; one more when the returned sums have.
  std::atomic<std::size_t> arrived = 1;
  std::atomic<std::size_t> computed = 0;  ///< steps
  std::exception_ptr failure;

  DeviceMemory& sums_of(std::size_t step) const {
    return *step_sums[side == nullptr ? 0 : step % 2];
  }
  BoundKernel& addition(std::size_t step) const { return *add[side == nullptr ? 0 : step % 2]; }
  /// Index of the first own body in a step's arrays.
  std::uint64_t own_place(std::size_t step) const {
    return step == 0 || others_place > 0 ? 0 : room;
  }
};

}  // namespace gputest::many
