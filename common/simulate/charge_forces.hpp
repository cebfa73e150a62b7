// The forces of charges in a periodic box, which whole steps add to those of the run's kernel:
// Ewald sums, by kernels of the family ewald in the same API.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/run/registry.hpp"
#include "common/simulate/integrator.hpp"

namespace gputest {

/// The options of the family ewald that a run accepts, without those that steps set themselves.
std::vector<ProblemOption> charge_options(const Registry& registry);

/// The family and its kernels in that API.
ChargeKernels find_charge_kernels(const Registry& registry, const std::string& api);

/// Forces and energies of the charges of particles in a periodic box, in the units of the run. The
/// real part is summed over a list if the box has room for its cutoff and a skin, otherwise over
/// all pairs. The wave part uses a mesh if there is such a kernel and direct sums take more
/// operations. Parameters are the family's own, chosen by --accuracy.
class ChargeForces {
 public:
  /// Throws Error(bad_input) for charges that are not neutral, and for anything that the family
  /// refuses or the precision does not allow (ForceField::shortcoming()).
  ChargeForces(const ForceKernel& forces, const SimulationOptions& options,
               const ParticleSet& listed, std::uint64_t step);

  /// Makes a new list of these particles, which must be in the box.
  void make_list(const ParticleSet& listed, std::uint64_t step);
  /// How far a particle may move before the next make_list(); 0 if there is no list.
  double half_skin() const { return skin_ / 2; }

  /// Computes the forces on particles at these positions.
  void compute(const ParticleSet& now);
  /// The results for each particle from the last compute().
  const std::vector<ParticleResult>& results() const { return results_; }
  /// The sum of their energies. It is the virial as well, because the energy of charges is
  /// homogeneous of degree -1.
  double energy() const { return energy_; }

  /// As ForceField::judge_forces(), for the results of the last compute() on these particles.
  JudgedForces judge(const ParticleSet& now, const std::vector<std::uint64_t>& some) const;
  /// Runs all kernels again, with a new list, and compares the results with the reference. The
  /// particles must be in the box. Throws as Simulation::verify() does.
  PotentialSum verify(const ParticleSet& now, std::uint64_t step) const;

  /// The kernels' names and the parameters, a clause.
  std::string description() const;

 private:
  struct Part {
    const Kernel* kernel = nullptr;
    Configuration configuration;
    std::shared_ptr<Problem> problem;
    std::unique_ptr<Execution> execution;
    HostArray forces = {};

    const ForceField& field() const { return dynamic_cast<const ForceField&>(*problem); }
  };
  std::shared_ptr<Problem> make_problem(const ParticleSet& particles, std::uint64_t step) const;
  Part part_of(const Kernel& kernel) const;
  void choose_list(const ParticleSet& listed);
  void choose_mesh();
  void prepare(Part& part);
  ParticleSet charged(const ParticleSet& particles) const;

  ForceKernel forces_;
  SimulationOptions options_;
  SteppedCharges charges_;
  double skin_ = 0;
  Part real_, wave_;
  std::vector<ParticleResult> results_;
  double energy_ = 0;
};

}  // namespace gputest
