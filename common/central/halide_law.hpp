// The law of alkali halides and, for the oracle, the textbook's formula. The kernels' formula is in
// common/central/law.h, which shares no code with this.
#pragma once

#include "common/central/laws.hpp"
#include "common/particles/halides.hpp"

namespace gputest {

/// The law of this potential, which has more than one number of a pair of types.
const CentralLaw& halide_law();
/// The same with the virial -r u'(r) of a pair in place of u.
const CentralLaw& halide_virial_law();
/// Whether it is one of these two.
bool is_halide_law(const CentralLaw& law);

/// What a kernel sums of a pair: -u'(r)/r, which times the difference is the force, and u(r) or
/// -r u'(r).
template <class Real>
struct HalideTerms {
  CentralTerms<Real> force, energy, virial;
};
/// At r^2 = x above 0, x dg/dx being of that.
template <class Real>
HalideTerms<Real> halide_terms(const HalidePair& pair, Real x);

}  // namespace gputest
