// One fiber: a stack of its own and a place to go on from. Boost.Context switches; this adds reuse
// and what AddressSanitizer must be told.
#pragma once

#include <boost/context/fiber.hpp>
#include <cstddef>

namespace hip_host::detail {

/// Memory for a fiber's stack, with an inaccessible page at its end so that an overflow is a
/// segmentation fault and not a wrong result.
class FiberStack {
 public:
  /// Throws std::bad_alloc where the system gives no more. The stacks of fibers with different
  /// `number` start at different cache lines.
  explicit FiberStack(unsigned number);
  ~FiberStack();
  FiberStack(const FiberStack&) = delete;
  FiberStack& operator=(const FiberStack&) = delete;

  /// The stack as Boost.Context describes one.
  boost::context::stack_context context() const;

 private:
  void* mapping_;
  std::size_t colour_;
};

/// A fiber that runs one body after another, on the operating system's thread that made it.
class Fiber {
 public:
  /// `number` spreads the stacks of a pool over the cache.
  explicit Fiber(unsigned number);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Sets what the next resume() begins: body(argument), which must not throw. The last body must
  /// have ended.
  void start(void (*body)(void*), void* argument);

  /// Runs the body until it ends or suspends.
  void resume();

  /// Goes back to who called resume(); from within the body only.
  void suspend();

 private:
  boost::context::fiber run(boost::context::fiber&& caller);

  FiberStack stack_;
  boost::context::fiber inside_;  ///< where resume() goes on
  boost::context::fiber caller_;  ///< where suspend() goes on
  void (*body_)(void*) = nullptr;
  void* argument_ = nullptr;
  bool quitting_ = false;
  const void* caller_stack_ = nullptr;  ///< lowest address, as AddressSanitizer knows it
  std::size_t caller_stack_bytes_ = 0;
};

}  // namespace hip_host::detail
