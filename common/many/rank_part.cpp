#include "common/many/rank_part.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <numeric>

#include "common/core/stopwatch.hpp"
#include "common/gravity/target_forces.hpp"

namespace gputest::many {
namespace {

constexpr std::size_t kCoordinates = 3;

class ThroughHost : public Exchange {
 public:
  explicit ThroughHost(const Exchanged& exchanged)
      : n_(exchanged.n),
        bytes_(exchanged.bytes_per_number),
        ranks_(*exchanged.ranks),
        firsts_(exchanged.firsts) {
    for (auto& column : columns_) column.resize(n_ * bytes_);
  }

  void publish(const Part& part) override {
    for (std::size_t c = 0; c < kCoordinates; ++c)
      part.coordinates[c]->read_first(part.count * bytes_,
                                      columns_[c].data() + part.first * bytes_);
  }

  /// Around a ring: each rank hands on the bodies that it had last from the one before.
  void between_ranks() override {
    const int size = ranks_.size(), me = ranks_.rank();
    for (int round = 0; round + 1 < size; ++round) {
      for (auto& column : columns_) {
        const auto [sent, sent_bytes] = block(column, (me - round + size) % size);
        const auto [taken, taken_bytes] = block(column, (me - round - 1 + size) % size);
        ranks_.begin_send((me + 1) % size, sent, sent_bytes);
        ranks_.begin_receive((me + size - 1) % size, taken, taken_bytes);
      }
      ranks_.wait();
    }
  }

  void take(const Part& part) override {
    const std::uint64_t end = part.first + part.count;
    for (std::size_t c = 0; c < kCoordinates; ++c) {
      DeviceMemory& to = *part.coordinates[c];
      if (end < n_)
        to.write_part(part.count * bytes_, (n_ - end) * bytes_, columns_[c].data() + end * bytes_);
      if (part.first > 0)
        to.write_part((n_ - part.first) * bytes_, part.first * bytes_, columns_[c].data());
    }
  }

 private:
  /// A rank's numbers in a column.
  std::pair<std::byte*, std::uint64_t> block(std::vector<std::byte>& column, int rank) const {
    const auto k = static_cast<std::size_t>(rank);
    return {column.data() + firsts_[k] * bytes_, (firsts_[k + 1] - firsts_[k]) * bytes_};
  }

  std::uint64_t n_, bytes_;
  Ranks& ranks_;
  std::vector<std::uint64_t> firsts_;
  std::vector<std::byte> columns_[kCoordinates];
};

/// Calls f(k) for each k, at the same time where there are threads; throws the first exception.
template <class F>
void for_each_part(std::size_t count, const F& f) {
  std::vector<std::exception_ptr> failures(count);
#pragma omp parallel for schedule(static, 1) num_threads(static_cast <int>(count))
  for (std::size_t k = 0; k < count; ++k) try {
      f(k);
    } catch (...) {
      failures[k] = std::current_exception();
    }
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

/// Of each rank the first of its bodies, and n.
std::vector<std::uint64_t> firsts_of(const SharedTask& task, int ranks) {
  std::vector<std::uint64_t> firsts(static_cast<std::size_t>(ranks) + 1);
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

/// A part with all that its device needs.
struct RankPart::Worker {
  Part part;
  std::unique_ptr<DeviceMemory> masses, sums;
  std::unique_ptr<BoundKernel> kernel;

  double seconds() {
    const Stopwatch watch;
    kernel->enqueue();
    part.queue->synchronize();
    return watch.seconds();
  }
};

RankPart::RankPart(const ManyDevices& devices, const SharedTask& task,
                   const SharedGravity::MakeExchange& exchange)
    : n_(task.n), bytes_(task.bytes_per_number()), seconds_(devices.devices().size()) {
  const std::vector<std::uint64_t> firsts = firsts_of(task, devices.ranks().size());
  std::uint64_t first = firsts[static_cast<std::size_t>(devices.ranks().rank())];
  auto count = std::find(task.ranks.begin(), task.ranks.end(), devices.ranks().rank()) -
               task.ranks.begin() + task.counts.begin();
  for (const auto& device : devices.devices()) {
    auto worker = std::make_shared<Worker>();
    Part& part = worker->part;
    part.queue = device->queue();
    part.first = first;
    part.count = *count++;
    first += part.count;
    part.queue->use();
    for (std::size_t c = 0; c < kCoordinates; ++c)
      part.coordinates.push_back(part.queue->allocate(n_ * bytes_));
    worker->masses = part.queue->allocate(n_ * bytes_);
    worker->sums = part.queue->allocate(4 * part.count * bytes_);
    TargetForces forces;
    forces.capacity = n_;
    forces.bodies = static_cast<std::uint32_t>(n_);
    forces.targets = static_cast<std::uint32_t>(part.count);
    forces.eps2 = task.eps2;
    const MemberKernel kernel = member_kernel(device->info(), task.precision);
    const auto& xyz = part.coordinates;
    worker->kernel = part.queue->bind(
        kernel.name, kernel.configuration, gravity_signature(forces, kernel.configuration),
        {{xyz[0].get(), xyz[1].get(), xyz[2].get(), worker->masses.get()},
         {worker->sums.get()},
         {}});
    workers_.push_back(std::move(worker));
  }
  exchange_ = exchange({n_, bytes_, &devices.ranks(), firsts});
}

void RankPart::upload(std::size_t column, const std::byte* numbers) {
  for (const auto& worker : workers_) {
    const Part& part = worker->part;
    part.queue->use();
    const bool is_mass = column == kCoordinates;
    DeviceMemory& to = is_mass ? *worker->masses : *part.coordinates[column];
    const std::uint64_t wanted = is_mass ? n_ : part.count;  // others' coordinates are exchanged
    const std::uint64_t tail = std::min(wanted, n_ - part.first);
    to.write_part(0, tail * bytes_, numbers + part.first * bytes_);
    if (wanted > tail) to.write_part(tail * bytes_, (wanted - tail) * bytes_, numbers);
  }
}

void RankPart::spoil() {
  const std::vector<std::byte> nan(4 * n_ * bytes_, std::byte{0xFF});
  for (const auto& worker : workers_) {
    worker->part.queue->use();
    worker->sums->write(nan.data());
    const std::uint64_t own = worker->part.count;
    for (auto& column : worker->part.coordinates)
      if (own < n_) column->write_part(own * bytes_, (n_ - own) * bytes_, nan.data());
  }
}

void RankPart::publish() {
  for_each_part(workers_.size(), [&](std::size_t k) {
    workers_[k]->part.queue->use();
    const Stopwatch watch;
    exchange_->publish(workers_[k]->part);
    seconds_[k].copies = watch.seconds();
  });
}

void RankPart::take_and_compute() {
  for_each_part(workers_.size(), [&](std::size_t k) {
    workers_[k]->part.queue->use();
    const Stopwatch watch;
    exchange_->take(workers_[k]->part);
    seconds_[k].copies += watch.seconds();
    seconds_[k].kernels = workers_[k]->seconds();
  });
}

std::vector<std::byte> RankPart::sums() const {
  std::vector<std::byte> all;
  for (const auto& worker : workers_) {
    worker->part.queue->use();
    const std::size_t place = all.size();
    all.resize(place + 4 * worker->part.count * bytes_);
    worker->sums->read(all.data() + place);
  }
  return all;
}

/// The second launch is timed.
std::vector<double> RankPart::speeds() {
  const std::vector<std::byte> zeros(n_ * bytes_);
  for (std::size_t column = 0; column <= kCoordinates; ++column) upload(column, zeros.data());
  std::vector<double> speeds;
  for (const auto& worker : workers_) {
    worker->part.queue->use();
    for (auto& column : worker->part.coordinates) column->write(zeros.data());
    worker->seconds();
    const double seconds = std::max(worker->seconds(), 1e-9);
    speeds.push_back(static_cast<double>(worker->part.count) / seconds);
  }
  return speeds;
}

std::vector<Pass> RankPart::passes() const {
  std::vector<Pass> all;
  for (const auto& worker : workers_)
    for (const Pass& pass : worker->kernel->plan().passes) all.push_back(pass);
  return all;
}

}  // namespace gputest::many
