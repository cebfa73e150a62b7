// The family "roofline": what a device can do at most, as a function of how much arithmetic
// there is to a byte.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/run/family.hpp"

namespace gputest {

/// The roofline model's ceilings, measured (Williams, Waterman and Patterson 2009, Commun. ACM 52
/// (4), 65): bodies are read in their layout, each of a body's four numbers goes through a chain of
/// fused multiply-adds x <- GT_ROOFLINE_FACTOR x + GT_ROOFLINE_ADDEND in a register, and is
/// written. With the axis fmas = 0 that is a copy, at the speed of memory; with a thousand it is
/// bound by arithmetic; and the kernels of other families lie on or below the curve between.
///
/// Kernels with the axis rsqrts begin with s = 1 + |x| instead, and add s^(1/16) to s again and
/// again, which GT_ROOFLINE_ROOTS reciprocal square roots one behind the other make of s.
///
/// Arguments: the layout's arrays; the output "values", four numbers per body; the scalar n.
/// Specialization: fmas, a multiple of GT_ROOFLINE_STEP, or rsqrts, of GT_ROOFLINE_ROOTS
/// (common/roofline/chain.h).
///
/// Verification: IEEE 754 gives a chain of fused multiply-adds one answer, so the tolerance is
/// zero. All bodies are checked where nothing is computed, and up to 4096 that are spread over the
/// range, with both ends, where something is; every result must be finite. The factor is near -1,
/// so that a step too few changes the sign of what is left of x. A sum of roots is held against
/// one in fp64, with the tolerance that roundings explain; a round of roots too few is a hundred
/// times as much, and roots of 12 bits are three times as much.
///
/// A rate counts bodies; flops are two a fused multiply-add, one a root or an addition, bytes each
/// array once.
std::unique_ptr<Family> make_roofline();

/// The axis of the family's kernels of fused multiply-adds: KernelInfo::axes.
std::map<std::string, std::vector<std::string>> roofline_axes();

}  // namespace gputest
