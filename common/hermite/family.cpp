#include "common/hermite/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <utility>

#include "common/core/error.hpp"
#include "common/core/json_text.hpp"
#include "common/hermite/oracle.hpp"
#include "common/hermite/signature.hpp"
#include "common/layout/layout.hpp"
#include "common/particles/attraction.hpp"
#include "common/particles/few_masses.hpp"
#include "common/particles/mirrored.hpp"
#include "common/particles/rounded.hpp"
#include "common/run/checked_results.hpp"

namespace gputest {
namespace {

/// Operations of an interaction, 38 for the acceleration and 19 for the jerk, as GRAPE-6 counts
/// them (J. Makino, T. Fukushige, M. Koga and K. Namura, Publ. Astron. Soc. Japan 55, 1163, 2003).
constexpr double kHermiteFlops = 57;

constexpr double kRoundings = 16;       // of an interaction, in ε
constexpr double kHermiteOutlier = 16;  // times the root mean square: more than rounding

/// A kernel's numbers for one active body.
struct HermiteAnswer {
  std::array<double, 4> acceleration{};  ///< x y z, sum of m/r
  std::array<double, 4> jerk{};          ///< x y z, squared distance of the nearest
  std::uint32_t nearest = 0;

  bool finite() const {
    return std::all_of(acceleration.begin(), acceleration.end(), is_finite) &&
           std::all_of(jerk.begin(), jerk.end(), is_finite);
  }

 private:
  static bool is_finite(double value) { return std::isfinite(value); }
};

HermiteAnswer hermite_answer(const std::vector<HostArray>& outputs, std::uint64_t k) {
  HermiteAnswer answer;
  const auto read = [&](const HostArray& array, std::array<double, 4>& numbers) {
    for (std::size_t c = 0; c < 4; ++c)
      numbers[c] = array.shape.element == Element::fp32
                       ? static_cast<double>(array.as<float>()[4 * k + c])
                       : array.as<double>()[4 * k + c];
  };
  read(outputs.at(0), answer.acceleration);
  read(outputs.at(1), answer.jerk);
  answer.nearest = outputs.at(2).as<std::uint32_t>()[k];
  return answer;
}

/// difference| / scale; 0 if the difference is 0.
double share_of(double difference, double scale) {
  if (difference == 0) return 0;
  return scale > 0 ? difference / scale : std::numeric_limits<double>::infinity();
}

double squared_distance(const ParticleSet& p, std::uint64_t i, std::uint64_t j) {
  const double x = p.x[j] - p.x[i], y = p.y[j] - p.y[i], z = p.z[j] - p.z[i];
  return x * x + y * y + z * z;
}

class HermiteProblem : public Problem {
 public:
  HermiteProblem(std::shared_ptr<const ParticleSet> particles, const HermiteOptions& options,
                 const Checking& checking, nlohmann::ordered_json origin)
      : particles_(std::move(particles)),
        eps_(options.eps),
        active_count_(options.active == 0 ? particles_->size() : options.active),
        checking_(checking),
        origin_(std::move(origin)),
        extent_(*particles_),
        spread_(*particles_) {}

  std::uint64_t n() const override { return particles_->size(); }

  KernelSignature shapes(const Configuration& configuration) const override {
    refuse_out_of_range(*particles_, extent_, configuration.precision, eps_);
    return argument_shapes(configuration);
  }

  std::vector<HostArray> inputs(const Configuration& configuration) const override {
    const Layout& layout = *find_layout(configuration.layout);
    const KernelSignature shapes = argument_shapes(configuration);
    const ParticleSet particles = mirrored(filling_ == 0 ? *particles_ : few_->particles, way_);
    std::vector<HostArray> arrays = pack(layout, particles, configuration.precision, 0);
    if (!layout.holds_velocity) {
      // Packed like positions; the array of masses, if any, comes last and is left out.
      ParticleSet velocities;
      velocities.resize(n());
      velocities.x = particles.vx;
      velocities.y = particles.vy;
      velocities.z = particles.vz;
      velocities.mass.assign(n(), 0);
      auto packed = pack(layout, velocities, configuration.precision, 0);
      for (std::size_t k = 0; arrays.size() + 1 < shapes.inputs.size(); ++k) {
        packed[k].shape.name = shapes.inputs[arrays.size()].name;
        arrays.push_back(std::move(packed[k]));
      }
    }
    HostArray active{shapes.inputs.back(), {}};
    active.data.resize(active.shape.bytes());
    for (std::uint64_t k = 0; k < active_count_; ++k)
      active.as<std::uint32_t>()[k] = static_cast<std::uint32_t>(active_body(k));
    arrays.push_back(std::move(active));
    return arrays;
  }

  std::uint32_t symmetries(const Configuration&) const override { return kMirrorings; }
  void turn(std::uint32_t symmetry) override { way_ = symmetry; }
  /// In the second, few bodies have a mass: the rounding of so few additions cannot hide that of a
  /// pull.
  std::uint32_t fillings(const Configuration&) const override { return n() > 1 ? 2 : 1; }
  void fill(std::uint32_t filling) override {
    if (filling != 0 && !few_) few_ = with_few_masses(*particles_, checking_.salt);
    filling_ = filling;
  }

  void make_reference(const Configuration& configuration) override {
    std::optional<Reference>& made = reference(configuration.precision);
    if (made) return;
    Reference right;
    right.particles = rounded(*particles_, configuration.precision);
    right.places = results_to_check(active_count_, checking_);
    std::vector<std::uint64_t> bodies;
    for (const std::uint64_t k : right.places) bodies.push_back(active_body(k));
    right.forces =
        hermite_forces(right.particles, round_to(configuration.precision, eps_ * eps_), bodies);
    made = std::move(right);
  }

  Verification verify(const Configuration& configuration, Precision arithmetic,
                      const std::vector<HostArray>& outputs) const override;

  Work work(const Configuration& configuration) const override {
    const double interactions = static_cast<double>(n()) * static_cast<double>(active_count_);
    KernelSignature shapes = argument_shapes(configuration);
    shapes.scratch.clear();
    return {interactions, kHermiteFlops * interactions, static_cast<double>(shapes.bytes())};
  }

  /// Each interaction adds 7 numbers to sums. r^2 and r.v, 6 operations, at best serve both bodies
  /// of a pair.
  double least_operations(const Configuration&) const override {
    constexpr double kOfAnInteraction = 10;
    return kOfAnInteraction * static_cast<double>(active_count_) * static_cast<double>(n() - 1);
  }

  nlohmann::ordered_json parameters(const Configuration&) const override {
    nlohmann::ordered_json json = origin_;
    json["eps"] = eps_;
    json["active"] = active_count_;
    return json;
  }

 private:
  /// The right answer for inputs in one precision.
  struct Reference {
    ParticleSet particles;
    std::vector<std::uint64_t> places;  ///< which of the active bodies are compared
    std::vector<HermiteForce> forces;   ///< of these bodies
  };
  /// The right answer for few masses, for a few results.
  Reference of_few(Precision precision) const;
  std::optional<Reference>& reference(Precision precision) {
    return references_[precision == Precision::fp32 ? 0 : 1];
  }
  const std::optional<Reference>& reference(Precision precision) const {
    return references_[precision == Precision::fp32 ? 0 : 1];
  }

  /// The k-th active body: the active bodies are spread evenly over all.
  std::uint64_t active_body(std::uint64_t k) const { return k * n() / active_count_; }

  /// A sentence if the nearest body or its distance is wrong, or nothing.
  std::string fault_of_nearest(const Reference& right, const HermiteForce& force, std::uint64_t i,
                               const HermiteAnswer& answer, double eps) const;

  KernelSignature argument_shapes(const Configuration& configuration) const {
    return hermite_signature({n(), n(), active_count_, eps_ * eps_}, configuration);
  }

  std::shared_ptr<const ParticleSet> particles_;
  double eps_;
  std::uint64_t active_count_;
  Checking checking_;
  nlohmann::ordered_json origin_;
  BodyExtent extent_;
  BodySpread spread_;
  std::array<std::optional<Reference>, 2> references_;
  std::uint32_t way_ = 0;  ///< to mirror the bodies
  std::uint32_t filling_ = 0;
  std::optional<FewMasses> few_;
};

HermiteProblem::Reference HermiteProblem::of_few(Precision precision) const {
  constexpr std::uint64_t kFew = 64;
  Reference right;
  right.particles = rounded(few_->particles, precision);
  std::mt19937_64 engine(checking_.salt);
  std::vector<std::uint64_t> bodies;
  for (std::uint64_t k = 0; k < std::min(active_count_, kFew); ++k) {
    right.places.push_back(active_count_ <= kFew ? k : engine() % active_count_);
    bodies.push_back(active_body(right.places.back()));
  }
  right.forces = hermite_forces(right.particles, round_to(precision, eps_ * eps_), bodies);
  return right;
}

std::string HermiteProblem::fault_of_nearest(const Reference& right, const HermiteForce& force,
                                             std::uint64_t i, const HermiteAnswer& answer,
                                             double eps) const {
  const double allowed = kRoundings * eps;
  const std::uint64_t j = answer.nearest;
  if (j >= n() || (j == i && n() > 1))
    return fmt::format("the kernel's nearest body to body {} is body {}", i, j);
  if (squared_distance(right.particles, i, j) > force.nearest_r2 * (1 + allowed))
    return fmt::format(
        "the kernel's nearest body to body {} is body {}, at {:.6g}, but one is at {:.6g}", i, j,
        std::sqrt(squared_distance(right.particles, i, j)), std::sqrt(force.nearest_r2));
  if (share_of(std::abs(answer.jerk[3] - force.nearest_r2), force.nearest_r2) > allowed)
    return fmt::format("the squared distance of the body nearest to body {} is {:.6g}, not {:.6g}",
                       i, force.nearest_r2, answer.jerk[3]);
  return "";
}

Verification HermiteProblem::verify(const Configuration& configuration, Precision arithmetic,
                                    const std::vector<HostArray>& downloaded) const {
  std::vector<HostArray> outputs = downloaded;
  for (std::size_t k : {0, 1}) outputs[k] = mirrored(std::move(outputs[k]), way_);
  std::optional<Reference> few;
  if (filling_ != 0) few = of_few(configuration.precision);
  const Reference& right = few ? *few : *reference(configuration.precision);
  Verification result;
  const double eps = epsilon(arithmetic);
  const double walk = eps * std::sqrt(static_cast<double>(few ? kFewMasses : n()));
  result.tolerance = kRoundings * eps + walk;
  result.checked = right.places.size();
  if (result.checked < active_count_) result.salt = checking_.salt;
  const auto wrong = [&](std::uint64_t body, std::string reason) {
    result.max_error = result.rms_error = std::numeric_limits<double>::infinity();
    result.worst_index = body;
    result.reason = std::move(reason);
    return result;
  };

  std::array<double, 6> net{};
  double pulls = 0, jerks = 0;
  for (std::uint64_t k = 0; k < active_count_; ++k) {
    const HermiteAnswer answer = hermite_answer(outputs, k);
    const std::uint64_t i = active_body(k);
    if (!answer.finite())
      return wrong(i, fmt::format("the result of body {} was not written or is not finite", i));
    const double m = right.particles.mass[i];
    for (std::size_t c = 0; c < 3; ++c) {
      net[c] += m * answer.acceleration[c];
      net[3 + c] += m * answer.jerk[c];
    }
    pulls += m * std::hypot(answer.acceleration[0], answer.acceleration[1], answer.acceleration[2]);
    jerks += m * std::hypot(answer.jerk[0], answer.jerk[1], answer.jerk[2]);
  }

  std::vector<double> errors;
  double squares = 0;
  for (std::size_t k = 0; k < right.places.size(); ++k) {
    const HermiteForce& force = right.forces[k];
    const std::uint64_t i = active_body(right.places[k]);
    const HermiteAnswer answer = hermite_answer(outputs, right.places[k]);
    const auto& [ax, ay, az, m_over_r] = answer.acceleration;
    const double of_a =
        share_of(std::hypot(ax - force.ax, ay - force.ay, az - force.az), force.sum_of_pulls);
    const double of_jerk = share_of(
        std::hypot(answer.jerk[0] - force.jx, answer.jerk[1] - force.jy, answer.jerk[2] - force.jz),
        force.sum_of_jerks);
    const double of_w = share_of(std::abs(m_over_r - force.m_over_r), force.m_over_r);
    errors.push_back(std::max({of_a, of_jerk, of_w}));
    squares += errors.back() * errors.back();
    if (std::string fault = fault_of_nearest(right, force, i, answer, eps); !fault.empty())
      return wrong(i, std::move(fault));
  }
  result.rms_error = std::sqrt(squares / static_cast<double>(errors.size()));
  const double outlier = kHermiteOutlier * result.rms_error;
  for (std::size_t k = 0; k < errors.size(); ++k) {
    const std::uint64_t i = active_body(right.places[k]);
    const double drift = few ? 0 : drift_of(*particles_, spread_, i, eps);
    const double allowed = kRoundings * eps + (few ? walk : std::min(walk, outlier)) + drift;
    if (k > 0 && errors[k] * result.tolerance <= result.max_error * allowed) continue;
    result.max_error = errors[k];
    result.tolerance = allowed;
    result.worst_index = i;
    result.reason = errors[k] <= allowed
                        ? ""
                        : fmt::format("body {} is wrong by {:.2e} where {:.2e} is allowed{}", i,
                                      errors[k], allowed, few ? ", if few bodies have a mass" : "");
  }
  if (result.reason.empty() && !few && result.checked < active_count_ && active_count_ == n()) {
    const double allowed = kRoundings * eps + walk;
    const double force = share_of(std::hypot(net[0], net[1], net[2]), pulls);
    const double jerk = share_of(std::hypot(net[3], net[4], net[5]), jerks);
    if (!(std::max(force, jerk) <= allowed))
      result.reason = fmt::format(
          "the bodies pull each other with a net force of {:.2e} of their pulls; its derivative "
          "is {:.2e} of their jerks, where {:.2e} is allowed",
          force, jerk, allowed);
  }
  result.passed = result.reason.empty();
  return result;
}

class Hermite : public Family {
 public:
  std::string name() const override { return "hermite"; }
  std::string summary() const override {
    return "forces of the 4th-order Hermite scheme: acceleration, jerk, potential, nearest body";
  }
  RateUnit rate_unit() const override {
    return {"interactions", "Ginter/s",
            "one body j acting on an active one: n times the active bodies"};
  }
  std::vector<Named> arguments() const override {
    return {
        {"velocities", "vx vy vz 0 of each body"},
        {"vx", "velocities along x"},
        {"vy", "velocities along y"},
        {"vz", "velocities along z"},
        {"active", "the numbers of the active bodies"},
        {"accelerations", "for each active body x y z and the sum of m/r in w"},
        {"jerks", "x y z and the squared distance of the nearest body in w"},
        {"nearest", "the number of the nearest body; a single body's own number"},
        {"partial",
         "partial sums over parts of the bodies: two vectors of four numbers per result"},
        {"partial_nearest", "the nearest body of each part"},
        {"n", "bodies"},
        {"active_count", "active bodies"},
        {"eps2", "the softening length squared"},
        {"bodies_per_split", "bodies of a part, if they are split; the last may be shorter"},
    };
  }
  std::vector<Named> layouts() const override {
    std::vector<Named> own;
    for (const Named& layout : named_buffer_layouts())
      if (layout.name == "aos" || layout.name == "float4" || layout.name == "soa")
        own.push_back(layout);
    return own;
  }
  bool takes_input() const override { return true; }
  std::vector<ProblemOption> options() const override { return hermite_options().described(); }

  nlohmann::ordered_json parameters_schema() const override {
    return parse_json(R"({
      "description": "Forces of the 4th-order Hermite scheme with G = 1.",
      "required": ["particles", "eps", "active"],
      "properties": {
        "particles": {
          "description": "The source of the bodies: a generated Plummer sphere, or --input.",
          "enum": ["plummer", "file"]
        },
        "seed": {
          "description": "The seed of generated bodies.", "type": "integer", "minimum": 0
        },
        "checksum": {
          "description": "FNV-1a of a file's positions, velocities and masses, 64 bits, in hexadecimal.",
          "type": "string", "pattern": "^[0-9a-f]{16}$"
        },
        "eps": { "description": "The softening length.", "type": "number", "minimum": 0 },
        "active": {
          "description": "The number of active bodies.", "type": "integer", "minimum": 1
        }
      },
      "if": { "properties": { "particles": { "const": "plummer" } } },
      "then": { "required": ["seed"], "properties": { "checksum": false } },
      "else": { "required": ["checksum"], "properties": { "seed": false } }
    })");
  }

  std::vector<TestInput> test_inputs() const override {
    std::vector<TestInput> inputs;
    for (const std::uint64_t n : {1, 2, 63, 64, 65, 129, 1000}) inputs.push_back({n});
    inputs.push_back({1000, {{"active", "48"}}, "", true});
    inputs.push_back({777, {{"active", "1"}}, "", true});
    inputs.push_back({129, {{"eps", "0"}}, "", true});
    inputs.push_back({0, {}, "", true, false, "plummer_4096.nbody"});
    inputs.back().costly = true;
    return inputs;
  }

  std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const override {
    const HermiteOptions options = hermite_options().parse(request.options);
    const std::uint64_t n = request.input ? request.input->size() : request.n;
    if (n > 0 && options.active > n)
      throw Error(
          Status::bad_input,
          fmt::format("--active={} is more than the {} bodies of the input", options.active, n));
    constexpr std::uint64_t kCopies = 5;  // the set, rounded, packed, copies of the CPU's; outputs
    AttractingBodies bodies =
        attracting_bodies({name(), kCopies, true, options.eps}, given_particles(request.input),
                          request.n, request.seed);
    return std::make_unique<HermiteProblem>(std::move(bodies.particles), options, request.checking,
                                            std::move(bodies.origin));
  }
};

}  // namespace

const OptionSet<HermiteOptions>& hermite_options() {
  using Options = HermiteOptions;
  static const OptionSet<Options> options =
      OptionSet<Options>()
          .number("eps", &Options::eps, Sign::not_negative,
                  "softening length of gravity, 0 for none")
          .count("active", &Options::active,
                 "bodies to compute Hermite forces for, spread evenly over all", "all");
  return options;
}

std::unique_ptr<Family> make_hermite() { return std::make_unique<Hermite>(); }

}  // namespace gputest
