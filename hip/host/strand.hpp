// What ThreadSanitizer is told of fibers, so that it finds the races of kernels: accesses of two
// threads of a grid that no synchronisation orders. Without ThreadSanitizer all of it is empty.
//
// To ThreadSanitizer a strand is what an operating system's thread is in other programs: accesses
// in the order of the program. Switching from one to another orders nothing, although they take
// turns on one processor. What orders a kernel's threads is the launch, a barrier and its end, and
// each of them says so by order().
//
// The functions that switch strands, and those that a block's threads and its scheduler both call,
// are compiled without ThreadSanitizer (tests/races/CMakeLists.txt): it would take for a race of
// the kernel what the scheduler notes of a thread.
#pragma once

#include <span>

#include "hip/host/dialect.hpp"

namespace hip_host::detail {

/// A fiber, or an operating system's thread outside of one, to ThreadSanitizer; null without it.
using Strand = void*;

#if GT_HIP_HOST_TSAN

/// A strand that has done nothing, which reports call "thread" and `number`: a thread's in its
/// block, x fastest. What the caller did before is ordered before it.
Strand make_strand(unsigned number);
/// Forgets a strand that is not running.
void forget_strand(Strand strand);
/// The strand that is running.
Strand running_strand();
/// From here on, what this operating system's thread does is done by that strand. It orders
/// nothing.
void run_strand(Strand strand);
/// What each of `before` has done is ordered before all that each of `after` will do.
void order(std::span<const Strand> before, std::span<const Strand> after);

#else

inline Strand make_strand(unsigned) { return nullptr; }
inline void forget_strand(Strand) {}
inline Strand running_strand() { return nullptr; }
inline void run_strand(Strand) {}
inline void order(std::span<const Strand>, std::span<const Strand>) {}

#endif

}  // namespace hip_host::detail
