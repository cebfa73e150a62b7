// Moves particles step by step under the forces of any kernel, in any API.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "common/run/registry.hpp"
#include "common/simulate/integrator.hpp"
#include "common/simulate/step_checks.hpp"

namespace gputest {

/// Energies and quantities derived from them, at one step. Pressure is computed for all forces
/// within walls. In a box that is periodic along every axis, it is computed for forces of short
/// range and for charges.
struct Thermodynamics {
  std::uint64_t step = 0;
  double potential = 0;
  double kinetic = 0;
  double temperature = 0;  ///< 2 K over degrees_of_freedom() and Boltzmann's constant
  double pressure = 0;     ///< (2 K + virial) / (3 V); 0 if there is no such box
  double reservoir = 0;    ///< of a thermostat
  double virial = 0;       ///< of forces
  /// The conserved energy.
  double total() const { return potential + kinetic + reservoir; }
};

/// Sums over particles at one step.
struct Momenta {
  std::array<double, 3> momentum{}, angular{};  ///< sums of m v, and of m r x v about the origin
  double of_sizes = 0, angular_of_sizes = 0;    ///< sums of m |v|, and of m |r x v|
};
/// Sums over the particles one by one in their order, so that the same particles give the same
/// bits.
Momenta momenta_of(const ParticleSet& particles);

/// Particles of one run. They are moved on the device if it can, otherwise on the host: see
/// Integrator.
class Simulation {
 public:
  /// `state` is that of a new run (without list positions) or one from state(). Throws
  /// Error(bad_input) for anything that the family refuses, for a time step that is not positive
  /// and for block time steps without softening. Throws Error(usage) if the kernel's family
  /// computes no forces. With block time steps it also throws if the family cannot compute forces
  /// on only some bodies, or bodies cannot stay on the device. The registry must have the kernel's
  /// family and the builders of lists.
  Simulation(const Registry& registry, const Kernel& kernel, Device& device,
             const Configuration& configuration, const SimulationOptions& options,
             SimulationState state);

  /// Takes at least one step and at most `most`; returns how many. Throws Error(bad_input) if a
  /// particle is lost: a force or a coordinate is not finite any more.
  std::uint64_t advance(std::uint64_t most);
  void step() { advance(1); }
  /// Takes one step and checks it: the forces on some particles, and the move of all. With block
  /// time steps the moves of some bodies and the forces at a moment within. Throws
  /// Error(verification_failed), or advance()'s error.
  void advance_checked();
  /// Throws Error(bad_input) if an energy is not finite.
  Thermodynamics thermodynamics();
  /// The same, checked: against sums over all particles, and on some with the reference. Throws
  /// Error(verification_failed).
  Thermodynamics checked_thermodynamics();
  /// The conserved potential energy minus the potential energy at this step. It changes when pairs
  /// cross a cutoff at which the energy jumps; 0 if there is no such jump.
  double energy_beyond_cutoff();
  /// Computes the forces at this step again with the kernel, from a list that the host makes.
  /// Compares them with the reference, and the potential energy with the integrator's. Throws
  /// Error(verification_failed) if they differ, or the error that kept the kernel from running.
  void verify();
  /// Checks the forces, the momentum and the energy of this step, at the cost of some steps: see
  /// StepChecks. Throws Error(verification_failed). Later calls compare with the first one. With
  /// block time steps it also checks the next step at moments within it.
  void check();
  /// Seconds spent on checks so far.
  double checking_seconds() const { return checking_seconds_; }
  /// Null without block time steps.
  const BlockCounts* block_counts() const { return integrator_->block_counts(); }
  const SimulationState& state() { return integrator_->state(); }
  /// The particles in a file's form: in the order of their ids, in the box, with the time.
  ParticleSet snapshot();
  std::uint64_t particles() const { return n_; }
  std::uint64_t step_number() const { return step_; }
  std::uint64_t lists_made() const { return integrator_->lists_made(); }
  bool on_device() const { return integrator_->on_device(); }
  /// The kernels for the forces of charges in a periodic box, a clause; empty if there are none.
  std::string charges() const;

 private:
  StepChecks& checks();
  void look_within_next();
  void set_block_steps(const Registry& registry, const SimulationState& state);

  std::uint64_t step_ = 0;
  std::uint64_t n_;
  std::unique_ptr<ForceKernel> forces_;
  StepUnits units_;
  SimulationOptions options_;
  double volume_ = 0;   ///< of a box that is periodic along every axis, or has walls
  double degrees_ = 0;  ///< degrees_of_freedom()
  std::unique_ptr<Integrator> integrator_;
  std::optional<StepChecks> checks_;  ///< from the first check() on
  double checking_seconds_ = 0;
};

/// A checkpoint: the description of the run (a line of JSON) and the state, bit for bit. It is
/// written atomically. Throws Error(bad_input) if that fails or a number of the state is not
/// finite; the old file is then kept.
void write_checkpoint(const std::string& path, const std::string& description,
                      const SimulationState& state);

/// Throws Error(bad_input) if the file is not a checkpoint, is cut short or damaged, or has another
/// run's description, which the message then quotes. Also throws it for numbers that no run writes,
/// such as an edge that is not finite, before memory for the particles is allocated.
SimulationState read_checkpoint(const std::string& path, const std::string& description);

/// Sets random velocities from a seed, with the given temperature, as an energy, and the centre of
/// mass at rest.
void set_temperature(ParticleSet& particles, double temperature, std::uint64_t seed);

/// Removes the rotation about the centre of mass, unless the particles lie on a line, and scales
/// the velocities to that kinetic energy. A cluster that turns would seem to diffuse.
void stop_rotation(ParticleSet& particles, double kinetic);

}  // namespace gputest
