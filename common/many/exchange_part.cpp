#include "common/many/exchange_part.hpp"

#include <omp.h>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

#include "common/core/stopwatch.hpp"
#include "common/device/queue.hpp"
#include "common/many/device_threads.hpp"
#include "common/many/device_times.hpp"
#include "common/measure/statistics.hpp"

namespace gputest::many {
namespace {

void enqueue(const std::vector<std::unique_ptr<BoundKernel>>& kernels) {
  for (const auto& kernel : kernels) kernel->enqueue();
}

}  // namespace

DeviceMemory& ExchangePart::Worker::keep(std::uint64_t bytes, const void* from) {
  arrays.push_back(queue->allocate(bytes));
  if (from != nullptr) arrays.back()->write(from);
  return *arrays.back();
}

void ExchangePart::Worker::pick_outgoing() {
  enqueue(first);
  for (const OutgoingCopy& copy : outgoing)
    if (copy.pick) copy.pick->enqueue();
}

ExchangePart::ExchangePart(const ManyDevices& devices, const Assignment& assignment,
                           std::shared_ptr<Communicators> direct)
    : problem_{assignment, {}},
      devices_(devices),
      ranks_(devices.ranks()),
      direct_(assignment.devices() > 1 ? std::move(direct) : nullptr),
      pins_(direct_ ? nullptr : devices.pinning_queue()) {
  for (const ArrayShape& shape : assignment.arguments.inputs)
    problem_.inputs.push_back({shape, {}});
}

std::uint64_t ExchangePart::bytes_per_particle() const {
  return 4 * bytes(assignment().configuration.precision);
}

void ExchangePart::upload(std::size_t input, const std::byte* numbers) {
  HostArray& array = problem_.inputs.at(input);
  array.data.assign(numbers, numbers + array.shape.bytes());
  if (input != 0 || holdings_.empty()) return;
  ++uploads_;
  if (const std::uint32_t most = uploads_of_a_division(); most > 0 && uploads_ >= most) {
    divide(counts_);
    return;
  }
  look_at_particles();
  for (const auto& worker : workers_) put_particles(*worker);
}

void ExchangePart::put_particles(Worker& worker) const {
  const Holding& holding = holdings_[worker.number];
  std::vector<std::byte> numbers(worker.particles->bytes());
  std::byte* next = numbers.data();
  for (const auto* particles : {&holding.own, &holding.ghosts})
    for (const std::uint32_t particle : *particles) {
      std::copy_n(problem_.inputs[0].data.data() + particle * bytes_per_particle(),
                  bytes_per_particle(), next);
      next += bytes_per_particle();
    }
  worker.queue->use();
  worker.particles->write(numbers.data());
  worker.queue->synchronize();  // other streams do not wait for a copy still under way
}

/// Calls f(from, first, count) for the vectors that each other device sends to `device`; they lie
/// one after another, the first at `first`.
template <class F>
void ExchangePart::for_each_incoming(std::size_t device, const F& f) const {
  std::uint64_t first = 0;
  for (std::size_t from = 0; from < holdings_.size(); ++from) {
    const std::uint64_t count = sent(from, device);
    if (count > 0) f(from, first, count);
    first += count;
  }
}

void ExchangePart::divide(const std::vector<std::uint64_t>& counts) {
  counts_ = counts;
  uploads_ = 0;
  workers_.clear();
  holdings_.clear();
  constexpr std::uint32_t kNobody = ~0u;
  owner_.assign(problem_.n(), kNobody);
  std::uint64_t owned = 0;
  for (std::vector<std::uint32_t>& own : divided(counts)) {
    for (const std::uint32_t particle : own)
      if (std::exchange(owner_[particle], static_cast<std::uint32_t>(holdings_.size())) == kNobody)
        ++owned;
    holdings_.push_back({std::move(own), {}});
  }
  if (owned != problem_.n() || holdings_.size() != assignment().devices())
    throw std::logic_error("a particle belongs to no device or to several");
  sent_.assign(holdings_.size() * holdings_.size(), 0);
  look_at_particles();
  plan_exchange();
  std::size_t used = 0;
  for (std::size_t number = 0; number < assignment().devices(); ++number)
    if (assignment().ranks[number] == ranks_.rank())
      workers_.push_back(make_worker(number, *devices_.devices().at(used++)));
  seconds_.assign(used, {});
  for (std::size_t k = 0; k < used; ++k) {
    Worker& worker = *workers_[k];
    if (direct_) worker.side = &direct_->stream(k);
    for_each_incoming(
        worker.number, [&](std::size_t from, std::uint64_t first, std::uint64_t count) {
          worker.incoming.push_back({from, worker.first_incoming + first, count, Staging(pins_)});
        });
    for (OutgoingCopy& copy : worker.outgoing) copy.host = Staging(pins_);
  }
  is_first_ = true;
}

std::unique_ptr<ExchangePart::Worker> ExchangePart::make_worker(std::size_t number,
                                                                Device& device) const {
  auto worker = std::make_unique<Worker>();
  worker->number = number;
  worker->device = device.info().id;
  worker->queue = device.queue();
  worker->queue->use();
  equip(*worker, device.info());
  put_particles(*worker);
  return worker;
}

void ExchangePart::spoil() {
  keeps_times_ = true;
  for (const auto& worker : workers_) {
    worker->queue->use();
    std::uint64_t received = 0;
    for (const IncomingCopy& one : worker->incoming) received += one.count * bytes_per_particle();
    std::uint64_t most = received;
    for (const auto& output : worker->outputs) most = std::max(most, output->bytes());
    const std::vector<std::byte> nan(most, std::byte{0xFF});
    for (const auto& output : worker->outputs) output->write(nan.data());
    if (received > 0)
      worker->received->write_part(worker->first_incoming * bytes_per_particle(), received,
                                   nan.data());
    worker->queue->synchronize();  // other streams do not wait for a copy still under way
  }
}

void ExchangePart::launch() {
  if (workers_.empty()) return;
  if (direct_) {
    for_each_device(
        *direct_, ranks_, workers_.size(), [&](std::size_t k) { compute_direct(k); },
        [&](std::size_t k) { return workers_[k]->device; });
    keeps_times_ = is_first_ = false;
  } else {
    launch_through_host();
  }
}

/// Copies the data for other devices to the host, then starts the kernels that need no other
/// device's data. Returns the seconds of kernels: until they have begun or, if enqueuing waits on
/// this device, until they have ended.
double ExchangePart::fetch(Worker& worker) const {
  worker.queue->use();
  Stopwatch watch;
  worker.pick_outgoing();
  worker.queue->synchronize();
  const double first = watch.seconds();
  for (OutgoingCopy& copy : worker.outgoing) {
    copy.host.resize(copy.count * bytes_per_particle());
    copy.sent->read_part(0, copy.host.size(), copy.host.data());
  }
  watch = Stopwatch();
  enqueue(worker.beside);
  return first + watch.seconds();
}

/// Two ranks both go through the pairs of their devices in the same order. Messages between them
/// arrive in that order.
void ExchangePart::exchange_between_ranks() {
  const int me = ranks_.rank();
  const auto rank_of = [&](std::size_t device) { return assignment().ranks[device]; };
  std::vector<std::pair<std::size_t, std::function<void()>>> sends, receives;  // key: from, to
  const std::size_t all = assignment().devices();
  for (const auto& worker : workers_) {
    for (OutgoingCopy& copy : worker->outgoing)
      if (rank_of(copy.to) != me)
        sends.emplace_back(worker->number * all + copy.to, [&, to = rank_of(copy.to)] {
          ranks_.begin_send(to, copy.host.data(), copy.host.size());
        });
    for (IncomingCopy& copy : worker->incoming)
      if (rank_of(copy.from) != me) {
        copy.host.resize(copy.count * bytes_per_particle());
        receives.emplace_back(copy.from * all + worker->number, [&, from = rank_of(copy.from)] {
          ranks_.begin_receive(from, copy.host.data(), copy.host.size());
        });
      }
  }
  const auto by_order = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::sort(sends.begin(), sends.end(), by_order);
  std::sort(receives.begin(), receives.end(), by_order);
  for (const auto& [order, begin] : receives) begin();
  for (const auto& [order, begin] : sends) begin();
  ranks_.wait();
}

/// Every device's particles go to the host, and from there to the devices that read them; then all
/// devices compute.
void ExchangePart::launch_through_host() {
  const Stopwatch launch;
  const auto together = [&](const auto& work) {
    omp_set_dynamic(0);
    const auto count = static_cast<int>(workers_.size());
#pragma omp parallel for num_threads(count) schedule(static, 1)
    for (int k = 0; k < count; ++k) {
      Worker& worker = *workers_[static_cast<std::size_t>(k)];
      try {
        work(worker, seconds_[static_cast<std::size_t>(k)]);
      } catch (...) {
        worker.failure = failure_of(worker.device);
      }
    }
  };
  const auto throw_failure = [&] {
    for (const auto& worker : workers_)
      if (worker->failure) std::rethrow_exception(std::exchange(worker->failure, nullptr));
  };
  together([&](Worker& worker, DeviceSeconds& seconds) {
    const Stopwatch watch;
    const double kernels = fetch(worker);
    seconds = {watch.seconds() - kernels, kernels, 0};
  });
  if (ranks_.size() > 1) exchange_between_ranks();
  throw_failure();
  const auto sent_to = [&](const Worker& worker, const IncomingCopy& incoming) -> const std::byte* {
    for (const auto& other : workers_)
      if (other->number == incoming.from)
        for (const OutgoingCopy& copy : other->outgoing)
          if (copy.to == worker.number) return copy.host.data();
    return incoming.host.data();  // from another rank
  };
  together([&](Worker& worker, DeviceSeconds& seconds) {
    worker.queue->use();
    const Stopwatch watch;
    for (const IncomingCopy& copy : worker.incoming)
      worker.received->write_beside(copy.place * bytes_per_particle(),
                                    copy.count * bytes_per_particle(), sent_to(worker, copy));
    seconds.copies += watch.seconds();
    seconds.waits = holdings_.size() > 1 ? std::max(0.0, launch.seconds() - seconds.kernels) : 0;
    const Stopwatch kernels;
    enqueue(worker.after);
    worker.queue->synchronize();
    seconds.kernels += kernels.seconds();
  });
  throw_failure();
}

/// A device's thread. The first launch synchronises after each step, as in
/// RankPart::compute_direct().
void ExchangePart::compute_direct(std::size_t k) {
  Worker& worker = *workers_[k];
  worker.queue->use();
  DeviceTimes times(*worker.side, keeps_times_);
  const auto place = [&](const DeviceMemory& memory, std::uint64_t particle) {
    return static_cast<std::byte*>(memory.get()) + particle * bytes_per_particle();
  };
  std::vector<Transfer> transfers;
  for (const OutgoingCopy& copy : worker.outgoing)
    transfers.push_back({true, place(*copy.sent, 0), copy.count * bytes_per_particle(), copy.to});
  for (const IncomingCopy& copy : worker.incoming)
    transfers.push_back(
        {false, place(*worker.received, copy.place), copy.count * bytes_per_particle(), copy.from});
  times.keep_kernels(nullptr, [&] { worker.pick_outgoing(); });
  if (is_first_) worker.queue->synchronize();
  worker.side->follow_kernels();
  // The blocks of these kernels are short, so that transfers, which have priority, soon find room
  // next to them.
  if (!worker.beside.empty()) times.keep_kernels(nullptr, [&] { enqueue(worker.beside); });
  if (is_first_) worker.queue->synchronize();
  if (!transfers.empty()) times.keep_transfers([&] { direct_->transfer(k, transfers); });
  if (is_first_) worker.queue->synchronize();
  worker.side->precede_kernels();
  if (is_first_) worker.queue->synchronize();
  if (!worker.after.empty()) times.keep_kernels(nullptr, [&] { enqueue(worker.after); });
  worker.queue->synchronize();
  if (keeps_times_) seconds_[k] = times.seconds();
}

/// Median times, after one uncounted pass: of the kernels that wait for no transfer, and of the
/// others.
std::pair<double, double> ExchangePart::seconds_of_kernels(Worker& worker) const {
  constexpr std::size_t kTimes = 9;
  worker.queue->use();
  receive_from_nobody(worker);
  std::vector<double> beside, others;
  for (std::size_t pass = 0; pass <= kTimes; ++pass) {
    const Stopwatch watch;
    worker.pick_outgoing();
    worker.queue->synchronize();
    const double first = watch.seconds();
    enqueue(worker.beside);
    worker.queue->synchronize();
    const double second = watch.seconds();
    enqueue(worker.after);
    worker.queue->synchronize();
    if (pass == 0) continue;
    beside.push_back(second - first);
    others.push_back(std::max(watch.seconds() - second + first, 1e-9));
  }
  return {median(std::move(beside)), median(std::move(others))};
}

std::vector<double> ExchangePart::speeds() {
  std::vector<double> speeds;
  for (const auto& worker : workers_) {
    const auto [beside, others] = seconds_of_kernels(*worker);
    speeds.push_back(static_cast<double>(holdings_[worker->number].own.size()) / (beside + others));
  }
  return speeds;
}

std::optional<ShareCost> ExchangePart::cost() {
  struct Moved {
    std::uint64_t times = 0, particles = 0;
  };
  std::vector<Moved> sent(holdings_.size()), received(holdings_.size());
  for (std::size_t to = 0; to < holdings_.size(); ++to)
    for_each_incoming(to, [&](std::size_t from, std::uint64_t, std::uint64_t count) {
      for (Moved* moved : {&sent[from], &received[to]}) {
        ++moved->times;
        moved->particles += count;
      }
    });
  std::size_t most = 0;
  for (std::size_t k = 1; k < holdings_.size(); ++k)
    if (sent[k].particles + received[k].particles > sent[most].particles + received[most].particles)
      most = k;
  const auto [beside, others] = seconds_of_kernels(*workers_.front());
  return ShareCost{beside,
                   others,
                   sent[most].times,
                   received[most].times,
                   sent[most].particles * bytes_per_particle(),
                   received[most].particles * bytes_per_particle()};
}

std::vector<std::byte> ExchangePart::results() const {
  std::vector<std::byte> all;
  for (const auto& worker : workers_) {
    worker->queue->use();
    for (std::size_t k = 0; k < worker->outputs.size(); ++k) {
      const ArrayShape& shape = assignment().arguments.outputs.at(k);
      const std::size_t first = all.size();
      all.resize(first + shape.bytes() / shape.count * holdings_[worker->number].own.size());
      worker->outputs[k]->read_part(0, all.size() - first, all.data() + first);
    }
  }
  return all;
}

std::vector<HostArray> ExchangePart::outputs(std::vector<std::byte> results) const {
  std::vector<HostArray> arrays;
  for (const ArrayShape& shape : assignment().arguments.outputs)
    arrays.push_back({shape, std::vector<std::byte>(shape.bytes())});
  const std::byte* next = results.data();
  for (const Holding& holding : holdings_)
    for (HostArray& array : arrays) {
      const std::uint64_t bytes = array.shape.bytes() / array.shape.count;
      for (const std::uint32_t particle : holding.own) {
        std::copy_n(next, bytes, array.data.data() + particle * bytes);
        next += bytes;
      }
    }
  return arrays;
}

std::vector<std::uint64_t> ExchangePart::items() const {
  std::vector<std::uint64_t> counts;
  for (const Holding& holding : holdings_) counts.push_back(holding.own.size());
  return counts;
}

std::vector<Pass> ExchangePart::passes() const {
  std::vector<Pass> all;
  for (const auto& worker : workers_) {
    for (const OutgoingCopy& copy : worker->outgoing)
      if (copy.pick)
        for (const Pass& pass : copy.pick->plan().passes) all.push_back(pass);
    for (const auto* kernels : {&worker->first, &worker->beside, &worker->after})
      for (const auto& kernel : *kernels)
        for (const Pass& pass : kernel->plan().passes) all.push_back(pass);
  }
  return all;
}

}  // namespace gputest::many
