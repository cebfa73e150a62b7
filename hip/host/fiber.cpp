#include "hip/host/fiber.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

#include "common/core/sanitizers.hpp"

#if GT_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace hip_host::detail {
namespace {

constexpr std::size_t kStackBytes = 256 * 1024;  // Linux allocates a page when it is touched
constexpr std::size_t kColours = 16;
constexpr std::size_t kColourBytes = 256;

std::size_t guard_bytes() {
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return page;
}

#if GT_ASAN
void announce_switch(void** own_fake_stack, const void* bottom, std::size_t bytes) {
  __sanitizer_start_switch_fiber(own_fake_stack, bottom, bytes);
}
void confirm_switch(void* own_fake_stack, const void** bottom, std::size_t* bytes) {
  __sanitizer_finish_switch_fiber(own_fake_stack, bottom, bytes);
}
void forget_redzones(const void* bottom, std::size_t bytes) {
  __asan_unpoison_memory_region(bottom, bytes);
}
#else
void announce_switch(void**, const void*, std::size_t) {}
void confirm_switch(void*, const void**, std::size_t*) {}
void forget_redzones(const void*, std::size_t) {}
#endif

}  // namespace

FiberStack::FiberStack(unsigned number) : bytes_(kStackBytes - number % kColours * kColourBytes) {
  void* const mapping = mmap(nullptr, guard_bytes() + kStackBytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (mapping == MAP_FAILED) throw std::bad_alloc();
  if (mprotect(mapping, guard_bytes(), PROT_NONE) != 0) {
    munmap(mapping, guard_bytes() + kStackBytes);
    throw std::bad_alloc();
  }
  bottom_ = static_cast<std::byte*>(mapping) + guard_bytes();
}

FiberStack::~FiberStack() {
  forget_redzones(bottom_, bytes_);
  munmap(bottom_ - guard_bytes(), guard_bytes() + kStackBytes);
}

Fiber::Fiber(unsigned number)
    : stack_(number),
      strand_(make_strand(number)),
      inside_(boost::context::detail::make_fcontext(stack_.bottom() + stack_.bytes(),
                                                    stack_.bytes(), &Fiber::enter)) {}

Fiber::~Fiber() { forget_strand(strand_); }

void Fiber::start(void (*body)(void*), void* argument) {
  body_ = body;
  argument_ = argument;
}

void Fiber::resume() {
  void* fake_stack = nullptr;
  announce_switch(&fake_stack, stack_.bottom(), stack_.bytes());
  caller_strand_ = running_strand();
  run_strand(strand_);
  inside_ = boost::context::detail::jump_fcontext(inside_, this).fctx;
  confirm_switch(fake_stack, nullptr, nullptr);
}

void Fiber::suspend() {
  void* fake_stack = nullptr;
  announce_switch(&fake_stack, caller_stack_, caller_stack_bytes_);
  run_strand(caller_strand_);
  caller_ = boost::context::detail::jump_fcontext(caller_, nullptr).fctx;
  confirm_switch(fake_stack, &caller_stack_, &caller_stack_bytes_);
}

void Fiber::enter(boost::context::detail::transfer_t from) {
  Fiber& fiber = *static_cast<Fiber*>(from.data);
  confirm_switch(nullptr, &fiber.caller_stack_, &fiber.caller_stack_bytes_);
  fiber.caller_ = from.fctx;
  for (;;) {
    fiber.body_(fiber.argument_);
    fiber.suspend();
  }
}

}  // namespace hip_host::detail
