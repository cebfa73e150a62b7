// Additional interfaces of families that compute forces on particles.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/core/options.hpp"
#include "common/core/precision.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

struct Configuration;
struct ProblemRequest;

/// One result in the form that `--forces` writes.
struct ParticleResult {
  std::int64_t id = 0;
  double x = 0, y = 0, z = 0;  ///< acceleration or force, see ForceTraits
  double potential = 0;
};

/// Properties of a family's forces.
struct ForceTraits {
  /// If true, a kernel's vector is an acceleration ("a") and the fourth number the sum of m/r;
  /// times -m/2 it is the particle's energy. If false, the vector is a force ("f"), to be divided
  /// by the particle's mass. The second output, if there is one, is the virial. Without a second
  /// output the virial in an open box is the sum of f x.
  bool acceleration = false;
  /// Forces have a short range: after the layout's arrays a kernel takes a neighbour list.
  bool neighbour_list = false;
  /// Kernels get a particle's type in place of its mass (ForceField::place_types()).
  bool typed = false;
  /// The faces of the particles' box reflect them along open axes.
  bool walls = false;
  /// The particles have charges. In a periodic box the kernel does not compute their forces: whole
  /// steps add them by Ewald sums (ForceFamily::charges()).
  bool charged = false;
  /// Kernels can compute the forces on only some of the particles (ForceField::on_some()).
  bool on_some = false;
  /// Some kernel parameters depend on where the particles are (ForceField::outdated()).
  bool adapts = false;
};

/// Whether there is a box that is periodic along every axis.
inline bool is_periodic(const ParticleSet& particles) {
  return particles.has_box && particles.box.periodic == std::array{true, true, true};
}

/// Charges of particles in a periodic box.
struct SteppedCharges {
  std::vector<double> charge;  ///< of each particle
  double unit = 1;             ///< the energy of two unit charges at a distance of 1
};

/// The units of whole steps; by default Boltzmann's constant is 1.
struct StepUnits {
  double boltzmann = 1;      ///< energy per unit of temperature
  double time = 1;           ///< the unit of --time-step, in the particles' unit of time
  double pressure = 1;       ///< the unit of the printed pressure, in the particles' unit
  double time_step = 0.005;  ///< the default of --time-step
  const char* names = "";    ///< a clause that names the units; empty: reduced units
};

/// Pairs of a neighbour list are nearer than the sum. The list stays valid until a particle has
/// moved half the skin.
struct ListRadii {
  double cutoff = 0, skin = 0;
  double sum() const { return cutoff + skin; }
};

/// A Family that computes forces also derives from this; dynamic_cast finds it.
class ForceFamily {
 public:
  virtual ~ForceFamily() = default;
  virtual ForceTraits force_traits() const = 0;
  virtual StepUnits step_units() const { return {}; }
  /// The length over which the options soften forces between particles at one place; 0: none.
  virtual double softening(const OptionValues&) const { return 0; }
  /// The problem options for moving these particles (or none yet) by its forces: energies are
  /// computed, and particles keep the given order.
  virtual OptionValues step_options(const ParticleSet& particles) const = 0;
  /// The charges, if the traits say `charged`, of particles in a periodic box. Throws
  /// Error(bad_input) if they are not neutral.
  virtual SteppedCharges charges(const ParticleSet&, const OptionValues&) const { return {}; }
  /// The particles of a run without input: request.n of them.
  virtual ParticleSet generate(const ProblemRequest& request) const = 0;
  /// The parts of the request's options and of the configuration that determine the forces;
  /// checkpoints store them.
  virtual nlohmann::ordered_json description(const ProblemRequest& request,
                                             const Configuration& configuration) const = 0;
};

/// Sets the specialization of that name, if the signature has it.
inline void specialize(KernelSignature& signature, std::string_view name, std::uint32_t value) {
  for (Specialization& one : signature.specializations)
    if (one.name == name) one.value = value;
}

/// The verdict on the forces at one moment.
struct JudgedForces {
  std::string fault;       ///< one sentence; empty if every check passed
  double net_allowed = 0;  ///< bound on the sum of all forces, from rounding
};

/// A Problem of a ForceFamily also derives from this.
class ForceField {
 public:
  virtual ~ForceField() = default;
  /// The outputs in physical terms, in input order. Throws Error(usage) if the options left out
  /// part of a result.
  virtual std::vector<ParticleResult> results(Precision precision,
                                              const std::vector<HostArray>& outputs) const = 0;
  /// For forces in a periodic box with outputs that do not contain their virial: from a signature
  /// with energies the one of the kernel with fourth numbers that add up to twice the virial.
  virtual std::optional<KernelSignature> virial(KernelSignature) const { return std::nullopt; }
  /// Why steps in that configuration cannot be as accurate as the options require, a sentence
  /// without a full stop; empty if they can, or nothing is required.
  virtual std::string shortcoming(const Configuration&) const { return {}; }
  /// Energies that particles have wherever they are, in addition to those of the outputs, in input
  /// order; empty if none has any.
  virtual std::vector<double> constant_energies() const { return {}; }
  /// The signature for only forces, from one with energies.
  virtual KernelSignature without_energies(KernelSignature signature) const = 0;
  /// If ForceTraits::on_some is set: from the signature for only forces, the one for forces on some
  /// particles. After its inputs comes one word per particle, in their order: 0 if the force is not
  /// wanted. The value written for such a particle is undefined.
  virtual KernelSignature on_some(KernelSignature signature) const { return signature; }
  /// If ForceTraits::typed is set: puts the values that kernels get into the masses.
  virtual void place_types(ParticleSet&) const {}
  /// A particle's own term in the sum of m/r, relative to its mass.
  virtual double self_potential() const { return 0; }
  virtual ListRadii list_radii() const { return {}; }
  /// If ForceTraits::adapts is set: whether the kernel parameters should be determined again from
  /// the current positions. `forces`, a kernel's first output, act there.
  virtual bool outdated(const Configuration&, const HostArray& /*forces*/) const { return false; }
  /// How many particles' forces are compared with the reference at a check during a run.
  virtual std::uint64_t compared_on_the_way() const { return 16; }
  /// The signature, from one with energies, of the kernel that gives the conserved potential energy
  /// of whole steps; empty: that signature itself.
  virtual std::optional<KernelSignature> conserving(const Configuration&,
                                                    const KernelSignature&) const {
    return std::nullopt;
  }
  /// Judges forces on the same particles at other positions: `now` has them in the order of the
  /// problem, `forces` is a kernel's first output and `arithmetic` the precision of a single
  /// interaction. Forces on `some` of the particles are compared with the reference, and all of
  /// them must be finite and add up to zero. O(some N).
  virtual JudgedForces judge_forces(const ParticleSet& now, const Configuration& configuration,
                                    Precision arithmetic, const HostArray& forces,
                                    const std::vector<std::uint64_t>& some) const = 0;
  /// If ForceTraits::on_some is set: the same for only `some` of the particles; other forces are
  /// ignored. The sum of all is not judged.
  virtual JudgedForces judge_some(const ParticleSet& /*now*/, const Configuration&,
                                  Precision /*arithmetic*/, const HostArray& /*forces*/,
                                  const std::vector<std::uint64_t>& /*some*/) const {
    return {};
  }
  /// Judges the energies and virials of a kernel's `outputs` in the same way: the fault of some
  /// particle, a clause; empty if there is none. Behind the outputs may come that of virial().
  virtual std::string judge_energies(const ParticleSet& /*now*/, const Configuration&,
                                     Precision /*arithmetic*/,
                                     const std::vector<HostArray>& /*outputs*/,
                                     const std::vector<std::uint64_t>& /*some*/) const {
    return {};
  }
};

}  // namespace gputest
