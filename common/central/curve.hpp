// The error of a law of central forces in fp32, by its formula and from a table, as a curve over
// the distance.
#pragma once

#include "common/particles/law_family.hpp"

namespace gputest {

/// LawFamily::law_curve() of the family central. It evaluates the arithmetic of the CPU's kernels
/// at 256 floats x of each part, and compares with the law in long double.
LawCurve central_law_curve(const LawRequest& request);

}  // namespace gputest
