// The right answer for point charges in a periodic box, by Ewald's sums: P. P. Ewald, Annalen der
// Physik 369, 253 (1921), in the notation of S. W. de Leeuw, J. W. Perram and E. R. Smith, Proc. R.
// Soc. Lond. A 373, 27 (1980). It shares no code with the kernels, so that it cannot share their
// errors.
//
// Charges are the set's `charge`; energies are q q / r, forces q q / r^2 (Gaussian units). The box
// is rectangular, periodic along all three axes and surrounded by a conductor. A uniform background
// neutralises a net charge.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// The force on a particle, and half of the energy of its pairs, so that the energies add up to the
/// whole.
struct CoulombShare {
  double fx = 0, fy = 0, fz = 0, energy = 0;
};

/// The whole force and energy of each listed particle, converged to about 1e-16 of its terms. The
/// oracle chooses its own alpha, the cheapest one. Throws Error(interrupted).
std::vector<CoulombShare> coulomb_shares(const ParticleSet& particles,
                                         const std::vector<std::uint64_t>& listed);

/// A share of the real part: pairs within a cutoff, with every image.
struct RealShare : CoulombShare {
  /// The errors of force and energy that a kernel may have if it computes nearest images with
  /// epsilon `eps`; see real_shares().
  double force_off = 0, energy_off = 0;
};

/// The real part q_i q_j erfc(alpha r) / r of each listed particle, over all images nearer than
/// `cutoff`. The tolerance of a pair's force is 24 eps, of which OpenCL allows erfc 16. The error
/// of its distance, 2 eps and E eps / r across edges E, adds as much times the force's steepness. A
/// pair that is this near to the cutoff may be counted or not. A sum of n pairs may be off by eps
/// sqrt(3 n) of the magnitudes. For kernels in fp64 the oracle computes in long double. Throws
/// Error(interrupted).
std::vector<RealShare> real_shares(const ParticleSet& particles, double alpha, double cutoff,
                                   double eps, const std::vector<std::uint64_t>& listed);

/// A cutoff beyond which the real part is negligible.
double converged_cutoff(double alpha);

/// k = 2 pi (x / Lx, y / Ly, z / Lz).
struct WaveNumbers {
  std::int32_t x = 0, y = 0, z = 0;
};

/// The wave part of each listed particle.
struct WaveShares {
  std::vector<CoulombShare> shares;
  /// The error per charge of a kernel that sums these waves directly; see wave_shares().
  double field_off = 0, potential_off = 0;
};

/// The wave part over these vectors, each of which also represents its opposite: S = sum q e^(ikr),
/// and E = sum over them of 4 pi / V e^(-k^2 / 4 alpha^2) / k^2 |S|^2.
///
/// A kernel's phase is off by eps (2 pi (|x| + |y| + |z|) + 8). Its S sums terms with random errors
/// of this size, and rounding adds eps sqrt(n / 12) of the largest partial sum. The terms of the
/// field have such random errors too. The tolerance is four of their standard deviations, and eps
/// sqrt(3 waves) of the terms' magnitudes for the last sum. For kernels in fp64 the oracle computes
/// in long double. Throws Error(interrupted).
WaveShares wave_shares(const ParticleSet& particles, double alpha,
                       const std::vector<WaveNumbers>& waves, double eps,
                       const std::vector<std::uint64_t>& listed);

/// One vector of each opposite pair with |k| < `most`.
std::vector<WaveNumbers> all_waves(const ParticleSet& particles, double most);

/// The energy of each charge with its own smeared cloud and with the uniform background. It does
/// not depend on positions: -alpha / sqrt(pi) q^2 - pi q Q / (2 V alpha^2), with Q the net charge.
std::vector<double> constant_energies(const ParticleSet& particles, double alpha);

/// Converged energy and stress of all particles together, by sums with this alpha.
struct CoulombTotals {
  double energy = 0;
  /// Sum of r f over pairs, xx yy zz xy xz yz: the virial. Its trace is the energy, because the
  /// energy is homogeneous of degree -1 in all lengths.
  std::array<double, 6> virial{};
};
/// Throws Error(interrupted).
CoulombTotals coulomb_totals(const ParticleSet& particles, double alpha);

}  // namespace gputest
