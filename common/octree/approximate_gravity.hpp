// What families have in common that approximate gravity by the cells of an octree: the bodies, the
// right answer for some of them, and the judgement of outputs by it.
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
  double accuracy = 1e-3;      ///< what 99 % of the errors meet
  std::string theta = "auto";  ///< a number, or auto: as large as meets the accuracy
  /// The share of the accuracy for which θ is found: 0.8, since the errors of another sample or
  /// precision differ by less.
  double margin = 0.8;

  /// θ, if it is a number. Throws Error(bad_input) if it is none between 0 and 1, and for a margin
  /// above 1.
  std::optional<double> fixed_theta() const;
};
/// The options that make them.
const OptionSet<TreeOptions>& tree_options();

/// The bodies of a request for a family of that name, whose masses may be 0. Throws
/// Error(bad_input) if one is negative, and as attracting_bodies().
AttractingBodies bodies_of_cells(const std::string& family, const ProblemRequest& request,
                                 const TreeOptions& options);

/// The scratch of a tree of n bodies that tree::Arguments names, but for third moments.
std::vector<ArrayShape> tree_scratch(Element real, std::uint64_t n, std::uint32_t leaf);

/// A problem whose kernels write "accelerations", x y z and the sum of m/r in w, to which a body
/// itself adds m/eps.
///
/// Verification: the error of body i is |Δa| / |a| against a sum over all bodies in double
/// precision, of all bodies up to 16384, else of 4096 that the salt chooses, each of a part of its
/// own. Of these 99 % must be no further off than the accuracy that is asked for, and every one by
/// no more than 10 times that of Σ_j |a_ij|, with as much of w. A body that several cells at the
/// edge of what pulls as a whole are near may be: by no more than 30 times, and where a walk on
/// the host is as far off. Beside it 16 ε of Σ_j |a_ij| are
/// rounding: where pulls cancel |a| says nothing of them. With θ = 0 nothing is approximated, and
/// every body is allowed ε (16 + √N) and drift_of(), as in hermite, alone.
class ApproximateGravity : public Problem, public ForceField {
 public:
  /// `theta` is none where it is to be found.
  ApproximateGravity(AttractingBodies bodies, const TreeOptions& options, const Checking& checking);

  std::uint64_t n() const override { return particles_->size(); }
  /// Throws as require_possible(); else argument_shapes().
  KernelSignature shapes(const Configuration& configuration) const override;
  std::vector<HostArray> inputs(const Configuration& configuration) const override;
  void make_reference(const Configuration& configuration) override;
  Verification verify(const Configuration& configuration, Precision arithmetic,
                      const std::vector<HostArray>& outputs) const override;
  nlohmann::ordered_json parameters(const Configuration& configuration) const override;

  std::vector<ParticleResult> results(Precision precision,
                                      const std::vector<HostArray>& outputs) const override;
  /// A walk has both.
  KernelSignature without_energies(KernelSignature signature) const override { return signature; }
  double self_potential() const override { return options_.eps > 0 ? 1 / options_.eps : 0; }
  /// Where the usual pull is another one by a tenth.
  bool outdated(const Configuration& configuration, const HostArray& forces) const override;
  /// So many that 1 % of them is some.
  std::uint64_t compared_on_the_way() const override { return 1024; }
  JudgedForces judge_forces(const ParticleSet& now, const Configuration& configuration,
                            Precision arithmetic, const HostArray& forces,
                            const std::vector<std::uint64_t>& some) const override;
  JudgedForces judge_some(const ParticleSet& now, const Configuration& configuration,
                          Precision arithmetic, const HostArray& forces,
                          const std::vector<std::uint64_t>& some) const override;

 protected:
  /// Some bodies, and what all others do to them.
  struct Sample {
    std::vector<std::uint64_t> bodies;
    std::vector<TreePull> pulls;
  };
  /// The right answer for inputs in one precision.
  struct Reference {
    ParticleSet particles;
    Sample walked;  ///< on the host: the same whatever the salt, and so θ and the kernels' work
    std::optional<Sample> compared = {};  ///< by the salt; none: not made
  };

  /// How far off the configuration's kernels are, θ found if need be.
  virtual const WalkErrors& errors_of(const Configuration& configuration) const = 0;
  /// Throws Error(bad_input) for bodies out of the precision's range, and for an accuracy that it
  /// does not reach.
  void require_possible(const Configuration& configuration) const;
  virtual KernelSignature argument_shapes(const Configuration& configuration) const = 0;
  /// How far off the method itself is of a body, |Δa| / |a|, computed on the host in double
  /// precision; NaN: not known.
  virtual double error_on_host(const Configuration& configuration, std::uint64_t body,
                               const TreePull& right) const;

  Reference& reference(Precision precision) const;
  /// The median acceleration, to which a tree's θ refers.
  double pull(Precision precision) const;
  double eps2(Precision precision) const;
  const TreeOptions& options() const { return options_; }
  std::optional<double> theta() const { return theta_; }
  /// What 99 % of the errors are to meet when θ is found.
  double wanted() const { return theta_ ? 0 : options_.margin * options_.accuracy; }
  /// The arrays of a tree whose leaves have so many bodies at most: the inputs, the output, and the
  /// scratch that tree::Arguments names.
  KernelSignature tree_shapes(const Configuration& configuration, std::uint32_t leaf) const;

 private:
  Sample sample_of(const ParticleSet& particles, Precision precision,
                   const Checking& checking) const;
  /// judge_forces() of bodies that are rounded, but for the sum of all forces. So many may miss the
  /// accuracy `beside` those that do by chance.
  JudgedForces judge_rounded(const ParticleSet& p, const Configuration& configuration,
                             Precision arithmetic, const HostArray& forces,
                             const std::vector<std::uint64_t>& some, double beside) const;
  /// What outputs are compared with.
  const Sample& compared(Precision precision) const;
  /// What a body's error may be by rounding alone, of the sum of its pulls: in a cell's place, or
  /// of a sum over all pairs.
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
/// What they call the arrays of a tree and its scalars.
std::vector<Named> arguments_of_cells();
/// Their part of the JSON Schema, which says what the family is, and what θ is of it.
nlohmann::ordered_json schema_of_cells(const std::string& description, const std::string& theta);

}  // namespace gputest
