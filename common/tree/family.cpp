#include "common/tree/family.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "common/particles/generators.hpp"
#include "common/tree/lists.hpp"
#include "common/tree/theta.hpp"

namespace gputest {
namespace {

constexpr double kBodyFlops = 20;        // of an interaction with a body or a point mass
constexpr double kQuadrupoleFlops = 60;  // of one with a cell

class TreeProblem : public ApproximateGravity {
 public:
  using ApproximateGravity::ApproximateGravity;

  Work work(const Configuration& configuration) const override {
    const WalkErrors& walk = errors_of(configuration);
    const double of_cell = is_quadrupole(configuration) ? kQuadrupoleFlops : kBodyFlops;
    KernelSignature shapes = argument_shapes(configuration);
    shapes.scratch.clear();
    const auto bodies = static_cast<double>(n());
    return {bodies, bodies * (kBodyFlops * walk.direct + of_cell * walk.approximate),
            static_cast<double>(shapes.bytes())};
  }

  KernelSignature on_some(KernelSignature signature) const override {
    signature.inputs.push_back({"active", Element::uint32, 1, n()});
    signature.specializations.push_back({"some", 1});
    return signature;
  }

 private:
  static bool is_quadrupole(const Configuration& configuration) {
    return configuration.on_axis("multipole") != "monopole";
  }

  const WalkErrors& errors_of(const Configuration& configuration) const override {
    const Precision precision = configuration.precision;
    const Reference& right = reference(precision);
    const std::lock_guard lock(walking_);
    std::optional<WalkErrors>& made =
        walks_[(precision == Precision::fp32 ? 0U : 2U) + (is_quadrupole(configuration) ? 1U : 0U)];
    if (!made)
      made = walk_errors(right.particles, eps2(precision), is_quadrupole(configuration),
                         theta().value_or(0), wanted(), right.walked.bodies, right.walked.pulls);
    return *made;
  }

  KernelSignature argument_shapes(const Configuration& configuration) const override {
    KernelSignature shapes = tree_shapes(configuration, tree::kLeaf);
    shapes.scalars.push_back(
        {"reach", reach_of(errors_of(configuration).theta, pull(configuration.precision))});
    shapes.specializations = {{"quadrupole", is_quadrupole(configuration) ? 1U : 0U}};
    return shapes;
  }

  mutable std::mutex walking_;
  mutable std::array<std::optional<WalkErrors>, 4> walks_;
};

class Tree : public Family, public ForceFamily {
 public:
  std::string name() const override { return "tree"; }
  std::string summary() const override {
    return "gravity by a tree of cells (Barnes and Hut), sorting and multipoles included";
  }
  RateUnit rate_unit() const override {
    return {"bodies", "Gbody/s", "a body's acceleration in a whole step: sort, tree, walk"};
  }
  std::vector<Named> arguments() const override {
    std::vector<Named> all = arguments_of_cells();
    all.push_back(
        {"reach", "1 / (theta A^(1/4)), A the median acceleration; 0: no cell pulls as a whole"});
    all.push_back(
        {"quadrupole", "1 where cells have second moments, 0 where they have mass alone"});
    return all;
  }
  std::vector<Named> layouts() const override { return layouts_of_cells(); }
  ForceTraits force_traits() const override {
    ForceTraits traits;
    traits.acceleration = traits.adapts = traits.on_some = true;
    return traits;
  }
  double softening(const OptionValues& options) const override {
    return tree_options().parse(options).eps;
  }
  /// θ is kept for some steps: errors may double until it is found anew.
  OptionValues step_options(const ParticleSet&) const override { return {{"margin", "0.5"}}; }
  ParticleSet generate(const ProblemRequest& request) const override {
    return generate_plummer(request.n, request.seed.value_or(kPlummerSeed));
  }
  nlohmann::ordered_json description(const ProblemRequest& request,
                                     const Configuration& configuration) const override {
    const TreeOptions options = tree_options().parse(request.options);
    return {{"eps", options.eps},
            {"accuracy", options.accuracy},
            {"theta", options.theta},
            {"multipole", configuration.on_axis("multipole")}};
  }
  bool takes_input() const override { return true; }
  std::vector<ProblemOption> options() const override { return tree_options().described(); }
  std::vector<Axis> axes() const override {
    return {{"multipole", {"quadrupole", "monopole"}, "moments of a tree's cells"}};
  }

  nlohmann::ordered_json parameters_schema() const override {
    return schema_of_cells(
        "Gravity with G = 1 by a tree.",
        "A cell of mass m and edge l pulls from (m l^2 / pull)^(1/4) / theta on.");
  }

  std::vector<TestInput> test_inputs() const override {
    std::vector<TestInput> inputs;
    for (const std::uint64_t n : {1, 2, 17, 64, 65, 129, 1000}) inputs.push_back({n});
    inputs.push_back({1000, {{"theta", "0"}}, "", true});
    inputs.push_back({129, {{"eps", "0"}}, "", true});
    inputs.push_back({0, {}, "", true, false, "plummer_4096.nbody"});
    inputs.back().costly = true;
    return inputs;
  }

  std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const override {
    const TreeOptions options = tree_options().parse(request.options);
    return std::make_unique<TreeProblem>(bodies_of_cells(name(), request, options), options,
                                         request.checking);
  }
};

}  // namespace

std::unique_ptr<Family> make_tree() { return std::make_unique<Tree>(); }

}  // namespace gputest
