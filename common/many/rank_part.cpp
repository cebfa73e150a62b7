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
#include "common/device/staging.hpp"
#include "common/gravity/target_forces.hpp"
#include "common/gravity/targets.hpp"
#include "common/many/device_threads.hpp"
#include "common/many/numbers.hpp"
#include "common/many/step_kernel.hpp"
#include "common/many/worker.hpp"

namespace gputest::many {
namespace {

/// The first body of each rank, then n.
std::vector<std::uint64_t> firsts_of_ranks(const SharedTask& task) {
  std::vector<std::uint64_t> firsts(static_cast<std::size_t>(task.ranks.back()) + 2);
  for (std::size_t k = 0; k < task.counts.size(); ++k)
    firsts[static_cast<std::size_t>(task.ranks[k]) + 1] += task.counts[k];
  std::partial_sum(firsts.begin(), firsts.end(), firsts.begin());
  return firsts;
}

}  // namespace

SharedTask task_of(const Assignment& assignment) {
  SharedTask task;
  task.precision = assignment.configuration.precision;
  task.both_sides = assignment.kernel == "gravity_symmetric";
  task.n = assignment.arguments.items;
  for (const Scalar& scalar : assignment.arguments.scalars)
    if (scalar.name == "eps2") task.eps2 = std::get<double>(scalar.value);
  task.potential = find_value(assignment.arguments.specializations, "potential") != 0u;
  task.counts = assignment.counts;
  task.ranks = assignment.ranks;
  return task;
}

MemberKernel member_kernel(const DeviceInfo& info, const SharedTask& task) {
  const Precision precision = task.precision;
  if (task.both_sides) return {"gravity_symmetric", {"soa", precision, 0}};
  if (is_processor(info)) return {"gravity_simd", {"soa", precision, 0}};
  std::uint32_t block = 256;  // every API's kernel takes 256, 128 and 64
  while (info.max_block != 0 && block > info.max_block && block > 64) block /= 2;
  return {"gravity_blocked", {"soa", precision, block}};
}

RankPart::~RankPart() = default;

namespace {

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

/// With at most this many own bodies the kernel of step 0 is enqueued after the transfers. It would
/// end before the host has enqueued them, and they would wait for the host: two H200 took 0.121 ms
/// instead of 0.107 for 16,384 bodies. With 32,768 own bodies enqueuing the kernel first is faster.
constexpr std::uint64_t kMostThatWait = 24576;

/// The arguments of a device's kernel in a step of the ring; `received` is null in step 0.
KernelSignature signature_of(const Configuration& configuration, const SharedTask& task,
                             std::uint64_t own, std::uint64_t own_place,
                             const IncomingBodies* received, std::uint64_t others_place) {
  const auto number = [](std::uint64_t count) { return static_cast<std::uint32_t>(count); };
  TargetForces forces;
  forces.eps2 = task.eps2;
  forces.potential = task.potential;
  if (!task.both_sides) {
    forces.capacity = own_place + own;
    forces.bodies = number(received == nullptr ? own : received->bodies.count);
    forces.first_target = number(own_place);
    forces.targets = number(own);
    return gravity_signature(forces, configuration);
  }
  forces.capacity = forces.bodies = number(own);
  if (received != nullptr) {
    forces.capacity = others_place + received->bodies.count;
    forces.bodies = number(received->own);
    forces.first_target = number(others_place);
    forces.targets = number(received->bodies.count);
  }
  return gravity_pairs_signature(forces, configuration);
}

/// Sets the ranks to which rank `me` returns sums and those from which it gets sums back.
void name_returns(const SharedTask& task, int me, Exchanged& exchanged) {
  std::set<int> to, from;
  for (std::size_t k = 0; k < task.counts.size(); ++k)
    for (const IncomingBodies& received : incoming_of(k, task.counts, task.both_sides)) {
      const int receiver = task.ranks[k], owner = task.ranks[received.from];
      if (receiver == me && owner != me) to.insert(owner);
      if (owner == me && receiver != me) from.insert(receiver);
    }
  exchanged.gives_back_to.assign(to.begin(), to.end());
  exchanged.takes_back_from.assign(from.begin(), from.end());
}

}  // namespace

std::unique_ptr<BoundKernel> bind_addition(Queue& queue, Precision precision, std::uint64_t bodies,
                                           const DeviceMemory& others, const DeviceMemory& sums,
                                           const SideStream* stream) {
  const Element real = precision == Precision::fp32 ? Element::fp32 : Element::fp64;
  KernelSignature signature;
  signature.inputs = {{"others", real, 4, bodies}};
  signature.outputs = {{"sums", real, 4, bodies}};
  signature.scalars = {{"n", static_cast<std::uint32_t>(bodies)}};
  signature.items = bodies;
  return bind_step(queue, "step_add", precision, signature, {{&others}, {&sums}, {}}, stream);
}

RankPart::RankPart(const ManyDevices& devices, const SharedTask& task, const MakeExchange& exchange,
                   std::shared_ptr<Communicators> direct)
    : ranks_(devices.ranks()),
      task_(task),
      bytes_(task.bytes_per_number()),
      firsts_(task.counts.size() + 1),
      direct_(task.counts.size() > 1 ? std::move(direct) : nullptr) {
  std::partial_sum(task.counts.begin(), task.counts.end(), firsts_.begin() + 1);
  const auto used =
      static_cast<std::size_t>(std::count(task.ranks.begin(), task.ranks.end(), ranks_.rank()));
  seconds_.resize(used);
  auto number = static_cast<std::size_t>(
      std::find(task.ranks.begin(), task.ranks.end(), ranks_.rank()) - task.ranks.begin());
  const std::uint64_t room = *std::max_element(task.counts.begin(), task.counts.end());
  for (std::size_t k = 0; k < used; ++k) {
    const auto& device = devices.devices().at(k);
    auto worker = std::make_unique<Worker>();
    worker->number = number;
    worker->device = device->info().id;
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
    worker->incoming = incoming_of(worker->number, task.counts, task.both_sides);
    worker->others_place = task.both_sides ? own : 0;
    allocate(worker->coordinates, own);
    for (Coordinates& others : worker->others) allocate(others, room + own);
    worker->sums = queue.allocate(kSums * own * bytes_);
    for (std::size_t two = 0; two < (direct_ ? 2 : 1); ++two) {
      worker->step_sums[two] =
          queue.allocate(kSums * (task.both_sides ? own + room : own) * bytes_);
      worker->add[two] =
          bind_addition(queue, task.precision, own, *worker->step_sums[two], *worker->sums);
    }
    if (direct_) {
      worker->side = &direct_->stream(k);
      worker->own_stream = queue.make_side_stream(Urgency::as_kernels);
      worker->others_stream = queue.make_side_stream(Urgency::before_kernels);
      worker->yields = task.both_sides && own > kMostThatWait;
    }
    const MemberKernel kernel = member_kernel(device->info(), task);
    for (std::size_t step = 0; step <= worker->incoming.size(); ++step) {
      const IncomingBodies* const received = step == 0 ? nullptr : &worker->incoming[step - 1];
      worker->masses.push_back(queue.allocate((step == 0 ? own : room + own) * bytes_));
      const Coordinates& xyz = step == 0 ? worker->coordinates : worker->others[step % 2];
      const DeviceMemory& sums = step == 0 ? *worker->sums : worker->sums_of(step);
      KernelSignature signature = signature_of(
          kernel.configuration, task, own, worker->own_place(step), received, worker->others_place);
      if (step == 0 && worker->yields)
        signature.properties.push_back({kYields, [] { return 1.0; }});
      const KernelArrays arrays{
          {xyz[0].get(), xyz[1].get(), xyz[2].get(), worker->masses.back().get()}, {&sums}, {}};
      worker->kernels.push_back(
          direct_ ? queue.bind_beside(step == 0 ? *worker->own_stream : *worker->others_stream,
                                      kernel.name, kernel.configuration, signature, arrays)
                  : queue.bind(kernel.name, kernel.configuration, signature, arrays));
    }
    if (direct_) prepare_outgoing(*worker);
    workers_.push_back(std::move(worker));
  }
  if (direct_ || task.counts.size() == 1) return;
  Exchanged exchanged{
      task.n, bytes_, &ranks_, devices.pinning_queue(), firsts_of_ranks(task), task.both_sides};
  if (task.both_sides) name_returns(task, ranks_.rank(), exchanged);
  exchange_ = exchange(exchanged);
}

void RankPart::prepare_outgoing(Worker& worker) const {
  worker.outgoing = outgoing_of(worker.number, task_.counts, task_.both_sides);
  if (!task_.both_sides) return;
  const std::vector<std::byte> zeros(worker.sums->bytes());
  for (std::size_t k = 0; k < worker.outgoing.size(); ++k) {
    worker.returned.push_back(worker.queue->allocate(zeros.size()));
    worker.returned.back()->write(zeros.data());
    worker.add_returned.push_back(bind_addition(
        *worker.queue, task_.precision, worker.own.count, *worker.returned.back(),
        worker.incoming.empty() ? *worker.sums : worker.sums_of(worker.incoming.size()),
        worker.others_stream.get()));
  }
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
      for (Coordinates& others : worker->others) put(*others[column], worker->own_place(1), own);
      worker->queue->synchronize();  // other streams do not wait for a copy still under way
      continue;
    }
    for (std::size_t step = 0; step <= worker->incoming.size(); ++step) {
      if (step > 0)
        put(*worker->masses[step], worker->others_place, worker->incoming[step - 1].bodies);
      put(*worker->masses[step], worker->own_place(step), own);
    }
  }
}

void RankPart::spoil() {
  keeps_times_ = true;
  for (const auto& worker : workers_) {
    worker->queue->use();
    const std::uint64_t sums = worker->step_sums[0]->bytes(), others = worker->room * bytes_;
    const std::vector<std::byte> nan(std::max(sums, others), std::byte{0xFF});
    worker->sums->write(nan.data());
    for (const auto& step_sums : worker->step_sums)
      if (step_sums) step_sums->write(nan.data());
    for (std::size_t k = 0; k < worker->returned.size(); ++k) {
      const auto [first, bytes] = returned_place(*worker, k);
      worker->returned[k]->write_part(first, bytes, nan.data());
    }
    for (Coordinates& two : worker->others)
      for (auto& column : two)
        column->write_part(worker->others_place * bytes_, others, nan.data());
    worker->queue->synchronize();  // other streams do not wait for a copy still under way
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
    if (step > 0) worker.addition(step).enqueue();
    worker.queue->synchronize();
    exchange_->computes(step, false);
    seconds.kernels += watch.seconds();
    if (task_.both_sides && step > 0)
      copies([&] {
        exchange_->give_back(worker.incoming[step - 1].bodies, *worker.step_sums[0],
                             worker.others_place);
      });
    worker.computed = step + 1;
  }
  if (!task_.both_sides) return;
  wait_for(worker.kernels.size() + 1);
  if (worker.arrived == kNever) return;
  copies([&] { exchange_->take_back(worker.own, *worker.step_sums[0]); });
  const Stopwatch watch;
  worker.add[0]->enqueue();
  worker.queue->synchronize();
  seconds.kernels += watch.seconds();
}

/// Runs in the thread that MPI knows: copies every device's next bodies while it computes.
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
        if (step > worker.incoming.size()) continue;
        const IncomingBodies& received = worker.incoming[step - 1];
        // Two buffers alternate: the step before last must have been computed.
        until([&] {
          return (has_all || exchange_->has(task_.ranks[received.from])) &&
                 worker.computed >= step - 1;
        });
        if (worker.computed == kNever) continue;  // it has failed
        worker.queue->use();
        const Stopwatch watch;
        exchange_->take(received.bodies, worker.others[step % 2], worker.others_place);
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
  if (devices() == 1) return launch_alone();
  if (direct_) return launch_direct();
  launch_through_host();
}

/// For one device, which needs no other device's bodies.
void RankPart::launch_alone() {
  for (const auto& worker : workers_) {
    worker->queue->use();
    const Stopwatch watch;
    worker->kernels[0]->enqueue();
    worker->queue->synchronize();
    seconds_[0] = {0, watch.seconds(), 0};
  }
}

void RankPart::launch_through_host() {
  const std::size_t count = workers_.size();
  std::fill(seconds_.begin(), seconds_.end(), DeviceSeconds{});
  exchange_->begin();
  std::atomic<std::size_t> published = 0;
  std::exception_ptr failure;
  omp_set_dynamic(0);  // with fewer threads than devices no device would finish
  // The caller's thread conducts the copies, and one more thread serves each device.
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
        worker.failure = failure_of(worker.device);
        worker.computed = kNever;
        if (!has_published) ++published;
      }
    }
  }
  for (const auto& worker : workers_)
    if (worker->failure) std::rethrow_exception(worker->failure);
  if (failure) std::rethrow_exception(failure);
}

std::vector<std::byte> RankPart::results() const {
  std::vector<std::byte> all;
  for (const auto& worker : workers_) {
    worker->queue->use();
    const std::size_t place = all.size();
    all.resize(place + worker->sums->bytes());
    worker->sums->read(all.data() + place);
  }
  return all;
}

std::vector<HostArray> RankPart::outputs(std::vector<std::byte> results) const {
  const Element real = task_.precision == Precision::fp32 ? Element::fp32 : Element::fp64;
  return {{{"sums", real, kSums, task_.n}, std::move(results)}};
}

/// The second pass over all bodies is timed.
std::vector<double> RankPart::speeds() {
  const std::vector<std::byte> zeros(std::max<std::uint64_t>(4, task_.n) * bytes_);
  for (std::size_t column = 0; column <= kCoordinates; ++column) upload(column, zeros.data());
  std::vector<double> speeds;
  for (const auto& worker : workers_) {
    worker->queue->use();
    const std::vector<std::byte> others(worker->room * bytes_);
    for (Coordinates& two : worker->others)
      for (auto& column : two)
        column->write_part(worker->others_place * bytes_, others.size(), others.data());
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
  const auto append = [&](const BoundKernel& kernel) {
    for (const Pass& pass : kernel.plan().passes) all.push_back(pass);
  };
  for (const auto& worker : workers_)
    for (std::size_t step = 0; step < worker->kernels.size(); ++step) {
      append(*worker->kernels[step]);
      if (step > 0) append(worker->addition(step));
    }
  if (!task_.both_sides) return all;
  for (const auto& worker : workers_) {
    if (exchange_) append(*worker->add[0]);
    for (const auto& add : worker->add_returned) append(*add);
  }
  return all;
}

}  // namespace gputest::many
