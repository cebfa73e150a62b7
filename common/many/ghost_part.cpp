#include "common/many/ghost_part.hpp"

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

/// Of a device's own particles those that another reads, by their places.
std::vector<std::uint32_t> places_read(const Holding& own, const std::vector<std::uint32_t>& read) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> place_of;  // particle, place
  for (std::uint32_t place = 0; place < own.own.size(); ++place)
    place_of.emplace_back(own.own[place], place);
  std::sort(place_of.begin(), place_of.end());
  std::vector<std::uint32_t> places;
  for (const std::uint32_t particle : read)
    places.push_back(
        std::lower_bound(place_of.begin(), place_of.end(), std::pair{particle, std::uint32_t{0}})
            ->second);
  return places;
}

/// Whether they are 0, 1, 2, …
bool are_the_first(const std::vector<std::uint32_t>& places) {
  for (std::size_t k = 0; k < places.size(); ++k)
    if (places[k] != k) return false;
  return true;
}

}  // namespace

/// Own particles that another device reads.
struct GhostPart::Errand {
  std::size_t to;
  std::uint64_t count;
  /// Where they are picked, unless they are the first of the device's own.
  std::unique_ptr<DeviceMemory> places, picked;
  std::unique_ptr<BoundKernel> pick;
  std::vector<std::byte> host;  ///< where they go through the host
};

/// Ghosts, of one other device.
struct GhostPart::Visitors {
  std::size_t from;
  std::uint64_t place, count;
  std::vector<std::byte> host;  ///< where they come from another rank, through the hosts
};

/// A device with its particles.
struct GhostPart::Worker {
  std::size_t number = 0;  ///< among all ranks' devices
  Queue* queue = nullptr;
  SideStream* side = nullptr;  ///< where devices send to each other
  std::unique_ptr<DeviceMemory> particles;
  std::vector<std::unique_ptr<DeviceMemory>> inputs, outputs, scratch;
  std::unique_ptr<BoundKernel> before,
      kernel;  ///< the first reads no ghosts, and need not be there
  std::vector<Errand> errands;
  std::vector<Visitors> visitors;
  std::exception_ptr failure;

  const DeviceMemory& sent(const Errand& errand) const {
    return errand.picked ? *errand.picked : *particles;
  }
};

GhostPart::GhostPart(const ManyDevices& devices, const Assignment& assignment,
                     std::unique_ptr<Sharing> sharing, std::shared_ptr<Communicators> direct)
    : devices_(devices),
      ranks_(devices.ranks()),
      problem_{assignment, {}},
      sharing_(std::move(sharing)),
      direct_(assignment.devices() > 1 ? std::move(direct) : nullptr) {
  for (const ArrayShape& shape : assignment.arguments.inputs)
    problem_.inputs.push_back({shape, {}});
}

GhostPart::~GhostPart() = default;

MakePart ghost_part(const std::function<std::unique_ptr<Sharing>()>& sharing) {
  return [sharing](const ManyDevices& devices, const Assignment& assignment,
                   std::shared_ptr<Communicators> direct) {
    return std::make_unique<GhostPart>(devices, assignment, sharing(), std::move(direct));
  };
}

std::uint64_t GhostPart::bytes_per_particle() const {
  return 4 * bytes(assignment().configuration.precision);
}

void GhostPart::upload(std::size_t input, const std::byte* numbers) {
  HostArray& array = problem_.inputs.at(input);
  array.data.assign(numbers, numbers + array.shape.bytes());
  if (input != 0 || holdings_.empty()) return;
  ++uploads_;
  if (const std::uint32_t most = sharing_->uploads_of_a_division(); most > 0 && uploads_ >= most)
    divide(counts_);
  else
    for (const auto& worker : workers_) put_particles(*worker);
}

/// Where the particles are now; the devices' own remain the same.
void GhostPart::put_particles(Worker& worker) const {
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
  worker.queue->synchronize();  // other streams do not follow what may still go on
}

/// Each device's, by whose own they are. Where every device reads all, of this rank's devices
/// alone.
void GhostPart::find_ghosts() {
  for (std::size_t number = 0; number < holdings_.size(); ++number) {
    Holding& holding = holdings_[number];
    if (sharing_->reads_all()) {
      if (assignment().ranks[number] != ranks_.rank()) continue;
      for (std::size_t other = 0; other < holdings_.size(); ++other)
        if (other != number)
          holding.ghosts.insert(holding.ghosts.end(), holdings_[other].own.begin(),
                                holdings_[other].own.end());
      continue;
    }
    holding.ghosts = sharing_->ghosts_of(problem_, holding.own);
    std::sort(holding.ghosts.begin(), holding.ghosts.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair{owner_[a], a} < std::pair{owner_[b], b};
    });
  }
}

/// Calls f(from, first, count) for the ghosts first … first + count - 1 of a device that are of
/// another's.
template <class F>
void GhostPart::for_each_visit(std::size_t device, const F& f) const {
  std::uint64_t first = 0;
  const auto visit = [&](std::size_t from, std::uint64_t count) {
    f(from, first, count);
    first += count;
  };
  if (sharing_->reads_all()) {
    for (std::size_t from = 0; from < holdings_.size(); ++from)
      if (from != device) visit(from, holdings_[from].own.size());
    return;
  }
  const std::vector<std::uint32_t>& ghosts = holdings_[device].ghosts;
  while (first < ghosts.size()) {
    const std::uint32_t from = owner_[ghosts[first]];
    std::uint64_t count = 1;
    while (first + count < ghosts.size() && owner_[ghosts[first + count]] == from) ++count;
    visit(from, count);
  }
}

void GhostPart::divide(const std::vector<std::uint64_t>& counts) {
  counts_ = counts;
  uploads_ = 0;
  workers_.clear();
  holdings_.clear();
  constexpr std::uint32_t kNobody = ~0u;
  owner_.assign(problem_.n(), kNobody);
  std::uint64_t owned = 0;
  for (std::vector<std::uint32_t>& own : sharing_->divided(problem_, counts)) {
    for (const std::uint32_t particle : own)
      if (std::exchange(owner_[particle], static_cast<std::uint32_t>(holdings_.size())) == kNobody)
        ++owned;
    holdings_.push_back({std::move(own), {}});
  }
  if (owned != problem_.n() || holdings_.size() != assignment().devices())
    throw std::logic_error("a particle is no device's own, or is several devices'");
  find_ghosts();
  std::size_t used = 0;
  for (std::size_t number = 0; number < assignment().devices(); ++number)
    if (assignment().ranks[number] == ranks_.rank())
      workers_.push_back(make_worker(number, *devices_.devices().at(used++)));
  seconds_.assign(used, {});
  for (std::size_t k = 0; k < used; ++k) {
    Worker& worker = *workers_[k];
    if (direct_) worker.side = &direct_->stream(k);
    for_each_visit(worker.number, [&](std::size_t from, std::uint64_t first, std::uint64_t count) {
      worker.visitors.push_back({from, holdings_[worker.number].own.size() + first, count, {}});
    });
    prepare_errands(worker);
  }
  is_first_ = true;
}

std::unique_ptr<GhostPart::Worker> GhostPart::make_worker(std::size_t number,
                                                          Device& device) const {
  auto worker = std::make_unique<Worker>();
  worker->number = number;
  worker->queue = device.queue();
  Queue& queue = *worker->queue;
  queue.use();
  const Holding& holding = holdings_[number];
  const std::vector<MemberWork> works = sharing_->work_on(device.info(), problem_, holding);
  worker->particles = queue.allocate(holding.count() * bytes_per_particle());
  put_particles(*worker);
  for (const ArrayShape& shape : works.front().signature.outputs)
    worker->outputs.push_back(queue.allocate(shape.bytes()));
  for (const ArrayShape& shape : works.front().signature.scratch)
    worker->scratch.push_back(queue.allocate(shape.bytes()));
  for (const MemberWork& work : works) {
    KernelArrays arrays{{worker->particles.get()}, {}, {}};
    for (const HostArray& input : work.inputs) {
      worker->inputs.push_back(queue.allocate(input.shape.bytes()));
      worker->inputs.back()->write(input.data.data());
      arrays.inputs.push_back(worker->inputs.back().get());
    }
    for (const auto& output : worker->outputs) arrays.outputs.push_back(output.get());
    for (const auto& scratch : worker->scratch) arrays.scratch.push_back(scratch.get());
    (work.reads_ghosts ? worker->kernel : worker->before) =
        queue.bind(work.kernel, work.configuration, work.signature, arrays);
  }
  queue.synchronize();  // what was written from may be gone then
  return worker;
}

/// What is picked is enqueued before each launch's copies.
void GhostPart::prepare_errands(Worker& worker) const {
  const bool fp32 = assignment().configuration.precision == Precision::fp32;
  const Element real = fp32 ? Element::fp32 : Element::fp64;
  const Holding& own = holdings_[worker.number];
  for (std::size_t to = 0; to < holdings_.size(); ++to) {
    if (sharing_->reads_all()) {
      if (to != worker.number)
        worker.errands.push_back({to, own.own.size(), nullptr, nullptr, nullptr, {}});
      continue;
    }
    std::vector<std::uint32_t> read;
    for (const std::uint32_t particle : holdings_[to].ghosts)
      if (owner_[particle] == worker.number) read.push_back(particle);
    if (read.empty()) continue;
    const std::vector<std::uint32_t> places = places_read(own, read);
    Errand errand{to, read.size(), nullptr, nullptr, nullptr, {}};
    if (!are_the_first(places)) {
      Queue& queue = *worker.queue;
      queue.use();
      errand.places = queue.allocate(places.size() * sizeof(std::uint32_t));
      errand.places->write(places.data());
      queue.synchronize();
      errand.picked = queue.allocate(read.size() * bytes_per_particle());
      constexpr std::uint32_t kBlock = 256;
      KernelSignature signature;
      signature.inputs = {{"particles", real, 4, own.count()},
                          {"places", Element::uint32, 1, read.size()}};
      signature.outputs = {{"picked", real, 4, read.size()}};
      signature.scalars = {{"n", static_cast<std::uint32_t>(read.size())}};
      signature.specializations = {{"force_bits", fp32 ? 32u : 64u}};
      signature.items = read.size();
      errand.pick =
          queue.bind("step_pick", {"soa", Precision::fp64, kBlock}, signature,
                     {{worker.particles.get(), errand.places.get()}, {errand.picked.get()}, {}});
    }
    worker.errands.push_back(std::move(errand));
  }
}

void GhostPart::spoil() {
  keeps_times_ = true;
  for (const auto& worker : workers_) {
    worker->queue->use();
    const Holding& holding = holdings_[worker->number];
    const std::uint64_t ghosts = holding.ghosts.size() * bytes_per_particle();
    std::uint64_t most = ghosts;
    for (const auto& output : worker->outputs) most = std::max(most, output->bytes());
    const std::vector<std::byte> nan(most, std::byte{0xFF});
    for (const auto& output : worker->outputs) output->write(nan.data());
    if (ghosts > 0)
      worker->particles->write_part(holding.own.size() * bytes_per_particle(), ghosts, nan.data());
    worker->queue->synchronize();  // other streams do not follow what may still go on
  }
}

void GhostPart::launch() {
  if (workers_.empty()) return;
  if (direct_) {
    for_each_device(*direct_, ranks_, workers_.size(), [&](std::size_t k) { compute_direct(k); });
    keeps_times_ = is_first_ = false;
  } else {
    launch_through_host();
  }
}

/// The device's own particles that others read, to the host; then the kernel that needs none of
/// theirs begins. Returns the seconds until it has, or has ended where the device's kernels wait.
double GhostPart::fetch(Worker& worker) const {
  worker.queue->use();
  for (Errand& errand : worker.errands)
    if (errand.pick) errand.pick->enqueue();
  for (Errand& errand : worker.errands) {
    errand.host.resize(errand.count * bytes_per_particle());
    worker.sent(errand).read_part(0, errand.host.size(), errand.host.data());
  }
  const Stopwatch watch;
  if (worker.before) worker.before->enqueue();
  return watch.seconds();
}

/// Of two ranks both go through the pairs of their devices in the same order, in which messages
/// between them arrive.
void GhostPart::exchange_between_ranks() {
  const int me = ranks_.rank();
  const auto rank_of = [&](std::size_t device) { return assignment().ranks[device]; };
  std::vector<std::pair<std::size_t, std::function<void()>>> sends, receives;  // by from, to
  const std::size_t all = assignment().devices();
  for (const auto& worker : workers_) {
    for (Errand& errand : worker->errands)
      if (rank_of(errand.to) != me)
        sends.emplace_back(worker->number * all + errand.to, [&, to = rank_of(errand.to)] {
          ranks_.begin_send(to, errand.host.data(), errand.host.size());
        });
    for (Visitors& visitors : worker->visitors)
      if (rank_of(visitors.from) != me) {
        visitors.host.resize(visitors.count * bytes_per_particle());
        receives.emplace_back(
            visitors.from * all + worker->number, [&, from = rank_of(visitors.from)] {
              ranks_.begin_receive(from, visitors.host.data(), visitors.host.size());
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

/// Every device's particles go to the host, and from there to those that read them; then all
/// compute.
void GhostPart::launch_through_host() {
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
        worker.failure = std::current_exception();
      }
    }
  };
  const auto throw_failure = [&] {
    for (const auto& worker : workers_)
      if (worker->failure) std::rethrow_exception(std::exchange(worker->failure, nullptr));
  };
  together([&](Worker& worker, DeviceSeconds& seconds) {
    const Stopwatch watch;
    const double before = fetch(worker);
    seconds = {watch.seconds() - before, before, 0};
  });
  if (ranks_.size() > 1) exchange_between_ranks();
  throw_failure();
  const auto sent_to = [&](const Worker& worker, const Visitors& visitors) -> const std::byte* {
    for (const auto& other : workers_)
      if (other->number == visitors.from)
        for (const Errand& errand : other->errands)
          if (errand.to == worker.number) return errand.host.data();
    return visitors.host.data();  // of another rank
  };
  together([&](Worker& worker, DeviceSeconds& seconds) {
    worker.queue->use();
    const Stopwatch watch;
    for (const Visitors& visitors : worker.visitors)
      worker.particles->write_beside(visitors.place * bytes_per_particle(),
                                     visitors.count * bytes_per_particle(),
                                     sent_to(worker, visitors));
    seconds.copies += watch.seconds();
    seconds.waits = holdings_.size() > 1 ? std::max(0.0, launch.seconds() - seconds.kernels) : 0;
    const Stopwatch kernels;
    if (worker.kernel) worker.kernel->enqueue();
    worker.queue->synchronize();
    seconds.kernels += kernels.seconds();
  });
  throw_failure();
}

/// A device's thread. The first launch goes step by step, as that of RankPart::compute_direct()
/// does.
void GhostPart::compute_direct(std::size_t k) {
  Worker& worker = *workers_[k];
  worker.queue->use();
  DeviceTimes times(*worker.side, keeps_times_);
  const auto place = [&](const DeviceMemory& memory, std::uint64_t particle) {
    return static_cast<std::byte*>(memory.get()) + particle * bytes_per_particle();
  };
  std::vector<Transfer> transfers;
  for (const Errand& errand : worker.errands)
    transfers.push_back(
        {true, place(worker.sent(errand), 0), errand.count * bytes_per_particle(), errand.to});
  for (const Visitors& visitors : worker.visitors)
    transfers.push_back({false, place(*worker.particles, visitors.place),
                         visitors.count * bytes_per_particle(), visitors.from});
  times.keep_kernels(nullptr, [&] {
    for (const Errand& errand : worker.errands)
      if (errand.pick) errand.pick->enqueue();
  });
  if (is_first_) worker.queue->synchronize();
  worker.side->follow_kernels();
  if (!transfers.empty()) times.keep_transfers([&] { direct_->transfer(k, transfers); });
  if (is_first_) worker.queue->synchronize();
  if (worker.before) times.keep_kernels(nullptr, [&] { worker.before->enqueue(); });
  worker.side->precede_kernels();
  if (is_first_) worker.queue->synchronize();
  if (worker.kernel) times.keep_kernels(nullptr, [&] { worker.kernel->enqueue(); });
  worker.queue->synchronize();
  if (keeps_times_) seconds_[k] = times.seconds();
}

/// The median of some after one that is not counted: of the kernel that reads no ghosts, and of the
/// others.
std::pair<double, double> GhostPart::seconds_of_kernels(Worker& worker) const {
  constexpr std::size_t kTimes = 9;
  worker.queue->use();
  std::vector<double> before, after;
  for (std::size_t pass = 0; pass <= kTimes; ++pass) {
    const Stopwatch watch;
    if (worker.before) worker.before->enqueue();
    worker.queue->synchronize();
    const double first = watch.seconds();
    for (const Errand& errand : worker.errands)
      if (errand.pick) errand.pick->enqueue();
    if (worker.kernel) worker.kernel->enqueue();
    worker.queue->synchronize();
    if (pass == 0) continue;
    before.push_back(first);
    after.push_back(std::max(watch.seconds() - first, 1e-9));
  }
  return {median(std::move(before)), median(std::move(after))};
}

std::vector<double> GhostPart::speeds() {
  std::vector<double> speeds;
  for (const auto& worker : workers_) {
    const auto [before, after] = seconds_of_kernels(*worker);
    speeds.push_back(static_cast<double>(holdings_[worker->number].own.size()) / (before + after));
  }
  return speeds;
}

std::optional<ShareCost> GhostPart::cost() {
  struct Moved {
    std::uint64_t times = 0, particles = 0;
  };
  std::vector<Moved> sent(holdings_.size()), received(holdings_.size());
  for (std::size_t to = 0; to < holdings_.size(); ++to)
    for_each_visit(to, [&](std::size_t from, std::uint64_t, std::uint64_t count) {
      for (Moved* moved : {&sent[from], &received[to]}) {
        ++moved->times;
        moved->particles += count;
      }
    });
  std::size_t most = 0;
  for (std::size_t k = 1; k < holdings_.size(); ++k)
    if (sent[k].particles + received[k].particles > sent[most].particles + received[most].particles)
      most = k;
  const auto [before, after] = seconds_of_kernels(*workers_.front());
  return ShareCost{before,
                   after,
                   sent[most].times,
                   received[most].times,
                   sent[most].particles * bytes_per_particle(),
                   received[most].particles * bytes_per_particle()};
}

std::vector<std::byte> GhostPart::results() const {
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

std::vector<HostArray> GhostPart::outputs(std::vector<std::byte> results) const {
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

std::vector<std::uint64_t> GhostPart::items() const {
  std::vector<std::uint64_t> counts;
  for (const Holding& holding : holdings_) counts.push_back(holding.own.size());
  return counts;
}

std::vector<Pass> GhostPart::passes() const {
  std::vector<Pass> all;
  for (const auto& worker : workers_) {
    for (const Errand& errand : worker->errands)
      if (errand.pick)
        for (const Pass& pass : errand.pick->plan().passes) all.push_back(pass);
    for (const auto* kernel : {&worker->before, &worker->kernel})
      if (*kernel)
        for (const Pass& pass : (*kernel)->plan().passes) all.push_back(pass);
  }
  return all;
}

}  // namespace gputest::many
