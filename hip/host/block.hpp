// Runs the threads of one block in turn on fibers, from one point of synchronisation to the next.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <vector>

#include "hip/host/fiber.hpp"
#include "hip/host/launch.hpp"
#include "hip/host/shared_memory.hpp"
#include "hip/host/thread.hpp"
#include "hip/host/thread_order.hpp"

namespace hip_host::detail {

/// The state that the blocks of one launch share on one worker.
struct BlockTask {
  const LaunchShape& shape;
  const KernelCall& kernel;
  ThreadOrder order;
  void* shared;  ///< the dynamic shared memory of shape.shared_bytes, or null
};

/// A worker's block. It and its fibers belong to the operating-system thread that made it.
class Block {
 public:
  /// Makes the fibers that run() will need. Throws std::bad_alloc.
  void reserve(unsigned threads);

  /// Runs block `number`, counted with x fastest, to its end. Throws KernelFault if its threads
  /// wait at different places, and passes on the kernel's exceptions; every thread's stack is
  /// unwound then too.
  void run(const BlockTask& task, std::uint64_t number);

  /// The block that this operating-system thread is running, or null outside a kernel.
  static Block* running();

  /// The running thread.
  Thread& thread() { return threads_[current_]; }
  /// The number of threads in the block.
  unsigned threads() const { return static_cast<unsigned>(threads_.size()); }
  /// The running thread's lane in its wavefront.
  unsigned lane() const { return current_ % task_->shape.wavefront; }
  /// The dynamic shared memory.
  void* shared() const { return task_->shared; }
  /// The block's copy of that variable; throws KernelFault if shared memory is exhausted.
  void* shared(SharedVariable& variable, std::size_t bytes);
  /// The number of threads with a true predicate at the last barrier.
  unsigned barrier_votes() const { return barrier_votes_; }

  /// Suspends the running thread until the threads that it waits for arrive.
  void wait(State state, const CallSite& site);

 private:
  static void run_thread(void* block);

  void begin(const BlockTask& task, std::uint64_t number);
  void end();
  void run_round();
  void resume(unsigned thread);
  bool release();
  bool complete_wavefront_operations();
  void order_lanes(unsigned first, Lanes lanes);
  std::span<const Strand> strands() const { return {strands_.data(), threads_.size()}; }
  bool release_barrier();
  void abandon();

  const BlockTask* task_ = nullptr;
  std::vector<SharedMemory> variables_;         ///< of the GT_SHARED variables reached so far
  std::vector<std::unique_ptr<Fiber>> fibers_;  ///< as many as the largest block so far needed
  std::vector<Strand> strands_;                 ///< of the fibers
  std::vector<Thread> threads_;
  Turns turns_;
  unsigned current_ = 0;
  unsigned returned_ = 0;
  unsigned at_wavefront_operations_ = 0;
  unsigned barrier_votes_ = 0;
  bool abandoned_ = false;
  std::exception_ptr failure_;
};

}  // namespace hip_host::detail
