#include "common/octree/approximate_gravity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

#include "common/cells/sort_work.hpp"
#include "common/core/ceil_div.hpp"
#include "common/core/error.hpp"
#include "common/core/json_text.hpp"
#include "common/layout/layout.hpp"
#include "common/octree/shape.hpp"
#include "common/particles/other_units.hpp"
#include "common/particles/rounded.hpp"

namespace gputest {
namespace {

constexpr double kTreeRoundings = 16;  // per interaction, in ε
constexpr double kTreeOutlier = 10;    // times the accuracy, relative to the sum of pulls: for
                                       // every body
constexpr double kTreeShare = 0.99;    // of the bodies must meet the accuracy

/// |difference| / scale; zero over zero is no error.
double share_of_pull(double difference, double scale) {
  if (difference == 0) return 0;
  return scale > 0 ? difference / scale : std::numeric_limits<double>::infinity();
}

constexpr std::uint64_t kAllCompared = 16384;  // up to this number every body is compared

/// Numbers of a kernel's output, x y z and m/r of each body.
class Accelerations {
 public:
  explicit Accelerations(const HostArray& array) : array_(array) {}
  double operator[](std::uint64_t place) const {
    return array_.shape.element == Element::fp32 ? static_cast<double>(array_.as<float>()[place])
                                                 : array_.as<double>()[place];
  }
  double size(std::uint64_t body) const {
    return std::hypot((*this)[4 * body], (*this)[4 * body + 1], (*this)[4 * body + 2]);
  }
  /// The distance of a body's acceleration from the right one.
  double off(std::uint64_t body, const TreePull& pull) const {
    return std::hypot((*this)[4 * body] - pull.ax, (*this)[4 * body + 1] - pull.ay,
                      (*this)[4 * body + 2] - pull.az);
  }

 private:
  const HostArray& array_;
};

/// The bodies to compare: all up to kAllCompared, otherwise one from each of 4096 parts, chosen by
/// the salt.
std::vector<std::uint64_t> compared_bodies(std::uint64_t n, const Checking& checking) {
  constexpr std::uint64_t kSample = 4096;
  std::vector<std::uint64_t> bodies;
  if (n <= kAllCompared || checking.coverage == Coverage::full) {
    bodies.resize(n);
    std::iota(bodies.begin(), bodies.end(), std::uint64_t{0});
    return bodies;
  }
  std::mt19937_64 engine(checking.salt);
  for (std::uint64_t part = 0; part < kSample; ++part) {
    const std::uint64_t first = part * n / kSample, last = (part + 1) * n / kSample;
    bodies.push_back(first + engine() % (last - first));
  }
  return bodies;
}

nlohmann::ordered_json finite_or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

}  // namespace

std::optional<double> TreeOptions::fixed_theta() const {
  std::optional<double> fixed;
  if (theta != "auto") {
    fixed = parse_number_option("theta", theta, Sign::not_negative);
    if (*fixed > 1)
      throw Error(
          Status::bad_input,
          fmt::format(
              "--theta={} is more than 1; a cell's error could then be as large as the usual pull",
              theta));
  }
  if (margin > 1)
    throw Error(
        Status::bad_input,
        fmt::format("--margin={:g} is more than 1; --accuracy would then not be met", margin));
  return fixed;
}

const OptionSet<TreeOptions>& tree_options() {
  using Options = TreeOptions;
  static const OptionSet<Options> options =
      OptionSet<Options>()
          .number("eps", &Options::eps, Sign::not_negative,
                  "softening length of gravity, 0 for none")
          .number("accuracy", &Options::accuracy, Sign::positive,
                  "relative error of a tree's accelerations that 99 % of the bodies must meet")
          .text("theta", &Options::theta,
                "how soon a tree's cells pull as a whole: from 0, never, to 1; auto: as --accuracy "
                "requires")
          .number("margin", &Options::margin, Sign::positive,
                  "fraction of --accuracy for which a tree's theta is chosen");
  return options;
}

AttractingBodies bodies_of_cells(const std::string& family, const ProblemRequest& request,
                                 const TreeOptions& options) {
  constexpr std::uint64_t kCopies = 8;  // the set, rounded, packed, the CPU's copies, the tree
  AttractingBodies bodies =
      attracting_bodies({family, kCopies, false, options.eps}, given_particles(request.input),
                        request.n, request.seed);
  const std::vector<double>& mass = bodies.particles->mass;
  if (const auto light = std::find_if(mass.begin(), mass.end(), [](double m) { return m < 0; });
      light != mass.end())
    throw Error(Status::bad_input,
                fmt::format("body {} has the mass {}, but a tree's cells need masses that are not "
                            "negative",
                            light - mass.begin(), *light));
  return bodies;
}

ApproximateGravity::ApproximateGravity(AttractingBodies bodies, const TreeOptions& options,
                                       const Checking& checking)
    : particles_(std::move(bodies.particles)),
      options_(options),
      theta_(options.fixed_theta()),
      checking_(checking),
      origin_(std::move(bodies.origin)),
      extent_(*particles_),
      spread_(*particles_) {}

void ApproximateGravity::require_possible(const Configuration& configuration) const {
  const Precision precision = configuration.precision;
  refuse_out_of_range(*particles_, extent_, precision, options_.eps);
  const double least = kTreeRoundings * epsilon(precision);
  if (options_.accuracy < least)
    throw Error(Status::bad_input, fmt::format("--accuracy={} is too small: {} reaches {:.2g}",
                                               options_.accuracy, name(precision), least));
}

KernelSignature ApproximateGravity::shapes(const Configuration& configuration) const {
  require_possible(configuration);
  return argument_shapes(configuration);
}

std::vector<HostArray> ApproximateGravity::inputs(const Configuration& configuration) const {
  return pack(*find_layout(configuration.layout), *particles_, configuration.precision, 0);
}

void ApproximateGravity::make_reference(const Configuration& configuration) {
  compared(configuration.precision);
}

nlohmann::ordered_json ApproximateGravity::parameters(const Configuration& configuration) const {
  const WalkErrors& walk = errors_of(configuration);
  nlohmann::ordered_json json = origin_;
  json["eps"] = options_.eps;
  json["accuracy"] = options_.accuracy;
  json["margin"] = options_.margin;
  json["theta"] = walk.theta;
  json["pull"] = pull(configuration.precision);
  json["direct"] = walk.direct;
  json["approximate"] = walk.approximate;
  json["errors"] = {{"median", walk.median},
                    {"90%", walk.of_90},
                    {"99%", walk.of_99},
                    {"99.9%", walk.of_999},
                    {"max", finite_or_null(walk.largest)}};
  for (const auto& [axis, value] : configuration.axes) json[axis] = value;
  return json;
}

ApproximateGravity::Sample ApproximateGravity::sample_of(const ParticleSet& particles,
                                                         Precision precision,
                                                         const Checking& checking) const {
  Sample sample{compared_bodies(n(), checking), {}};
  sample.pulls = tree_pulls(particles, eps2(precision), sample.bodies);
  return sample;
}

ApproximateGravity::Reference& ApproximateGravity::reference(Precision precision) const {
  const std::lock_guard lock(making_);
  std::optional<Reference>& made = references_[precision == Precision::fp32 ? 0 : 1];
  if (!made) {
    ParticleSet particles = rounded(*particles_, precision);
    Sample walked = sample_of(particles, precision, Checking{});
    made = Reference{std::move(particles), std::move(walked)};
  }
  return *made;
}

const ApproximateGravity::Sample& ApproximateGravity::compared(Precision precision) const {
  Reference& right = reference(precision);
  if (n() <= kAllCompared) return right.walked;
  const std::lock_guard lock(making_);
  if (!right.compared) right.compared = sample_of(right.particles, precision, checking_);
  return *right.compared;
}

double ApproximateGravity::pull(Precision precision) const {
  return usual_pull(reference(precision).walked.pulls);
}

double ApproximateGravity::rounding_of(const ParticleSet& particles, const BodySpread& spread,
                                       std::uint64_t body, double eps, bool exact) const {
  const double pairs = std::sqrt(static_cast<double>(n()));
  return kTreeRoundings * eps + (exact ? eps * pairs + drift_of(particles, spread, body, eps) : 0);
}

double ApproximateGravity::eps2(Precision precision) const {
  return round_to(precision, options_.eps * options_.eps);
}

std::vector<ArrayShape> tree_scratch(Element real, std::uint64_t n, std::uint32_t leaf) {
  constexpr std::uint64_t kBounds = 514;  // two points for each of 257 blocks
  const std::uint64_t cells = tree::most_cells(n, leaf), groups = ceil_div(n, tree::kGroup);
  return {{"sorted", real, 4, n},
          {"order", Element::uint32, 1, n},
          {"centres", real, 4, cells},
          {"moments", real, 4, 2 * cells},
          {"boxes", real, 4, 2 * cells},
          {"groups", real, 4, 2 * GT_MOST_BOXES * groups},
          {"links", Element::uint32, 2, cells},
          {"keys", Element::uint32, 2, n},
          {"spans", Element::uint32, 1, n},
          {"sums", Element::uint32, 1, tree::count_words(n)},
          {"work", Element::uint32, 1, 5 * n + 64 + sort_work_words(n)},
          {"bounds", real, 4, kBounds}};
}

KernelSignature ApproximateGravity::tree_shapes(const Configuration& configuration,
                                                std::uint32_t leaf) const {
  const Element real = configuration.precision == Precision::fp32 ? Element::fp32 : Element::fp64;
  const auto count = static_cast<std::uint32_t>(n());
  KernelSignature shapes;
  shapes.inputs = find_layout(configuration.layout)->shapes(n(), real, 0);
  shapes.outputs = {{"accelerations", real, 4, n()}};
  shapes.scratch = tree_scratch(real, n(), leaf);
  shapes.scalars = {{"n", count}, {"leaf", leaf}, {"eps2", options_.eps * options_.eps}};
  shapes.items = n();
  return shapes;
}

Verification ApproximateGravity::verify(const Configuration& configuration, Precision arithmetic,
                                        const std::vector<HostArray>& outputs) const {
  const bool exact = errors_of(configuration).theta == 0;
  const double eps = epsilon(arithmetic);
  const double accuracy = exact ? 0 : options_.accuracy;
  Verification result;
  const Sample& sample = compared(configuration.precision);
  result.checked = sample.bodies.size();
  if (result.checked < n()) result.salt = checking_.salt;
  const Accelerations numbers(outputs.at(0));
  const auto wrong = [&](std::uint64_t body, std::string reason) {
    result.max_error = result.rms_error = std::numeric_limits<double>::infinity();
    result.worst_index = body;
    result.reason = std::move(reason);
    return result;
  };
  for (std::uint64_t place = 0; place < 4 * n(); ++place)
    if (!std::isfinite(numbers[place]))
      return wrong(place / 4, fmt::format("the result of body {} was not written or is not finite",
                                          place / 4));

  std::vector<double> errors;
  double squares = 0, largest = -1;
  std::uint64_t beyond = 0;  // bodies that do not meet the accuracy
  for (std::size_t k = 0; k < sample.bodies.size(); ++k) {
    const std::uint64_t i = sample.bodies[k];
    const TreePull& pull = sample.pulls[k];
    const double off = numbers.off(i, pull);
    const double off_w = std::abs(numbers[4 * i + 3] - pull.m_over_r);
    const double of_pulls = share_of_pull(off, pull.sum_of_pulls);
    const double of_w = share_of_pull(off_w, pull.m_over_r);
    const double error = exact ? std::max(of_pulls, of_w)
                               : share_of_pull(off, std::hypot(pull.ax, pull.ay, pull.az));
    const double rounding = rounding_of(*particles_, spread_, i, eps, exact);
    errors.push_back(error);
    squares += std::isfinite(error) ? error * error : 0;
    if (error > largest) {
      largest = error;
      result.worst_index = i;
    }
    if (error > accuracy && of_pulls > rounding) ++beyond;
    const double allowed = kTreeOutlier * accuracy + rounding;
    const auto is_the_methods = [&] {
      return of_w <= allowed && of_pulls <= 3 * allowed &&
             std::abs(error_on_host(configuration, reference(configuration.precision).particles, i,
                                    pull) -
                      error) <= error / 10;
    };
    if (std::max(of_pulls, of_w) > allowed && (exact || !is_the_methods()))
      return wrong(i, fmt::format("body {} is wrong by {:.2e} of the sum of pulls; allowed is "
                                  "{:.2e}",
                                  i, std::max(of_pulls, of_w), allowed));
  }
  std::sort(errors.begin(), errors.end());
  result.rms_error = std::sqrt(squares / static_cast<double>(errors.size()));
  result.max_error = exact ? errors.back() : quantile(errors, kTreeShare);
  result.tolerance =
      exact ? kTreeRoundings * eps + eps * std::sqrt(static_cast<double>(n())) : accuracy;
  const auto most =
      static_cast<std::uint64_t>((1 - kTreeShare) * static_cast<double>(errors.size()));
  if (!exact && beyond > most)
    result.reason = fmt::format(
        "the error of 99 % of the bodies is {:.2e}; required is --accuracy={:g}; "
        "{} of {} bodies miss it",
        result.max_error, accuracy, beyond, errors.size());
  result.passed = result.reason.empty();
  return result;
}

std::vector<std::unique_ptr<Problem>> ApproximateGravity::in_two_units(
    const Configuration& configuration) const {
  const Precision precision = configuration.precision;
  if (precision != Precision::fp64 || errors_of(configuration).theta == 0) return {};
  ParticleSet particles = *particles_;
  std::mt19937_64 engine(checking_.salt);
  std::uniform_real_distribution<double> shift(-0x1p-30, 0x1p-30);
  for (auto* values : {&particles.x, &particles.y, &particles.z})
    for (double& value : *values) value += shift(engine) * extent_.farthest;
  const auto same = [&](const Units& units) {
    const auto converted = std::make_shared<ParticleSet>(in_units(particles, units));
    TreeOptions options = options_;
    options.eps *= units.length;
    Sample walked = reference(precision).walked;
    for (TreePull& pull : walked.pulls) {
      for (double* value : {&pull.ax, &pull.ay, &pull.az, &pull.sum_of_pulls})
        *value *= units.acceleration();
      pull.m_over_r *= units.mass_over_length();
    }
    auto problem = of_others({converted, origin_}, options, checking_);
    problem->references_[1] = Reference{*converted, std::move(walked)};
    return problem;
  };
  std::vector<std::unique_ptr<Problem>> both;
  both.push_back(same(Units{}));
  both.push_back(same(kOtherUnits));
  return both;
}

Verification ApproximateGravity::compare_units(const Configuration& configuration,
                                               const std::vector<HostArray>& first,
                                               const std::vector<HostArray>& second) const {
  const Sample& sample = compared(configuration.precision);
  const Accelerations one(first.at(0)), two(second.at(0));
  Verification result;
  result.tolerance = between_precisions(epsilon(Precision::fp64), epsilon(Precision::fp32));
  result.checked = sample.bodies.size();
  std::vector<double> differences;
  double squares = 0;
  for (std::size_t k = 0; k < sample.bodies.size(); ++k) {
    const std::uint64_t i = sample.bodies[k];
    const auto apart = [&](std::uint64_t component, double unit) {
      return one[4 * i + component] - two[4 * i + component] / unit;
    };
    const double unit_of_a = kOtherUnits.acceleration();
    const double off = std::hypot(apart(0, unit_of_a), apart(1, unit_of_a), apart(2, unit_of_a));
    const double off_w = std::abs(apart(3, kOtherUnits.mass_over_length()));
    const double difference = std::max(share_of_pull(off, sample.pulls[k].sum_of_pulls),
                                       share_of_pull(off_w, sample.pulls[k].m_over_r));
    differences.push_back(std::isnan(difference) ? std::numeric_limits<double>::infinity()
                                                 : difference);
    squares += difference * difference;
  }
  std::sort(differences.begin(), differences.end());
  result.rms_error = std::sqrt(squares / static_cast<double>(differences.size()));
  result.max_error = quantile(differences, kTreeShare);
  result.passed = result.max_error <= result.tolerance;
  if (!result.passed)
    result.reason = fmt::format(
        "the kernel computes in a precision below fp64: in other units of length and mass, 1 % of "
        "the bodies have pulls that differ by more than {:.2e}, where {:.2e} is allowed",
        result.max_error, result.tolerance);
  return result;
}

double ApproximateGravity::error_on_host(const Configuration&, const ParticleSet&, std::uint64_t,
                                         const TreePull&) const {
  return std::numeric_limits<double>::quiet_NaN();
}

std::vector<ParticleResult> ApproximateGravity::results(
    Precision, const std::vector<HostArray>& outputs) const {
  const Accelerations numbers(outputs.at(0));
  std::vector<ParticleResult> results(n());
  for (std::uint64_t i = 0; i < n(); ++i)
    results[i] = {particles_->id[i], numbers[4 * i], numbers[4 * i + 1], numbers[4 * i + 2],
                  particles_->mass[i] * self_potential() - numbers[4 * i + 3]};
  return results;
}

/// Outdated if the usual pull has changed by a tenth: a cell's error may be θ^4 of it.
bool ApproximateGravity::outdated(const Configuration& configuration,
                                  const HostArray& forces) const {
  constexpr double kOtherPull = 1.1;
  const Sample& walked = reference(configuration.precision).walked;
  const Accelerations numbers(forces);
  std::vector<TreePull> pulls;
  for (const std::uint64_t i : walked.bodies)
    pulls.push_back({numbers[4 * i], numbers[4 * i + 1], numbers[4 * i + 2]});
  const bool finite = std::all_of(pulls.begin(), pulls.end(), [](const TreePull& pull) {
    return std::isfinite(pull.ax + pull.ay + pull.az);
  });
  if (!finite) return false;  // such forces end the run elsewhere
  const double change = usual_pull(pulls) / usual_pull(walked.pulls);
  return change > kOtherPull || change < 1 / kOtherPull;
}

JudgedForces ApproximateGravity::judge_forces(const ParticleSet& now,
                                              const Configuration& configuration,
                                              Precision arithmetic, const HostArray& forces,
                                              const std::vector<std::uint64_t>& some) const {
  const ParticleSet p = rounded(now, configuration.precision);
  const Accelerations numbers(forces);
  double net[3] = {0, 0, 0};
  for (std::uint64_t i = 0; i < n(); ++i) {
    if (!std::isfinite(numbers.size(i)))
      return {fmt::format("the force on body {} is not finite", p.id[i]), 0};
    for (std::uint64_t axis = 0; axis < 3; ++axis) net[axis] += p.mass[i] * numbers[4 * i + axis];
  }
  JudgedForces judged = judge_rounded(p, configuration, arithmetic, forces, some, 0);
  if (const double all = std::hypot(net[0], net[1], net[2]);
      judged.fault.empty() && !(all <= judged.net_allowed))
    judged.fault =
        fmt::format("the bodies pull each other with a net force of {:.2e}; allowed is {:.2e}", all,
                    judged.net_allowed);
  return judged;
}

/// They may be few, so that one may miss the accuracy by chance, and they may lie close together.
JudgedForces ApproximateGravity::judge_some(const ParticleSet& now,
                                            const Configuration& configuration,
                                            Precision arithmetic, const HostArray& forces,
                                            const std::vector<std::uint64_t>& some) const {
  return judge_rounded(rounded(now, configuration.precision), configuration, arithmetic, forces,
                       some, 1);
}

std::string ApproximateGravity::judge_energies(const ParticleSet& now,
                                               const Configuration& configuration,
                                               Precision arithmetic,
                                               const std::vector<HostArray>& outputs,
                                               const std::vector<std::uint64_t>& some) const {
  const ParticleSet p = rounded(now, configuration.precision);
  const BodySpread spread(p);
  const bool exact = errors_of(configuration).theta == 0;
  const double accuracy = exact ? 0 : options_.accuracy;
  const Accelerations numbers(outputs.at(0));
  const std::vector<TreePull> pulls = tree_pulls(p, eps2(configuration.precision), some);
  for (std::size_t k = 0; k < some.size(); ++k) {
    const std::uint64_t i = some[k];
    const double right = pulls[k].m_over_r;
    const double error = share_of_pull(std::abs(numbers[4 * i + 3] - right), right);
    const double allowed =
        kTreeOutlier * accuracy + rounding_of(p, spread, i, epsilon(arithmetic), exact);
    if (!(error <= allowed))
      return fmt::format("the sum of m/r at body {} is wrong by {:.2e} where {:.2e} is allowed",
                         p.id[i], error, allowed);
  }
  return {};
}

JudgedForces ApproximateGravity::judge_rounded(const ParticleSet& p,
                                               const Configuration& configuration,
                                               Precision arithmetic, const HostArray& forces,
                                               const std::vector<std::uint64_t>& some,
                                               double beside) const {
  const BodySpread spread(p);
  const bool exact = errors_of(configuration).theta == 0;
  const double eps = epsilon(arithmetic), accuracy = exact ? 0 : options_.accuracy;
  const Accelerations numbers(forces);
  JudgedForces judged;
  const std::vector<TreePull> pulls = tree_pulls(p, eps2(configuration.precision), some);
  double errors = 0, rounding_of_some = 0;  // of forces
  std::uint64_t beyond = 0;
  for (std::size_t k = 0; k < some.size(); ++k) {
    const std::uint64_t i = some[k];
    const TreePull& pull = pulls[k];
    const double off = numbers.off(i, pull), of_pulls = share_of_pull(off, pull.sum_of_pulls);
    const double rounding = rounding_of(p, spread, i, eps, exact);
    const double allowed = kTreeOutlier * accuracy + rounding;
    errors += p.mass[i] * off;
    rounding_of_some += p.mass[i] * pull.sum_of_pulls * rounding;
    const double error = share_of_pull(off, std::hypot(pull.ax, pull.ay, pull.az));
    if (error > accuracy && of_pulls > rounding) ++beyond;
    if (of_pulls <= allowed) continue;  // false if a force is not finite
    if (!exact && of_pulls <= 3 * allowed &&
        std::abs(error_on_host(configuration, p, i, pull) - error) <= error / 10)
      continue;  // an error of the method
    judged.fault = fmt::format(
        "the force on body {} is wrong by {:.2e} of the sum of pulls; allowed is "
        "{:.2e}",
        p.id[i], of_pulls, allowed);
    return judged;
  }
  // By chance a count with that mean may be larger, and a run has thousands of such checks.
  constexpr double kDeviations = 6;
  const auto count = static_cast<double>(some.size());
  const double mean = (1 - kTreeShare) * count,
               most = mean + kDeviations * std::sqrt(mean) + beside;
  if (static_cast<double>(beyond) > most)
    judged.fault = fmt::format(
        "the forces on {} of {} bodies do not meet --accuracy={:g}; at most {:.0f} may miss it: "
        "the bodies have moved so that --theta={:.3g} is too large, or forces were wrong",
        beyond, some.size(), accuracy, std::floor(most), errors_of(configuration).theta);
  // Cells do not obey Newton's third law: this is the largest sum of errors, as if all had one
  // direction.
  constexpr double kOfAFewBodies = 2;
  const double share = static_cast<double>(n()) / count;
  judged.net_allowed = share * (kOfAFewBodies * errors + rounding_of_some);
  return judged;
}

std::vector<Named> layouts_of_cells() {
  std::vector<Named> own;
  for (const Named& layout : named_buffer_layouts())
    if (layout.name == "float4") own.push_back(layout);
  return own;
}

std::vector<Named> arguments_of_cells() {
  return {
      {"accelerations", "x y z of each body, and the sum of m/r in w"},
      {"sorted", "the bodies along the Hilbert curve: x y z m"},
      {"order", "the number of each sorted body"},
      {"centres",
       "centre of mass of each cell; in w the squared distance beyond which it pulls as a whole"},
      {"moments", "two per cell: m Qxx Qyy Qzz, Qxy Qxz Qyz T; Q = 3 S - T, T the trace of S"},
      {"boxes", "two per cell: the lowest and highest coordinates of its bodies"},
      {"groups", "likewise for up to eight parts of each 32 sorted bodies"},
      {"links", "a cell's first child or a leaf's first body, and how many"},
      {"keys", "keys of the sorted bodies, 63 bits, the lower word first"},
      {"spans", "levels of the cells that begin at each sorted body"},
      {"sums", "number of cells that begin in each 32 sorted bodies, by level"},
      {"work", "scratch for sorting"},
      {"bounds", "the lowest and highest coordinates of all bodies, and of parts of them"},
      {"n", "bodies"},
      {"leaf", "most bodies of a leaf"},
      {"eps2", "the softening length squared"},
  };
}

nlohmann::ordered_json schema_of_cells(const std::string& description, const std::string& theta) {
  nlohmann::ordered_json schema = parse_json(R"({
    "required": ["particles", "eps", "accuracy", "theta", "pull", "direct", "approximate",
                 "errors"],
    "properties": {
      "particles": {
        "description": "The source of the bodies: a generated Plummer sphere, or --input.",
        "enum": ["plummer", "file"]
      },
      "seed": {
        "description": "The seed of generated bodies.", "type": "integer", "minimum": 0
      },
      "checksum": {
        "description": "Checksum of a file's positions and masses: FNV-1a, 64 bits, in hexadecimal.",
        "type": "string", "pattern": "^[0-9a-f]{16}$"
      },
      "eps": { "description": "The softening length.", "type": "number", "minimum": 0 },
      "accuracy": {
        "description": "The largest error allowed for 99 % of the bodies.",
        "type": "number", "exclusiveMinimum": 0
      },
      "margin": {
        "description": "The fraction of the accuracy for which theta was chosen; absent: 0.8.",
        "type": "number", "exclusiveMinimum": 0, "maximum": 1
      },
      "theta": {
        "type": "number", "minimum": 0, "maximum": 1
      },
      "pull": {
        "description": "The median acceleration of the bodies, or 1.",
        "type": "number", "exclusiveMinimum": 0
      },
      "direct": {
        "description": "Bodies that a body interacts with directly, on average.",
        "type": "number", "minimum": 0
      },
      "approximate": {
        "description": "Cells that a body interacts with as a whole, on average.",
        "type": "number", "minimum": 0
      },
      "errors": {
        "description": "Quantiles of the error of the method in double precision, on the host.",
        "type": "object"
      }
    },
    "if": { "properties": { "particles": { "const": "plummer" } } },
    "then": { "required": ["seed"], "properties": { "checksum": false } },
    "else": { "required": ["checksum"], "properties": { "seed": false } }
  })");
  schema["description"] = description;
  schema["properties"]["theta"]["description"] = theta;
  return schema;
}

}  // namespace gputest
