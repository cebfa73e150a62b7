#include "common/roofline/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/json_text.hpp"
#include "common/core/widest_vectors.hpp"
#include "common/layout/layout.hpp"
#include "common/particles/generators.hpp"
#include "common/particles/limits.hpp"

namespace gputest {
namespace {

const char* const kFmas = "fmas";
const std::vector<std::string> kFmasValues{"0", "16", "64", "256", "1024"};

const char* const kRsqrts = "rsqrts";
const std::vector<std::string> kRsqrtsValues{"256", "64", "1024"};
constexpr std::uint32_t kRootsARound = 4;

/// The steps of a chain; a kernel has those of one axis only.
struct Steps {
  std::uint32_t fmas = 0, rsqrts = 0;

  explicit Steps(const Configuration& configuration)
      : fmas(on(configuration, kFmas)), rsqrts(on(configuration, kRsqrts)) {}

  /// Arithmetic instructions per number; a fused multiply-add is one.
  double instructions() const {
    return static_cast<double>(fmas) + static_cast<double>(rsqrts + rsqrts / kRootsARound);
  }
  double flops() const { return instructions() + static_cast<double>(fmas); }

 private:
  static std::uint32_t on(const Configuration& configuration, const char* axis) {
    const std::string text = configuration.on_axis(axis);
    std::uint32_t steps = 0;
    std::from_chars(text.data(), text.data() + text.size(), steps);
    return steps;
  }
};

/// Replaces each x by the end of the chain that begins with it. The algorithm's two constants are
/// repeated here so that the check does not share the kernels' header.
GPUTEST_WIDEST_VECTORS
void end_chains(float* x, std::size_t count, std::uint32_t fmas) {
  for (std::uint32_t k = 0; k < fmas; ++k)
#pragma omp simd
    for (std::size_t i = 0; i < count; ++i)
      x[i] = __builtin_fmaf(static_cast<float>(1.0 / 1024 - 1), x[i], 0.5f);
}

GPUTEST_WIDEST_VECTORS
void end_chains(double* x, std::size_t count, std::uint32_t fmas) {
  for (std::uint32_t k = 0; k < fmas; ++k)
#pragma omp simd
    for (std::size_t i = 0; i < count; ++i) x[i] = __builtin_fma(1.0 / 1024 - 1, x[i], 0.5);
}

/// Computes the sums in place: each begins with 1 + |x|; four reciprocal square roots make the 16th
/// root of the sum, which is added to it again and again.
GPUTEST_WIDEST_VECTORS
void sum_roots(double* x, std::size_t count, std::uint32_t rsqrts) {
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) x[i] = 1 + __builtin_fabs(x[i]);
  for (std::uint32_t k = 0; k < rsqrts / kRootsARound; ++k)
#pragma omp simd
    for (std::size_t i = 0; i < count; ++i)
      x[i] += __builtin_sqrt(__builtin_sqrt(__builtin_sqrt(__builtin_sqrt(x[i]))));
}

/// The relative rounding error of a sum, in units of half a last place. Every API's root is
/// accurate to four last places, and each later root halves the error of an earlier one: a round
/// adds about 15 units from the root and one from the sum. Over all rounds, root divided by sum
/// adds up to the logarithm of the sum's growth, about 7, and errors grow by at most a half: 160 in
/// all and 1.5 per round. The reference rounds in fp64 as well.
double tolerance_of(const Steps& steps, Precision arithmetic) {
  if (steps.rsqrts == 0) return 0;
  const double half_place = arithmetic == Precision::fp32 ? 0x1p-24 : 0x1p-53;
  return (200 + 2.0 * steps.rsqrts / kRootsARound) * half_place;
}

/// The errors of some of the results.
struct Errors {
  double largest = 0, squares = 0;
  std::uint64_t worst = 0;  ///< number of the body

  void add(double error, std::uint64_t body) {
    squares += error * error;
    if (error <= largest) return;
    largest = error;
    worst = body;
  }
  void add(const Errors& later) {
    squares += later.squares;
    if (later.largest <= largest) return;
    largest = later.largest;
    worst = later.worst;
  }
};

using Specialized = std::vector<Specialization>;

class RooflineProblem : public Problem {
 public:
  RooflineProblem(std::shared_ptr<const ParticleSet> particles, nlohmann::ordered_json origin)
      : particles_(std::move(particles)), origin_(std::move(origin)) {}

  std::uint64_t n() const override { return particles_->size(); }

  KernelSignature shapes(const Configuration& configuration) const override {
    const Element real = configuration.precision == Precision::fp32 ? Element::fp32 : Element::fp64;
    KernelSignature shapes;
    shapes.inputs = find_layout(configuration.layout)->shapes(n(), real, 0);
    shapes.outputs = {{"values", real, 4, n()}};
    shapes.scalars = {{"n", static_cast<std::uint32_t>(n())}};
    const Steps steps(configuration);
    shapes.specializations =
        steps.rsqrts > 0 ? Specialized{{kRsqrts, steps.rsqrts}} : Specialized{{kFmas, steps.fmas}};
    shapes.items = n();
    return shapes;
  }

  std::vector<HostArray> inputs(const Configuration& configuration) const override {
    return pack(*find_layout(configuration.layout), *particles_, configuration.precision, 0);
  }

  void make_reference(const Configuration&) override {}  // the check computes its own reference

  Verification verify(const Configuration& configuration, Precision arithmetic,
                      const std::vector<HostArray>& outputs) const override {
    const Steps steps(configuration);
    const double tolerance = tolerance_of(steps, arithmetic);
    return configuration.precision == Precision::fp32
               ? compare(outputs.at(0).as<float>(), steps, tolerance)
               : compare(outputs.at(0).as<double>(), steps, tolerance);
  }

  Work work(const Configuration& configuration) const override {
    const auto bodies = static_cast<double>(n());
    return {bodies, 4 * Steps(configuration).flops() * bodies,
            static_cast<double>(shapes(configuration).bytes())};
  }

  /// The operations that define the chains.
  double least_operations(const Configuration& configuration) const override {
    return 4 * Steps(configuration).instructions() * static_cast<double>(n());
  }
  double least_roots(const Configuration& configuration) const override {
    return 4 * static_cast<double>(Steps(configuration).rsqrts) * static_cast<double>(n());
  }

  nlohmann::ordered_json parameters(const Configuration& configuration) const override {
    nlohmann::ordered_json json = origin_;
    for (const char* axis : {kFmas, kRsqrts})
      if (const std::string value = configuration.on_axis(axis); !value.empty()) json[axis] = value;
    return json;
  }

 private:
  template <class Real>
  Verification compare(const Real* values, const Steps& steps, double tolerance) const {
    Verification result;
    result.tolerance = tolerance;
    result.checked = n();
    for (std::uint64_t i = 0; i < 4 * n(); ++i) {
      if (std::isfinite(values[i])) continue;
      result.max_error = result.rms_error = std::numeric_limits<double>::infinity();
      result.worst_index = i / 4;
      result.reason = fmt::format("the result of body {} was not written or is not finite", i / 4);
      return result;
    }
    const std::uint64_t parts = (n() + kPart - 1) / kPart;
    std::vector<Errors> errors(parts);
#pragma omp parallel for schedule(dynamic)
    for (std::uint64_t part = 0; part < parts; ++part)
      errors[part] = errors_of(values, part * kPart, std::min(n(), (part + 1) * kPart), steps);
    const Errors all =
        std::accumulate(errors.begin(), errors.end(), Errors(), [](Errors sum, const Errors& part) {
          sum.add(part);
          return sum;
        });
    result.max_error = all.largest;
    result.worst_index = all.worst;
    result.rms_error = std::sqrt(all.squares / (4 * static_cast<double>(n())));
    result.passed = result.max_error <= result.tolerance;
    if (!result.passed)
      result.reason = fmt::format("body {} is wrong by {:.2e}; allowed is {}", result.worst_index,
                                  result.max_error,
                                  tolerance == 0 ? "nothing" : fmt::format("{:.2e}", tolerance));
    return result;
  }

  static constexpr std::uint64_t kPart = 64;  // bodies with numbers that fit the first-level cache

  /// The errors of bodies first … last - 1.
  template <class Real>
  Errors errors_of(const Real* values, std::uint64_t first, std::uint64_t last,
                   const Steps& steps) const {
    std::array<Real, 4 * kPart> given_numbers;
    for (std::uint64_t i = first; i < last; ++i) {
      const double given[] = {particles_->x[i], particles_->y[i], particles_->z[i],
                              particles_->mass[i]};
      for (std::size_t c = 0; c < 4; ++c)
        given_numbers[4 * (i - first) + c] = static_cast<Real>(given[c]);
    }
    if (steps.rsqrts == 0) end_chains(given_numbers.data(), 4 * (last - first), steps.fmas);
    std::array<double, 4 * kPart> right;
    std::copy_n(given_numbers.begin(), 4 * (last - first), right.begin());
    if (steps.rsqrts > 0) sum_roots(right.data(), 4 * (last - first), steps.rsqrts);
    Errors errors;
    for (std::uint64_t k = 4 * first; k < 4 * last; ++k) {
      const double wanted = right[k - 4 * first];
      const double error = std::abs(values[k] - wanted);
      errors.add(error > 0 && wanted != 0 ? error / std::abs(wanted) : error, k / 4);
    }
    return errors;
  }

  std::shared_ptr<const ParticleSet> particles_;
  nlohmann::ordered_json origin_;
};

class Roofline : public Family {
 public:
  std::string name() const override { return "roofline"; }
  std::string summary() const override {
    return "the roofline's ceilings: bodies copied through chains of arithmetic";
  }
  RateUnit rate_unit() const override {
    return {"bodies", "Gbody/s",
            "a body read, put through its chains (--fmas, --rsqrts) and written", true};
  }
  std::vector<Named> arguments() const override {
    return {
        {"values", "the four numbers of each body, at the ends of their chains"},
        {"n", "bodies"},
        {"fmas", "steps of a chain: x = x * (1/1024 - 1) + 0.5, fused"},
        {"rsqrts",
         "reciprocal square roots of a chain: s = 1 + |x|, then s = s + s^(1/16) by four"},
    };
  }
  std::vector<Named> layouts() const override { return named_layouts(); }
  bool takes_input() const override { return true; }
  std::vector<ProblemOption> options() const override { return {}; }
  std::vector<Axis> axes() const override {
    return {{kFmas,
             kFmasValues,
             "fused multiply-adds for each number of a body; 0 copies",
             false,
             {},
             true},
            {kRsqrts,
             kRsqrtsValues,
             "reciprocal square roots for each number of a body",
             false,
             {},
             true}};
  }

  nlohmann::ordered_json parameters_schema() const override {
    return parse_json(R"({
      "description": "Bodies copied through chains of fused multiply-adds or reciprocal square roots.",
      "required": ["particles"],
      "properties": {
        "particles": {
          "description": "The source of the bodies: uniform in a cube, or --input.",
          "enum": ["uniform", "file"]
        },
        "seed": {
          "description": "The seed of generated bodies.", "type": "integer", "minimum": 0
        }
      }
    })");
  }

  std::vector<TestInput> test_inputs() const override {
    std::vector<TestInput> inputs;
    for (const std::uint64_t n : {1, 2, 63, 64, 65, 127, 129, 1000}) inputs.push_back({n});
    inputs.push_back({0, {}, "", true, false, "lj_melt_2048.data"});
    return inputs;
  }

  std::unique_ptr<Problem> make_problem(const ProblemRequest& request) const override {
    const auto particles = given_particles(request.input);
    const std::uint64_t n = particles ? particles->size() : request.n;
    if (n == 0) throw Error(Status::bad_input, "roofline needs at least one body, not n = 0");
    if (n > kMaxBodies)
      throw Error(Status::bad_input,
                  fmt::format("roofline takes at most {} bodies, not {}", kMaxBodies, n));
    require_host_memory(3 * n * ParticleSet::bytes_per_particle,
                        fmt::format("roofline of n = {}", n));
    auto origin = nlohmann::ordered_json::object();
    if (particles) {
      origin["particles"] = "file";
      return std::make_unique<RooflineProblem>(particles, origin);
    }
    const std::uint64_t seed = request.seed.value_or(1);
    origin["particles"] = "uniform";
    origin["seed"] = seed;
    return std::make_unique<RooflineProblem>(
        std::make_shared<ParticleSet>(generate_uniform(n, seed)), origin);
  }
};

}  // namespace

std::map<std::string, std::vector<std::string>> roofline_axes() { return {{kFmas, kFmasValues}}; }

std::unique_ptr<Family> make_roofline() { return std::make_unique<Roofline>(); }

}  // namespace gputest
