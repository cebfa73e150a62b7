#include "common/cpu/queue.hpp"

#include <omp.h>

#include <cstring>

#include "common/cpu/aligned_memory.hpp"
#include "common/cpu/declaration.hpp"

namespace gputest::cpu {
namespace {

class CpuMemory : public DeviceMemory {
 public:
  explicit CpuMemory(std::uint64_t bytes) : memory_(allocate_aligned(bytes)), bytes_(bytes) {}

  void* get() const override { return memory_.get(); }
  std::byte* host() const override { return static_cast<std::byte*>(memory_.get()); }
  std::uint64_t bytes() const override { return bytes_; }
  void write(const void* from) override { std::memcpy(memory_.get(), from, bytes_); }
  void read(void* to) const override { std::memcpy(to, memory_.get(), bytes_); }
  void write_part(std::uint64_t first, std::uint64_t bytes, const void* from) override {
    std::memcpy(static_cast<std::byte*>(memory_.get()) + first, from, bytes);
  }
  void read_part(std::uint64_t first, std::uint64_t bytes, void* to) const override {
    std::memcpy(to, static_cast<std::byte*>(memory_.get()) + first, bytes);
  }

 private:
  AlignedMemory memory_;
  std::uint64_t bytes_;
};

class CpuBoundKernel : public BoundKernel {
 public:
  CpuBoundKernel(const std::string& kernel, const KernelCall& call)
      : launch_(find_kernel(kernel).bind(call)) {
    const auto threads = static_cast<std::uint32_t>(omp_get_max_threads());
    plan_.passes = {{kernel, {1, 1, 1}, {threads, 1, 1}, 0}};
  }

  void enqueue() override { launch_(); }
  const LaunchPlan& plan() const override { return plan_; }

 private:
  Launch launch_;
  LaunchPlan plan_;
};

class CpuQueue : public Queue {
 public:
  std::unique_ptr<DeviceMemory> allocate(std::uint64_t bytes) override {
    return std::make_unique<CpuMemory>(bytes);
  }

  std::unique_ptr<BoundKernel> bind(const std::string& kernel, const Configuration& configuration,
                                    const KernelSignature& signature,
                                    const KernelArrays& arrays) override {
    const auto address = [](const DeviceMemory* memory) {
      return memory == nullptr ? nullptr : memory->get();
    };
    KernelCall call;
    call.describe(configuration, signature);
    for (const DeviceMemory* memory : arrays.inputs) call.inputs.push_back(address(memory));
    for (const DeviceMemory* memory : arrays.outputs) call.outputs.push_back(address(memory));
    for (const DeviceMemory* memory : arrays.scratch) call.scratch.push_back(address(memory));
    return std::make_unique<CpuBoundKernel>(kernel, call);
  }

  void enqueue(const std::vector<BoundKernel*>& sequence, std::uint32_t times) override {
    for (std::uint32_t k = 0; k < times; ++k)
      for (BoundKernel* kernel : sequence) kernel->enqueue();
  }

  void synchronize() override {}
};

}  // namespace

std::unique_ptr<Queue> make_queue() { return std::make_unique<CpuQueue>(); }

}  // namespace gputest::cpu
