// How far a law of central forces is off in fp32, by its formula and from a table, as a curve over
// the distance.
#pragma once

#include "common/particles/law_family.hpp"

namespace gputest {

/// LawFamily::law_curve() of the family central: at 256 floats x of each part, of the arithmetic of
/// the CPU's kernels, against the law in long double.
LawCurve central_law_curve(const LawRequest& request);

}  // namespace gputest
