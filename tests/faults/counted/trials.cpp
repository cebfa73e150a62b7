#include "tests/faults/counted/trials.hpp"

#include <cmath>
#include <functional>
#include <random>

#include "common/particles/generators.hpp"
#include "tests/faults/counted/fault.hpp"

namespace gputest::counted {
namespace {

/// Samples are drawn from 16384 bodies upwards; they have one body of 64.
constexpr std::uint64_t kBodies = 17408, kRow = 64, kRows = kBodies / kRow;

/// Changes forces by more than any tolerance, but by less than the check of the net force notices.
/// Sums of m/r stay unchanged, because they are compared with bounds.
void nudge(std::vector<HostArray>& outputs, std::uint64_t first, std::uint64_t count) {
  float* const sums = outputs[0].as<float>();
  for (std::uint64_t i = first; i < first + count; ++i)
    for (std::size_t c = 0; c < 3; ++c) sums[4 * i + c] *= 1.01f;
}

struct Kind {
  std::string what;
  double stated;
  std::function<void(std::vector<HostArray>&, std::mt19937_64&)> plant;
};

/// A row, but not the first or the last: their ends are always compared.
std::uint64_t any_row(std::mt19937_64& engine) { return kRow * (1 + engine() % (kRows - 4)); }

const std::vector<Kind>& kinds() {
  static constexpr double kOne = 1 - 1.0 / kRow;
  static const std::vector<Kind> all{
      {"one body", kOne,
       [](auto& outputs, auto& engine) { nudge(outputs, any_row(engine) + engine() % kRow, 1); }},
      {"one pair, of bodies in different rows", kOne * kOne,
       [](auto& outputs, auto& engine) {
         const std::uint64_t row = any_row(engine);
         nudge(outputs, row + engine() % kRow, 1);
         nudge(outputs, row + kRow + engine() % kRow, 1);
       }},
      {"an aligned half of a row", 0.5,
       [](auto& outputs, auto& engine) {
         nudge(outputs, any_row(engine) + kRow / 2 * (engine() % 2), kRow / 2);
       }},
      {"a block of 64 bodies, half a row off", 0.25,
       [](auto& outputs, auto& engine) { nudge(outputs, any_row(engine) + kRow / 2, kRow); }},
      {"a block of 64 bodies, aligned", 0,
       [](auto& outputs, auto& engine) { nudge(outputs, any_row(engine), kRow); }},
      {"any block of 127 bodies", 0, [](auto& outputs, auto& engine) {
         nudge(outputs, any_row(engine) + engine() % kRow, 2 * kRow - 1);
       }}};
  return all;
}

}  // namespace

std::vector<Missed> plant_beside_samples(const Registry& registry, std::uint64_t trials) {
  const Family& gravity = *registry.find_family("gravity");
  const Kernel& kernel = cpu_kernel(registry, "gravity_simd");
  const Configuration configuration = configuration_of(kernel, Precision::fp32);
  ProblemRequest request;
  request.n = kBodies;
  request.input = std::make_shared<ParticleSet>(generate_plummer(kBodies, 1));
  request.options = default_options(registry, gravity.name());
  request.options["potential"] = "off";
  std::vector<HostArray> right;
  std::vector<Missed> all;
  for (const Kind& kind : kinds()) all.push_back({kind.what, kind.stated, trials, 0});
  for (std::uint64_t salt = 0; salt < trials; ++salt) {
    request.checking = {Coverage::sample, salt};
    const auto problem = gravity.make_problem(request);
    if (right.empty()) {
      const auto device = registry.find_backend("cpu")->open("cpu:0");
      const auto execution = kernel.prepare(*device, configuration, problem->shapes(configuration));
      execution->upload(problem->inputs(configuration));
      execution->launch();
      execution->synchronize();
      right = execution->download();
    }
    problem->make_reference(configuration);
    std::mt19937_64 engine(salt + 1);  // a different sequence from the sample's
    for (std::size_t k = 0; k < all.size(); ++k) {
      std::vector<HostArray> outputs = right;
      kinds()[k].plant(outputs, engine);
      all[k].missed += problem->verify(configuration, Precision::fp32, outputs).passed;
    }
  }
  return all;
}

bool is_consistent(const Missed& missed, double level) {
  const auto n = static_cast<double>(missed.trials);
  const double p = missed.stated;
  if (p == 0) return missed.missed == 0;
  double fewer = 0, more = 0;  // the probabilities of at most and of at least as many misses
  for (std::uint64_t k = 0; k <= missed.trials; ++k) {
    const auto x = static_cast<double>(k);
    const double of_k = std::exp(std::lgamma(n + 1) - std::lgamma(x + 1) - std::lgamma(n - x + 1) +
                                 x * std::log(p) + (n - x) * std::log1p(-p));
    if (k <= missed.missed) fewer += of_k;
    if (k >= missed.missed) more += of_k;
  }
  return fewer >= level && more >= level;
}

}  // namespace gputest::counted
