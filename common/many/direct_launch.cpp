// A launch whose devices send bodies and sums to each other, without the host: a thread of each
// enqueues everything, in two streams, and waits once.
#include <algorithm>

#include "common/many/device_threads.hpp"
#include "common/many/device_times.hpp"
#include "common/many/numbers.hpp"
#include "common/many/worker.hpp"

namespace gputest::many {

std::pair<std::uint64_t, std::uint64_t> RankPart::returned_place(const Worker& worker,
                                                                 std::size_t k) const {
  const Range& guests = worker.errands[k].guests;
  const std::uint64_t bytes = kSums * bytes_;
  return {(guests.first - worker.own.first) * bytes, guests.count * bytes};
}

/// The coordinates of that step: own ones to where they visit, and visitors' from where they are.
void RankPart::bring(const Worker& worker, std::size_t k, std::size_t step) {
  const auto place = [&](const DeviceMemory& column, std::uint64_t body) {
    return static_cast<std::byte*>(column.get()) + body * bytes_;
  };
  std::vector<Transfer> transfers;
  for (std::size_t c = 0; c < kCoordinates; ++c) {
    if (step <= worker.errands.size()) {
      const auto& [to, guests] = worker.errands[step - 1];
      transfers.push_back({true, place(*worker.coordinates[c], guests.first - worker.own.first),
                           guests.count * bytes_, to});
    }
    if (step <= worker.visits.size()) {
      const Visit& visit = worker.visits[step - 1];
      transfers.push_back({false, place(*worker.visitors[step % 2][c], worker.visitors_place),
                           visit.visitors.count * bytes_, visit.from});
    }
  }
  direct_->transfer(k, transfers);
}

/// The sums of that step: visitors' to where they are from, and own ones from where they visited.
void RankPart::give_back(const Worker& worker, std::size_t k, std::size_t step) {
  const auto place = [](const DeviceMemory& sums, std::uint64_t first) {
    return static_cast<std::byte*>(sums.get()) + first;
  };
  const std::uint64_t bytes = kSums * bytes_;
  std::vector<Transfer> transfers;
  if (step <= worker.visits.size()) {
    const Visit& visit = worker.visits[step - 1];
    transfers.push_back({true, place(worker.sums_of(step), worker.visitors_place * bytes),
                         visit.visitors.count * bytes, visit.from});
  }
  if (step <= worker.errands.size()) {
    const auto [first, count] = returned_place(worker, step - 1);
    transfers.push_back(
        {false, place(*worker.returned[step - 1], first), count, worker.errands[step - 1].to});
  }
  direct_->transfer(k, transfers);
}

/// A device's thread. The kernel of step 0, if it gives way, is enqueued first: transfers, which
/// are kernels too, and visitors' kernels find room before it ends. So what visitors gain goes back
/// while it still runs, and what is left then is one addition. Else transfers come first, since
/// they find no room beside a kernel that fills the device. A step's bodies come while the kernel
/// of the step before runs, which is enqueued after them, and take the place of those of two steps
/// before. Transfers keep their order, so that a kernel which follows them finds the sums given
/// back that it writes over. Where the host waits for transfers, kernels that run beside them are
/// always enqueued first.
///
/// The first launch goes step by step: a kernel that is loaded only when it is first launched may
/// wait for all that its device does, a transfer as well, whose other side then must not wait for
/// this one.
void RankPart::compute_direct(std::size_t k) {
  const Worker& worker = *workers_[k];
  SideStream &side = *worker.side, &own = *worker.own_stream, &visits = *worker.visits_stream;
  const std::size_t steps = std::max(worker.visits.size(), worker.errands.size());
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
  /// A step's bodies come while `kernel` runs.
  const auto bring_beside = [&](std::size_t step, bool kernel_first, const auto& kernel) {
    if (kernel_first) kernel();
    if (step <= steps) transfers([&] { bring(worker, k, step); });
    if (!kernel_first) kernel();
  };
  const std::size_t visited = worker.visits.size();
  const auto add = [&](std::size_t step) {
    if (step == 1) own.precede_kernels();
    kernels([&] { worker.addition(step).enqueue(); });
  };
  for (SideStream* stream : {&side, &own, &visits}) stream->follow_kernels();
  bring_beside(1, worker.gives_way || direct_->waits(),
               [&] { kernels([&] { worker.kernels[0]->enqueue(); }, &own); });
  for (std::size_t step = 1; step <= steps; ++step) {
    side.precede_kernels();
    side.follow_kernels();
    bring_beside(step + 1, direct_->waits(), [&] {
      visits.follow_kernels();
      if (step <= visited) kernels([&] { worker.kernels[step]->enqueue(); }, &visits);
    });
    visits.precede_kernels();
    if (task_.both_sides) side.follow_kernels();
    if (step < visited) add(step);
    if (task_.both_sides) transfers([&] { give_back(worker, k, step); });
  }
  side.precede_kernels();
  if (visited == 0) own.precede_kernels();
  visits.follow_kernels();
  kernels(
      [&] {
        for (const auto& one : worker.add_returned) one->enqueue();
      },
      &visits);
  visits.precede_kernels();
  if (visited > 0) add(visited);
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
