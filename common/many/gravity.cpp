#include "common/many/gravity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <numeric>

#include "common/core/error.hpp"
#include "common/core/stopwatch.hpp"
#include "common/core/threads.hpp"
#include "common/gravity/target_forces.hpp"
#include "common/many/devices.hpp"

namespace gputest::many {
namespace {

constexpr std::size_t kCoordinates = 3;

class ThroughHost : public Exchange {
 public:
  ThroughHost(std::uint64_t n, std::uint64_t bytes) : n_(n), bytes_(bytes) {
    for (auto& column : columns_) column.resize(n * bytes);
  }

  void publish(const Part& part) override {
    for (std::size_t c = 0; c < kCoordinates; ++c)
      part.coordinates[c]->read_first(part.count * bytes_,
                                      columns_[c].data() + part.first * bytes_);
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
  std::uint64_t n_, bytes_;
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

/// A part with all that its device needs.
struct Worker {
  Part part;
  std::unique_ptr<DeviceMemory> masses, sums;
  std::unique_ptr<BoundKernel> kernel;
  double copies = 0, kernels = 0;
};

/// The kernel that a device computes with.
struct MemberKernel {
  std::string name;
  Configuration configuration;
};

MemberKernel kernel_of(const DeviceInfo& info, Precision precision) {
  if (info.id.rfind("cpu:", 0) == 0) return {"gravity_simd", {"soa", precision, 0}};
  std::uint32_t block = 256;  // of 256, 128 and 64, as every API's has
  while (info.max_block != 0 && block > info.max_block && block > 64) block /= 2;
  return {"gravity_blocked", {"soa", precision, block}};
}

class SharedExecution : public Execution, public SharesWork {
 public:
  SharedExecution(ManyDevices& devices, const Configuration& configuration,
                  const KernelSignature& arguments, const SharedGravity::MakeExchange& exchange)
      : devices_(devices),
        precision_(configuration.precision),
        bytes_(bytes(arguments.outputs.at(0).element)),
        n_(arguments.items),
        arguments_(arguments) {
    for (const Scalar& scalar : arguments.scalars)
      if (scalar.name == "eps2") eps2_ = std::get<double>(scalar.value);
    const std::size_t count = devices.devices().size();
    make_workers(shares_of(n_, std::vector<double>(count, 1.0)));
    if (!alike()) {
      make_workers(shares_of(n_, measured_speeds()));
      split_ = "measured speed";
    }
    exchange_ = exchange(n_, bytes_);
  }

  void upload(const std::vector<HostArray>& inputs) override {
    for (Worker& worker : workers_) {
      worker.part.queue->use();
      const auto put = [&](DeviceMemory& to, const HostArray& from, std::uint64_t count) {
        const std::uint64_t first = worker.part.first, tail = std::min(count, n_ - first);
        to.write_part(0, tail * bytes_, from.data.data() + first * bytes_);
        if (count > tail) to.write_part(tail * bytes_, (count - tail) * bytes_, from.data.data());
      };
      for (std::size_t c = 0; c < kCoordinates; ++c)
        put(*worker.part.coordinates[c], inputs.at(c), worker.part.count);
      put(*worker.masses, inputs.at(kCoordinates), n_);
    }
    spoil_outputs();
  }

  /// The others' bodies as well, so that an exchange that leaves some out is seen.
  void spoil_outputs() override {
    const std::vector<std::byte> nan(4 * n_ * bytes_, std::byte{0xFF});
    for (Worker& worker : workers_) {
      worker.part.queue->use();
      worker.sums->write(nan.data());
      const std::uint64_t own = worker.part.count;
      for (auto& column : worker.part.coordinates)
        if (own < n_) column->write_part(own * bytes_, (n_ - own) * bytes_, nan.data());
    }
  }

  void launch() override {
    for_each_part(workers_.size(), [&](std::size_t k) {
      workers_[k].part.queue->use();
      const Stopwatch watch;
      exchange_->publish(workers_[k].part);
      workers_[k].copies = watch.seconds();
    });
    for_each_part(workers_.size(), [&](std::size_t k) {
      Worker& worker = workers_[k];
      worker.part.queue->use();
      const Stopwatch copying;
      exchange_->take(worker.part);
      worker.copies += copying.seconds();
      worker.kernels = seconds_of(worker);
    });
  }

  void synchronize() override {}  // a launch waits for every device

  std::vector<HostArray> download() override {
    HostArray sums{arguments_.outputs.at(0), {}};
    sums.data.resize(sums.shape.bytes());
    for (const Worker& worker : workers_) {
      worker.part.queue->use();
      worker.sums->read(sums.data.data() + 4 * worker.part.first * bytes_);
    }
    return {sums};
  }

  LaunchPlan plan() const override {
    LaunchPlan plan;
    for (const Worker& worker : workers_)
      for (const Pass& pass : worker.kernel->plan().passes) plan.passes.push_back(pass);
    plan.parameters = {{"devices", workers_.size()}};
    return plan;
  }

  SharedWork shared_work() const override {
    SharedWork shared{"through the host", split_, {}};
    for (std::size_t k = 0; k < workers_.size(); ++k) {
      const DeviceInfo& info = devices_.devices()[k]->info();
      shared.shares.push_back({info.id, kernel_of(info, precision_).name, workers_[k].part.count,
                               workers_[k].copies, workers_[k].kernels});
    }
    return shared;
  }

 private:
  bool alike() const {
    const DeviceInfo& first = devices_.devices().front()->info();
    return std::all_of(
        devices_.devices().begin(), devices_.devices().end(), [&](const auto& device) {
          return device->info().name == first.name && device->info().driver == first.driver;
        });
  }

  void make_workers(const std::vector<std::uint64_t>& counts) {
    workers_.clear();
    std::uint64_t first = 0;
    for (std::size_t k = 0; k < counts.size(); ++k) {
      Device& device = *devices_.devices()[k];
      Worker worker;
      worker.part.queue = device.queue();
      worker.part.first = first;
      worker.part.count = counts[k];
      first += counts[k];
      Queue& queue = *worker.part.queue;
      queue.use();
      for (std::size_t c = 0; c < kCoordinates; ++c)
        worker.part.coordinates.push_back(queue.allocate(n_ * bytes_));
      worker.masses = queue.allocate(n_ * bytes_);
      worker.sums = queue.allocate(4 * worker.part.count * bytes_);
      TargetForces forces;
      forces.capacity = n_;
      forces.bodies = static_cast<std::uint32_t>(n_);
      forces.targets = static_cast<std::uint32_t>(worker.part.count);
      forces.eps2 = eps2_;
      const MemberKernel kernel = kernel_of(device.info(), precision_);
      const auto& xyz = worker.part.coordinates;
      worker.kernel = queue.bind(kernel.name, kernel.configuration,
                                 gravity_signature(forces, kernel.configuration),
                                 {{xyz[0].get(), xyz[1].get(), xyz[2].get(), worker.masses.get()},
                                  {worker.sums.get()},
                                  {}});
      workers_.push_back(std::move(worker));
    }
  }

  static double seconds_of(Worker& worker) {
    const Stopwatch watch;
    worker.kernel->enqueue();
    worker.part.queue->synchronize();
    return watch.seconds();
  }

  /// Bodies a second, of each device by itself; its second launch is timed.
  std::vector<double> measured_speeds() {
    const std::vector<std::byte> zeros(n_ * bytes_);
    std::vector<double> speeds;
    for (Worker& worker : workers_) {
      worker.part.queue->use();
      for (auto& column : worker.part.coordinates) column->write(zeros.data());
      worker.masses->write(zeros.data());
      seconds_of(worker);
      speeds.push_back(static_cast<double>(worker.part.count) / std::max(seconds_of(worker), 1e-9));
    }
    return speeds;
  }

  ManyDevices& devices_;
  Precision precision_;
  std::uint64_t bytes_, n_;
  KernelSignature arguments_;
  double eps2_ = 0;
  std::string split_ = "equal";
  std::vector<Worker> workers_;
  std::unique_ptr<Exchange> exchange_;
};

KernelInfo shared_info() {
  KernelInfo info;
  info.api = kApi;
  info.family = "gravity";
  info.variant = "blocked";
  info.layouts = {"soa"};
  info.precisions = {Precision::fp32, Precision::fp64};
  info.summary = "bodies shared by several devices, of which each gathers all others'";
  info.source = "Makino 2002, New Astronomy 7, 373: the copy algorithm";
  return info;
}

}  // namespace

std::unique_ptr<Exchange> through_host(std::uint64_t n, std::uint64_t bytes_per_number) {
  return std::make_unique<ThroughHost>(n, bytes_per_number);
}

std::vector<std::uint64_t> shares_of(std::uint64_t n, const std::vector<double>& speeds) {
  if (n < speeds.size())
    throw Error(Status::bad_input, fmt::format("{} bodies cannot be shared by {} devices, of which "
                                               "each takes one at least",
                                               n, speeds.size()));
  const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  const auto spare = static_cast<double>(n - speeds.size());  // beside one for each
  std::vector<std::uint64_t> counts;
  std::uint64_t given = 0;
  double speed = 0;
  for (const double one : speeds) {
    speed += one;
    const auto end = counts.size() + 1 + static_cast<std::uint64_t>(spare * (speed / all));
    counts.push_back(std::min<std::uint64_t>(end, n) - given);
    given += counts.back();
  }
  counts.back() += n - given;
  return counts;
}

SharedGravity::SharedGravity(std::size_t devices, MakeExchange exchange)
    : Kernel(shared_info()), devices_(devices), exchange_(std::move(exchange)) {}

std::unique_ptr<Execution> SharedGravity::prepare(Device& device,
                                                  const Configuration& configuration,
                                                  const KernelSignature& arguments) const {
  require_threads(static_cast<int>(devices_), "--devices");  // one serves each device
  return std::make_unique<SharedExecution>(static_cast<ManyDevices&>(device), configuration,
                                           arguments, exchange_);
}

std::string SharedGravity::skip_reason(const DeviceInfo&, const Configuration&,
                                       std::uint64_t n) const {
  if (n >= devices_) return "";
  return fmt::format("{} bodies cannot be shared by {} devices, of which each takes one at least",
                     n, devices_);
}

}  // namespace gputest::many
