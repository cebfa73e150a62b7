// The right answer for point charges in a periodic box, by Ewald's sums: P. P. Ewald, Annalen der
// Physik 369, 253 (1921), in the notation of S. W. de Leeuw, J. W. Perram and E. R. Smith, Proc. R.
// Soc. Lond. A 373, 27 (1980). It shares no code with the kernels, so that an error of theirs
// cannot be its own.
//
// Charges are a set's `charge`; energies are q q / r, forces q q / r^2 (Gaussian units). The box is
// rectangular and periodic along all three axes, surrounded by a conductor. A net charge is made
// good by a uniform background.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// What acts on a particle, and the half of its energy that counts for it: energies add up to the
/// whole.
struct CoulombShare {
  double fx = 0, fy = 0, fz = 0, energy = 0;
};

/// The whole of each particle listed, converged to about 1e-16 of its terms, by sums of the
/// oracle's own alpha, the one that makes them cheapest. Throws Error(interrupted).
std::vector<CoulombShare> coulomb_shares(const ParticleSet& particles,
                                         const std::vector<std::uint64_t>& listed);

/// Of the real part: pairs within a cutoff, of every image.
struct RealShare : CoulombShare {
  /// What a kernel that computes nearest images in numbers of epsilon `eps` may be off by, of the
  /// force and of the energy: see real_shares().
  double force_off = 0, energy_off = 0;
};

/// The real part q_i q_j erfc(alpha r) / r of each particle listed, over all images nearer than
/// `cutoff`. A pair's force may be off by 24 eps of it, of which OpenCL lets erfc take 16, and, its
/// distance being off by 2 eps and E eps / r across edges E, of its steepness times that; a pair
/// within the same of the cutoff may be counted or not; and of a sum of n pairs eps sqrt(3 n) of
/// the magnitudes are allowed. In fp64, long double is computed in. Throws Error(interrupted).
std::vector<RealShare> real_shares(const ParticleSet& particles, double alpha, double cutoff,
                                   double eps, const std::vector<std::uint64_t>& listed);

/// A cutoff beyond which nothing is left of the real part.
double converged_cutoff(double alpha);

/// k = 2 pi (x / Lx, y / Ly, z / Lz).
struct WaveNumbers {
  std::int32_t x = 0, y = 0, z = 0;
};

/// The wave part of each particle listed.
struct WaveShares {
  std::vector<CoulombShare> shares;
  /// What a kernel that sums those waves directly may be off by, per charge: see wave_shares().
  double field_off = 0, potential_off = 0;
};

/// The wave part over those vectors, each of which stands for its opposite too: S = sum q e^(ikr),
/// and E = sum over them of 4 pi / V e^(-k^2 / 4 alpha^2) / k^2 |S|^2.
///
/// A kernel's phase is off by eps (2 pi (|x| + |y| + |z|) + 8), and its S, of terms in that error
/// at random, by eps sqrt(n / 12) of the largest partial sum beside. Terms of the field are in such
/// errors at random too, of which four standard deviations are allowed, and eps sqrt(3 waves) of
/// their magnitudes for the last sum. In fp64, long double is computed in. Throws
/// Error(interrupted).
WaveShares wave_shares(const ParticleSet& particles, double alpha,
                       const std::vector<WaveNumbers>& waves, double eps,
                       const std::vector<std::uint64_t>& listed);

/// One vector of each pair of opposite ones with |k| < `most`.
std::vector<WaveNumbers> all_waves(const ParticleSet& particles, double most);

/// The energy of each charge in its own smeared cloud and the uniform background, whatever the
/// particles' places: -alpha / sqrt(pi) q^2 - pi q Q / (2 V alpha^2), Q the net charge.
std::vector<double> constant_energies(const ParticleSet& particles, double alpha);

/// Energy and stress of all particles together, converged, by sums of that alpha.
struct CoulombTotals {
  double energy = 0;
  /// Sum of r f over pairs, xx yy zz xy xz yz: the virial, of which the trace is the energy, since
  /// the energy is homogeneous of degree -1 in all lengths.
  std::array<double, 6> virial{};
};
/// Throws Error(interrupted).
CoulombTotals coulomb_totals(const ParticleSet& particles, double alpha);

}  // namespace gputest
