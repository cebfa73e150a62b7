// A chain of Nosé-Hoover thermostats: gives particles the velocities of a canonical ensemble, also
// while its temperature rises.
#pragma once

#include <array>
#include <cstdint>

namespace gputest {

/// The chain and its parameters. All are doubles and words, so that a checkpoint can store its
/// bytes. Energies are those of the particles: temperatures are multiplied by Boltzmann's constant.
struct Thermostat {
  static constexpr std::size_t kLength = 3;

  double from = 0, to = 0;                 ///< temperatures, as energies
  std::uint64_t ramp = 0;                  ///< the step from which on it is `to`; linear before
  double period = 1;                       ///< of the first thermostat's oscillation, over 2 π
  double heat = 0;                         ///< taken by the chain from a heat bath
  std::array<double, kLength> velocity{};  ///< of the thermostats, per unit of time

  bool is_finite() const;
  /// The temperature at a step.
  double temperature(std::uint64_t step) const;
  /// Half of a step; dt is the whole one. Returns the factor for the particles' velocities.
  /// `kinetic` is their energy and `degrees` are their degrees of freedom. The chain is that of G.
  /// J. Martyna, M. L. Klein and M. Tuckerman, J. Chem. Phys. 97, 2635 (1992), integrated as in
  /// Martyna, Tuckerman, Tobias and Klein, Mol. Phys. 87, 1117 (1996), with three weights of Suzuki
  /// and Yoshida.
  double half_step(double kinetic, double degrees, double temperature, double dt);
  /// Conserved together with the particles' energy: the thermostats' kinetic energy and `heat`.
  double energy(double degrees) const;

 private:
  std::array<double, kLength> masses(double degrees) const;
};

}  // namespace gputest
