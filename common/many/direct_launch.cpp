// A launch in which devices send bodies and sums to each other without the host. One thread per
// device enqueues everything, in two streams, and waits once.
#include <algorithm>

#include "common/many/device_threads.hpp"
#include "common/many/device_times.hpp"
#include "common/many/numbers.hpp"
#include "common/many/worker.hpp"

namespace gputest::many {

std::pair<std::uint64_t, std::uint64_t> RankPart::returned_place(const Worker& worker,
                                                                 std::size_t k) const {
  const Range& bodies = worker.outgoing[k].bodies;
  const std::uint64_t bytes = kSums * bytes_;
  return {(bodies.first - worker.own.first) * bytes, bodies.count * bytes};
}

/// Exchanges that step's coordinates: sends the device's own bodies and receives those of another
/// device.
void RankPart::bring(const Worker& worker, std::size_t k, std::size_t step) {
  const auto place = [&](const DeviceMemory& column, std::uint64_t body) {
    return static_cast<std::byte*>(column.get()) + body * bytes_;
  };
  std::vector<Transfer> transfers;
  for (std::size_t c = 0; c < kCoordinates; ++c) {
    if (step <= worker.outgoing.size()) {
      const auto& [to, bodies] = worker.outgoing[step - 1];
      transfers.push_back({true, place(*worker.coordinates[c], bodies.first - worker.own.first),
                           bodies.count * bytes_, to});
    }
    if (step <= worker.incoming.size()) {
      const IncomingBodies& received = worker.incoming[step - 1];
      transfers.push_back({false, place(*worker.others[step % 2][c], worker.others_place),
                           received.bodies.count * bytes_, received.from});
    }
  }
  direct_->transfer(k, transfers);
}

/// Returns that step's sums: sends those of received bodies to their owner and receives those of
/// the own bodies.
void RankPart::give_back(const Worker& worker, std::size_t k, std::size_t step) {
  const auto place = [](const DeviceMemory& sums, std::uint64_t first) {
    return static_cast<std::byte*>(sums.get()) + first;
  };
  const std::uint64_t bytes = kSums * bytes_;
  std::vector<Transfer> transfers;
  if (step <= worker.incoming.size()) {
    const IncomingBodies& received = worker.incoming[step - 1];
    transfers.push_back({true, place(worker.sums_of(step), worker.others_place * bytes),
                         received.bodies.count * bytes, received.from});
  }
  if (step <= worker.outgoing.size()) {
    const auto [first, count] = returned_place(worker, step - 1);
    transfers.push_back(
        {false, place(*worker.returned[step - 1], first), count, worker.outgoing[step - 1].to});
  }
  direct_->transfer(k, transfers);
}

/// A device's thread. If the kernel of step 0 yields multiprocessors, it is enqueued first:
/// transfers, which are kernels too, and the kernels on others' bodies find room before it ends. So
/// the sums of others' bodies go back while it still runs, and one addition remains afterwards.
/// Otherwise transfers are enqueued first, since they find no room next to a kernel that fills the
/// device. A step's bodies arrive while the kernel of the previous step runs, which is enqueued
/// after the transfer. They replace the bodies of two steps before. Transfers keep their order, so
/// a kernel that follows them overwrites sums only after they were returned. If the host waits for
/// transfers, kernels that run in parallel with them are always enqueued first.
///
/// The first launch synchronises after each step. A kernel that is loaded at its first launch may
/// wait for all work of its device, including a transfer. The other side of that transfer must then
/// not wait for this device.
void RankPart::compute_direct(std::size_t k) {
  const Worker& worker = *workers_[k];
  SideStream &side = *worker.side, &own = *worker.own_stream, &others = *worker.others_stream;
  const std::size_t steps = std::max(worker.incoming.size(), worker.outgoing.size());
  worker.queue->use();
  DeviceTimes times(side, keeps_times_);
  const auto kernels = [&](const auto& enqueue, const SideStream* stream = nullptr) {
    if (is_first_) worker.queue->synchronize();
    times.keep_kernels(stream, enqueue);
  };
  const auto transfers = [&](const auto& transfer) {
    if (is_first_) worker.queue->synchronize();
    times.keep_transfers(transfer);
  };
  /// Receives the bodies of `step` while `kernel` runs.
  const auto bring_beside = [&](std::size_t step, bool kernel_first, const auto& kernel) {
    if (kernel_first) kernel();
    if (step <= steps) transfers([&] { bring(worker, k, step); });
    if (!kernel_first) kernel();
  };
  const std::size_t received_steps = worker.incoming.size();
  const auto add = [&](std::size_t step) {
    if (step == 1) own.precede_kernels();
    kernels([&] { worker.addition(step).enqueue(); });
  };
  for (SideStream* stream : {&side, &own, &others}) stream->follow_kernels();
  bring_beside(1, worker.yields || direct_->waits(),
               [&] { kernels([&] { worker.kernels[0]->enqueue(); }, &own); });
  for (std::size_t step = 1; step <= steps; ++step) {
    side.precede_kernels();
    side.follow_kernels();
    bring_beside(step + 1, direct_->waits(), [&] {
      others.follow_kernels();
      if (step <= received_steps) kernels([&] { worker.kernels[step]->enqueue(); }, &others);
    });
    others.precede_kernels();
    if (task_.both_sides) side.follow_kernels();
    if (step < received_steps) add(step);
    if (task_.both_sides) transfers([&] { give_back(worker, k, step); });
  }
  side.precede_kernels();
  if (received_steps == 0) own.precede_kernels();
  others.follow_kernels();
  kernels(
      [&] {
        for (const auto& one : worker.add_returned) one->enqueue();
      },
      &others);
  others.precede_kernels();
  if (received_steps > 0) add(received_steps);
  worker.queue->synchronize();
  if (keeps_times_) seconds_[k] = times.seconds();
}

void RankPart::launch_direct() {
  if (workers_.empty()) return;
  for_each_device(
      *direct_, ranks_, workers_.size(), [&](std::size_t k) { compute_direct(k); },
      [&](std::size_t k) { return workers_[k]->device; });
  keeps_times_ = is_first_ = false;
}

}  // namespace gputest::many
