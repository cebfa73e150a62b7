#include "common/roofline/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/layout/layout.hpp"
#include "common/particles/generators.hpp"
#include "common/particles/limits.hpp"

namespace gputest {
namespace {

constexpr std::uint64_t kChecked = 4096;
const char* const kFmas = "fmas";
const std::vector<std::string> kFmasValues{"0", "16", "64", "256", "1024"};

std::uint32_t fmas_of(const Configuration& configuration) {
  const std::string& text = configuration.on_axis(kFmas);
  std::uint32_t fmas = 0;
  std::from_chars(text.data(), text.data() + text.size(), fmas);
  return fmas;
}

/// The end of x's chain. The two numbers are the algorithm's, written here once more so that the
/// check does not share the kernels' header.
template <class Real>
Real chain(Real x, std::uint32_t fmas) {
  const Real factor = static_cast<Real>(1.0 / 1024 - 1);
  const Real addend = static_cast<Real>(0.5);
  for (std::uint32_t k = 0; k < fmas; ++k) x = std::fma(factor, x, addend);
  return x;
}

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
    shapes.specializations = {{kFmas, fmas_of(configuration)}};
    shapes.items = n();
    return shapes;
  }

  std::vector<HostArray> inputs(const Configuration& configuration) const override {
    return pack(*find_layout(configuration.layout), *particles_, configuration.precision, 0);
  }

  void make_reference(const Configuration&) override {}  // a check computes what it compares with

  Verification verify(const Configuration& configuration, Precision,
                      const std::vector<HostArray>& outputs) const override {
    return configuration.precision == Precision::fp32
               ? compare(outputs.at(0).as<float>(), fmas_of(configuration))
               : compare(outputs.at(0).as<double>(), fmas_of(configuration));
  }

  Work work(const Configuration& configuration) const override {
    const auto bodies = static_cast<double>(n());
    return {bodies, 2 * 4 * static_cast<double>(fmas_of(configuration)) * bodies,
            static_cast<double>(shapes(configuration).bytes())};
  }

  nlohmann::ordered_json parameters(const Configuration& configuration) const override {
    nlohmann::ordered_json json = origin_;
    json[kFmas] = configuration.on_axis(kFmas);
    return json;
  }

 private:
  template <class Real>
  Verification compare(const Real* values, std::uint32_t fmas) const {
    Verification result;
    double squares = 0;
    const auto check = [&](std::uint64_t i) {
      const std::array given{particles_->x[i], particles_->y[i], particles_->z[i],
                             particles_->mass[i]};
      for (std::size_t c = 0; c < given.size(); ++c) {
        const double right = chain(static_cast<Real>(given[c]), fmas);
        double error = std::abs(values[4 * i + c] - right);
        if (error > 0 && right != 0) error /= std::abs(right);
        squares += error * error;
        if (error <= result.max_error) continue;
        result.max_error = error;
        result.worst_index = i;
      }
      ++result.checked;
    };
    for (std::uint64_t i = 0; i < 4 * n(); ++i) {
      if (std::isfinite(values[i])) continue;
      result.max_error = result.rms_error = std::numeric_limits<double>::infinity();
      result.worst_index = i / 4;
      result.reason = fmt::format("the result of body {} was not written or is not finite", i / 4);
      return result;
    }
    const std::uint64_t most = fmas == 0 ? n() : std::min(n(), kChecked);
    // The k-th of `most` over the whole range, both ends among them.
    for (std::uint64_t k = 0; k < most; ++k) check(most > 1 ? k * (n() - 1) / (most - 1) : 0);
    result.rms_error = std::sqrt(squares / (4 * static_cast<double>(result.checked)));
    result.passed = result.max_error <= result.tolerance;
    if (!result.passed)
      result.reason = fmt::format("body {} is wrong by {:.2e} where nothing is allowed",
                                  result.worst_index, result.max_error);
    return result;
  }

  std::shared_ptr<const ParticleSet> particles_;
  nlohmann::ordered_json origin_;
};

class Roofline : public Family {
 public:
  std::string name() const override { return "roofline"; }
  std::string summary() const override {
    return "the roofline's ceilings: bodies copied, with chains of fused multiply-adds between";
  }
  RateUnit rate_unit() const override { return {"bodies", "Gbody/s"}; }
  std::vector<Named> layouts() const override { return named_layouts(); }
  bool takes_input() const override { return true; }
  std::vector<ProblemOption> options() const override { return {}; }
  std::vector<Axis> axes() const override {
    return {{kFmas, kFmasValues, "fused multiply-adds to each of a body's numbers; 0 copies"}};
  }

  nlohmann::ordered_json parameters_schema() const override {
    return nlohmann::ordered_json::parse(R"({
      "description": "Bodies copied, with chains of fused multiply-adds between.",
      "required": ["particles", "fmas"],
      "properties": {
        "particles": {
          "description": "Where the bodies are from: uniform in a cube, or --input.",
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
    nlohmann::ordered_json origin;
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
