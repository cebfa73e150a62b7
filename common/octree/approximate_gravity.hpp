// Shared by families that approximate gravity by the cells of an octree: the bodies, the right
// answer for some of them, and the verification of outputs against it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "common/octree/errors.hpp"
#include "common/octree/oracle.hpp"
#include "common/particles/attraction.hpp"
#include "common/particles/force_field.hpp"
#include "common/run/family.hpp"

namespace gputest {

/// --eps, --accuracy, --theta and --margin.
struct TreeOptions {
  double eps = 0.02;           ///< softening length; 0: none
  double accuracy = 1e-3;      ///< met by 99 % of the errors
  std::string theta = "auto";  ///< a number, or auto: the largest that meets the accuracy
  /// The fraction of the accuracy for which θ is chosen: 0.8, since errors of another sample or
  /// precision differ by less.
  double margin = 0.8;

  /// θ, if it is a number. Throws Error(bad_input) if it is not between 0 and 1, and for a margin
  /// above 1.
  std::optional<double> fixed_theta() const;
};
/// The command-line options for these.
const OptionSet<TreeOptions>& tree_options();

/// The bodies of a request for a family of that name; masses may be 0. Throws Error(bad_input) if
/// one is negative, and as attracting_bodies() does.
AttractingBodies bodies_of_cells(const std::string& family, const ProblemRequest& request,
                                 const TreeOptions& options);

/// The scratch arrays of a tree of n bodies that tree::Arguments names, except for third moments.
std::vector<ArrayShape> tree_scratch(Element real, std::uint64_t n, std::uint32_t leaf);

/// A problem with kernels that write "accelerations": x y z and the sum of m/r in w. A body itself
/// adds m/eps to w.
///
/// Verification: the error of body i is |Δa| / |a| against a sum over all bodies in double
/// precision. All bodies up to 16384 are compared, otherwise 4096 that the salt chooses, one from
/// each part. 99 % of them must meet the required accuracy. For every one the error must be within
/// 10 times the accuracy of Σ_j |a_ij|, and so must w. A body near several cells that barely pull
/// as a whole may exceed that, up to 30 times. This holds only if a walk on the host has the same
/// error. In addition 16 ε of Σ_j |a_ij| are allowed for rounding, because |a| says nothing of it
/// if pulls cancel. With θ = 0 nothing is approximated, and every body is allowed only ε (16 + √N)
/// and drift_of(), as in hermite.
class ApproximateGravity : public Problem, public ForceField {
 public:
  /// `theta` is empty if it must be chosen.
  ApproximateGravity(AttractingBodies bodies, const TreeOptions& options, const Checking& checking);

  std::uint64_t n() const override { return particles_->size(); }
  /// Throws as require_possible() does; otherwise argument_shapes().
  KernelSignature shapes(const Configuration& configuration) const override;
  std::vector<HostArray> inputs(const Configuration& configuration) const override;
  void make_reference(const Configuration& configuration) override;
  Verification verify(const Configuration& configuration, Precision arithmetic,
                      const std::vector<HostArray>& outputs) const override;
  nlohmann::ordered_json parameters(const Configuration& configuration) const override;
  /// In fp64, if cells pull as a whole. Bodies are moved by up to 2^-30 of their extent, so that
  /// rounding decides nothing: on a lattice, many bodies are exactly at the edge of a cell.
  std::vector<std::unique_ptr<Problem>> in_two_units(
      const Configuration& configuration) const override;
  /// For 99 % of the compared bodies, the answers may differ by the geometric mean of the spacings
  /// of fp32 and fp64, relative to the sum of pulls and to the sum of m/r.
  Verification compare_units(const Configuration& configuration,
                             const std::vector<HostArray>& first,
                             const std::vector<HostArray>& second) const override;

  std::vector<ParticleResult> results(Precision precision,
                                      const std::vector<HostArray>& outputs) const override;
  /// A walk computes both.
  KernelSignature without_energies(KernelSignature signature) const override { return signature; }
  double self_potential() const override { return options_.eps > 0 ? 1 / options_.eps : 0; }
  /// Outdated if the usual pull has changed by a tenth.
  bool outdated(const Configuration& configuration, const HostArray& forces) const override;
  /// Large enough that 1 % of it is several bodies.
  std::uint64_t compared_on_the_way() const override { return 1024; }
  JudgedForces judge_forces(const ParticleSet& now, const Configuration& configuration,
                            Precision arithmetic, const HostArray& forces,
                            const std::vector<std::uint64_t>& some) const override;
  JudgedForces judge_some(const ParticleSet& now, const Configuration& configuration,
                          Precision arithmetic, const HostArray& forces,
                          const std::vector<std::uint64_t>& some) const override;
  std::string judge_energies(const ParticleSet& now, const Configuration& configuration,
                             Precision arithmetic, const std::vector<HostArray>& outputs,
                             const std::vector<std::uint64_t>& some) const override;

 protected:
  /// Some bodies, and the pull of all others on each.
  struct Sample {
    std::vector<std::uint64_t> bodies;
    std::vector<TreePull> pulls;
  };
  /// The right answer for inputs in one precision.
  struct Reference {
    ParticleSet particles;
    Sample walked;  ///< by walks on the host; independent of the salt, as are θ and the kernels'
                    ///< work
    std::optional<Sample> compared = {};  ///< chosen by the salt; empty: not made yet
  };

  /// The errors of the configuration's kernels; θ is chosen first if necessary.
  virtual const WalkErrors& errors_of(const Configuration& configuration) const = 0;
  /// Throws Error(bad_input) for bodies outside the precision's range, and for an accuracy that it
  /// does not reach.
  void require_possible(const Configuration& configuration) const;
  virtual KernelSignature argument_shapes(const Configuration& configuration) const = 0;
  /// The error of the method itself for one of these bodies, |Δa| / |a|, computed on the host in
  /// double precision; NaN: not known.
  virtual double error_on_host(const Configuration& configuration, const ParticleSet& rounded,
                               std::uint64_t body, const TreePull& right) const;

  /// The same method for other bodies, with the same θ.
  virtual std::unique_ptr<ApproximateGravity> of_others(AttractingBodies bodies,
                                                        const TreeOptions& options,
                                                        const Checking& checking) const = 0;

  Reference& reference(Precision precision) const;
  /// The median acceleration, on which a tree's θ is based.
  double pull(Precision precision) const;
  double eps2(Precision precision) const;
  const TreeOptions& options() const { return options_; }
  std::optional<double> theta() const { return theta_; }
  /// The bound for 99 % of the errors when θ is chosen.
  double wanted() const { return theta_ ? 0 : options_.margin * options_.accuracy; }
  /// The arrays of a tree with at most `leaf` bodies per leaf: the inputs, the output, and the
  /// scratch that tree::Arguments names.
  KernelSignature tree_shapes(const Configuration& configuration, std::uint32_t leaf) const;

 private:
  Sample sample_of(const ParticleSet& particles, Precision precision,
                   const Checking& checking) const;
  /// judge_forces() for rounded bodies, without the sum of all forces. `beside` more bodies than
  /// those that do so by chance may miss the accuracy.
  JudgedForces judge_rounded(const ParticleSet& p, const Configuration& configuration,
                             Precision arithmetic, const HostArray& forces,
                             const std::vector<std::uint64_t>& some, double beside) const;
  /// The sample that outputs are compared with.
  const Sample& compared(Precision precision) const;
  /// The allowed rounding error of a body, relative to the sum of its pulls: for positions of
  /// cells, or for a sum over all pairs.
  double rounding_of(const ParticleSet& particles, const BodySpread& spread, std::uint64_t body,
                     double eps, bool exact) const;

  std::shared_ptr<const ParticleSet> particles_;
  TreeOptions options_;
  std::optional<double> theta_;
  Checking checking_;
  nlohmann::ordered_json origin_;
  BodyExtent extent_;
  BodySpread spread_;
  mutable std::mutex making_;
  mutable std::array<std::optional<Reference>, 2> references_;
};

/// The layouts of such families: float4.
std::vector<Named> layouts_of_cells();
/// Their names for a tree's arrays and scalars.
std::vector<Named> arguments_of_cells();
/// Their part of the JSON Schema, with descriptions of the family and of its θ.
nlohmann::ordered_json schema_of_cells(const std::string& description, const std::string& theta);

}  // namespace gputest
