#include "hip/host/strand.hpp"

#if GT_HIP_HOST_TSAN
#include <sanitizer/tsan_interface.h>

#include <memory>
#include <string>

namespace hip_host::detail {

Strand make_strand(unsigned number) {
  const Strand strand = __tsan_create_fiber(0);
  __tsan_set_fiber_name(strand, ("thread " + std::to_string(number)).c_str());
  return strand;
}

void forget_strand(Strand strand) { __tsan_destroy_fiber(strand); }

Strand running_strand() { return __tsan_get_current_fiber(); }

void run_strand(Strand strand) { __tsan_switch_to_fiber(strand, __tsan_switch_to_fiber_no_sync); }

void order(std::span<const Strand> before, std::span<const Strand> after) {
  // ThreadSanitizer forgets a meeting point on the heap when it is freed. A reused one would also
  // order strands that met there earlier.
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
