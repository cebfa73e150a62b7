// The parameters of Ewald's sums that an accuracy wants, by published estimates of their errors.
#pragma once

#include <array>
#include <vector>

#include "common/ewald/oracle.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// What estimates know of charges.
struct ChargedSystem {
  double n = 0;
  double squares = 0;  ///< the sum of q^2
  std::array<double, 3> edge{};

  explicit ChargedSystem(const ParticleSet& particles);
  double volume() const { return edge[0] * edge[1] * edge[2]; }
  double shortest() const;
  /// The force between two typical neighbours, q^2 (n / V)^(2/3) with the mean of q^2: what errors
  /// are relative to.
  double typical_force() const;
  /// Their energy, q^2 (n / V)^(1/3).
  double typical_energy() const;
};

/// The root mean square of a force's error that a real part cut off has, and one of waves with |k|
/// below `most`: J. Kolafa and J. W. Perram, Molecular Simulation 9, 351 (1992),
/// for particles that stand at random.
double real_cut_error(const ChargedSystem& system, double alpha, double cutoff);
/// Likewise, of waves left out.
double wave_cut_error(const ChargedSystem& system, double alpha, double most);

/// alpha and how far either sum goes.
struct EwaldParameters {
  double alpha = 0;
  double cutoff = 0;
  double most_wave = 0;            ///< |k| of the waves is below
  std::vector<WaveNumbers> waves;  ///< one of each pair of opposite ones
};

/// Parameters with which both parts together have an error of `accuracy` typical forces at most, by
/// the estimates: a third of it what the cutoff, the waves' end and the mesh make each, since they
/// are means over places at random, and the places at hand are others.
/// `cutoff` is 0 for 3.2 mean distances of particles, some 140 neighbours, or less where half the
/// shortest edge is less. Throws Error(bad_input) for a cutoff over that half, and an accuracy that
/// wants more than 2^22 waves.
EwaldParameters ewald_parameters(const ParticleSet& particles, double accuracy, double cutoff);

/// x y z of each wave vector and in w its factor, as ewald_wave_signature() has it: 4 numbers each.
std::vector<double> wave_factors(const EwaldParameters& parameters, const ChargedSystem& system);

}  // namespace gputest
