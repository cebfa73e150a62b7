#include "common/gravity/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <random>

#include "common/core/error.hpp"
#include "common/core/json_text.hpp"
#include "common/gravity/fixed64_scale.hpp"
#include "common/gravity/fixed64_sums.hpp"
#include "common/gravity/oracle.hpp"
#include "common/layout/layout.hpp"
#include "common/particles/attraction.hpp"
#include "common/particles/few_masses.hpp"
#include "common/particles/force_field.hpp"
#include "common/particles/generators.hpp"
#include "common/particles/mirrored.hpp"
#include "common/run/checked_results.hpp"
#include "common/run/unroll.hpp"

namespace gputest {
namespace {

constexpr double kGravityFlops = 38;  // an interaction, the GRAPE convention

/// A kernel with an error of this many times the root mean square is wrong. The largest error of a
/// right kernel is 3 to 6 times that (docs/notes/gravity.md), in any order of summation.
constexpr double kOutlier = 16;

/// The distance of the nearest two bodies, or 1 if there is only one. In the order of x, only
/// bodies with x differences below the least distance so far need checking.
double least_distance(const ParticleSet& p) {
  std::vector<std::uint64_t> order(p.size());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::uint64_t a, std::uint64_t b) { return p.x[a] < p.x[b]; });
  double least = p.size() > 1 ? std::numeric_limits<double>::max() : 1;
  for (std::size_t k = 0; k < order.size(); ++k)
    for (std::size_t l = k + 1; l < order.size(); ++l) {
      const std::uint64_t a = order[k], b = order[l];
      if (p.x[b] - p.x[a] >= least) break;
      least = std::min(least, std::hypot(p.x[b] - p.x[a], p.y[b] - p.y[a], p.z[b] - p.z[a]));
    }
  return least;
}

/// A kernel's output for one body.
struct Sum {
  double ax, ay, az, m_over_r;
  bool finite() const {
    return std::isfinite(ax) && std::isfinite(ay) && std::isfinite(az) && std::isfinite(m_over_r);
  }
};

Sum sum_of(const HostArray& sums, std::uint64_t i) {
  const auto read = [&](const auto* values) {
    return Sum{static_cast<double>(values[4 * i]), static_cast<double>(values[4 * i + 1]),
               static_cast<double>(values[4 * i + 2]), static_cast<double>(values[4 * i + 3])};
  };
  return sums.shape.element == Element::fp32 ? read(sums.as<float>()) : read(sums.as<double>());
}

std::string unwritten(std::uint64_t body) {
  return fmt::format("the result of body {} was not written or is not finite", body);
}

/// difference| / scale; 0 if the difference is 0.
double relative(double difference, double scale) {
  if (difference == 0) return 0;
  return scale > 0 ? difference / scale : std::numeric_limits<double>::infinity();
}

class GravityProblem : public Problem, public ForceField {
 public:
  GravityProblem(std::shared_ptr<const ParticleSet> particles, const GravityOptions& options,
                 const Checking& checking, nlohmann::ordered_json origin)
      : particles_(std::move(particles)),
        eps_(options.eps),
        checking_(checking),
        potential_(options.potential),
        image_width_(options.image_width),
        origin_(std::move(origin)),
        extent_(*particles_),
        spread_(*particles_) {
    eps2_ = eps_ * eps_;
    total_mass_ = std::accumulate(particles_->mass.begin(), particles_->mass.end(), 0.0);
  }

  std::uint64_t n() const override { return particles_->size(); }

  KernelSignature shapes(const Configuration& configuration) const override {
    refuse_out_of_range(*particles_, extent_, configuration.precision, eps_);
    return argument_shapes(configuration);
  }

  std::vector<HostArray> inputs(const Configuration& configuration) const override {
    const ParticleSet& filled = filling_ == 0 ? *particles_ : few_->particles;
    return pack(*find_layout(configuration.layout), mirrored(filled, way_), configuration.precision,
                image_width_);
  }

  /// In the second, few bodies have a mass: the rounding of so few additions cannot hide that of a
  /// pull.
  std::uint32_t fillings(const Configuration&) const override { return n() > 1 ? 2 : 1; }
  void fill(std::uint32_t filling) override {
    if (filling != 0 && !few_) few_ = with_few_masses(*particles_, checking_.salt);
    filling_ = filling;
  }
  std::uint32_t symmetries(const Configuration&) const override { return kMirrorings; }
  void turn(std::uint32_t symmetry) override { way_ = symmetry; }

  void make_reference(const Configuration& configuration) override {
    const Precision precision = configuration.precision;
    std::optional<GravityField>& field = reference(precision).field;
    if (field) return;
    field = gravity_field(rounded(*particles_, precision), eps2(precision),
                          results_to_check(n(), checking_));
  }

  std::unique_ptr<Problem> in_double(const Configuration& configuration) const override {
    const Precision precision = configuration.precision;
    if (all_checked(n(), checking_) || checking_.coverage == Coverage::sample) return nullptr;
    auto twin = std::make_unique<GravityProblem>(*this);
    twin->bounds_all_ = false;  // bodies outside the sample are compared with this answer
    twin->particles_ = std::make_shared<ParticleSet>(rounded(*particles_, precision));
    twin->eps2_ = eps2(precision);
    twin->reference(Precision::fp64) = reference(precision);
    return twin;
  }

  const std::string& second(const Configuration& configuration) const override {
    return reference(configuration.precision).second;
  }

  void adopt(const Configuration& configuration, const std::string& kernel,
             const std::vector<HostArray>& outputs) override;

  Verification verify(const Configuration& configuration, Precision arithmetic,
                      const std::vector<HostArray>& outputs) const override;
  /// Of fixed64: the same bits on every device.
  std::string broken_promise(const std::string& variant, const Configuration& configuration,
                             const std::vector<HostArray>& outputs) const override;
  std::vector<ParticleResult> results(Precision precision,
                                      const std::vector<HostArray>& outputs) const override;
  KernelSignature without_energies(KernelSignature signature) const override {
    specialize(signature, "potential", 0);
    return signature;
  }
  double self_potential() const override { return eps_ > 0 ? 1 / eps_ : 0; }
  JudgedForces judge_forces(const ParticleSet& now, const Configuration& configuration,
                            Precision arithmetic, const HostArray& forces,
                            const std::vector<std::uint64_t>& some) const override;
  std::string judge_energies(const ParticleSet& now, const Configuration& configuration,
                             Precision arithmetic, const std::vector<HostArray>& outputs,
                             const std::vector<std::uint64_t>& some) const override;

  Work work(const Configuration& configuration) const override {
    const double interactions = static_cast<double>(n()) * static_cast<double>(n());
    return {interactions, kGravityFlops * interactions,
            static_cast<double>(argument_shapes(configuration).bytes())};
  }

  /// Newton's third law halves all operations of a pair except the additions to either body, 3
  /// components each. One operation per interaction remains of the pair's 8: 3 for r^2 in any form,
  /// 1/sqrt, 2 to cube it, 2 masses.
  double least_operations(const Configuration&) const override {
    constexpr double kOfAnInteraction = 4;
    const auto bodies = static_cast<double>(n());
    return kOfAnInteraction * bodies * (bodies - 1);
  }

  /// One per pair.
  double least_roots(const Configuration&) const override {
    const auto bodies = static_cast<double>(n());
    return bodies * (bodies - 1) / 2;
  }

  nlohmann::ordered_json parameters(const Configuration& configuration) const override {
    nlohmann::ordered_json json = origin_;
    json["eps"] = eps_;
    json["potential"] = potential_;
    if (find_layout(configuration.layout)->shapes(n(), Element::fp32, image_width_)[0].is_image())
      json["image_width"] = image_width_;
    for (const auto& [axis, value] : configuration.axes) json[axis] = value;
    return json;
  }

 private:
  /// The distance within which no two bodies pull each other: eps, or the least distance present.
  double closest() const {
    if (!closest_) closest_ = eps_ > 0 ? eps_ : least_distance(*particles_);
    return *closest_;
  }

  double eps2(Precision precision) const { return round_to(precision, eps2_); }

  /// The right answer for inputs in one precision.
  struct Reference {
    std::optional<GravityField> field;   ///< for the bodies that are compared with the oracle
    GravityField others = {};            ///< for all bodies, by another kernel; empty: not computed
    std::vector<Between> m_over_r = {};  ///< for all bodies, if bounds are the only check; empty:
                                         ///< not computed
    std::string second = {};             ///< the other kernel
  };
  Reference& reference(Precision precision) {
    return references_[precision == Precision::fp32 ? 0 : 1];
  }
  const Reference& reference(Precision precision) const {
    return references_[precision == Precision::fp32 ? 0 : 1];
  }

  /// verify() for few masses.
  Verification verify_few(Precision precision, Precision arithmetic, const HostArray& sums) const;

  /// A sentence about the first body with a sum of m/r that the bodies' positions do not permit, or
  /// nothing.
  std::string out_of_bounds(Precision precision, const HostArray& sums, double allowed) const;

  KernelSignature argument_shapes(const Configuration& configuration) const {
    const Element real = configuration.precision == Precision::fp32 ? Element::fp32 : Element::fp64;
    KernelSignature shapes;
    shapes.inputs = find_layout(configuration.layout)->shapes(n(), real, image_width_);
    shapes.outputs = {{"sums", real, 4, n()}};
    shapes.scalars = {{"n", static_cast<std::uint32_t>(n())}, {"eps2", eps2_}};
    if (shapes.inputs.front().is_image())
      shapes.scalars.push_back({"image_width", static_cast<std::uint32_t>(image_width_)});
    shapes.specializations = {{"unsoftened", eps_ == 0 ? 1u : 0u},
                              {"potential", potential_ ? 1u : 0u}};
    shapes.properties = {{"total_mass", [this] { return total_mass_; }},
                         {"closest_distance", [this] { return closest(); }}};
    shapes.items = n();
    return shapes;
  }

  std::shared_ptr<const ParticleSet> particles_;
  double eps_;
  double eps2_ = 0;
  Checking checking_;
  bool potential_;
  std::uint64_t image_width_;
  nlohmann::ordered_json origin_;
  BodyExtent extent_;
  BodySpread spread_;
  double total_mass_;
  mutable std::optional<double> closest_;
  std::uint32_t way_ = 0;  ///< to mirror the bodies
  std::uint32_t filling_ = 0;
  std::optional<FewMasses> few_;
  bool bounds_all_ = true;  ///< whether bodies outside the sample are checked against bounds
  mutable std::array<Reference, 2> references_;
};

void GravityProblem::adopt(const Configuration& configuration, const std::string& kernel,
                           const std::vector<HostArray>& outputs) {
  const Precision precision = configuration.precision;
  GravityField field;
  field.body.resize(n());
  std::iota(field.body.begin(), field.body.end(), std::uint64_t{0});
  for (auto* values : {&field.ax, &field.ay, &field.az, &field.m_over_r}) values->resize(n());
  for (std::uint64_t i = 0; i < n(); ++i) {
    const Sum sum = sum_of(outputs.at(0), i);
    field.ax[i] = sum.ax;
    field.ay[i] = sum.ay;
    field.az[i] = sum.az;
    field.m_over_r[i] = sum.m_over_r;
  }
  Reference& adopting = reference(precision);
  field.sum_of_pulls = adopting.others.sum_of_pulls.empty()
                           ? pulls_by_tree(rounded(*particles_, precision), eps2(precision))
                           : std::move(adopting.others.sum_of_pulls);
  adopting.others = std::move(field);
  adopting.second = kernel;
}

Verification GravityProblem::verify(const Configuration& configuration, Precision arithmetic,
                                    const std::vector<HostArray>& outputs) const {
  if (filling_ != 0) return verify_few(configuration.precision, arithmetic, outputs.at(0));
  const Reference& right = reference(configuration.precision);
  const HostArray sums = mirrored(outputs.at(0), way_);
  Verification result;
  const double eps = epsilon(arithmetic);
  const double walk = eps * std::sqrt(static_cast<double>(n()));
  result.tolerance = 8 * eps + walk;
  result.checked = right.field->body.size();
  result.second = right.second;
  if (right.field->body.size() < n()) result.salt = checking_.salt;

  double force[3] = {0, 0, 0};
  double total_pull = 0;
  for (std::uint64_t i = 0; i < n(); ++i) {
    const Sum sum = sum_of(sums, i);
    if (!sum.finite()) {
      result.max_error = result.rms_error = std::numeric_limits<double>::infinity();
      result.worst_index = i;
      result.reason = unwritten(i);
      return result;
    }
    const double m = particles_->mass[i];
    force[0] += m * sum.ax;
    force[1] += m * sum.ay;
    force[2] += m * sum.az;
    total_pull += m * std::hypot(sum.ax, sum.ay, sum.az);
  }

  std::vector<double> errors;
  const auto compare = [&](const GravityField& field) {
    errors.clear();
    for (std::size_t k = 0; k < field.body.size(); ++k) {
      const Sum sum = sum_of(sums, field.body[k]);
      const double error_of_a =
          relative(std::hypot(sum.ax - field.ax[k], sum.ay - field.ay[k], sum.az - field.az[k]),
                   field.sum_of_pulls[k]);
      const double error_of_w =
          potential_ ? relative(std::abs(sum.m_over_r - field.m_over_r[k]), field.m_over_r[k]) : 0;
      errors.push_back(std::max(error_of_a, error_of_w));
    }
    const double squares = std::inner_product(errors.begin(), errors.end(), errors.begin(), 0.0);
    result.checked = errors.size();
    result.rms_error = std::sqrt(squares / static_cast<double>(errors.size()));
    const double outlier = kOutlier * result.rms_error;
    for (std::size_t k = 0; k < errors.size(); ++k) {
      const double drift = drift_of(*particles_, spread_, field.body[k], eps);
      const double allowed = 8 * eps + std::min(walk, outlier) + drift;
      if (k > 0 && errors[k] * result.tolerance <= result.max_error * allowed) continue;
      result.max_error = errors[k];
      result.tolerance = allowed;
      result.worst_index = field.body[k];
      result.reason = errors[k] <= allowed ? ""
                      : errors[k] <= 8 * eps + walk + drift
                          ? fmt::format(
                                "body {} is wrong by {:.2e}, but bodies on average by "
                                "{:.2e}",
                                field.body[k], errors[k], result.rms_error)
                          : fmt::format("body {} is wrong by {:.2e} where {:.2e} is allowed",
                                        field.body[k], errors[k], allowed);
    }
  };
  compare(*right.field);
  if (result.reason.empty() && !right.others.body.empty()) compare(right.others);

  const double net = relative(std::hypot(force[0], force[1], force[2]), total_pull);
  const double net_allowed = 8 * eps + walk;
  if (result.reason.empty() && result.checked < n() && !(net <= net_allowed))
    result.reason = fmt::format(
        "the bodies pull each other with a net force of {:.2e} of their "
        "pulls where {:.2e} is allowed",
        net, net_allowed);
  if (result.reason.empty() && result.checked < n() && bounds_all_ && potential_)
    result.reason = out_of_bounds(configuration.precision, sums, net_allowed);
  result.passed = result.reason.empty();
  return result;
}

Verification GravityProblem::verify_few(Precision precision, Precision arithmetic,
                                        const HostArray& sums) const {
  const GravityField field =
      gravity_field_of(rounded(few_->particles, precision), eps2(precision), few_->heavy);
  const double eps = epsilon(arithmetic);
  Verification result;
  result.tolerance = eps * (8 + std::sqrt(static_cast<double>(kFewMasses)));
  result.checked = n();
  double squares = 0;
  for (std::uint64_t i = 0; i < n(); ++i) {
    const Sum sum = sum_of(sums, i);
    const double of_a =
        relative(std::hypot(sum.ax - field.ax[i], sum.ay - field.ay[i], sum.az - field.az[i]),
                 field.sum_of_pulls[i]);
    const double of_w =
        potential_ ? relative(std::abs(sum.m_over_r - field.m_over_r[i]), field.m_over_r[i]) : 0;
    const double error =
        sum.finite() ? std::max(of_a, of_w) : std::numeric_limits<double>::infinity();
    squares += error * error;
    if (error <= result.max_error) continue;
    result.max_error = error;
    result.worst_index = i;
  }
  result.rms_error = std::sqrt(squares / static_cast<double>(n()));
  result.passed = result.max_error <= result.tolerance;
  if (!sum_of(sums, result.worst_index).finite())
    result.reason = unwritten(result.worst_index);
  else if (!result.passed)
    result.reason = fmt::format(
        "body {} is wrong by {:.2e} where {:.2e} is allowed, if only {} bodies have a mass",
        result.worst_index, result.max_error, result.tolerance, few_->heavy.size());
  return result;
}

std::string GravityProblem::broken_promise(const std::string& variant,
                                           const Configuration& configuration,
                                           const std::vector<HostArray>& outputs) const {
  if (variant != "fixed64" || filling_ != 0) return "";
  const Fixed64Sums sums(rounded(*particles_, configuration.precision), eps2_,
                         fixed64_scale(total_mass_, closest()));
  const HostArray given = mirrored(outputs.at(0), way_);
  std::mt19937_64 engine(checking_.salt);
  constexpr std::uint64_t kPairs = 1 << 22;
  for (std::uint64_t k = std::min(n(), 16 + kPairs / n()); k > 0; --k) {
    const std::uint64_t i = engine() % n();
    const auto right = sums.of(i);
    for (std::size_t c = 0; c < (potential_ ? 4 : 3); ++c)
      if (const float is = given.as<float>()[4 * i + c]; is != right[c])
        return fmt::format(
            "component {} of body {} is {:.9g}, but 64-bit fixed-point sums give {:.9g} on every "
            "device",
            c, i, is, right[c]);
  }
  return "";
}

std::string GravityProblem::out_of_bounds(Precision precision, const HostArray& sums,
                                          double allowed) const {
  const auto complain = [&](std::uint64_t i, const Between& bounds) {
    return fmt::format(
        "the sum of m/r at body {} is {:.4g}, but must lie between {:.4g} and {:.4g}", i,
        sum_of(sums, i).m_over_r, bounds.low, bounds.high);
  };
  // A quick check first: bounds that hold for any bodies this far apart.
  const double most = eps_ > 0 ? total_mass_ / eps_ : std::numeric_limits<double>::infinity();
  const Between of_any{(total_mass_ - extent_.largest_mass) / std::hypot(extent_.farthest, eps_),
                       most};
  for (std::uint64_t i = 0; i < n(); ++i)
    if (sum_of(sums, i).m_over_r < of_any.low * (1 - allowed)) return complain(i, of_any);
  std::vector<Between>& bounds = references_[precision == Precision::fp32 ? 0 : 1].m_over_r;
  if (bounds.empty()) bounds = m_over_r_by_tree(rounded(*particles_, precision), eps2(precision));
  for (std::uint64_t i = 0; i < n(); ++i) {
    const double m_over_r = sum_of(sums, i).m_over_r;
    if (m_over_r < bounds[i].low * (1 - allowed) || m_over_r > bounds[i].high * (1 + allowed))
      return complain(i, bounds[i]);
  }
  return "";
}

std::string GravityProblem::judge_energies(const ParticleSet& now,
                                           const Configuration& configuration, Precision arithmetic,
                                           const std::vector<HostArray>& outputs,
                                           const std::vector<std::uint64_t>& some) const {
  const ParticleSet p = rounded(now, configuration.precision);
  const BodySpread spread(p);
  const double eps = epsilon(arithmetic);
  const GravityField field = gravity_field(p, eps2(configuration.precision), some);
  for (std::size_t k = 0; k < field.body.size(); ++k) {
    const std::uint64_t i = field.body[k];
    const double m_over_r = sum_of(outputs.at(0), i).m_over_r;
    const double error = relative(std::abs(m_over_r - field.m_over_r[k]), field.m_over_r[k]);
    const double allowed =
        eps * (8 + std::sqrt(static_cast<double>(n()))) + drift_of(p, spread, i, eps);
    if (!(error <= allowed))
      return fmt::format("the sum of m/r at body {} is wrong by {:.2e} where {:.2e} is allowed",
                         p.id[i], error, allowed);
  }
  return {};
}

JudgedForces GravityProblem::judge_forces(const ParticleSet& now,
                                          const Configuration& configuration, Precision arithmetic,
                                          const HostArray& forces,
                                          const std::vector<std::uint64_t>& some) const {
  const Precision precision = configuration.precision;
  const ParticleSet p = rounded(now, precision);
  const BodySpread spread(p);
  const double eps = epsilon(arithmetic);
  const double allowed = eps * (8 + std::sqrt(static_cast<double>(n())));
  JudgedForces judged;
  double net[3] = {0, 0, 0}, pull = 0;
  for (std::uint64_t i = 0; i < n(); ++i) {
    Sum sum = sum_of(forces, i);
    sum.m_over_r = 0;  // absent from results with forces only
    if (!sum.finite()) {
      judged.fault = fmt::format("the force on body {} is not finite", p.id[i]);
      return judged;
    }
    net[0] += p.mass[i] * sum.ax;
    net[1] += p.mass[i] * sum.ay;
    net[2] += p.mass[i] * sum.az;
    const double own = p.mass[i] * std::hypot(sum.ax, sum.ay, sum.az);
    pull += own;
    judged.net_allowed += own * drift_of(p, spread, i, eps);
  }
  const GravityField field = gravity_field(p, eps2(precision), some);
  double pull_of_some = 0;
  for (std::size_t k = 0; k < field.body.size(); ++k) {
    const std::uint64_t i = field.body[k];
    const Sum sum = sum_of(forces, i);
    const double error =
        relative(std::hypot(sum.ax - field.ax[k], sum.ay - field.ay[k], sum.az - field.az[k]),
                 field.sum_of_pulls[k]);
    const double own_allowed = allowed + drift_of(p, spread, i, eps);
    pull_of_some += p.mass[i] * field.sum_of_pulls[k];
    if (error <= own_allowed) continue;
    judged.fault = fmt::format("the force on body {} is wrong by {:.2e} where {:.2e} is allowed",
                               p.id[i], error, own_allowed);
    return judged;
  }
  const double share = static_cast<double>(n()) / static_cast<double>(field.body.size());
  judged.net_allowed += allowed * std::max(pull, pull_of_some * share);
  if (const double all = std::hypot(net[0], net[1], net[2]); !(all <= judged.net_allowed))
    judged.fault =
        fmt::format("the bodies pull each other with a net force of {:.2e} where {:.2e} is allowed",
                    all, judged.net_allowed);
  return judged;
}

std::vector<ParticleResult> GravityProblem::results(Precision,
                                                    const std::vector<HostArray>& outputs) const {
  if (!potential_)
    throw Error(Status::usage, "results hold the potential: leave out --potential=off");
  std::vector<ParticleResult> results(n());
  for (std::uint64_t i = 0; i < n(); ++i) {
    const Sum sum = sum_of(outputs.at(0), i);
    const double self = eps_ > 0 ? particles_->mass[i] / eps_ : 0;  // the kernel includes the body
                                                                    // itself
    results[i] = {particles_->id[i], sum.ax, sum.ay, sum.az, -(sum.m_over_r - self)};
  }
  return results;
}

class Gravity : public Family, public ForceFamily {
 public:
  std::string name() const override { return "gravity"; }
  std::string summary() const override {
    return "all-pairs gravity, G = 1, Plummer softening: acceleration and potential";
  }
  std::vector<Named> arguments() const override {
    return {
        {"sums", "for each body the acceleration in x, y, z and the sum of m/r in w"},
        {"n", "bodies"},
        {"eps2", "the softening length squared"},
        {"image_width", "texels per row of the 2D resource"},
        {"unsoftened", "1 if the softening length is 0: a body must not meet itself"},
        {"potential", "1 if the sum of m/r is wanted; else w may be any finite number"},
    };
  }
  std::vector<Named> layouts() const override { return named_layouts(); }
  ForceTraits force_traits() const override { return {true, false}; }
  OptionValues step_options(const ParticleSet&) const override {
    return {{"potential", "on"}, {"image-width", "256"}};
  }
  ParticleSet generate(const ProblemRequest& request) const override {
    return generate_plummer(request.n, request.seed.value_or(kPlummerSeed));
  }
  nlohmann::ordered_json description(const ProblemRequest& request,
                                     const Configuration&) const override {
    return {{"eps", gravity_options().parse(request.options).eps}};
  }
  bool takes_input() const override { return true; }
  std::vector<Axis> axes() const override { return {unroll_axis()}; }
  std::vector<ProblemOption> options() const override { return gravity_options().described(); }
  bool uses(const std::string& option, const std::string& layout) const override {
    return option != "image-width" ||
           find_layout(layout)->shapes(1, Element::fp32, 1).front().is_image();
  }

  nlohmann::ordered_json parameters_schema() const override {
    return parse_json(R"({
      "description": "All-pairs gravity with G = 1.",
      "required": ["particles", "eps", "potential"],
      "properties": {
        "particles": {
          "description": "The source of the bodies: a generated Plummer sphere, or --input.",
          "enum": ["plummer", "file"]
        },
        "seed": {
          "description": "The seed of generated bodies.", "type": "integer", "minimum": 0
        },
        "checksum": {
          "description": "The checksum of a file's positions and masses: FNV-1a, 64 bits, in hexadecimal.",
          "type": "string", "pattern": "^[0-9a-f]{16}$"
        },
        "eps": { "description": "The softening length.", "type": "number", "minimum": 0 },
        "potential": {
          "description": "Whether the sum of m/r was wanted in addition to the acceleration.",
          "type": "boolean"
        },
        "image_width": {
          "description": "Texels per row of the 2D resource, for layouts that use one.",
          "type": "integer", "minimum": 1
        }
      },
      "if": { "properties": { "particles": { "const": "plummer" } } },
      "then": { "required": ["seed"], "properties": { "checksum": false } },
      "else": { "required": ["checksum"], "properties": { "seed": false } }
    })");
  }

  std::vector<TestInput> test_inputs() const override {
    std::vector<TestInput> inputs;
    for (const std::uint64_t n : {1, 2, 63, 64, 65, 127, 129, 1000}) inputs.push_back({n});
    // Around CAL's limit of 8192 elements: one element more begins a row of the 2D resource.
    for (const auto& [n, width] : {std::pair{8193, "64"}, std::pair{8191, "256"}}) {
      inputs.push_back({static_cast<std::uint64_t>(n), {{"image-width", width}}, "image2d", true});
      inputs.back().costly = true;
    }
    inputs.push_back({129, {{"eps", "0"}}, "", true});  // j = i is at distance 0
    inputs.push_back({0, {}, "", true, false, "plummer_4096.nbody"});
    return inputs;
  }

  std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const override {
    const GravityOptions options = gravity_options().parse(request.options);
    constexpr std::uint64_t kCopies = 4;  // the set, rounded, packed; outputs
    AttractingBodies bodies =
        attracting_bodies({name(), kCopies, false, options.eps}, given_particles(request.input),
                          request.n, request.seed);
    return std::make_unique<GravityProblem>(std::move(bodies.particles), options, request.checking,
                                            std::move(bodies.origin));
  }
};

}  // namespace

const OptionSet<GravityOptions>& gravity_options() {
  using Options = GravityOptions;
  static const OptionSet<Options> options =
      OptionSet<Options>()
          .number("eps", &Options::eps, Sign::not_negative,
                  "softening length of gravity, 0 for none")
          .toggle("potential", &Options::potential,
                  "on: also the sum of m/r; off: only the acceleration")
          .count("image-width", &Options::image_width,
                 "texels per row of a 2D resource (64, 256, 4096, 8192, …)");
  return options;
}

std::unique_ptr<Family> make_gravity() { return std::make_unique<Gravity>(); }

}  // namespace gputest
