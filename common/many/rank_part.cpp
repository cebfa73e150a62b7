#include "common/many/rank_part.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <numeric>
#include <set>

#include "common/core/error.hpp"
#include "common/core/stopwatch.hpp"
#include "common/gravity/target_forces.hpp"

namespace gputest::many {
namespace {

constexpr std::size_t kCoordinates = 3, kSums = 4;

/// Adds numbers of that many bytes each.
void add_numbers(std::byte* sums, const std::vector<std::byte>& terms,
                 std::uint64_t bytes_per_number) {
  const auto add = [&]<class Real>(Real* all) {
    const auto* const more = reinterpret_cast<const Real*>(terms.data());
    for (std::size_t k = 0; k < terms.size() / sizeof(Real); ++k) all[k] += more[k];
  };
  if (bytes_per_number == sizeof(float))
    add(reinterpret_cast<float*>(sums));
  else
    add(reinterpret_cast<double*>(sums));
}

class ThroughHost : public Exchange {
 public:
  explicit ThroughHost(const Exchanged& exchanged)
      : bytes_(exchanged.bytes_per_number),
        ranks_(*exchanged.ranks),
        firsts_(exchanged.firsts),
        size_(static_cast<int>(firsts_.size()) - 1),
        gives_back_to_(exchanged.gives_back_to) {
    for (auto& column : columns_) column.resize(exchanged.n * bytes_);
    if (exchanged.both_sides) back_.resize(kSums * exchanged.n * bytes_);
    for (const int rank : exchanged.takes_back_from)
      taken_back_.emplace_back(rank,
                               std::vector<std::byte>(block(back_, ranks_.rank(), kSums).second));
  }

  void begin() override { std::fill(back_.begin(), back_.end(), std::byte{0}); }

  void publish(const Range& own, const Coordinates& from) override {
    for (std::size_t c = 0; c < kCoordinates; ++c)
      from[c]->read_part(0, own.count * bytes_, columns_[c].data() + own.first * bytes_);
  }

  /// Around a ring: each rank hands on the bodies that it had last from the one before.
  bool progress() override {
    const int size = size_, me = ranks_.rank();
    if (round_ == size - 1 || me >= size) {
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

  bool has(int rank) const override { return (ranks_.rank() - rank + size_) % size_ <= round_; }

  void take(const Range& bodies, Coordinates& to, std::uint64_t place) override {
    for (std::size_t c = 0; c < kCoordinates; ++c)
      to[c]->write_beside(place * bytes_, bodies.count * bytes_,
                          columns_[c].data() + bodies.first * bytes_);
  }

  void give_back(const Range& visitors, const DeviceMemory& from, std::uint64_t place) override {
    std::vector<std::byte> sums(kSums * visitors.count * bytes_);
    from.read_part(kSums * place * bytes_, sums.size(), sums.data());
    const std::lock_guard<std::mutex> lock(giving_back_);
    add_numbers(back_.data() + kSums * visitors.first * bytes_, sums, bytes_);
  }

  /// What this rank's devices gave goes to the ranks whose bodies it is of, and is added up there.
  bool progress_back() override {
    if (!is_under_way_) {
      for (const int rank : gives_back_to_) {
        const auto [sent, sent_bytes] = block(back_, rank, kSums);
        ranks_.begin_send(rank, sent, sent_bytes);
      }
      for (auto& [rank, sums] : taken_back_) ranks_.begin_receive(rank, sums.data(), sums.size());
      is_under_way_ = true;
    }
    if (!ranks_.done()) return false;
    is_under_way_ = false;
    for (const auto& [rank, sums] : taken_back_)
      add_numbers(block(back_, ranks_.rank(), kSums).first, sums, bytes_);
    return true;
  }

  void take_back(const Range& own, DeviceMemory& to) override {
    const std::uint64_t bytes = kSums * bytes_;
    to.write_part(0, own.count * bytes, back_.data() + own.first * bytes);
  }

 private:
  /// A rank's numbers in a column that has `components` of each body.
  std::pair<std::byte*, std::uint64_t> block(std::vector<std::byte>& column, int rank,
                                             std::uint64_t components = 1) const {
    const auto k = static_cast<std::size_t>(rank);
    const std::uint64_t bytes = components * bytes_;
    return {column.data() + firsts_[k] * bytes, (firsts_[k + 1] - firsts_[k]) * bytes};
  }

  std::uint64_t bytes_;
  Ranks& ranks_;
  std::vector<std::uint64_t> firsts_;
  int size_;  ///< ranks that have bodies
  std::array<std::vector<std::byte>, kCoordinates> columns_;
  std::vector<std::byte> back_;  ///< sums, to which devices of this rank have added
  std::mutex giving_back_;
  std::vector<int> gives_back_to_;
  std::vector<std::pair<int, std::vector<std::byte>>> taken_back_;  ///< of each rank
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

MemberKernel member_kernel(const DeviceInfo& info, const SharedTask& task) {
  const Precision precision = task.precision;
  if (task.both_sides) return {"gravity_symmetric", {"soa", precision, 0}};
  if (info.id.rfind("cpu:", 0) == 0) return {"gravity_simd", {"soa", precision, 0}};
  std::uint32_t block = 256;  // of 256, 128 and 64, as every API's has
  while (info.max_block != 0 && block > info.max_block && block > 64) block /= 2;
  return {"gravity_blocked", {"soa", precision, block}};
}

std::unique_ptr<Exchange> through_host(const Exchanged& exchanged) {
  return std::make_unique<ThroughHost>(exchanged);
}

/// A device with its bodies and, two by turns, those of others. A kernel that makes the sums of one
/// side has the others first, up to `room`, and behind them the device's own; one of both sides has
/// the device's own first.
struct RankPart::Worker {
  std::size_t number = 0;  ///< among all ranks' devices
  Queue* queue = nullptr;
  Range own;
  Coordinates coordinates;              ///< own
  std::array<Coordinates, 2> visitors;  ///< at step s of the ring [s % 2]
  std::vector<Visit> visits;            ///< of step 1 on
  std::uint64_t room = 0;
  std::uint64_t visitors_place = 0;                   ///< where they stand
  std::vector<std::unique_ptr<DeviceMemory>> masses;  ///< of each step: visitors', and own
  std::unique_ptr<DeviceMemory> sums, step_sums;
  std::vector<std::unique_ptr<BoundKernel>> kernels;  ///< of each step
  std::unique_ptr<BoundKernel> add;
  /// Steps whose bodies are there; one more where what others gave back is.
  std::atomic<std::size_t> arrived = 1;
  std::atomic<std::size_t> computed = 0;  ///< steps
  std::exception_ptr failure;

  /// Where own bodies stand in a step's arrays.
  std::uint64_t own_place(std::size_t step) const {
    return step == 0 || visitors_place > 0 ? 0 : room;
  }
};

RankPart::~RankPart() = default;

namespace {

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

/// What a device computes in a step of the ring, of which step 0 is without visitors.
KernelSignature signature_of(const Configuration& configuration, const SharedTask& task,
                             std::uint64_t own, std::uint64_t own_place, const Visit* visit,
                             std::uint64_t visitors_place) {
  const auto number = [](std::uint64_t count) { return static_cast<std::uint32_t>(count); };
  TargetForces forces;
  forces.eps2 = task.eps2;
  if (!task.both_sides) {
    forces.capacity = own_place + own;
    forces.bodies = number(visit == nullptr ? own : visit->visitors.count);
    forces.first_target = number(own_place);
    forces.targets = number(own);
    return gravity_signature(forces, configuration);
  }
  forces.capacity = forces.bodies = number(own);
  if (visit != nullptr) {
    forces.capacity = visitors_place + visit->visitors.count;
    forces.bodies = number(visit->own);
    forces.first_target = number(visitors_place);
    forces.targets = number(visit->visitors.count);
  }
  return gravity_pairs_signature(forces, configuration);
}

/// Which ranks give back to which; of this one.
void name_givers(const SharedTask& task, int me, Exchanged& exchanged) {
  std::set<int> to, from;
  for (std::size_t k = 0; k < task.counts.size(); ++k)
    for (const Visit& visit : visits_of(k, task.counts, task.both_sides)) {
      const int host = task.ranks[k], guest = task.ranks[visit.from];
      if (host == me && guest != me) to.insert(guest);
      if (guest == me && host != me) from.insert(host);
    }
  exchanged.gives_back_to.assign(to.begin(), to.end());
  exchanged.takes_back_from.assign(from.begin(), from.end());
}

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
      firsts_(task.counts.size() + 1) {
  std::partial_sum(task.counts.begin(), task.counts.end(), firsts_.begin() + 1);
  const auto used =
      static_cast<std::size_t>(std::count(task.ranks.begin(), task.ranks.end(), ranks_.rank()));
  seconds_.resize(used);
  auto number = static_cast<std::size_t>(
      std::find(task.ranks.begin(), task.ranks.end(), ranks_.rank()) - task.ranks.begin());
  if (static_cast<std::size_t>(omp_get_thread_limit()) <= devices.devices().size())
    throw Error(Status::bad_input,
                "OMP_THREAD_LIMIT leaves no thread for each device and one more");
  const std::uint64_t room = *std::max_element(task.counts.begin(), task.counts.end());
  for (std::size_t k = 0; k < used; ++k) {
    const auto& device = devices.devices().at(k);
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
    worker->visits = visits_of(worker->number, task.counts, task.both_sides);
    worker->visitors_place = task.both_sides ? own : 0;
    allocate(worker->coordinates, own);
    for (Coordinates& visitors : worker->visitors) allocate(visitors, room + own);
    worker->sums = queue.allocate(kSums * own * bytes_);
    worker->step_sums = queue.allocate(kSums * (task.both_sides ? own + room : own) * bytes_);
    const MemberKernel kernel = member_kernel(device->info(), task);
    for (std::size_t step = 0; step <= worker->visits.size(); ++step) {
      const Visit* const visit = step == 0 ? nullptr : &worker->visits[step - 1];
      worker->masses.push_back(queue.allocate((step == 0 ? own : room + own) * bytes_));
      const Coordinates& xyz = step == 0 ? worker->coordinates : worker->visitors[step % 2];
      const DeviceMemory& sums = step == 0 ? *worker->sums : *worker->step_sums;
      worker->kernels.push_back(queue.bind(
          kernel.name, kernel.configuration,
          signature_of(kernel.configuration, task, own, worker->own_place(step), visit,
                       worker->visitors_place),
          {{xyz[0].get(), xyz[1].get(), xyz[2].get(), worker->masses.back().get()}, {&sums}, {}}));
    }
    worker->add = bind_add(queue, task.precision, own, *worker->step_sums, *worker->sums);
    workers_.push_back(std::move(worker));
  }
  Exchanged exchanged{task.n, bytes_, &ranks_, firsts_of_ranks(task), task.both_sides};
  if (task.both_sides) name_givers(task, ranks_.rank(), exchanged);
  exchange_ = exchange(exchanged);
}

void RankPart::upload(std::size_t column, const std::byte* numbers) {
  for (const auto& worker : workers_) {
    worker->queue->use();
    const Range& own = worker->own;
    const auto put = [&](DeviceMemory& to, std::uint64_t place, const Range& bodies) {
      to.write_part(place * bytes_, bodies.count * bytes_, numbers + bodies.first * bytes_);
    };
    if (column < kCoordinates) {
      put(*worker->coordinates[column], 0, own);
      for (Coordinates& visitors : worker->visitors)
        put(*visitors[column], worker->own_place(1), own);
      continue;
    }
    for (std::size_t step = 0; step <= worker->visits.size(); ++step) {
      if (step > 0)
        put(*worker->masses[step], worker->visitors_place, worker->visits[step - 1].visitors);
      put(*worker->masses[step], worker->own_place(step), own);
    }
  }
}

void RankPart::spoil() {
  for (const auto& worker : workers_) {
    worker->queue->use();
    const std::uint64_t sums = worker->step_sums->bytes(), visitors = worker->room * bytes_;
    const std::vector<std::byte> nan(std::max(sums, visitors), std::byte{0xFF});
    worker->sums->write(nan.data());
    worker->step_sums->write(nan.data());
    for (Coordinates& two : worker->visitors)
      for (auto& column : two)
        column->write_part(worker->visitors_place * bytes_, visitors, nan.data());
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
  const auto copies = [&](const auto& copy) {
    const Stopwatch watch;
    copy();
    seconds.copies += watch.seconds();
    seconds.waits += watch.seconds();
  };
  for (std::size_t step = 0; step < worker.kernels.size(); ++step) {
    wait_for(step + 1);
    if (worker.arrived == kNever) {  // the copies have failed
      worker.computed = kNever;
      return;
    }
    const Stopwatch watch;
    exchange_->computes(step, true);
    worker.kernels[step]->enqueue();
    if (step > 0) worker.add->enqueue();
    worker.queue->synchronize();
    exchange_->computes(step, false);
    seconds.kernels += watch.seconds();
    if (task_.both_sides && step > 0)
      copies([&] {
        exchange_->give_back(worker.visits[step - 1].visitors, *worker.step_sums,
                             worker.visitors_place);
      });
    worker.computed = step + 1;
  }
  if (!task_.both_sides) return;
  wait_for(worker.kernels.size() + 1);
  if (worker.arrived == kNever) return;
  copies([&] { exchange_->take_back(worker.own, *worker.step_sums); });
  const Stopwatch watch;
  worker.add->enqueue();
  worker.queue->synchronize();
  seconds.kernels += watch.seconds();
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
        if (step > worker.visits.size()) continue;
        const Visit& visit = worker.visits[step - 1];
        // The two by turns: that of two steps ago is to be done with.
        until([&] {
          return (has_all || exchange_->has(task_.ranks[visit.from])) &&
                 worker.computed >= step - 1;
        });
        if (worker.computed == kNever) continue;  // it has failed
        worker.queue->use();
        const Stopwatch watch;
        exchange_->take(visit.visitors, worker.visitors[step % 2], worker.visitors_place);
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
  if (task_.both_sides) {
    for (const auto& worker : workers_)
      until([&] { return worker->computed >= worker->kernels.size(); });
    until([&] { return exchange_->progress_back(); });
    for (const auto& worker : workers_) {
      if (!failure) worker->arrived = worker->kernels.size() + 1;
      worker->arrived.notify_one();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

void RankPart::launch() {
  const std::size_t count = workers_.size();
  std::fill(seconds_.begin(), seconds_.end(), DeviceSeconds{});
  exchange_->begin();
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
      for (auto& column : two)
        column->write_part(worker->visitors_place * bytes_, visitors.size(), visitors.data());
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
  if (task_.both_sides)
    for (const auto& worker : workers_)
      for (const Pass& pass : worker->add->plan().passes) all.push_back(pass);
  return all;
}

}  // namespace gputest::many
