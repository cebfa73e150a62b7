#include "common/tree/family.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/core/error.hpp"
#include "common/particles/generators.hpp"
#include "common/tree/lists.hpp"
#include "common/tree/theta.hpp"

namespace gputest {
namespace {

/// Flops of an interaction with a cell.
double cell_flops(tree::Multipole multipole) {
  return multipole == tree::Multipole::octupole     ? 125
         : multipole == tree::Multipole::quadrupole ? 60
                                                    : tree::kBodyFlops;
}

/// The tree's options and --opening.
struct WalkOptions : TreeOptions {
  std::string opening = "pull";  ///< opens a cell by its pull and edge, or by its edge only

  /// Whether only the edge opens cells. Throws Error(bad_input) for any other word.
  bool by_edge() const {
    if (opening != "pull" && opening != "edge")
      throw Error(Status::bad_input,
                  fmt::format("--opening takes pull or edge, not '{}'", opening));
    return opening == "edge";
  }
};

const OptionSet<WalkOptions>& walk_options() {
  static const OptionSet<WalkOptions> options =
      OptionSet<WalkOptions>()
          .include(tree_options())
          .text("opening", &WalkOptions::opening,
                "how a tree decides that a cell pulls as a whole: pull, by its mass and edge; "
                "edge, beyond edge/theta");
  return options;
}

class TreeProblem : public ApproximateGravity {
 public:
  TreeProblem(AttractingBodies bodies, const WalkOptions& options, const Checking& checking)
      : ApproximateGravity(std::move(bodies), options, checking), by_edge_(options.by_edge()) {}

  Work work(const Configuration& configuration) const override {
    const WalkErrors& walk = errors_of(configuration);
    const double of_cell = cell_flops(multipole_of(configuration));
    KernelSignature shapes = argument_shapes(configuration);
    shapes.scratch.clear();
    const auto bodies = static_cast<double>(n());
    return {bodies, bodies * (tree::kBodyFlops * walk.direct + of_cell * walk.approximate),
            static_cast<double>(shapes.bytes())};
  }

  nlohmann::ordered_json parameters(const Configuration& configuration) const override {
    nlohmann::ordered_json json = ApproximateGravity::parameters(configuration);
    if (by_edge_)
      json["opening"] = "edge";  // absent otherwise, as in results from before the
                                 // option
    return json;
  }

  /// The shapes without a search for θ.
  KernelSignature planned_shapes(const Configuration& configuration) const override {
    require_possible(configuration);
    return shapes_of(configuration, 0);
  }

  bool has_parts() const override { return true; }
  std::string part_begun_by(const std::string& pass) const override {
    if (pass == "tree_bounds") return "build";
    if (pass == "tree_cells") return "multipoles";
    return pass.starts_with("tree_walk") || pass.starts_with("tree_list") ? "walk" : "";
  }

  /// One more input: not 0 for the bodies with wanted accelerations. The values written for others
  /// are undefined.
  KernelSignature on_some(KernelSignature signature) const override {
    signature.inputs.push_back({"active", Element::uint32, 1, signature.inputs.front().count});
    signature.specializations.push_back({"some", 1});
    return signature;
  }

 private:
  static tree::Multipole multipole_of(const Configuration& configuration) {
    const std::string value = configuration.on_axis("multipole");
    return value == "octupole"   ? tree::Multipole::octupole
           : value == "monopole" ? tree::Multipole::monopole
                                 : tree::Multipole::quadrupole;
  }

  const WalkErrors& errors_of(const Configuration& configuration) const override {
    const Precision precision = configuration.precision;
    const Reference& right = reference(precision);
    const std::lock_guard lock(walking_);
    const std::pair key{precision, multipole_of(configuration)};
    if (const auto made = walks_.find(key); made != walks_.end()) return made->second;
    return walks_
        .emplace(key, walk_errors(right.particles, eps2(precision), key.second, opens_by(precision),
                                  theta().value_or(0), wanted(), right.walked.bodies,
                                  right.walked.pulls))
        .first->second;
  }

  std::unique_ptr<ApproximateGravity> of_others(AttractingBodies bodies, const TreeOptions& options,
                                                const Checking& checking) const override {
    WalkOptions own{options, by_edge_ ? "edge" : "pull"};
    auto others = std::make_unique<TreeProblem>(std::move(bodies), own, checking);
    const std::lock_guard lock(walking_);
    others->walks_ = walks_;
    return others;
  }

  double error_on_host(const Configuration& configuration, const ParticleSet& rounded,
                       std::uint64_t body, const TreePull& right) const override {
    const Precision precision = configuration.precision;
    return walk_errors(rounded, eps2(precision), multipole_of(configuration), opens_by(precision),
                       errors_of(configuration).theta, 0, {body}, {right})
        .largest;
  }

  KernelSignature argument_shapes(const Configuration& configuration) const override {
    return shapes_of(configuration,
                     reach_of(errors_of(configuration).theta, opens_by(configuration.precision),
                              multipole_of(configuration)));
  }

  KernelSignature shapes_of(const Configuration& configuration, double reach) const {
    const tree::Multipole multipole = multipole_of(configuration);
    KernelSignature shapes = tree_shapes(configuration, tree::kLeaf);
    if (multipole == tree::Multipole::octupole)
      shapes.scratch.push_back(
          {"octupoles", shapes.outputs[0].element, 4, 3 * tree::most_cells(n(), tree::kLeaf)});
    shapes.scalars.push_back({"reach", reach});
    shapes.specializations = {{"quadrupole", multipole != tree::Multipole::monopole ? 1U : 0U},
                              {"octupole", multipole == tree::Multipole::octupole ? 1U : 0U}};
    return shapes;
  }

  /// The pull that reach_of() takes.
  double opens_by(Precision precision) const { return by_edge_ ? 0 : pull(precision); }

  bool by_edge_;
  mutable std::mutex walking_;
  mutable std::map<std::pair<Precision, tree::Multipole>, WalkErrors> walks_;
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
        {"reach",
         "1 / (theta A^(1/4)), A the median acceleration, with octupoles A^(1/6); -1 / theta: a "
         "cell pulls as a whole beyond edge / theta; 0: no cell does"});
    all.push_back({"octupoles",
                   "three per cell: Oxxy Oxxz Oxyy Oxzz, Oyyz Oyzz Oxyz 0, tx ty tz T; from third "
                   "moments T_abc, "
                   "with t_a = T_abb, O_abc = 5 T_abc less t if two of a, b, c agree"});
    all.push_back({"quadrupole", "1 if cells have second moments, 0 if they have only mass"});
    all.push_back({"octupole", "1 if they have third moments as well"});
    return all;
  }
  std::vector<Named> layouts() const override { return layouts_of_cells(); }
  ForceTraits force_traits() const override {
    ForceTraits traits;
    traits.acceleration = traits.adapts = traits.on_some = true;
    return traits;
  }
  double softening(const OptionValues& options) const override {
    return walk_options().parse(options).eps;
  }
  /// θ is kept for some steps: until it is found again errors may double.
  OptionValues step_options(const ParticleSet&) const override { return {{"margin", "0.5"}}; }
  ParticleSet generate(const ProblemRequest& request) const override {
    return generate_plummer(request.n, request.seed.value_or(kPlummerSeed));
  }
  nlohmann::ordered_json description(const ProblemRequest& request,
                                     const Configuration& configuration) const override {
    const WalkOptions options = walk_options().parse(request.options);
    return {{"eps", options.eps},
            {"accuracy", options.accuracy},
            {"theta", options.theta},
            {"opening", options.opening},
            {"multipole", configuration.on_axis("multipole")}};
  }
  bool takes_input() const override { return true; }
  std::vector<ProblemOption> options() const override { return walk_options().described(); }
  std::vector<Axis> axes() const override {
    return {{"multipole", {"quadrupole", "monopole", "octupole"}, "moments of a tree's cells"}};
  }

  nlohmann::ordered_json parameters_schema() const override {
    nlohmann::ordered_json schema = schema_of_cells(
        "Gravity with G = 1 by a tree.",
        "A cell of mass m and edge l pulls from (m l^2 / pull)^(1/4) / theta on, with octupoles "
        "from (m l^4 / pull)^(1/6) / theta.");
    schema["properties"]["opening"] = {
        {"description", "edge: a cell pulls from l / theta on; absent: as theta says."},
        {"const", "edge"}};
    return schema;
  }

  std::vector<TestInput> test_inputs() const override {
    std::vector<TestInput> inputs;
    for (const std::uint64_t n : {1, 2, 17, 64, 65, 129, 1000}) inputs.push_back({n});
    inputs.push_back({1000, {{"theta", "0"}}, "", true});
    inputs.push_back({129, {{"eps", "0"}}, "", true});
    inputs.push_back({1000, {{"opening", "edge"}}, "", true});
    inputs.push_back({0, {}, "", true, false, "plummer_4096.nbody"});
    inputs.back().costly = true;
    return inputs;
  }

  std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const override {
    const WalkOptions options = walk_options().parse(request.options);
    return std::make_unique<TreeProblem>(bodies_of_cells(name(), request, options), options,
                                         request.checking);
  }
};

}  // namespace

std::unique_ptr<Family> make_tree() { return std::make_unique<Tree>(); }

}  // namespace gputest
