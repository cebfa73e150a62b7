#include "common/fmm/family.hpp"

#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/core/error.hpp"
#include "common/fmm/cell.hpp"
#include "common/fmm/theta.hpp"
#include "common/octree/shape.hpp"
#include "common/particles/generators.hpp"

namespace gputest {
namespace {

/// Operations of expanding by one cell. Each pair of terms with a total degree up to this one takes
/// a product and a sum. Each intermediate number of the derivatives does too.
double expansion_flops(double degree) {
  double pairs = 1, derivatives = 1;
  for (int k = 1; k <= 6; ++k) pairs *= (degree + k) / k;
  for (int k = 1; k <= 4; ++k) derivatives *= (degree + k) / k;
  return 2 * (pairs + derivatives);
}

class FmmProblem : public ApproximateGravity {
 public:
  using ApproximateGravity::ApproximateGravity;

  Work work(const Configuration& configuration) const override {
    const FmmErrors& errors = errors_of(configuration);
    KernelSignature shapes = argument_shapes(configuration);
    shapes.scratch.clear();
    const auto bodies = static_cast<double>(n());
    return {bodies,
            bodies * (tree::kBodyFlops * errors.direct +
                      expansion_flops(degree_of(configuration)) * errors.approximate),
            static_cast<double>(shapes.bytes())};
  }

  /// Without a search for θ; the length of the lists is a guess.
  KernelSignature planned_shapes(const Configuration& configuration) const override {
    constexpr double kTheta = 0.5;
    constexpr std::uint64_t kListedOfABody = 8;
    require_possible(configuration);
    return shapes_of(configuration, kTheta, kListedOfABody * n(), 0);
  }

  bool has_parts() const override { return true; }
  std::string part_begun_by(const std::string& pass) const override {
    static const std::map<std::string, std::string> parts = {{"tree_bounds", "build"},
                                                             {"fmm_gather", "multipoles"},
                                                             {"fmm_list", "lists"},
                                                             {"fmm_expand", "expansions"},
                                                             {"fmm_lists", "bodies"}};
    const auto part = parts.find(pass);
    return part == parts.end() ? "" : part->second;
  }

 private:
  static int degree_of(const Configuration& configuration) {
    return std::stoi(configuration.on_axis("degree"));
  }

  const FmmErrors& errors_of(const Configuration& configuration) const override {
    const Precision precision = configuration.precision;
    const Reference& right = reference(precision);
    const std::lock_guard lock(finding_);
    const std::pair key{precision, degree_of(configuration)};
    if (const auto made = errors_.find(key); made != errors_.end()) return made->second;
    return errors_
        .emplace(key,
                 fmm_errors(right.particles, eps2(precision), key.second, theta().value_or(0),
                            wanted(), right.walked.bodies, right.walked.pulls, options().accuracy))
        .first->second;
  }

  std::unique_ptr<ApproximateGravity> of_others(AttractingBodies bodies, const TreeOptions& options,
                                                const Checking& checking) const override {
    auto others = std::make_unique<FmmProblem>(std::move(bodies), options, checking);
    const std::lock_guard lock(finding_);
    others->errors_ = errors_;
    return others;
  }

  KernelSignature argument_shapes(const Configuration& configuration) const override {
    const FmmErrors& errors = errors_of(configuration);
    return shapes_of(configuration, errors.theta, errors.listed, pull(configuration.precision));
  }

  KernelSignature shapes_of(const Configuration& configuration, double theta, std::uint64_t listed,
                            double pull) const {
    const Element real = configuration.precision == Precision::fp32 ? Element::fp32 : Element::fp64;
    const int degree = degree_of(configuration);
    const std::uint64_t cells = tree::most_cells(n(), fmm::kLeaf);
    const auto terms = static_cast<std::uint64_t>(GT_TERMS(degree));
    // Lists are longer in the other precision, and after bodies have moved.
    const std::uint64_t capacity = std::min<std::uint64_t>(2 * listed + 1024, 0xFFFFFFFF);
    KernelSignature shapes = tree_shapes(configuration, fmm::kLeaf);
    const std::vector<ArrayShape> own = {{"radii", real, 1, cells},
                                         {"ranges", Element::uint32, 2, cells},
                                         {"parents", Element::uint32, 1, cells},
                                         {"multipoles", real, 1, terms * cells},
                                         {"locals", real, 1, terms * cells},
                                         {"lists", Element::uint32, 1, GT_LISTS * cells},
                                         {"pool", Element::uint32, 1, capacity}};
    shapes.scratch.insert(shapes.scratch.end(), own.begin(), own.end());
    shapes.scalars.push_back({"reach", 0.0});
    shapes.scalars.push_back({"pull", pull});
    const auto [reach, share] = fmm::opening_of(theta, degree, options().accuracy);
    shapes.scalars.push_back({"theta", reach});
    shapes.scalars.push_back({"share", share});
    shapes.scalars.push_back({"capacity", static_cast<std::uint32_t>(capacity)});
    shapes.specializations = {{"quadrupole", 0U}, {"degree", static_cast<unsigned>(degree)}};
    return shapes;
  }

  mutable std::mutex finding_;
  mutable std::map<std::pair<Precision, int>, FmmErrors> errors_;
};

class Fmm : public Family, public ForceFamily {
 public:
  std::string name() const override { return "fmm"; }
  std::string summary() const override {
    return "gravity by a fast multipole method (Greengard and Rokhlin), sorting included";
  }
  RateUnit rate_unit() const override {
    return {"bodies", "Gbody/s", "a body's acceleration in a whole step: sort, tree, expansions"};
  }
  std::vector<Named> arguments() const override {
    std::vector<Named> all = arguments_of_cells();
    const std::vector<Named> own = {
        {"radii", "of each cell, from its centre of mass"},
        {"ranges", "two per cell: the first of its sorted bodies, and their number"},
        {"parents", "the parent of each cell"},
        {"multipoles", "of each cell: sums of m x^a y^b z^c / (a! b! c!), in units of its radius"},
        {"locals", "of each cell: the derivatives of the potential at its centre"},
        {"lists", "six per cell: start and length of its three lists in the pool"},
        {"pool", "lists of cells that act on cells; its first number is the length in use"},
        {"reach", "only for the family tree: 0"},
        {"pull", "the median acceleration"},
        {"theta", "limit of a cell's radius over the distance"},
        {"share",
         "error of a cell that acts as a whole, as a share of the pull: theta^degree / 32, or the "
         "accuracy"},
        {"capacity", "capacity of the pool, in numbers"},
        {"quadrupole", "only for the family tree: 0"},
        {"degree", "of the expansions"},
    };
    all.insert(all.end(), own.begin(), own.end());
    return all;
  }
  std::vector<Named> layouts() const override { return layouts_of_cells(); }
  ForceTraits force_traits() const override {
    ForceTraits traits;
    traits.acceleration = traits.adapts = true;
    return traits;
  }
  /// θ is kept for some steps: errors may double before the next search.
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
            {"degree", configuration.on_axis("degree")}};
  }
  bool takes_input() const override { return true; }
  std::vector<ProblemOption> options() const override { return tree_options().described(); }
  std::vector<Axis> axes() const override {
    return {{"degree", {"6", "4", "10"}, "degree of a fast multipole method's expansions"}};
  }
  nlohmann::ordered_json parameters_schema() const override {
    return schema_of_cells("Gravity with G = 1 by a fast multipole method.",
                           "A cell of mass m acts as a whole on another if m / d^2 (r / d)^degree "
                           "is less than theta^degree / 32 of its pull; r: radii, d: distance.");
  }
  std::vector<TestInput> test_inputs() const override {
    std::vector<TestInput> inputs;
    for (const std::uint64_t n : {1, 2, 17, 64, 129, 1000}) inputs.push_back({n});
    inputs.push_back({300, {{"theta", "0"}}, "", true});
    inputs.push_back({129, {{"eps", "0"}}, "", true});
    inputs.push_back({0, {}, "", true, false, "plummer_4096.nbody"});
    inputs.back().costly = true;
    return inputs;
  }
  std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const override {
    const TreeOptions options = tree_options().parse(request.options);
    return std::make_unique<FmmProblem>(bodies_of_cells(name(), request, options), options,
                                        request.checking);
  }
};

}  // namespace

std::unique_ptr<Family> make_fmm() { return std::make_unique<Fmm>(); }

}  // namespace gputest
