// Checks conserved quantities and forces during a run.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "common/simulate/block_replay.hpp"
#include "common/simulate/integrator.hpp"
#include "common/simulate/step_replay.hpp"

namespace gputest {

/// Checks of one run, each of which takes about as long as some steps. Those of a step:
///
/// - forces: those that move some particles are compared with the reference, as in a benchmark.
///   Other particles at each step, chosen by a salt.
/// - the move: all particles must be where the forces take them, to rounding (StepReplay).
///
/// Those of printed numbers:
///
/// - the kinetic energy is the sum over all velocities, which differ by the due kick from those of
///   the moment before; potential energy and virial are the sums of the particles' numbers.
/// - the numbers of some particles are compared with the reference.
///
/// Those of the whole run:
///
/// - forces: those that move some particles (ForceField::compared_on_the_way()), different ones at
///   each step, are compared with the reference, as in a benchmark. The forces on all particles
///   must be finite and add up to zero.
/// - momentum: its change since the first check is at most four times the effect of the largest
///   net force that rounding explains, over that time. Not with walls or a thermostat.
/// - energy, including a thermostat's: the change of Integrator::conserved() since the first check
///   has a bound. It is 1 % of the largest K + |U| so far, plus dt^2/8 of the first check's sum of
///   f^2/m: leapfrog conserves an energy that is off by dt^2 (v U'' v / 12 - f^2 / 24 m)
///   (B. Leimkuhler and S. Reich, Simulating Hamiltonian Dynamics, 2004, 5.2). Rounding is added,
///   which counts if a body's own term m/eps is large.
///
/// With block time steps dt in that sum is each body's own. The momentum may also change because
/// bodies of different steps act on each other at different times: by eta times the root of the sum
/// of (m a)^2, over time.
class StepChecks {
 public:
  /// `forces` outlives it.
  StepChecks(const ForceKernel& forces, const SimulationOptions& options)
      : forces_(forces),
        time_step_(options.time_step),
        salt_(options.salt),
        block_steps_(options.block_steps) {}

  /// Throws Error(verification_failed), with the step.
  void check(Integrator& integrator, std::uint64_t step);
  /// Checks the forces at the moment that the integrator is at. Throws the same error.
  void check_forces(Integrator& integrator, const StepMoment& now) const;
  /// Checks the step between two moments; not for block time steps. Throws the same error.
  void check_move(const Integrator& integrator, const StepMoment& before,
                  const StepMoment& after) const;
  /// Throws Error(verification_failed) unless the state now follows from `before`, in the same
  /// step, by the kick that was due.
  void check_kick(Integrator& integrator, const StepMoment& before) const;
  /// Checks the result of Integrator::energies(), called since `before`, and its outputs. Throws
  /// the same error.
  void check_energies(Integrator& integrator, const StepMoment& before, const Energies& energies,
                      const std::vector<HostArray>& outputs) const;
  /// Checks moments within the step after `step` (Integrator::look_within()). At one of them the
  /// forces on some bodies that are active on the device and in a BlockReplay are compared with the
  /// reference. At the step's end some bodies must be where the replay has them. Throws the same
  /// error.
  void look_within(const ForceField& field, std::uint64_t step, const WithinStep& within);

 private:
  /// The compared quantities.
  struct Moment {
    std::uint64_t step = 0, n = 0;
    std::array<double, 3> momentum{};
    double speed = 0;   ///< sum of m |v|
    double force2 = 0;  ///< sum of f^2/m, times the square of the body's step over the time step
    double owed = 0;    ///< allowed net force, in addition to errors, from bodies' different steps
    double self = 0;    ///< sum of the particles' own energies, in gravity
    Energies energies;
  };
  Moment moment_of(Integrator& integrator, const HostArray& forces, std::uint64_t step) const;
  static double walk(const Moment& now);
  double share2(double acceleration) const;
  void check_momentum(const Moment& now) const;
  void check_energy(const Moment& now) const;
  Precision arithmetic() const {
    return forces_.kernel.info().arithmetic.value_or(forces_.configuration.precision);
  }

  std::vector<std::uint64_t> some_of(std::uint64_t n, std::uint64_t most, std::uint64_t step) const;

  const ForceKernel& forces_;
  double time_step_;
  std::uint64_t salt_;
  std::optional<BlockSteps> block_steps_;
  std::optional<Moment> first_;
  std::optional<BlockReplay> replay_;  ///< for the checked step
  std::uint64_t looks_ = 0;            ///< checks within steps
  double look_from_ = 1;    ///< the part of that step from which forces are compared, once
  double net_allowed_ = 0;  ///< the largest force so far
  double scale_ = 0;        ///< the largest K + |U| so far
};

}  // namespace gputest
