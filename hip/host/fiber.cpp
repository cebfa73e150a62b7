#include "hip/host/fiber.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <memory>
#include <new>
#include <utility>

#include "hip/host/dialect.hpp"

#if GT_HIP_HOST_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

namespace hip_host::detail {
namespace {

constexpr std::size_t kStackBytes = 256 * 1024;  // touched, and so paid for, page by page
constexpr std::size_t kColours = 16;
constexpr std::size_t kColourBytes = 256;

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

/// Hands Boost.Context a stack that somebody else owns.
struct BorrowedStack {
  boost::context::stack_context stack;

  boost::context::stack_context allocate() { return stack; }
  void deallocate(boost::context::stack_context&) {}
};

#if GT_HIP_HOST_ASAN
void announce_switch(void** own_fake_stack, const void* lowest, std::size_t bytes) {
  __sanitizer_start_switch_fiber(own_fake_stack, lowest, bytes);
}
void confirm_switch(void* own_fake_stack, const void** lowest, std::size_t* bytes) {
  __sanitizer_finish_switch_fiber(own_fake_stack, lowest, bytes);
}
#else
void announce_switch(void**, const void*, std::size_t) {}
void confirm_switch(void*, const void**, std::size_t*) {}
#endif

}  // namespace

FiberStack::FiberStack(unsigned number) : colour_(number % kColours * kColourBytes) {
  mapping_ = mmap(nullptr, kStackBytes + page_bytes(), PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (mapping_ == MAP_FAILED) throw std::bad_alloc();
  if (mprotect(mapping_, page_bytes(), PROT_NONE) != 0) {
    munmap(mapping_, kStackBytes + page_bytes());
    throw std::bad_alloc();
  }
}

FiberStack::~FiberStack() { munmap(mapping_, kStackBytes + page_bytes()); }

boost::context::stack_context FiberStack::context() const {
  boost::context::stack_context stack;
  stack.size = kStackBytes - colour_;
  stack.sp = static_cast<std::byte*>(mapping_) + page_bytes() + stack.size;
  return stack;
}

Fiber::Fiber(unsigned number)
    : stack_(number),
      inside_(std::allocator_arg, BorrowedStack{stack_.context()},
              [this](boost::context::fiber&& caller) { return run(std::move(caller)); }) {}

Fiber::~Fiber() {
  quitting_ = true;
  resume();
}

void Fiber::start(void (*body)(void*), void* argument) {
  body_ = body;
  argument_ = argument;
}

void Fiber::resume() {
  const boost::context::stack_context stack = stack_.context();
  void* fake_stack = nullptr;
  announce_switch(&fake_stack, static_cast<std::byte*>(stack.sp) - stack.size, stack.size);
  inside_ = std::move(inside_).resume();
  confirm_switch(fake_stack, nullptr, nullptr);
}

void Fiber::suspend() {
  void* fake_stack = nullptr;
  announce_switch(&fake_stack, caller_stack_, caller_stack_bytes_);
  caller_ = std::move(caller_).resume();
  confirm_switch(fake_stack, &caller_stack_, &caller_stack_bytes_);
}

boost::context::fiber Fiber::run(boost::context::fiber&& caller) {
  confirm_switch(nullptr, &caller_stack_, &caller_stack_bytes_);
  caller_ = std::move(caller);
  while (!quitting_) {
    body_(argument_);
    suspend();
  }
  announce_switch(nullptr, caller_stack_, caller_stack_bytes_);
  return std::move(caller_);
}

}  // namespace hip_host::detail
