// Kernels that skip work if its result already exists. Their first result is right.
#include "common/run/runner.hpp"
#include "tests/faults/counted/fault.hpp"

namespace gputest::counted {
namespace {

/// Wraps an execution. It launches only if inputs were uploaded or outputs overwritten after the
/// last launch.
class IdleWhereDone : public Execution {
 public:
  explicit IdleWhereDone(std::unique_ptr<Execution> execution) : execution_(std::move(execution)) {}
  void upload(const std::vector<HostArray>& inputs) override {
    execution_->upload(inputs);
    done_ = false;
  }
  void spoil() override {
    execution_->spoil();
    done_ = false;
  }
  void launch() override {
    if (!done_) execution_->launch();
    done_ = true;
  }
  void synchronize() override { execution_->synchronize(); }
  std::vector<HostArray> download(std::uint32_t copy) override {
    return execution_->download(copy);
  }
  LaunchPlan plan() const override { return execution_->plan(); }

 private:
  std::unique_ptr<Execution> execution_;
  bool done_ = false;
};

class IdleKernel : public Kernel {
 public:
  explicit IdleKernel(const Kernel& kernel) : Kernel(kernel.info()), kernel_(kernel) {}
  std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                     const KernelSignature& arguments) const override {
    return std::make_unique<IdleWhereDone>(kernel_.prepare(device, configuration, arguments));
  }

 private:
  const Kernel& kernel_;
};

Fault stale(const std::string& name, std::uint64_t n, std::uint64_t quick) {
  return {name, "work skipped if the result exists", n, quick,
          [name](const Registry& registry, std::uint64_t size) -> Planting {
            return [&registry, name, size](std::uint64_t salt) {
              const Kernel& kernel = cpu_kernel(registry, name);
              const std::string& family = kernel.info().family;
              ProblemRequest request;
              request.n = size;
              request.seed = salt;
              request.options = default_options(registry, family);
              const auto problem = registry.find_family(family)->make_problem(request);
              RunnerOptions options;
              // Samples are much longer than the first launch, even on a busy machine. A sample of
              // one launch would compute again, and its time would be right.
              options.sampling = {Strategy::hot, 3, 0.6, 0.6};
              options.monitor_of = [](const DeviceInfo&) { return MonitorSearch{}; };
              const auto device = registry.find_backend("cpu")->open("cpu:0");
              const ResultRow row = Runner(options).run(IdleKernel(kernel), *device, *problem,
                                                        configuration_of(kernel, Precision::fp32));
              return row.status == RowStatus::failed && !row.timing;
            };
          }};
}

}  // namespace

std::vector<Fault> faults_of_launches() {
  return {stale("gravity_simd", 4096, 2048), stale("lj_naive", 32000, 8000),
          stale("neighbour_cell", 32000, 8000)};
}

}  // namespace gputest::counted
