// A galaxy made from a seed: a disc of stars in a halo of dark matter.
#pragma once

#include <cstdint>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// n bodies with G = 1 and a total mass of 1; one of every four bodies is in the disc.
///
/// The halo has the mass 0.95 and the density of J. F. Navarro, C. S. Frenk and S. D. M. White (ApJ
/// 462, 563, 1996), 1 / (r (1 + r)^2), up to r = 10. Its velocities are isotropic and normal, with
/// the dispersion of Jeans' equation in the mass of halo and disc within r. Velocities above the
/// escape velocity are rejected, so that 2 K is 4 % less than |W|. The disc has the mass 0.05 and
/// the density exp(-R/h) sech^2(z/z0), h = 0.2 and z0 = 0.02, up to R = 10 h, and rotates about z.
/// Its velocities follow L. Hernquist (ApJS 86, 389, 1993, section 2.2.3): dispersions proportional
/// to exp(-R/2h) with Toomre's Q = 1.5 at R = 2.4 h, and the mean rotation less the asymmetric
/// drift. The centre of mass is moved to the origin and to rest. There is no box.
///
/// The last bits depend on the mathematical library.
///
/// Throws Error(bad_input) for n = 0 and Error(out_of_memory) if n bodies do not fit the host.
ParticleSet generate_galaxy(std::uint64_t n, std::uint64_t seed);

}  // namespace gputest
