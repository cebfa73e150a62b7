// Parameters of Ewald's sums for a given accuracy, by published estimates of their errors.
#pragma once

#include <array>
#include <vector>

#include "common/ewald/oracle.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// The properties of the charges that the estimates use.
struct ChargedSystem {
  double n = 0;
  double squares = 0;  ///< the sum of q^2
  std::array<double, 3> edge{};

  explicit ChargedSystem(const ParticleSet& particles);
  double volume() const { return edge[0] * edge[1] * edge[2]; }
  double shortest() const;
  /// The force between two typical neighbours, q^2 (n / V)^(2/3) with the mean of q^2. Errors are
  /// relative to it.
  double typical_force() const;
  /// Their energy, q^2 (n / V)^(1/3).
  double typical_energy() const;
};

/// The root mean square error of a force if the real part ends at `cutoff`: J. Kolafa and J. W.
/// Perram, Molecular Simulation 9, 351 (1992), for particles at random positions.
double real_cut_error(const ChargedSystem& system, double alpha, double cutoff);
/// The same for a wave part of the waves with |k| below `most`.
double wave_cut_error(const ChargedSystem& system, double alpha, double most);

/// alpha and the extent of both sums.
struct EwaldParameters {
  double alpha = 0;
  double cutoff = 0;
  double most_wave = 0;            ///< upper bound of the waves' |k|
  std::vector<WaveNumbers> waves;  ///< one of each opposite pair
};

/// Parameters with which the estimated error of both parts together is at most `accuracy` typical
/// forces. The cutoff, the end of the waves and the mesh get a third each. This leaves a margin,
/// because the estimates are means over random positions. `cutoff` = 0 means 3.2 mean distances of
/// particles, about 140 neighbours, or half the shortest edge if that is less. Throws
/// Error(bad_input) for a cutoff over half the shortest edge, and for an accuracy that needs more
/// than 2^22 waves.
EwaldParameters ewald_parameters(const ParticleSet& particles, double accuracy, double cutoff);

/// x y z of each wave vector, and its factor in w as in ewald_wave_signature(): 4 numbers each.
std::vector<double> wave_factors(const EwaldParameters& parameters, const ChargedSystem& system);

}  // namespace gputest
