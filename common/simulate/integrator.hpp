// Moves particles through time: on the host, or on the device that computes their forces.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/device/kernel.hpp"
#include "common/particles/force_field.hpp"
#include "common/particles/particle_set.hpp"
#include "common/run/family.hpp"
#include "common/simulate/thermostat.hpp"

namespace gputest {

class ChargeForces;

/// Everything that a run needs to continue exactly as if it had not stopped.
struct SimulationState {
  std::uint64_t step = 0;
  ParticleSet particles;        ///< in the order of the kernels; not folded into the box along
                                ///< periodic axes
  std::vector<double> x, y, z;  ///< folded positions from which the neighbour list was made or
                                ///< adaptive kernel parameters were determined
  std::optional<Thermostat> thermostat;  ///< empty: the energy is constant

  /// The particles at the positions from which the list was made.
  ParticleSet listed() const {
    ParticleSet at_list = particles;
    at_list.x = x;
    at_list.y = y;
    at_list.z = z;
    return at_list;
  }
};

inline constexpr std::uint32_t kMostBlockLevels = 16;

/// Block time steps: each body has its own step, the time step over 2^k with k = 0 ... levels. It
/// is at most (2 eta epsilon / |a|)^(1/2), with the softening length epsilon and the acceleration a
/// (V. Springel, MNRAS 364, 1105, 2005, equation 34), if 2^levels is enough for that.
struct BlockSteps {
  std::uint32_t levels = 0;  ///< at least 1, at most kMostBlockLevels
  double eta = 0.025;
  double softening = 0;  ///< from the family's options
};

/// Counts of a run's steps.
struct BlockCounts {
  std::uint64_t steps = 0;              ///< whole steps
  std::uint64_t substeps = 0;           ///< times at which forces were computed
  std::uint64_t body_steps = 0;         ///< requested forces on a body
  std::uint64_t too_long = 0;           ///< body_steps that are too long even with 2^levels
  std::uint32_t deepest = 0;            ///< the last level that had a body
  std::vector<std::uint64_t> at_start;  ///< bodies of each level, summed over the starts of whole
                                        ///< steps
};

/// The options of a simulation.
struct SimulationOptions {
  double time_step = 0.005;
  std::optional<BlockSteps> block_steps;       ///< empty: one step for all
  std::map<std::string, std::string> problem;  ///< --cutoff, --skin, --eps, …
  /// Capacity, in entries per particle, of the first list on a device; empty: the capacity it needs
  /// and a reserve.
  std::optional<std::uint64_t> list_capacity;
  bool on_host = false;    ///< move particles on the host even if the device could
  std::uint64_t salt = 0;  ///< chooses the particles that checks during the run compare
};

/// The family that computes the forces of charges in a periodic box, and its kernels; null if there
/// is none.
struct ChargeKernels {
  const Family* family = nullptr;
  const Kernel *real = nullptr, *real_list = nullptr, *wave = nullptr, *mesh = nullptr;
};

/// The kernel for the forces that move the particles, and its device.
struct ForceKernel {
  const Family& family;  ///< a ForceFamily
  const Kernel& kernel;
  Device& device;
  Configuration configuration;
  const KernelInfo* builder = nullptr;  ///< of the list that the forces take; null: none fits
  /// The kernels for the forces of charges; no family: `kernel` computes all forces.
  ChargeKernels charges = {};

  const ForceFamily& force_family() const { return dynamic_cast<const ForceFamily&>(family); }
  ForceTraits traits() const { return force_family().force_traits(); }
};

/// The problem of particles at a step, with energies and in their order.
std::unique_ptr<Problem> make_step_problem(const ForceKernel& forces,
                                           const SimulationOptions& options, ParticleSet particles,
                                           std::uint64_t step);

/// The outputs of one launch for particles at those positions. Their list, if there is one, is on
/// the device.
std::vector<HostArray> launch_at(Execution& execution, const ForceField& field,
                                 const Configuration& configuration, const ParticleSet& particles);

/// Runs and verifies the kernel on the problem of that step, and calls f with its outputs. Throws
/// Error(verification_failed) if they are wrong, or the error that kept the kernel from running.
void run_verified(const Kernel& kernel, Device& device, Problem& problem,
                  const Configuration& configuration, std::uint64_t step,
                  const std::function<void(const std::vector<HostArray>&)>& f);

/// Sums over all particles.
struct Energies {
  double potential = 0;
  double kinetic = 0;
  double virial = 0;     ///< of forces; 0 for accelerations
  double reservoir = 0;  ///< of a thermostat: Thermostat::energy()
};

/// The potential energies of all particles.
struct PotentialSum {
  double potential = 0;
  double magnitude = 0;  ///< the sum of their magnitudes
};
/// Sums results in the particles' order.
PotentialSum sum_of_potentials(const ForceTraits& traits, const ParticleSet& particles,
                               const std::vector<ParticleResult>& results);

/// Steps between two checks whether kernel parameters are outdated (ForceTraits::adapts). Checks
/// depend only on the run's step number, so that a continued run checks at the same steps.
inline constexpr std::uint64_t kAdaptEvery = 64;

/// Particles between two steps, as whatever moved them left them.
struct StepMoment {
  SimulationState state;
  HostArray forces;              ///< those that move them next, as a kernel's first output
  bool kick_due = false;         ///< the last step's second kick is not in the velocities yet
  std::uint64_t lists_made = 0;  ///< of the run; also counts new kernel parameters
};

/// A moment within a step of block time steps. Only the data that are asked for are copied from the
/// device.
struct WithinStep {
  double part = 0;  ///< the part of the step that has passed: 0 before all kicks, 1 after the last
  std::function<ParticleSet()> particles;
  std::function<HostArray()> forces;                   ///< a kernel's first output
  std::function<std::vector<std::uint64_t>()> active;  ///< bodies with wanted forces
};
using LookWithin = std::function<void(const WithinStep&)>;

/// Leapfrog in its kick-drift-kick form, called velocity Verlet for Lennard-Jones:
///   v += a dt/2, x += v dt, a from x, v += a dt/2.
/// Positions and velocities are in double precision; the kernel gets positions rounded to its own.
/// A new neighbour list is made, from the particles in spatial order, when a particle has moved
/// half the skin; that step's forces already use it.
///
/// Kernel parameters that depend on the particles' positions are checked every kAdaptEvery steps,
/// by the forces. If they are outdated, they and the forces are computed again before the next
/// step.
///
/// A thermostat acts half a step before and half a step after. Walls reflect: a coordinate beyond a
/// face of the box is mirrored at it. The velocity along that axis changes its sign when a particle
/// of constant velocity reaches the face.
///
/// Every function throws Error(bad_input) if a particle is lost, that is if a force or a coordinate
/// is not finite any more.
class Integrator {
 public:
  virtual ~Integrator() = default;
  /// Takes whole steps, at least one and at most `most`, and returns how many: few enough that the
  /// caller soon gets control back.
  virtual std::uint64_t advance(std::uint64_t most) = 0;
  virtual Energies energies() = 0;
  /// The energies that steps conserve: if the potential jumps at a cutoff, they are those of the
  /// shifted potential without the jump.
  virtual Energies conserved() = 0;
  virtual const SimulationState& state() = 0;
  /// The forces that move the particles at their current positions, as a kernel's first output.
  virtual HostArray forces() = 0;
  /// The particles now. Changes nothing, so that no kernel can tell whether somebody looks.
  virtual StepMoment moment() = 0;
  /// The outputs behind the last energies(), before any other call.
  virtual std::vector<HostArray> energy_outputs() = 0;
  /// ForceField::judge_forces() for these `forces`, on some of the particles, which are those of
  /// now or of a moment().
  virtual JudgedForces judge(const ForceKernel& kernel, Precision arithmetic,
                             const ParticleSet& particles, const HostArray& forces,
                             const std::vector<std::uint64_t>& some) {
    return field().judge_forces(particles, kernel.configuration, arithmetic, forces, some);
  }
  virtual const ForceField& field() const = 0;
  /// The forces of charges; null if the kernel has all forces.
  virtual const ChargeForces* charges() const { return nullptr; }
  /// Makes the next step call it at its beginning and at each of its substeps; the last one is at
  /// its end.
  virtual void look_within(LookWithin) {}
  /// Null if all bodies have the same step.
  virtual const BlockCounts* block_counts() const { return nullptr; }
  virtual std::uint64_t lists_made() const = 0;
  /// Whether particles stay on the device between steps.
  virtual bool on_device() const = 0;
};

/// Whether the faces of the particles' box reflect them.
bool has_walls(const ForceTraits& traits, const ParticleSet& particles);

/// The number of terms of the kinetic energy: three per particle, minus those of the centre of mass
/// unless walls hold it.
double degrees_of_freedom(const ForceTraits& traits, const ParticleSet& particles);

/// Moves particles on the host, with the forces of any kernel.
std::unique_ptr<Integrator> make_host_integrator(const ForceKernel& forces,
                                                 const SimulationOptions& options,
                                                 SimulationState state);

/// Whether make_device_integrator() supports it: the device has a queue and double precision, the
/// layout has a constant distance between particles, and the list, if there is one, a builder.
/// Types, walls and thermostats need the host.
bool steps_on_device(const ForceKernel& forces, const SimulationState& state);

/// Keeps particles on the device: see steps_on_device().
std::unique_ptr<Integrator> make_device_integrator(const ForceKernel& forces,
                                                   const SimulationOptions& options,
                                                   SimulationState state);

/// As make_device_integrator(), with options.block_steps, for accelerations and a kernel that
/// computes them on some bodies (ForceTraits::on_some).
std::unique_ptr<Integrator> make_block_integrator(const ForceKernel& forces,
                                                  const SimulationOptions& options,
                                                  SimulationState state);

}  // namespace gputest
