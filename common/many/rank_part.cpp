#include "common/many/rank_part.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <limits>
#include <numeric>

#include "common/core/error.hpp"
#include "common/core/stopwatch.hpp"
#include "common/gravity/target_forces.hpp"

namespace gputest::many {
namespace {

constexpr std::size_t kCoordinates = 3;

class ThroughHost : public Exchange {
 public:
  explicit ThroughHost(const Exchanged& exchanged)
      : bytes_(exchanged.bytes_per_number), ranks_(*exchanged.ranks), firsts_(exchanged.firsts) {
    for (auto& column : columns_) column.resize(exchanged.n * bytes_);
  }

  void publish(const Range& own, const Coordinates& from) override {
    for (std::size_t c = 0; c < kCoordinates; ++c)
      from[c]->read_first(own.count * bytes_, columns_[c].data() + own.first * bytes_);
  }

  /// Around a ring: each rank hands on the bodies that it had last from the one before.
  bool progress() override {
    const int size = ranks_.size(), me = ranks_.rank();
    if (round_ == size - 1) {
      round_ = 0;  // of the next launch
      is_under_way_ = false;
      return true;
    }
    if (!is_under_way_) {
      for (auto& column : columns_) {
        const auto [sent, sent_bytes] = block(column, (me - round_ + size) % size);
        const auto [taken, taken_bytes] = block(column, (me - round_ - 1 + size) % size);
        ranks_.begin_send((me + 1) % size, sent, sent_bytes);
        ranks_.begin_receive((me + size - 1) % size, taken, taken_bytes);
      }
      is_under_way_ = true;
    }
    if (!ranks_.done()) return false;
    is_under_way_ = false;
    ++round_;
    return false;
  }

  bool has(int rank) const override {
    const int size = ranks_.size();
    return (ranks_.rank() - rank + size) % size <= round_;
  }

  void take(const Range& bodies, Coordinates& to) override {
    for (std::size_t c = 0; c < kCoordinates; ++c)
      to[c]->write_beside(0, bodies.count * bytes_, columns_[c].data() + bodies.first * bytes_);
  }

 private:
  /// A rank's numbers in a column.
  std::pair<std::byte*, std::uint64_t> block(std::vector<std::byte>& column, int rank) const {
    const auto k = static_cast<std::size_t>(rank);
    return {column.data() + firsts_[k] * bytes_, (firsts_[k + 1] - firsts_[k]) * bytes_};
  }

  std::uint64_t bytes_;
  Ranks& ranks_;
  std::vector<std::uint64_t> firsts_;
  std::array<std::vector<std::byte>, kCoordinates> columns_;
  int round_ = 0;
  bool is_under_way_ = false;
};

/// Of each rank the first of its bodies, and n.
std::vector<std::uint64_t> firsts_of_ranks(const SharedTask& task) {
  std::vector<std::uint64_t> firsts(static_cast<std::size_t>(task.ranks.back()) + 2);
  for (std::size_t k = 0; k < task.counts.size(); ++k)
    firsts[static_cast<std::size_t>(task.ranks[k]) + 1] += task.counts[k];
  std::partial_sum(firsts.begin(), firsts.end(), firsts.begin());
  return firsts;
}

}  // namespace

MemberKernel member_kernel(const DeviceInfo& info, Precision precision) {
  if (info.id.rfind("cpu:", 0) == 0) return {"gravity_simd", {"soa", precision, 0}};
  std::uint32_t block = 256;  // of 256, 128 and 64, as every API's has
  while (info.max_block != 0 && block > info.max_block && block > 64) block /= 2;
  return {"gravity_blocked", {"soa", precision, block}};
}

std::unique_ptr<Exchange> through_host(const Exchanged& exchanged) {
  return std::make_unique<ThroughHost>(exchanged);
}

/// A device with its bodies and, two by turns, those of others: these first, up to `room`, and
/// behind them its own, whose sums the kernel makes.
struct RankPart::Worker {
  std::size_t number = 0;  ///< among all ranks' devices
  Queue* queue = nullptr;
  Range own;
  Coordinates coordinates;              ///< own
  std::array<Coordinates, 2> visitors;  ///< at step s of the ring [s % 2]
  std::uint64_t room = 0;
  std::vector<std::unique_ptr<DeviceMemory>> masses;  ///< of each step: visitors', and own
  std::unique_ptr<DeviceMemory> sums, step_sums;
  std::vector<std::unique_ptr<BoundKernel>> kernels;  ///< of each step
  std::unique_ptr<BoundKernel> add;
  std::atomic<std::size_t> arrived = 1;   ///< steps whose bodies are there
  std::atomic<std::size_t> computed = 0;  ///< steps
  std::exception_ptr failure;

  /// Where own bodies stand in a step's arrays.
  std::uint64_t own_place(std::size_t step) const { return step == 0 ? 0 : room; }
};

RankPart::~RankPart() = default;

namespace {

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

/// Adds `others` to `sums`.
std::unique_ptr<BoundKernel> bind_add(Queue& queue, Precision precision, std::uint64_t bodies,
                                      const DeviceMemory& others, const DeviceMemory& sums) {
  const bool fp32 = precision == Precision::fp32;
  const Element real = fp32 ? Element::fp32 : Element::fp64;
  constexpr std::uint32_t kBlock = 256;
  KernelSignature signature;
  signature.inputs = {{"others", real, 4, bodies}};
  signature.outputs = {{"sums", real, 4, bodies}};
  signature.scalars = {{"n", static_cast<std::uint32_t>(bodies)}};
  signature.specializations = {{"force_bits", fp32 ? 32u : 64u}};
  signature.items = bodies;
  return queue.bind("step_add", {"soa", Precision::fp64, kBlock}, signature,
                    {{&others}, {&sums}, {}});
}

}  // namespace

RankPart::RankPart(const ManyDevices& devices, const SharedTask& task,
                   const SharedGravity::MakeExchange& exchange)
    : ranks_(devices.ranks()),
      task_(task),
      bytes_(task.bytes_per_number()),
      firsts_(task.counts.size() + 1),
      seconds_(devices.devices().size()) {
  std::partial_sum(task.counts.begin(), task.counts.end(), firsts_.begin() + 1);
  auto number = static_cast<std::size_t>(
      std::find(task.ranks.begin(), task.ranks.end(), ranks_.rank()) - task.ranks.begin());
  if (static_cast<std::size_t>(omp_get_thread_limit()) <= devices.devices().size())
    throw Error(Status::bad_input,
                "OMP_THREAD_LIMIT leaves no thread for each device and one more");
  const std::uint64_t room = *std::max_element(task.counts.begin(), task.counts.end());
  for (const auto& device : devices.devices()) {
    auto worker = std::make_unique<Worker>();
    worker->number = number;
    worker->own = {firsts_[number], task.counts[number]};
    worker->room = room;
    worker->queue = device->queue();
    ++number;
    Queue& queue = *worker->queue;
    queue.use();
    const std::uint64_t own = worker->own.count;
    const auto allocate = [&](Coordinates& to, std::uint64_t bodies) {
      for (std::size_t c = 0; c < kCoordinates; ++c) to.push_back(queue.allocate(bodies * bytes_));
    };
    allocate(worker->coordinates, own);
    for (Coordinates& visitors : worker->visitors) allocate(visitors, room + own);
    worker->sums = queue.allocate(4 * own * bytes_);
    worker->step_sums = queue.allocate(4 * own * bytes_);
    const std::size_t count = task.counts.size();
    for (std::size_t step = 0; step < count; ++step) {
      const std::uint64_t place = worker->own_place(step);
      TargetForces forces;
      forces.capacity = place + own;
      forces.bodies =
          static_cast<std::uint32_t>(task.counts[(worker->number + count - step) % count]);
      forces.first_target = static_cast<std::uint32_t>(place);
      forces.targets = static_cast<std::uint32_t>(own);
      forces.eps2 = task.eps2;
      worker->masses.push_back(queue.allocate((place + own) * bytes_));
      const MemberKernel kernel = member_kernel(device->info(), task.precision);
      const Coordinates& xyz = step == 0 ? worker->coordinates : worker->visitors[step % 2];
      const DeviceMemory& sums = step == 0 ? *worker->sums : *worker->step_sums;
      worker->kernels.push_back(queue.bind(
          kernel.name, kernel.configuration, gravity_signature(forces, kernel.configuration),
          {{xyz[0].get(), xyz[1].get(), xyz[2].get(), worker->masses.back().get()}, {&sums}, {}}));
    }
    worker->add = bind_add(queue, task.precision, own, *worker->step_sums, *worker->sums);
    workers_.push_back(std::move(worker));
  }
  exchange_ = exchange({task.n, bytes_, &ranks_, firsts_of_ranks(task)});
}

void RankPart::upload(std::size_t column, const std::byte* numbers) {
  const std::size_t count = task_.counts.size();
  for (const auto& worker : workers_) {
    worker->queue->use();
    const Range& own = worker->own;
    const auto put = [&](DeviceMemory& to, std::uint64_t place, const Range& bodies) {
      to.write_part(place * bytes_, bodies.count * bytes_, numbers + bodies.first * bytes_);
    };
    if (column < kCoordinates) {
      put(*worker->coordinates[column], 0, own);
      for (Coordinates& visitors : worker->visitors) put(*visitors[column], worker->room, own);
      continue;
    }
    for (std::size_t step = 0; step < count; ++step) {
      const std::size_t from = (worker->number + count - step) % count;
      put(*worker->masses[step], 0, {firsts_[from], task_.counts[from]});
      put(*worker->masses[step], worker->own_place(step), own);
    }
  }
}

void RankPart::spoil() {
  for (const auto& worker : workers_) {
    worker->queue->use();
    const std::uint64_t sums = worker->sums->bytes(), visitors = worker->room * bytes_;
    const std::vector<std::byte> nan(std::max(sums, visitors), std::byte{0xFF});
    worker->sums->write(nan.data());
    worker->step_sums->write(nan.data());
    for (Coordinates& two : worker->visitors)
      for (auto& column : two) column->write_part(0, visitors, nan.data());
  }
}

/// A device's thread.
void RankPart::compute(std::size_t k) {
  Worker& worker = *workers_[k];
  DeviceSeconds& seconds = seconds_[k];
  const auto wait_for = [&](std::size_t steps) {
    const Stopwatch watch;
    for (std::size_t seen = worker.arrived; seen < steps; seen = worker.arrived)
      worker.arrived.wait(seen);
    seconds.waits += watch.seconds();
  };
  for (std::size_t step = 0; step < worker.kernels.size(); ++step) {
    wait_for(step + 1);
    if (worker.arrived == kNever) return;  // the copies have failed
    const Stopwatch watch;
    exchange_->computes(step, true);
    worker.kernels[step]->enqueue();
    if (step > 0) worker.add->enqueue();
    worker.queue->synchronize();
    exchange_->computes(step, false);
    seconds.kernels += watch.seconds();
    worker.computed = step + 1;
  }
}

/// The thread that MPI knows: has every device's next bodies copied while it computes.
void RankPart::conduct() {
  bool has_all = false;
  const auto until = [&](const auto& condition) {
    ranks_.wait_for([&] {
      has_all = has_all || exchange_->progress();
      return condition();
    });
  };
  const std::size_t count = task_.counts.size();
  std::exception_ptr failure;
  try {
    for (std::size_t step = 1; step < count; ++step)
      for (std::size_t k = 0; k < workers_.size(); ++k) {
        Worker& worker = *workers_[k];
        const std::size_t from = (worker.number + count - step) % count;
        // The two by turns: that of two steps ago is to be done with.
        until([&] {
          return (has_all || exchange_->has(task_.ranks[from])) && worker.computed >= step - 1;
        });
        if (worker.computed == kNever) continue;  // it has failed
        worker.queue->use();
        const Stopwatch watch;
        exchange_->take({firsts_[from], task_.counts[from]}, worker.visitors[step % 2]);
        seconds_[k].copies += watch.seconds();
        worker.arrived = step + 1;
        worker.arrived.notify_one();
      }
  } catch (...) {
    failure = std::current_exception();
    for (const auto& worker : workers_) {
      worker->arrived = kNever;
      worker->arrived.notify_one();
    }
  }
  until([&] { return has_all; });
  if (failure) std::rethrow_exception(failure);
}

void RankPart::launch() {
  const std::size_t count = workers_.size();
  std::fill(seconds_.begin(), seconds_.end(), DeviceSeconds{});
  std::atomic<std::size_t> published = 0;
  std::exception_ptr failure;
  omp_set_dynamic(0);  // with fewer threads than devices none would end
  // One thread conducts, which is the caller, and one serves each device.
#pragma omp parallel num_threads(static_cast <int>(count) + 1)
  {
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    if (thread == 0) try {
        ranks_.wait_for([&] { return published == count; });
        conduct();
      } catch (...) {
        failure = std::current_exception();
      }
    else {
      Worker& worker = *workers_[thread - 1];
      worker.failure = nullptr;
      worker.arrived = 1;
      worker.computed = 0;
      bool has_published = false;
      try {
        worker.queue->use();
        const Stopwatch watch;
        exchange_->publish(worker.own, worker.coordinates);
        seconds_[thread - 1].copies += watch.seconds();
        seconds_[thread - 1].waits += watch.seconds();
        has_published = true;
        ++published;
        compute(thread - 1);
      } catch (...) {
        worker.failure = std::current_exception();
        worker.computed = kNever;
        if (!has_published) ++published;
      }
    }
  }
  for (const auto& worker : workers_)
    if (worker->failure) std::rethrow_exception(worker->failure);
  if (failure) std::rethrow_exception(failure);
}

std::vector<std::byte> RankPart::sums() const {
  std::vector<std::byte> all;
  for (const auto& worker : workers_) {
    worker->queue->use();
    const std::size_t place = all.size();
    all.resize(place + worker->sums->bytes());
    worker->sums->read(all.data() + place);
  }
  return all;
}

/// The second pass over all bodies is timed.
std::vector<double> RankPart::speeds() {
  const std::vector<std::byte> zeros(std::max<std::uint64_t>(4, task_.n) * bytes_);
  for (std::size_t column = 0; column <= kCoordinates; ++column) upload(column, zeros.data());
  std::vector<double> speeds;
  for (const auto& worker : workers_) {
    worker->queue->use();
    const std::vector<std::byte> visitors(worker->room * bytes_);
    for (Coordinates& two : worker->visitors)
      for (auto& column : two) column->write_part(0, visitors.size(), visitors.data());
    double seconds = 0;
    for (int pass = 0; pass < 2; ++pass) {
      const Stopwatch watch;
      for (const auto& kernel : worker->kernels) kernel->enqueue();
      worker->queue->synchronize();
      seconds = std::max(watch.seconds(), 1e-9);
    }
    speeds.push_back(static_cast<double>(worker->own.count) / seconds);
  }
  return speeds;
}

std::vector<Pass> RankPart::passes() const {
  std::vector<Pass> all;
  for (const auto& worker : workers_)
    for (std::size_t step = 0; step < worker->kernels.size(); ++step) {
      for (const Pass& pass : worker->kernels[step]->plan().passes) all.push_back(pass);
      if (step == 0) continue;
      for (const Pass& pass : worker->add->plan().passes) all.push_back(pass);
    }
  return all;
}

}  // namespace gputest::many
