// Particles moved step by step under the forces of any kernel, in any API.
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

/// Energies and what follows from them, at one step. Pressure is that of forces of short range and
/// of charges in a box that is periodic along every axis, or of any within walls.
struct Thermodynamics {
  std::uint64_t step = 0;
  double potential = 0;
  double kinetic = 0;
  double temperature = 0;  ///< 2 K over degrees_of_freedom() and Boltzmann's constant
  double pressure = 0;     ///< (2 K + virial) / (3 V); 0 where there is no such box
  double reservoir = 0;    ///< of a thermostat
  /// What is conserved.
  double total() const { return potential + kinetic + reservoir; }
};

/// Sums over particles at one step.
struct Momenta {
  std::array<double, 3> momentum{}, angular{};  ///< of m v, of m r x v about the origin
  double of_sizes = 0, angular_of_sizes = 0;    ///< of m |v|, of m |r x v|
};
/// Of these, one by one in their order, so that the same particles give the same bits.
Momenta momenta_of(const ParticleSet& particles);

/// Particles of one run. They are moved on the device where it can, else on the host: see
/// Integrator.
class Simulation {
 public:
  /// `state` as a run begins (no list positions) or as state() gave it. Throws Error(bad_input) for
  /// what the family refuses, a time step that is not positive and block time steps without
  /// softening, Error(usage) where the kernel's family computes no forces or, with block time
  /// steps, none on some bodies alone, and for a device on which bodies do not stay. The registry
  /// has the kernel's family, and the builders of lists.
  Simulation(const Registry& registry, const Kernel& kernel, Device& device,
             const Configuration& configuration, const SimulationOptions& options,
             SimulationState state);

  /// Takes at least one step and at most `most`; returns how many. Throws Error(bad_input) where a
  /// particle is lost: a force or a coordinate is not finite any more.
  std::uint64_t advance(std::uint64_t most);
  void step() { advance(1); }
  /// Throws Error(bad_input) where an energy is not finite.
  Thermodynamics thermodynamics();
  /// What the potential energy lacks at this step of that which steps conserve: it changes as pairs
  /// cross a cutoff at which the energy jumps. 0 where there is no such jump.
  double energy_beyond_cutoff();
  /// Has the kernel compute the forces at this step once more, from a list that the host makes, and
  /// compares them with the reference, and the potential energy with the integrator's. Throws
  /// Error(verification_failed) where they differ, or what kept the kernel from running.
  void verify();
  /// Holds the forces, the momentum and the energy of this step against what must be, at the cost
  /// of some steps: see StepChecks. Throws Error(verification_failed). The first call is what later
  /// ones are compared with.
  /// With block time steps it has the next step looked at from within as well.
  void check();
  /// Seconds that checks have taken so far.
  double checking_seconds() const { return checking_seconds_; }
  /// Null without block time steps.
  const BlockCounts* block_counts() const { return integrator_->block_counts(); }
  const SimulationState& state() { return integrator_->state(); }
  /// The particles as a file has them: in the order of their ids, in the box, with the time.
  ParticleSet snapshot();
  std::uint64_t particles() const { return n_; }
  std::uint64_t step_number() const { return step_; }
  std::uint64_t lists_made() const { return integrator_->lists_made(); }
  bool on_device() const { return integrator_->on_device(); }
  /// The kernels that have the forces of charges in a periodic box, a clause; empty: none.
  std::string charges() const;

 private:
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

/// A checkpoint: what the run was (a line of JSON) and the state, bit for bit. Written by an
/// OutputFile. Throws Error(bad_input) where that fails or a number of the state is not finite;
/// what was in the file is then still there.
void write_checkpoint(const std::string& path, const std::string& description,
                      const SimulationState& state);

/// Throws Error(bad_input) where the file is none, is cut short or damaged, or is of another run
/// than `description`, which is then quoted.
SimulationState read_checkpoint(const std::string& path, const std::string& description);

/// Velocities of the given temperature, as an energy, at random from a seed, the centre of mass at
/// rest.
void set_temperature(ParticleSet& particles, double temperature, std::uint64_t seed);

/// Takes away the rotation about the centre of mass, of particles that are not on a line, and
/// multiplies the velocities so that their kinetic energy is that: a cluster that turns would seem
/// to diffuse.
void stop_rotation(ParticleSet& particles, double kinetic);

}  // namespace gputest
