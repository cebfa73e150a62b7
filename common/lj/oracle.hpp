// The right answer for pair forces, in double precision from the textbook formula, over all pairs
// without a list or, of many particles, those in neighbouring cubes. It shares no code with the
// kernels or the neighbour lists, so that an error of theirs cannot be its own.
#pragma once

#include <cstdint>
#include <vector>

#include "common/lj/pair_force.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// What acts on a particle: a force, and its halves of its pairs' energies and virials.
struct LjState {
  double fx = 0, fy = 0, fz = 0, energy = 0, virial = 0;
};

/// The sums of magnitudes that a particle's errors are relative to.
struct LjScale {
  double force = 0, energy = 0, virial = 0;
};

/// The state of some of the particles. A pair's energy is u(r) for r < cutoff and 0 beyond or,
/// shifted, u(r) - u(cutoff); its virial is r f(r). Half of a pair's energy and virial counts for
/// either particle.
struct LjField {
  std::vector<std::uint64_t> particle;  ///< which; the other arrays run parallel to it
  std::vector<LjState> state;
  /// Sum over the pairs of |repulsion| + |attraction|, of which forces, energies and virials are
  /// the differences. A shift is no more than that of a pair within the cutoff, and adds nothing.
  std::vector<LjScale> scale;
  std::vector<double> sum_of_forces;  ///< sum_j |f_ij|
  /// The terms of `scale`, each times the pair's PairRounding::total().
  std::vector<LjScale> roundings;
  /// The terms of `scale` of pairs that are nearest across the edges of the box, each times the
  /// pair's PairRounding::steepness and E/r, E the sum of those edges.
  std::vector<LjScale> wrapped;
  /// What pairs amount to whose distance is within rounding of the cutoff, or whose force
  /// underflows, so that they may be counted or not.
  std::vector<LjScale> doubt;
};

/// How a pair energy ends at the cutoff.
struct LjCut {
  double cutoff2 = 0;   ///< squared
  double rounding = 0;  ///< an r^2 within this of cutoff2 may be on either side of it
  bool shifted = false;
  double smallest = 0;  ///< a PairRounding::smallest below this may be 0
};

/// Of each particle listed, due to all of `particles`; along axes in which the box is periodic, due
/// to the nearest image. O(listed * N), parallel; throws Error(interrupted) when interrupted.
LjField lj_field(const ParticleSet& particles, const PairLaw& law, const LjCut& cut,
                 std::vector<std::uint64_t> listed);

/// Of every particle, in order. Beyond 16384 particles only those in neighbouring cubes of the
/// cutoff's size are looked at, so that it is O(N) at a given density.
LjField lj_field_of_all(const ParticleSet& particles, const PairLaw& law, const LjCut& cut);

/// Energy and pressure of the whole: `field` holds every particle. V is the box's volume; masses
/// and velocities count. The temperature is 2 K / (3 (N - 1)), since the centre of mass rests, and
/// the pressure (2 K + virial) / (3 V).
struct LjThermodynamics {
  double potential = 0, kinetic = 0, temperature = 0, pressure = 0;
};
/// Potential energy and virial of all pairs within the cutoff.
LjThermodynamics lj_thermodynamics(const ParticleSet& particles, const LjField& field);

}  // namespace gputest
