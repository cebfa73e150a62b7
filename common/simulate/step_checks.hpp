// What every step of a run must keep, looked at on the way.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "common/simulate/integrator.hpp"

namespace gputest {

/// Checks of one run, each of which takes about as long as some steps do:
///
/// - forces: those that move some particles (ForceField::compared_on_the_way()), others at each
///   step, are compared with the reference, as a benchmark's are; those on all particles must be
///   finite and add up to nothing.
/// - momentum: what it changes by since the first check is no more than four times what the largest
///   net force that rounding explains makes in that time. Not with walls or a thermostat.
/// - energy, with a thermostat's: what Integrator::conserved() changes by since the first check is
/// at most 1 % of
///   K + |U|, the largest of them so far, and dt^2/8 of the first check's sum of f^2/m: leapfrog
///   conserves an energy that is off by dt^2 (v U'' v / 12 - f^2 / 24 m) (B. Leimkuhler and S.
///   Reich, Simulating Hamiltonian Dynamics, 2004, 5.2). Rounding is added, which counts where a
///   body's own term m/eps is large.
class StepChecks {
 public:
  /// `forces` outlives it; `time_step` is the run's.
  StepChecks(const ForceKernel& forces, double time_step)
      : forces_(forces), time_step_(time_step) {}

  /// Throws Error(verification_failed), with the step.
  void check(Integrator& integrator, std::uint64_t step);

 private:
  /// What is compared.
  struct Moment {
    std::uint64_t step = 0, n = 0;
    std::array<double, 3> momentum{};
    double speed = 0;   ///< sum of m |v|
    double force2 = 0;  ///< sum of f^2/m
    double self = 0;    ///< sum of the particles' own energies, in gravity
    Energies energies;
  };
  Moment moment_of(Integrator& integrator, const HostArray& forces, std::uint64_t step) const;
  static double walk(const Moment& now);
  void check_momentum(const Moment& now) const;
  void check_energy(const Moment& now) const;
  Precision arithmetic() const {
    return forces_.kernel.info().arithmetic.value_or(forces_.configuration.precision);
  }

  const ForceKernel& forces_;
  double time_step_;
  std::optional<Moment> first_;
  double net_allowed_ = 0;  ///< the largest force so far
  double scale_ = 0;        ///< the largest K + |U| so far
};

}  // namespace gputest
