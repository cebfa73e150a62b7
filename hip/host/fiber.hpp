// One fiber: a stack and a place to continue from.
//
// The switch is Boost.Context's fcontext, the routine below its public classes. These classes
// switch to a new fiber in their constructor, before AddressSanitizer can be informed.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>

#include "hip/host/strand.hpp"

namespace hip_host::detail {

/// Memory for a fiber's stack, with an inaccessible page at its end: an overflow is a segmentation
/// fault, not a wrong result.
class FiberStack {
 public:
  /// Throws std::bad_alloc if the system has no more memory. The stacks of fibers with different
  /// `number` start at different cache lines.
  explicit FiberStack(unsigned number);
  ~FiberStack();
  FiberStack(const FiberStack&) = delete;
  FiberStack& operator=(const FiberStack&) = delete;

  /// The lowest address.
  std::byte* bottom() const { return bottom_; }
  /// The usable bytes from there up.
  std::size_t bytes() const { return bytes_; }

 private:
  std::byte* bottom_;
  std::size_t bytes_;
};

/// A fiber that runs one body after another, on the operating-system thread that made it.
class Fiber {
 public:
  /// `number`, a thread's number in its block, spreads the stacks of a pool over the cache.
  explicit Fiber(unsigned number);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Sets the body of the next resume(): body(argument), which must not throw. The previous body
  /// must have ended; so must the last one when the fiber is destroyed.
  void start(void (*body)(void*), void* argument);

  /// Runs the body until it ends or suspends.
  void resume();

  /// Returns to the caller of resume(); from within the body only.
  void suspend();

  /// Its identity for ThreadSanitizer. Neither resume() nor suspend() orders the accesses inside
  /// and outside: see order().
  Strand strand() const { return strand_; }

 private:
  static void enter(boost::context::detail::transfer_t from);

  FiberStack stack_;
  Strand strand_;
  boost::context::detail::fcontext_t inside_;            ///< where resume() continues
  boost::context::detail::fcontext_t caller_ = nullptr;  ///< where suspend() continues
  void (*body_)(void*) = nullptr;
  void* argument_ = nullptr;
  const void* caller_stack_ = nullptr;  ///< lowest address, as AddressSanitizer knows it
  std::size_t caller_stack_bytes_ = 0;
  Strand caller_strand_ = nullptr;
};

}  // namespace hip_host::detail
