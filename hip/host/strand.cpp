#include "hip/host/strand.hpp"

#if GT_HIP_HOST_TSAN
#include <sanitizer/tsan_interface.h>

#include <memory>

namespace hip_host::detail {

Strand make_strand() { return __tsan_create_fiber(0); }

void forget_strand(Strand strand) { __tsan_destroy_fiber(strand); }

Strand running_strand() { return __tsan_get_current_fiber(); }

void run_strand(Strand strand) { __tsan_switch_to_fiber(strand, __tsan_switch_to_fiber_no_sync); }

void order(std::span<const Strand> before, std::span<const Strand> after) {
  // A meeting point on the heap is forgotten when it is freed. One that were used again would order
  // as well whoever met there earlier.
  const auto meeting = std::make_unique<char>();
  const Strand caller = running_strand();
  for (const Strand strand : before) {
    run_strand(strand);
    __tsan_release(meeting.get());
  }
  for (const Strand strand : after) {
    run_strand(strand);
    __tsan_acquire(meeting.get());
  }
  run_strand(caller);
}

}  // namespace hip_host::detail
#endif
