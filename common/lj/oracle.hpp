// The right answer for pair forces, in double precision from the textbook formula. It goes over all
// pairs without a list, or for many particles over those in neighbouring cubes. It shares no code
// with the kernels or the neighbour lists, so that it cannot share their errors.
#pragma once

#include <cstdint>
#include <vector>

#include "common/lj/pair_force.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// The force on a particle, and its halves of its pairs' energies and virials.
struct LjState {
  double fx = 0, fy = 0, fz = 0, energy = 0, virial = 0;
};

/// Sums of magnitudes; a particle's errors are relative to them.
struct LjScale {
  double force = 0, energy = 0, virial = 0;
};

/// The state of some of the particles. A pair's energy is u(r) for r < cutoff and 0 beyond or, if
/// shifted, u(r) - u(cutoff). Its virial is r f(r). Each particle gets half of a pair's energy and
/// virial.
struct LjField {
  std::vector<std::uint64_t> particle;  ///< which; the other arrays have the same order
  std::vector<LjState> state;
  /// Sum over the pairs of |repulsion| + |attraction|; forces, energies and virials are their
  /// differences. A shift is no larger than the energy of a pair within the cutoff and adds
  /// nothing.
  std::vector<LjScale> scale;
  std::vector<double> sum_of_forces;  ///< sum_j |f_ij|
  /// The terms of `scale`, each times the pair's PairRounding::total().
  std::vector<LjScale> roundings;
  /// The terms of `scale` for pairs that are nearest across edges of the box. Each is multiplied by
  /// the pair's PairRounding::steepness and E/r, with E the sum of these edges.
  std::vector<LjScale> wrapped;
  /// The contribution of pairs that may count or not: those within rounding of the cutoff, and
  /// those with a force that underflows.
  std::vector<LjScale> doubt;
};

/// The end of a pair's energy at the cutoff.
struct LjCut {
  double cutoff2 = 0;   ///< squared
  double rounding = 0;  ///< an r^2 within this of cutoff2 may be on either side of it
  bool shifted = false;
  double smallest = 0;  ///< a PairRounding::smallest below this may be 0
};

/// The state of each listed particle due to all `particles`; along periodic axes, due to the
/// nearest images. O(listed * N), parallel; throws Error(interrupted) when interrupted.
LjField lj_field(const ParticleSet& particles, const PairLaw& law, const LjCut& cut,
                 std::vector<std::uint64_t> listed);

/// The state of every particle, in order. For more than 16384 particles, only those in neighbouring
/// cubes of the cutoff's size are examined, so that it is O(N) at a given density.
LjField lj_field_of_all(const ParticleSet& particles, const PairLaw& law, const LjCut& cut);

/// Energy and pressure of the whole; `field` must have every particle. V is the box's volume;
/// masses and velocities are used. The temperature is 2 K / (3 (N - 1)), because the centre of mass
/// is at rest, and the pressure (2 K + virial) / (3 V).
struct LjThermodynamics {
  double potential = 0, kinetic = 0, temperature = 0, pressure = 0;
};
/// Potential energy and virial of all pairs within the cutoff.
LjThermodynamics lj_thermodynamics(const ParticleSet& particles, const LjField& field);

}  // namespace gputest
