// Describes fibers to ThreadSanitizer, so that it finds the races of kernels: accesses of two
// threads of a grid that no synchronisation orders. Without ThreadSanitizer all of it is empty.
//
// To ThreadSanitizer a strand is like an operating-system thread: accesses in program order. A
// switch to another strand orders nothing, although strands take turns on one processor. The
// launch, a barrier and the end of a kernel order its threads; each of them calls order().
//
// The functions that switch strands, and those that both a block's threads and its scheduler call,
// are compiled without ThreadSanitizer (tests/races/CMakeLists.txt). Otherwise it would report the
// scheduler's bookkeeping as a race of the kernel.
#pragma once

#include <span>

#include "hip/host/dialect.hpp"

namespace hip_host::detail {

/// A fiber, or an operating-system thread outside of one, for ThreadSanitizer; null without it.
using Strand = void*;

#if GT_HIP_HOST_TSAN

/// A new strand, which reports call "thread" and `number`: a thread's number in its block, x
/// fastest. Earlier accesses of the caller are ordered before it.
Strand make_strand(unsigned number);
/// Forgets a strand that is not running.
void forget_strand(Strand strand);
/// The running strand.
Strand running_strand();
/// From here on, this operating-system thread acts as that strand. This orders nothing.
void run_strand(Strand strand);
/// Orders all past accesses of each of `before` before all future ones of each of `after`.
void order(std::span<const Strand> before, std::span<const Strand> after);

#else

inline Strand make_strand(unsigned) { return nullptr; }
inline void forget_strand(Strand) {}
inline Strand running_strand() { return nullptr; }
inline void run_strand(Strand) {}
inline void order(std::span<const Strand>, std::span<const Strand>) {}

#endif

}  // namespace hip_host::detail
