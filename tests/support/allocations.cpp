#include "tests/support/allocations.hpp"

#include <cstdlib>
#include <new>

#include "common/core/sanitizers.hpp"

namespace {
thread_local std::size_t count = 0;
}  // namespace

std::size_t gputest::test::allocations() { return count; }

#if !GT_ASAN
__attribute__((noinline)) void* operator new(std::size_t bytes) {
  ++count;
  if (void* memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void* memory) noexcept { std::free(memory); }
__attribute__((noinline)) void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
#endif
