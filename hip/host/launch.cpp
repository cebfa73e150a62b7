#include "hip/host/launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/core/per_thread.hpp"
#include "hip/host/block.hpp"
#include "hip/host/limits.hpp"
#include "hip/host/shared_memory.hpp"
#include "hip/host/workers.hpp"

namespace hip_host::detail {
namespace {

/// A launch's error code and the text of last_launch_message().
struct Refusal {
  hipError_t code;
  std::string sentence;
};

std::string extent(dim3 size) { return fmt::format("{} x {} x {}", size.x, size.y, size.z); }

bool within(dim3 size, const unsigned (&most)[3]) {
  return size.x >= 1 && size.y >= 1 && size.z >= 1 && size.x <= most[0] && size.y <= most[1] &&
         size.z <= most[2];
}

std::uint64_t product(dim3 size) { return std::uint64_t{size.x} * size.y * size.z; }

std::optional<Refusal> check(const LaunchShape& shape, const KernelCall& kernel) {
  if (Block::running() != nullptr)
    return Refusal{hipErrorNotSupported, "a kernel cannot launch a kernel"};
  if (kernel.call == nullptr) return Refusal{hipErrorInvalidDeviceFunction, "the kernel is null"};
  if (!stream_exists(shape.stream))
    return Refusal{hipErrorInvalidHandle, "the stream does not exist"};
  if (!within(shape.block, kMaxThreads) || product(shape.block) > kMaxThreadsPerBlock)
    return Refusal{hipErrorInvalidConfiguration,
                   fmt::format("a block of {} threads is not between 1 and {}", extent(shape.block),
                               kMaxThreadsPerBlock)};
  if (!within(shape.grid, kMaxBlocks))
    return Refusal{
        hipErrorInvalidConfiguration,
        fmt::format("a grid of {} blocks is empty or exceeds the limits", extent(shape.grid))};
  if (shape.shared_bytes > kSharedBytesPerBlock)
    return Refusal{hipErrorInvalidValue, fmt::format("{} bytes of shared memory are more than {}",
                                                     shape.shared_bytes, kSharedBytesPerBlock)};
  return std::nullopt;
}

/// Collects the failures of a launch's workers and keeps the first block's.
class Failures {
 public:
  void keep(std::uint64_t block, std::exception_ptr failure) {
    const std::scoped_lock lock(mutex_);
    if (first_ != nullptr && block >= block_) return;
    block_ = block;
    first_ = std::move(failure);
    any_.store(true, std::memory_order_relaxed);
  }

  bool any() const { return any_.load(std::memory_order_relaxed); }

  void rethrow_first() const {
    if (first_ != nullptr) std::rethrow_exception(first_);
  }

 private:
  std::mutex mutex_;
  std::atomic<bool> any_ = false;
  std::uint64_t block_ = 0;
  std::exception_ptr first_;
};

/// The host has too little memory; distinct from a kernel's own std::bad_alloc.
struct OutOfHostMemory {};

/// The number of threads that run blocks. Every fiber takes two of the 65530 memory mappings that
/// Linux allows a process, and pools are kept, so the number of fibers is bounded.
int worker_count(const LaunchShape& shape) {
#if GT_HIP_HOST_TSAN
  // As many as ThreadSanitizer supports, but at least two: it sees no race between blocks of one
  // worker.
  constexpr std::uint64_t kMostFibers = 512;
  const std::uint64_t workers = std::max<std::uint64_t>(kMostFibers / product(shape.block), 2);
  return static_cast<int>(std::min(workers, product(shape.grid)));
#else
  constexpr std::uint64_t kMaxFibers = 8192;
  const std::uint64_t by_fibers = std::max<std::uint64_t>(kMaxFibers / product(shape.block), 1);
  const auto by_threads = static_cast<std::uint64_t>(processors());
  return static_cast<int>(std::min({by_fibers, by_threads, product(shape.grid)}));
#endif
}

/// Runs blocks on this thread; take_number() gives their numbers until there are no more.
template <class TakeNumber>
void run_blocks(const LaunchShape& shape, const KernelCall& kernel, const ThreadOrder& order,
                TakeNumber take_number, Failures& failures) {
  static const gputest::PerThread<Block> blocks;
  std::uint64_t number = 0;
  try {
    std::optional<SharedMemory> shared;
    try {
      blocks.get().reserve(static_cast<unsigned>(product(shape.block)));
      shared.emplace(shape.shared_bytes);
    } catch (const std::bad_alloc&) {
      throw OutOfHostMemory{};
    }
    Block& block = blocks.get();
    const BlockTask task{shape, kernel, order, shared->get()};
    while (!failures.any() && (number = take_number()) < product(shape.grid)) {
      shared->spoil();
      block.run(task, number);
    }
  } catch (...) {
    failures.keep(number, std::current_exception());
  }
}

void run_grid(const LaunchShape& shape, const KernelCall& kernel, const ThreadOrder& order) {
  Failures failures;
  const int workers = worker_count(shape);
#if GT_HIP_HOST_TSAN
  // Threads that ThreadSanitizer knows; it does not know OpenMP's. They take blocks in turn, so
  // that neighbouring blocks are on different threads.
  std::vector<std::jthread> threads;
  for (int worker = 0; worker < workers; ++worker)
    threads.emplace_back([&, number = static_cast<std::uint64_t>(worker)]() mutable {
      const auto step = static_cast<std::uint64_t>(workers);
      run_blocks(
          shape, kernel, order, [&] { return std::exchange(number, number + step); }, failures);
    });
  threads.clear();
#else
  std::atomic<std::uint64_t> next = 0;
  const auto take_number = [&] { return next.fetch_add(1, std::memory_order_relaxed); };
  if (workers == 1) {
    run_blocks(shape, kernel, order, take_number, failures);
  } else {
#pragma omp parallel num_threads(workers)
    run_blocks(shape, kernel, order, take_number, failures);
  }
#endif
  failures.rethrow_first();
}

hipError_t refuse(const Refusal& refusal) {
  set_launch_message(refusal.sentence);
  return record(refusal.code);
}

}  // namespace

hipError_t launch(const LaunchShape& shape, const KernelCall& kernel) {
  set_launch_message({});
  if (const auto refusal = check(shape, kernel)) return refuse(*refusal);
  ThreadOrder order;
  try {
    order = thread_order();
  } catch (const std::invalid_argument& malformed) {
    return refuse({hipErrorInvalidValue, malformed.what()});
  }
  try {
    run_grid(shape, kernel, order);
  } catch (const KernelFault& fault) {
    return refuse({hipErrorLaunchFailure, fault.what()});
  } catch (const OutOfHostMemory&) {
    return refuse({hipErrorOutOfMemory, "no host memory for the stacks of the threads"});
  }
  return hipSuccess;
}

}  // namespace hip_host::detail
