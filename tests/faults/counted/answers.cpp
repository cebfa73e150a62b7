// Plants faults in right results. Each result is computed once; a salt chooses the fault's place.
// For sizes of gravity that are not compared in full, the salt also chooses the sample.
#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "common/particles/generators.hpp"
#include "tests/faults/counted/fault.hpp"

namespace gputest::counted {
namespace {

using Outputs = std::vector<HostArray>;
/// Changes a result in one or more places.
using Spoil = std::function<void(Outputs& outputs, std::mt19937_64& engine)>;

/// One kernel's problem and its right result.
class Answer {
 public:
  Answer(const Registry& registry, const std::string& name, ProblemRequest request,
         const std::map<std::string, std::string>& axes = {})
      : family_(*registry.find_family(cpu_kernel(registry, name).info().family)),
        request_(std::move(request)),
        configuration_(configuration_of(cpu_kernel(registry, name), Precision::fp32, axes)) {
    request_.options = default_options(registry, family_.name());
    problem_ = family_.make_problem(request_);
    const auto device = registry.find_backend("cpu")->open("cpu:0");
    const auto execution = cpu_kernel(registry, name)
                               .prepare(*device, configuration_, problem_->shapes(configuration_));
    execution->upload(problem_->inputs(configuration_));
    execution->launch();
    execution->synchronize();
    right_ = execution->download();
  }

  /// Compares every number, for every salt, with one reference.
  Planting compared_in_full(Spoil spoil) const {
    ProblemRequest request = request_;
    request.checking = {Coverage::full, 0};
    const std::shared_ptr<Problem> problem = family_.make_problem(request);
    problem->make_reference(configuration_);
    require_right(*problem);
    return [*this, problem, spoil](std::uint64_t salt) { return found(*problem, spoil, salt); };
  }

  /// Compares the sample that the salt chooses with its reference.
  Planting sampled(Spoil spoil) const {
    return [*this, spoil](std::uint64_t salt) {
      ProblemRequest request = request_;
      request.checking = {Coverage::sample, salt};
      const auto problem = family_.make_problem(request);
      problem->make_reference(configuration_);
      return found(*problem, spoil, salt);
    };
  }

 private:
  void require_right(const Problem& problem) const {
    const Verification verdict = problem.verify(configuration_, Precision::fp32, right_);
    if (!verdict.passed) throw std::runtime_error("a right answer fails: " + verdict.reason);
  }

  bool found(const Problem& problem, const Spoil& spoil, std::uint64_t salt) const {
    Outputs outputs = right_;
    std::mt19937_64 engine(salt);
    spoil(outputs, engine);
    return !problem.verify(configuration_, Precision::fp32, outputs).passed;
  }

  const Family& family_;
  ProblemRequest request_;
  Configuration configuration_;
  std::shared_ptr<Problem> problem_;
  Outputs right_;
};

ProblemRequest particles(const ParticleSet& set) {
  ProblemRequest request;
  request.n = set.size();
  request.input = std::make_shared<ParticleSet>(set);
  return request;
}

ProblemRequest own_data(std::uint64_t n) {
  ProblemRequest request;
  request.n = n;
  return request;
}

std::uint64_t any(std::uint64_t below, std::mt19937_64& engine) { return engine() % below; }

/// Result i: 4 numbers, of which the first three are the vector.
float* result(Outputs& outputs, std::uint64_t i) { return outputs[0].as<float>() + 4 * i; }

/// Sets an aligned block of `count` results to zero.
Spoil block_zero(std::uint64_t count) {
  return [count](Outputs& outputs, std::mt19937_64& engine) {
    const std::uint64_t first = count * any(outputs[0].shape.count / count, engine);
    std::fill(result(outputs, first), result(outputs, first + count), 0.0f);
  };
}

/// Adds the force between two bodies a second time. They are at most the sphere's scale apart, so
/// that their force matters.
Spoil pair_twice(const ParticleSet& bodies, double eps) {
  return [bodies, eps](Outputs& outputs, std::mt19937_64& engine) {
    while (true) {
      const std::uint64_t i = any(bodies.size(), engine), j = any(bodies.size(), engine);
      const double dx = bodies.x[j] - bodies.x[i], dy = bodies.y[j] - bodies.y[i],
                   dz = bodies.z[j] - bodies.z[i];
      const double r2 = dx * dx + dy * dy + dz * dz;
      if (i == j || r2 > 1) continue;
      const double r = std::sqrt(r2 + eps * eps), pull = bodies.mass[j] / (r * r * r);
      const double terms[] = {pull * dx, pull * dy, pull * dz, bodies.mass[j] / r};
      for (std::size_t c = 0; c < 4; ++c) result(outputs, i)[c] += static_cast<float>(terms[c]);
      return;
    }
  };
}

void potentials_zero(Outputs& outputs, std::mt19937_64& engine) {
  constexpr std::uint64_t kCount = 36;
  const std::uint64_t first = any(outputs[0].shape.count - kCount, engine);
  for (std::uint64_t i = first; i < first + kCount; ++i) result(outputs, i)[3] = 0;
}

void energies_that_cancel(Outputs& outputs, std::mt19937_64& engine) {
  const std::uint64_t n = outputs[0].shape.count, i = any(n, engine);
  result(outputs, i)[3] += 1e6f;
  result(outputs, (i + 1 + any(n - 1, engine)) % n)[3] -= 1e6f;
}

void forces_swapped(Outputs& outputs, std::mt19937_64& engine) {
  const std::uint64_t n = outputs[0].shape.count, i = any(n, engine);
  float* const one = result(outputs, i);
  std::swap_ranges(one, one + 3, result(outputs, (i + 1 + any(n - 1, engine)) % n));
}

void forces_halved(Outputs& outputs, std::mt19937_64&) {
  for (std::uint64_t i = 0; i < outputs[0].shape.count; ++i)
    for (std::size_t c = 0; c < 3; ++c) result(outputs, i)[c] /= 2;
}

/// Changes a number's last bit.
void one_number_off(Outputs& outputs, std::mt19937_64& engine) {
  float& number =
      outputs[0].as<float>()[any(outputs[0].shape.count * outputs[0].shape.components, engine)];
  number = std::nextafter(number, number + 1);
}

/// Puts a particle into its own list, in place of a neighbour.
void own_number_listed(Outputs& outputs, std::mt19937_64& engine) {
  const auto* starts = outputs[0].as<std::uint32_t>();
  while (true) {
    const auto i = static_cast<std::uint32_t>(any(outputs[0].shape.count - 1, engine));
    if (starts[i + 1] == starts[i]) continue;
    outputs[1].as<std::uint32_t>()[starts[i] + any(starts[i + 1] - starts[i], engine)] = i;
    return;
  }
}

constexpr const char* kGravity = "gravity_simd";
constexpr double kEps = 0.02;

}  // namespace

std::vector<Fault> faults_of_answers() {
  std::vector<Fault> all;
  const auto gravity = [&](const std::string& what, std::uint64_t n, std::uint64_t quick,
                           bool in_full, const std::function<Spoil(const ParticleSet&)>& make) {
    all.push_back({kGravity, what, n, quick, [=](const Registry& registry, std::uint64_t size) {
                     const ParticleSet bodies = generate_plummer(size, 1);
                     const Answer answer(registry, kGravity, particles(bodies));
                     return in_full ? answer.compared_in_full(make(bodies))
                                    : answer.sampled(make(bodies));
                   }});
  };
  const auto zero = [](std::uint64_t count) {
    return [count](const ParticleSet&) { return block_zero(count); };
  };
  gravity("one result zero", 65536, 8192, true, zero(1));
  gravity("one pair counted twice", 65536, 8192, true,
          [](const ParticleSet& bodies) { return pair_twice(bodies, kEps); });
  gravity("a work-group of 128 zero", 262144, 20480, false, zero(128));
  gravity("256 results zero", 1048576, 20480, false, zero(256));

  const auto in_full = [&](const std::string& kernel, const std::string& what, std::uint64_t n,
                           std::uint64_t quick, Spoil spoil,
                           const std::map<std::string, std::string>& axes = {}) {
    all.push_back({kernel, what, n, quick, [=](const Registry& registry, std::uint64_t size) {
                     return Answer(registry, kernel, own_data(size), axes).compared_in_full(spoil);
                   }});
  };
  in_full("lj_naive", "36 energies zero", 131072, 8192, potentials_zero);
  in_full("lj_naive", "two energies that cancel", 131072, 8192, energies_that_cancel);
  in_full("lj_naive", "two forces swapped", 131072, 8192, forces_swapped);
  in_full("lj_naive", "every force halved", 131072, 8192, forces_halved);
  in_full("neighbour_cell", "one entry wrong", 131072, 8192, own_number_listed, {{"list", "csr"}});
  in_full("roofline_fma", "one number off by its last bit", 1048576, 65536, one_number_off);
  in_full("stencil_plain", "one cell off by its last bit", 1048576, 65536, one_number_off);
  return all;
}

}  // namespace gputest::counted
