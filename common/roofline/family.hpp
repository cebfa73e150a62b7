// The family "roofline": the highest speed of a device as a function of arithmetic per byte.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/run/family.hpp"

namespace gputest {

/// Measures the ceilings of the roofline model (Williams, Waterman and Patterson 2009, Commun. ACM
/// 52 (4), 65). Bodies are read in their layout. Each of a body's four numbers goes through a chain
/// of fused multiply-adds x <- GT_ROOFLINE_FACTOR x + GT_ROOFLINE_ADDEND in a register. The result
/// is written. With the axis fmas = 0 that is a copy, limited by memory; with a thousand it is
/// limited by arithmetic. The kernels of other families lie on or below the curve between.
///
/// Kernels with the axis rsqrts begin with s = 1 + |x| instead, and repeatedly add s^(1/16) to s;
/// GT_ROOFLINE_ROOTS successive reciprocal square roots compute s^(1/16).
/// Arguments: the layout's arrays; the output "values", four numbers per body; the scalar n.
/// Specialization: fmas, a multiple of GT_ROOFLINE_STEP, or rsqrts, a multiple of GT_ROOFLINE_ROOTS
/// (common/roofline/chain.h).
///
/// Verification: IEEE 754 gives a chain of fused multiply-adds one answer, so the tolerance is
/// zero. With empty chains all bodies are checked; otherwise up to 4096 bodies spread over the
/// range, including both ends. Every result must be finite. The factor is near -1, so that a
/// missing step changes the sign of x's remaining influence. A sum of roots is compared with one in
/// fp64, within the tolerance that rounding explains. A missing round of roots is wrong by a
/// hundred times as much, and roots of 12 bits by three times as much.
///
/// A rate counts bodies; flops are two per fused multiply-add and one per root or addition; bytes
/// count each array once.
std::unique_ptr<Family> make_roofline();

/// The axis of the family's kernels of fused multiply-adds: KernelInfo::axes.
std::map<std::string, std::vector<std::string>> roofline_axes();

}  // namespace gputest
