#include "hip/host/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "hip/host/divergence.hpp"
#include "hip/host/limits.hpp"
#include "hip/host/wavefront_operation.hpp"

constinit thread_local uint3 threadIdx{};
constinit thread_local uint3 blockIdx{};
constinit thread_local dim3 blockDim{};
constinit thread_local dim3 gridDim{};

namespace hip_host::detail {
namespace {

/// Unwinds the stack of a thread that will not continue.
struct Abandoned {};

constinit thread_local Block* block_of_thread = nullptr;
constinit thread_local std::uint64_t blocks_so_far =
    0;  // run by this thread, including the running one

}  // namespace

Block* Block::running() { return block_of_thread; }

void Block::reserve(unsigned threads) {
  while (fibers_.size() < threads) {
    fibers_.push_back(std::make_unique<Fiber>(static_cast<unsigned>(fibers_.size())));
    strands_.push_back(fibers_.back()->strand());
  }
}

void Block::run(const BlockTask& task, std::uint64_t number) {
  begin(task, number);
  while (failure_ == nullptr && returned_ < threads_.size()) {
    run_round();
    if (failure_ == nullptr && !release())
      failure_ = std::make_exception_ptr(KernelFault(describe_divergence(blockIdx, threads_)));
  }
  if (failure_ != nullptr) abandon();
  end();
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Block::begin(const BlockTask& task, std::uint64_t number) {
  const dim3 grid = task.shape.grid;
  const dim3 block = task.shape.block;
  const std::uint64_t row = number / grid.x;
  blockIdx = {static_cast<unsigned>(number % grid.x), static_cast<unsigned>(row % grid.y),
              static_cast<unsigned>(row / grid.y)};
  blockDim = block;
  gridDim = grid;

  task_ = &task;
  ++blocks_so_far;
  returned_ = 0;
  at_wavefront_operations_ = 0;
  abandoned_ = false;
  const unsigned threads = block.x * block.y * block.z;
  threads_.assign(threads, Thread{});
  for (unsigned t = 0; t < threads; ++t) {
    threads_[t].index = {t % block.x, t / block.x % block.y, t / block.x / block.y};
    fibers_[t]->start(&Block::run_thread, this);
  }
  turns_.begin(task.order, threads, number);
  block_of_thread = this;
  const Strand worker = running_strand();
  order({&worker, 1}, strands());
}

void Block::end() {
  const Strand worker = running_strand();
  order(strands(), {&worker, 1});
  variables_.clear();
  block_of_thread = nullptr;
}

void* Block::shared(SharedVariable& variable, std::size_t bytes) {
  if (variable.block == blocks_so_far) return variable.memory;
  std::size_t all = task_->shape.shared_bytes + bytes;
  for (const SharedMemory& other : variables_) all += other.bytes();
  if (all > kSharedBytesPerBlock)
    throw KernelFault(fmt::format("a block needs {} bytes of shared memory, but the device has {}",
                                  all, kSharedBytesPerBlock));
  variable = {blocks_so_far, variables_.emplace_back(bytes).get()};
  return variable.memory;
}

void Block::run_thread(void* argument) {
  Block& block = *static_cast<Block*>(argument);
  Thread& thread = block.thread();
  try {
    if (!block.abandoned_) block.task_->kernel.call(block.task_->kernel.arguments);
  } catch (const Abandoned&) {
  } catch (...) {
    if (block.failure_ == nullptr) block.failure_ = std::current_exception();
  }
  thread.state = State::returned;
  ++block.returned_;
}

void Block::run_round() {
  for (const unsigned t : turns_.next_round()) {
    if (threads_[t].state != State::ready) continue;
    resume(t);
    if (failure_ != nullptr) return;
  }
}

void Block::resume(unsigned thread) {
  current_ = thread;
  threadIdx = threads_[thread].index;
  fibers_[thread]->resume();
}

void Block::wait(State state, const CallSite& site) {
  if (abandoned_) throw Abandoned{};
  Thread& waiting = thread();
  waiting.state = state;
  waiting.site = site;
  if (state == State::at_wavefront_operation) ++at_wavefront_operations_;
  fibers_[current_]->suspend();
  if (abandoned_) throw Abandoned{};
}

bool Block::release() {
  if (at_wavefront_operations_ > 0 && complete_wavefront_operations()) return true;
  return returned_ == threads_.size() || release_barrier();
}

bool Block::complete_wavefront_operations() {
  const std::span<Thread> all(threads_);
  unsigned completed = 0;
  for (unsigned first = 0; first < all.size(); first += task_->shape.wavefront) {
    const Lanes lanes = complete_wavefront_operation(
        all.subspan(first, std::min<std::size_t>(task_->shape.wavefront, all.size() - first)));
    if (lanes == 0) continue;
    order_lanes(first, lanes);
    completed += static_cast<unsigned>(std::popcount(lanes));
  }
  at_wavefront_operations_ -= completed;
  return completed > 0;
}

void Block::order_lanes(unsigned first, Lanes lanes) {
  if (!GT_HIP_HOST_TSAN ||
      !threads_[first + static_cast<unsigned>(std::countr_zero(lanes))].offer.is_barrier)
    return;
  std::vector<Strand> together;
  for (; lanes != 0; lanes &= lanes - 1)
    together.push_back(strands_[first + static_cast<unsigned>(std::countr_zero(lanes))]);
  order(together, together);
}

bool Block::release_barrier() {
  unsigned votes = 0;
  for (const Thread& thread : threads_) {
    if (thread.state != State::at_barrier || !same_site(thread.site, threads_[0].site))
      return false;
    if (thread.predicate) ++votes;
  }
  barrier_votes_ = votes;
  for (Thread& thread : threads_) thread.state = State::ready;
  order(strands(), strands());
  return true;
}

void Block::abandon() {
  abandoned_ = true;
  for (unsigned t = 0; t < threads_.size(); ++t)
    if (threads_[t].state != State::returned) resume(t);
}

}  // namespace hip_host::detail
