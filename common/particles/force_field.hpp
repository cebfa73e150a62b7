// What families that compute forces on particles offer beside what every family does.
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

/// One result as `--forces` writes it.
struct ParticleResult {
  std::int64_t id = 0;
  double x = 0, y = 0, z = 0;  ///< acceleration or force, as ForceTraits says
  double potential = 0;
};

/// What the forces of a family are.
struct ForceTraits {
  /// A kernel's vector is an acceleration ("a") and the fourth number the sum of m/r, of which -m/2
  /// times is the particle's energy; or the vector is a force ("f"), to be divided by the
  /// particle's mass, and the second output, if there is one, the virial; else, in an open box,
  /// that is the sum of f x.
  bool acceleration = false;
  /// Forces are of short range: after the layout's arrays a kernel takes a neighbour list.
  bool neighbour_list = false;
  /// Kernels get a particle's type in the place of its mass (ForceField::place_types()).
  bool typed = false;
  /// The faces of the particles' box, where it is open, reflect them.
  bool walls = false;
  /// The particles have charges, whose forces in a periodic box are not those of the kernel: whole
  /// steps have them by Ewald's sums (ForceFamily::charges()).
  bool charged = false;
  /// Kernels can compute the forces on some of the particles alone (ForceField::on_some()).
  bool on_some = false;
  /// Numbers that a kernel is told follow from where the particles are (ForceField::outdated()).
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

/// What whole steps are counted in: by default in units in which Boltzmann's constant is 1.
struct StepUnits {
  double boltzmann = 1;      ///< energy per unit of temperature
  double time = 1;           ///< of --time-step, in a unit of time of the particles
  double pressure = 1;       ///< of the pressure that is printed, in one of the particles
  double time_step = 0.005;  ///< of --time-step where none is given
  const char* names = "";    ///< what they are, a clause; empty: reduced units
};

/// Pairs of a neighbour list are nearer than the sum. It may be kept until a particle has moved
/// half the skin.
struct ListRadii {
  double cutoff = 0, skin = 0;
  double sum() const { return cutoff + skin; }
};

/// A Family that computes forces is one of these too: dynamic_cast finds it.
class ForceFamily {
 public:
  virtual ~ForceFamily() = default;
  virtual ForceTraits force_traits() const = 0;
  virtual StepUnits step_units() const { return {}; }
  /// The length over which the options soften forces between particles at one place; 0: none.
  virtual double softening(const OptionValues&) const { return 0; }
  /// What the options of a problem are set to where these particles, or as yet none, are moved by
  /// its forces: energies are computed, and particles stay in the order in which they are given.
  virtual OptionValues step_options(const ParticleSet& particles) const = 0;
  /// Where the traits say `charged`, of particles in a periodic box. Throws Error(bad_input) where
  /// they are not neutral.
  virtual SteppedCharges charges(const ParticleSet&, const OptionValues&) const { return {}; }
  /// The particles of a run that is given none: request.n of them.
  virtual ParticleSet generate(const ProblemRequest& request) const = 0;
  /// Of the request's options and the configuration what makes the forces: a checkpoint is of it.
  virtual nlohmann::ordered_json description(const ProblemRequest& request,
                                             const Configuration& configuration) const = 0;
};

/// Sets the specialization of that name, where the signature has it.
inline void specialize(KernelSignature& signature, std::string_view name, std::uint32_t value) {
  for (Specialization& one : signature.specializations)
    if (one.name == name) one.value = value;
}

/// What forces of one moment are found to be.
struct JudgedForces {
  std::string fault;       ///< what is wrong, a sentence; empty: nothing that was looked at
  double net_allowed = 0;  ///< what the forces on all particles may add up to, by rounding
};

/// A Problem of a ForceFamily is one of these too.
class ForceField {
 public:
  virtual ~ForceField() = default;
  /// The outputs in physical terms, in input order. Throws Error(usage) where the options left out
  /// what a result holds.
  virtual std::vector<ParticleResult> results(Precision precision,
                                              const std::vector<HostArray>& outputs) const = 0;
  /// Of forces in a periodic box whose outputs do not say their virial: from a signature with
  /// energies that of the kernel whose fourth numbers add up to twice it.
  virtual std::optional<KernelSignature> virial(KernelSignature) const { return std::nullopt; }
  /// Why steps in that configuration cannot be as accurate as the options ask, a sentence without a
  /// full stop; empty: they can, or nothing is asked.
  virtual std::string shortcoming(const Configuration&) const { return {}; }
  /// What particles have of energy wherever they are, beside that of the outputs, in input order;
  /// empty: none has any.
  virtual std::vector<double> constant_energies() const { return {}; }
  /// The signature of forces alone, from one with energies.
  virtual KernelSignature without_energies(KernelSignature signature) const = 0;
  /// Where ForceTraits::on_some says so: from the signature of forces alone that of forces on some
  /// particles. After its inputs comes one word per particle, by its place, which is 0 where the
  /// force is not wanted; what is then written of it is of no use.
  virtual KernelSignature on_some(KernelSignature signature) const { return signature; }
  /// Puts into the masses what kernels get in their place, where ForceTraits::typed says so.
  virtual void place_types(ParticleSet&) const {}
  /// What a particle's own term in the sum of m/r is of its mass.
  virtual double self_potential() const { return 0; }
  virtual ListRadii list_radii() const { return {}; }
  /// Where ForceTraits::adapts says so: whether the numbers that kernels are told should be found
  /// anew from where particles are now, on which `forces` act, a kernel's first output.
  virtual bool outdated(const Configuration&, const HostArray& /*forces*/) const { return false; }
  /// How many particles' forces are compared with the reference at a check on the way.
  virtual std::uint64_t compared_on_the_way() const { return 16; }
  /// The signature of the kernel whose potential energies, with the kinetic ones, whole steps
  /// conserve, from one with energies; none: it is that one.
  virtual std::optional<KernelSignature> conserving(const Configuration&,
                                                    const KernelSignature&) const {
    return std::nullopt;
  }
  /// Judges forces on the same particles elsewhere: `now` has their places in the order of the
  /// problem's, `forces` is a kernel's first output and `arithmetic` the precision of a single
  /// interaction. Those on `some` of the particles are compared with the reference, and all of them
  /// must be finite and add up to nothing. O(some N).
  virtual JudgedForces judge_forces(const ParticleSet& now, const Configuration& configuration,
                                    Precision arithmetic, const HostArray& forces,
                                    const std::vector<std::uint64_t>& some) const = 0;
  /// Where ForceTraits::on_some says so: the same of `some` of the particles alone, whatever the
  /// forces on others are said to be. Nothing is said of the sum of all.
  virtual JudgedForces judge_some(const ParticleSet& /*now*/, const Configuration&,
                                  Precision /*arithmetic*/, const HostArray& /*forces*/,
                                  const std::vector<std::uint64_t>& /*some*/) const {
    return {};
  }
};

}  // namespace gputest
