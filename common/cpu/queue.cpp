#include "common/cpu/queue.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "common/core/stopwatch.hpp"
#include "common/cpu/aligned_memory.hpp"
#include "common/cpu/cpu_backend.hpp"

namespace gputest::cpu {
namespace {

class CpuMemory : public DeviceMemory {
 public:
  explicit CpuMemory(std::uint64_t bytes)
      : owned_(allocate_aligned(bytes)), memory_(owned_.get()), bytes_(bytes) {}
  /// A part of other memory.
  CpuMemory(std::byte* memory, std::uint64_t bytes) : memory_(memory), bytes_(bytes) {}

  void* get() const override { return memory_; }
  std::byte* host() const override { return memory_; }
  std::uint64_t bytes() const override { return bytes_; }
  void write(const void* from) override { std::memcpy(memory_, from, bytes_); }
  void read(void* to) const override { std::memcpy(to, memory_, bytes_); }
  void write_part(std::uint64_t first, std::uint64_t bytes, const void* from) override {
    std::memcpy(memory_ + first, from, bytes);
  }
  void read_part(std::uint64_t first, std::uint64_t bytes, void* to) const override {
    std::memcpy(to, memory_ + first, bytes);
  }
  void fill(unsigned char byte) override { std::memset(memory_, byte, bytes_); }
  void copy(const DeviceMemory& other) override { std::memcpy(memory_, other.get(), bytes_); }

 private:
  AlignedMemory owned_;
  std::byte* memory_;
  std::uint64_t bytes_;
};

class CpuBoundKernel : public BoundKernel {
 public:
  CpuBoundKernel(const std::string& kernel, Launch launch)
      : launch_(std::move(launch)), plan_(plan_of(kernel, {})) {}

  void enqueue() override { launch_(); }
  const LaunchPlan& plan() const override { return plan_; }

  std::vector<PassTime> pass_times() override {
    std::vector<PassTime> times;
    for (const Stage& stage : launch_.stages()) {
      const Stopwatch watch;
      stage.run();
      times.push_back({stage.pass, watch.seconds()});
    }
    return times;
  }

  void flush_cache() override {
    if (!flushed_) {
      DeviceInfo host;
      host.cache_bytes = cache_bytes();
      flushed_lines_ = flush_bytes(host) / kLine;
      flushed_ = allocate_aligned(flushed_lines_ * kLine);
    }
    std::byte* const bytes = flushed_.get();
#pragma omp parallel for
    for (std::size_t line = 0; line < flushed_lines_; ++line) bytes[line * kLine] = std::byte{1};
  }

 private:
  static constexpr std::size_t kLine = 64;  // bytes of a cache line

  Launch launch_;
  LaunchPlan plan_;
  AlignedMemory flushed_;
  std::size_t flushed_lines_ = 0;
};

class CpuQueue : public Queue {
 public:
  std::unique_ptr<DeviceMemory> allocate(std::uint64_t bytes) override {
    return std::make_unique<CpuMemory>(bytes);
  }
  std::unique_ptr<DeviceMemory> allocate_array(const ArrayShape&, std::uint64_t bytes,
                                               bool) override {
    return allocate(bytes);
  }
  std::unique_ptr<DeviceMemory> part_of(DeviceMemory& whole, std::uint64_t first,
                                        std::uint64_t bytes) override {
    return std::make_unique<CpuMemory>(whole.host() + first, bytes);
  }

  std::unique_ptr<BoundKernel> bind(const std::string& kernel, const Configuration& configuration,
                                    const KernelSignature& signature,
                                    const KernelArrays& arrays) override {
    return make_bound_kernel(kernel,
                             find_kernel(kernel).bind(call_with(configuration, signature, arrays)));
  }

  void enqueue(const std::vector<BoundKernel*>& sequence, std::uint32_t times) override {
    for (std::uint32_t k = 0; k < times; ++k)
      for (BoundKernel* kernel : sequence) kernel->enqueue();
  }

  void synchronize() override {}
};

}  // namespace

std::uint64_t cache_bytes() {
  const long third = sysconf(_SC_LEVEL3_CACHE_SIZE), second = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return static_cast<std::uint64_t>(std::max({third, second, 0L}));
}

KernelCall call_with(const Configuration& configuration, const KernelSignature& signature,
                     const KernelArrays& arrays) {
  const auto address = [](const DeviceMemory* memory) {
    return memory == nullptr ? nullptr : memory->get();
  };
  KernelCall call;
  call.describe(configuration, signature);
  for (const DeviceMemory* memory : arrays.inputs) call.inputs.push_back(address(memory));
  for (const DeviceMemory* memory : arrays.outputs) call.outputs.push_back(address(memory));
  for (const DeviceMemory* memory : arrays.scratch) call.scratch.push_back(address(memory));
  return call;
}

std::unique_ptr<BoundKernel> make_bound_kernel(const std::string& kernel, Launch launch) {
  return std::make_unique<CpuBoundKernel>(kernel, std::move(launch));
}

std::unique_ptr<Queue> make_queue() { return std::make_unique<CpuQueue>(); }

}  // namespace gputest::cpu
