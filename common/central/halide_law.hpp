// The law of alkali halides, with the textbook formula for the oracle. The kernels' formula is in
// common/central/law.h, which shares no code with this one.
#pragma once

#include "common/central/laws.hpp"
#include "common/particles/halides.hpp"

namespace gputest {

/// The law of this potential, which takes more than one number for each pair of types.
const CentralLaw& halide_law();
/// The same law with the virial -r u'(r) of a pair instead of u.
const CentralLaw& halide_virial_law();
/// Whether it is one of these two.
bool is_halide_law(const CentralLaw& law);

/// The terms of a pair that kernels sum: -u'(r)/r, which gives the force if multiplied by the
/// difference, and u(r) or -r u'(r).
template <class Real>
struct HalideTerms {
  CentralTerms<Real> force, energy, virial;
};
/// At r^2 = x above 0. The slopes are x d/dx of each term.
template <class Real>
HalideTerms<Real> halide_terms(const HalidePair& pair, Real x);

}  // namespace gputest
