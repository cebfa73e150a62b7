// A launch whose devices send bodies and sums to each other, without the host: a thread of each
// enqueues everything, in two streams, and waits once.
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "common/core/stopwatch.hpp"
#include "common/many/numbers.hpp"
#include "common/many/worker.hpp"

namespace gputest::many {
namespace {

/// The times of some pieces of work in a device's streams, where they are wanted.
class Times {
 public:
  Times(SideStream& transfers, bool wanted) : transfers_(transfers), wanted_(wanted) {
    if (wanted) transfers_.forget_times();
  }

  /// `work` enqueues kernels in that stream, or in the queue's where it is null.
  template <class Work>
  void keep_kernels(const SideStream* stream, const Work& work) {
    keep(kernels_, stream, work);
  }
  template <class Work>
  void keep_transfers(const Work& work) {
    keep(sent_, &transfers_, work);
  }
  /// When all has ended. Of kernels that run at once the time counts once.
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

}  // namespace

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

/// A device's thread. A step's bodies come while the kernel of the step before runs, which is
/// enqueued after them: what transfers them, a kernel too, finds no room beside one that fills the
/// device. They take the place of those of two steps before. Transfers keep their order, so that a
/// kernel which follows them finds the sums given back that it writes over. The kernel of step 0
/// does not keep that of step 1 waiting: its sums are wanted when others are added to them.
///
/// The first launch goes step by step: a kernel that is loaded only when it is first launched may
/// wait for all that its device does, a transfer as well, whose other side then must not wait for
/// this one.
void RankPart::compute_direct(std::size_t k) {
  const Worker& worker = *workers_[k];
  SideStream& side = *worker.side;
  const std::size_t steps = std::max(worker.visits.size(), worker.errands.size());
  worker.queue->use();
  Times times(side, keeps_times_);
  const auto kernels = [&](const auto& enqueue, const SideStream* stream = nullptr) {
    if (is_first_) worker.queue->synchronize();
    times.keep_kernels(stream, enqueue);
  };
  const auto transfers = [&](const auto& transfer) {
    if (is_first_) worker.queue->synchronize();
    times.keep_transfers(transfer);
  };
  const auto bring_beside = [&](std::size_t step) {
    if (step <= steps) transfers([&] { bring(worker, k, step); });
  };
  side.follow_kernels();
  worker.own_stream->follow_kernels();
  bring_beside(1);
  kernels([&] { worker.kernels[0]->enqueue(); }, worker.own_stream.get());
  for (std::size_t step = 1; step <= steps; ++step) {
    const bool has_visitors = step <= worker.visits.size();
    side.precede_kernels();
    side.follow_kernels();
    bring_beside(step + 1);
    if (has_visitors) kernels([&] { worker.kernels[step]->enqueue(); });
    if (task_.both_sides) side.follow_kernels();
    if (step == 1) worker.own_stream->precede_kernels();
    if (has_visitors) kernels([&] { worker.addition(step).enqueue(); });
    if (task_.both_sides) transfers([&] { give_back(worker, k, step); });
  }
  side.precede_kernels();
  kernels([&] {
    for (const auto& add : worker.add_returned) add->enqueue();
  });
  worker.queue->synchronize();
  if (keeps_times_) seconds_[k] = times.seconds();
}

/// The thread that MPI knows looks for what fails on the devices meanwhile, and for ranks that
/// hang.
void RankPart::launch_direct() {
  if (workers_.empty()) return;
  std::mutex ending;
  std::condition_variable has_ended;
  std::atomic<std::size_t> ended = 0;
  std::exception_ptr failure;  // the first
  const auto fail = [&] {
    {
      const std::lock_guard<std::mutex> lock(ending);
      if (!failure) failure = std::current_exception();
    }
    direct_->abort();  // else the other devices wait for this one
  };
  const Stopwatch watch;
  const auto have_all = [&] {
    constexpr double kEager = 0.02;  // seconds; to sleep and be woken would take as long as a step
    if (ended == workers_.size()) return true;
    if (watch.seconds() < kEager) return false;
    std::unique_lock<std::mutex> lock(ending);
    if (has_ended.wait_for(lock, std::chrono::milliseconds(1),
                           [&] { return ended == workers_.size(); }))
      return true;
    lock.unlock();
    try {
      direct_->check();
    } catch (...) {
      fail();
    }
    return false;
  };
  omp_set_dynamic(0);  // with fewer threads than devices none would end
#pragma omp parallel num_threads(static_cast <int>(workers_.size()) + 1)
  {
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    if (thread == 0) {
      ranks_.wait_for(have_all);
    } else {
      try {
        compute_direct(thread - 1);
      } catch (...) {
        fail();
      }
      const std::lock_guard<std::mutex> lock(ending);
      ++ended;
      has_ended.notify_one();
    }
  }
  keeps_times_ = is_first_ = false;
  if (failure) std::rethrow_exception(failure);
}

}  // namespace gputest::many
