// What moves particles through time: on the host, or on the device that computes their forces.
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

/// Everything that a run needs to go on exactly as if it had not stopped.
struct SimulationState {
  std::uint64_t step = 0;
  ParticleSet particles;        ///< in the order in which kernels get them; along periodic axes not
                                ///< folded into the box
  std::vector<double> x, y, z;  ///< positions, folded, that the neighbour list was made from, or
                                ///< the numbers of kernels that adapt were found from
  std::optional<Thermostat> thermostat;  ///< none: the energy is constant

  /// The particles at the positions that the list was made from.
  ParticleSet listed() const {
    ParticleSet at_list = particles;
    at_list.x = x;
    at_list.y = y;
    at_list.z = z;
    return at_list;
  }
};

inline constexpr std::uint32_t kMostBlockLevels = 16;

/// Block time steps: each body has its own step, the time step over 2^k for k = 0 ... levels, which
/// is at most (2 eta epsilon / |a|)^(1/2), with the softening length epsilon and the acceleration a
/// (V. Springel, MNRAS 364, 1105, 2005, equation 34), where 2^levels suffices.
struct BlockSteps {
  std::uint32_t levels = 0;  ///< at least 1, at most kMostBlockLevels
  double eta = 0.025;
  double softening = 0;  ///< what the family's options say
};

/// What steps of a run were.
struct BlockCounts {
  std::uint64_t steps = 0;              ///< whole ones
  std::uint64_t substeps = 0;           ///< times at which forces were computed
  std::uint64_t body_steps = 0;         ///< forces on a body that were wanted
  std::uint64_t too_long = 0;           ///< of body_steps: those that 2^levels left too long
  std::uint32_t deepest = 0;            ///< the last level that had a body
  std::vector<std::uint64_t> at_start;  ///< bodies of each level, summed over whole steps' starts
};

/// What a simulation is told.
struct SimulationOptions {
  double time_step = 0.005;
  std::optional<BlockSteps> block_steps;       ///< none: one step for all
  std::map<std::string, std::string> problem;  ///< --cutoff, --skin, --eps, …
  /// Entries per particle that the first list on a device has capacity for; none: what it needs and
  /// some more.
  std::optional<std::uint64_t> list_capacity;
  bool on_host = false;  ///< particles are moved on the host, though the device could
};

/// The family that has the forces of charges in a periodic box, and its kernels; null where there
/// is none.
struct ChargeKernels {
  const Family* family = nullptr;
  const Kernel *real = nullptr, *real_list = nullptr, *wave = nullptr, *mesh = nullptr;
};

/// The kernel whose forces move the particles, and where it runs.
struct ForceKernel {
  const Family& family;  ///< a ForceFamily
  const Kernel& kernel;
  Device& device;
  Configuration configuration;
  const KernelInfo* builder = nullptr;  ///< of the list that the forces take; null: none fits
  /// What has the forces of charges beside it; no family: the kernel has all forces.
  ChargeKernels charges = {};

  const ForceFamily& force_family() const { return dynamic_cast<const ForceFamily&>(family); }
  ForceTraits traits() const { return force_family().force_traits(); }
};

/// The problem of particles at a step, energies included and in their order.
std::unique_ptr<Problem> make_step_problem(const ForceKernel& forces,
                                           const SimulationOptions& options, ParticleSet particles,
                                           std::uint64_t step);

/// The outputs of one launch, of particles at those places, whose list, if there is one, is on the
/// device.
std::vector<HostArray> launch_at(Execution& execution, const ForceField& field,
                                 const Configuration& configuration, const ParticleSet& particles);

/// Has the kernel solve the problem of that step, verified, and calls f with its outputs. Throws
/// Error(verification_failed) where it is wrong, or what kept the kernel from running.
void run_verified(const Kernel& kernel, Device& device, Problem& problem,
                  const Configuration& configuration, std::uint64_t step,
                  const std::function<void(const std::vector<HostArray>&)>& f);

/// Sums over all particles.
struct Energies {
  double potential = 0;
  double kinetic = 0;
  double virial = 0;     ///< of forces; of accelerations 0
  double reservoir = 0;  ///< of a thermostat: Thermostat::energy()
};

/// The potential energies of all particles.
struct PotentialSum {
  double potential = 0;
  double magnitude = 0;  ///< of them one by one
};
/// Of results in the particles' order.
PotentialSum sum_of_potentials(const ForceTraits& traits, const ParticleSet& particles,
                               const std::vector<ParticleResult>& results);

/// Steps between two looks whether what kernels are told still fits (ForceTraits::adapts). Of the
/// run's step number alone, so that a run that is continued looks at the same steps.
inline constexpr std::uint64_t kAdaptEvery = 64;

/// A moment within a step of block time steps, of which what is asked for is copied from the
/// device.
struct WithinStep {
  double part = 0;  ///< of the step that has passed: 0 before all kicks, 1 behind the last
  std::function<ParticleSet()> particles;
  std::function<HostArray()> forces;                   ///< a kernel's first output
  std::function<std::vector<std::uint64_t>()> active;  ///< bodies on which they are wanted
};
using LookWithin = std::function<void(const WithinStep&)>;

/// Leapfrog in its kick-drift-kick form, which for Lennard-Jones is called velocity Verlet:
///   v += a dt/2, x += v dt, a from x, v += a dt/2.
/// Positions and velocities are in double precision; the kernel gets the positions rounded to its
/// own. A neighbour list is made anew at the first step at which a particle has moved half the
/// skin, before its forces are computed, from the particles in spatial order.
///
/// What a kernel is told of where the particles are is looked at every kAdaptEvery steps, by the
/// forces, and where it is outdated found anew, and the forces with it, before the next step.
///
/// A thermostat acts half a step before and half a step after. Walls reflect: a coordinate beyond a
/// face of the box is mirrored at it, and the velocity along that axis changes its sign at the
/// moment at which a particle of constant velocity is there.
///
/// Every function throws Error(bad_input) where a particle is lost: a force or a coordinate is not
/// finite any more.
class Integrator {
 public:
  virtual ~Integrator() = default;
  /// Takes whole steps, at least one and at most `most` of them, and returns how many: as few as
  /// make a caller wait no longer than it need, to be asked again.
  virtual std::uint64_t advance(std::uint64_t most) = 0;
  virtual Energies energies() = 0;
  /// The energies that steps conserve: where the potential jumps at a cutoff, with the jump taken
  /// away, as a shifted potential has it.
  virtual Energies conserved() = 0;
  virtual const SimulationState& state() = 0;
  /// The forces that move the particles from where they are, as a kernel's first output has them.
  virtual HostArray forces() = 0;
  /// ForceField::judge_forces() of these, `forces`, on some of the particles.
  virtual JudgedForces judge(const ForceKernel& kernel, Precision arithmetic,
                             const HostArray& forces, const std::vector<std::uint64_t>& some) {
    return field().judge_forces(state().particles, kernel.configuration, arithmetic, forces, some);
  }
  virtual const ForceField& field() const = 0;
  /// What has the forces of charges; null where the kernel has all forces.
  virtual const ChargeForces* charges() const { return nullptr; }
  /// Has the next step call it at its beginning and at each of its substeps, the last of which is
  /// its end.
  virtual void look_within(LookWithin) {}
  /// Null where all bodies have the same step.
  virtual const BlockCounts* block_counts() const { return nullptr; }
  virtual std::uint64_t lists_made() const = 0;
  /// Whether particles stay on the device between steps.
  virtual bool on_device() const = 0;
};

/// Whether the faces of the particles' box reflect them.
bool has_walls(const ForceTraits& traits, const ParticleSet& particles);

/// What the particles' kinetic energy is shared by: three of each, but for those of the centre of
/// mass where no walls hold it.
double degrees_of_freedom(const ForceTraits& traits, const ParticleSet& particles);

/// Particles are moved on the host, with the forces of any kernel.
std::unique_ptr<Integrator> make_host_integrator(const ForceKernel& forces,
                                                 const SimulationOptions& options,
                                                 SimulationState state);

/// Whether make_device_integrator() takes it: the device has a queue and double precision, the
/// layout has a constant distance between particles, and the list, if there is one, a builder.
/// Types, walls and thermostats are the host's.
bool steps_on_device(const ForceKernel& forces, const SimulationState& state);

/// Particles stay on the device: see steps_on_device().
std::unique_ptr<Integrator> make_device_integrator(const ForceKernel& forces,
                                                   const SimulationOptions& options,
                                                   SimulationState state);

/// As make_device_integrator(), of bodies with accelerations whose kernel computes those on some
/// (ForceTraits::on_some), with options.block_steps.
std::unique_ptr<Integrator> make_block_integrator(const ForceKernel& forces,
                                                  const SimulationOptions& options,
                                                  SimulationState state);

/// Folds the positions along periodic axes.
void fold(ParticleSet& particles);

}  // namespace gputest
