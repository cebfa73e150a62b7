// The family lj: refusals, and typical errors of kernels and lists, which verification must find.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tuple>

#include "common/core/error.hpp"
#include "common/cpu/cpu_backend.hpp"
#include "common/lj/family.hpp"
#include "common/lj/pair_force.hpp"
#include "common/particles/generators.hpp"
#include "common/run/runner.hpp"
#include "tests/support/fake_kernels.hpp"

namespace gputest::lj_problem_test {
namespace {

using Options = std::map<std::string, std::string>;

ProblemRequest request(std::uint64_t n, const Options& changes = {}) {
  ProblemRequest wanted;
  wanted.n = n;
  for (const ProblemOption& option : make_lj()->options())
    wanted.options[option.name] = option.default_value;
  for (const auto& [name, value] : changes) wanted.options[name] = value;
  return wanted;
}

ProblemRequest request(ParticleSet particles, const Options& changes = {}) {
  ProblemRequest wanted = request(0, changes);
  wanted.input = std::make_shared<ParticleSet>(std::move(particles));
  return wanted;
}

const Configuration kFp32{"aos3", Precision::fp32, 0, {{"newton3", "off"}, {"list", "csr"}}};
const Configuration kFp64{"aos3", Precision::fp64, 0, {{"newton3", "off"}, {"list", "csr"}}};

/// The message with which a request is refused when it is made or its shapes are computed; "" if it
/// is not.
std::string refusal(const ProblemRequest& wanted, const Configuration& configuration = kFp32) {
  try {
    make_lj()->make_problem(wanted)->shapes(configuration);
  } catch (const Error& error) {
    return error.status() == Status::bad_input ? error.what() : "another status";
  }
  return "";
}

#define EXPECT_REFUSED(words, ...) \
  EXPECT_NE(refusal(__VA_ARGS__).find(words), std::string::npos) << refusal(__VA_ARGS__)

TEST(LjProblem, RefusesInvalidRadiiAndDensities) {
  for (const char* bad : {"0", "-1", "nan", "inf", "x", ""}) {
    EXPECT_REFUSED("cutoff", request(100, {{"cutoff", bad}}));
    EXPECT_REFUSED("density", request(100, {{"density", bad}}));
  }
  EXPECT_REFUSED("skin", request(100, {{"skin", "-0.1"}}));
  EXPECT_EQ(refusal(request(100, {{"skin", "0"}})), "");
}

TEST(LjProblem, RefusesARadiusOverHalfAPeriodicEdge) {
  EXPECT_REFUSED("over half the periodic box", request(256, {{"periodic", "on"}, {"cutoff", "4"}}));
  EXPECT_EQ(refusal(request(256, {{"periodic", "on"}})), "");
  EXPECT_EQ(refusal(request(256, {{"cutoff", "4"}})), "") << "the box is open";
}

TEST(LjProblem, RefusesParticlesFarOutsideAPeriodicBox) {
  ParticleSet particles = generate_lattice_of(256, 0.8, 2, true);
  particles.y[17] = -0.5;
  EXPECT_EQ(refusal(request(particles)), "") << "it is folded into the box";
  particles.y[17] = -1e9;
  EXPECT_REFUSED("edges of the periodic box away along y", request(particles));
  particles.box.periodic = {false, false, false};
  particles.y[17] = -0.5;
  EXPECT_EQ(refusal(request(particles)), "");
}

TEST(LjProblem, RefusesParticlesThatCoincideOrAreTooNearForAFiniteForce) {
  ParticleSet particles = generate_lattice_of(256, 0.8, 2, true);
  particles.x[3] = particles.x[200];
  particles.y[3] = particles.y[200];
  particles.z[3] = particles.z[200];
  EXPECT_REFUSED("particles 3 and 200 are 0 apart", request(particles));
  particles.x[3] += 1e-3;  // r^-14 is 1e42
  EXPECT_REFUSED("particles 3 and 200 are", request(particles), kFp32);
  EXPECT_EQ(refusal(request(particles), kFp64), "");
}

TEST(LjProblem, RefusesCoordinatesWithASquareThatOverflows) {
  ParticleSet particles = generate_lattice_of(32, 0.8, 2, false);
  particles.x[31] = 1e25;
  EXPECT_REFUSED("overflows", request(particles), kFp32);
  EXPECT_EQ(refusal(request(particles), kFp64), "");
}

TEST(LjProblem, RefusesAnEdgeOutOfThePrecisionsRange) {
  ParticleSet particles = generate_lattice_of(32, 0.8, 2, true);
  for (std::size_t axis = 0; axis < 3; ++axis) particles.box.high[axis] = 1e30;
  EXPECT_REFUSED("edge or radius of 1e+30", request(particles), kFp32);
}

TEST(LjProblem, RefusesAShiftThatIsNotFinite) {
  const Options tiny{{"cutoff", "1e-4"}, {"shift", "on"}};  // r^-12 is 1e48
  EXPECT_REFUSED("the energy at a cutoff of 0.0001", request(100, tiny), kFp32);
  EXPECT_EQ(refusal(request(100, tiny), kFp64), "");
  EXPECT_EQ(refusal(request(100, {{"cutoff", "1e-4"}}), kFp32), "");
  EXPECT_REFUSED("--shift is on or off", request(100, {{"shift", "yes"}}));
}

Configuration with_force(Configuration configuration, const char* force) {
  configuration.axes["pair"] = force;
  return configuration;
}

TEST(LjProblem, RefusesInvalidParameters) {
  for (const PairForce* force : pair_forces())
    for (const PairParameter& parameter : force->parameters)
      for (const char* bad : {"0", "-1", "nan", "inf", "x", ""})
        EXPECT_REFUSED(parameter.option, request(100, {{parameter.option, bad}}));
  const Options large{{"morse-d0", "1e39"}}, small{{"yukawa-kappa", "1e-39"}};
  EXPECT_REFUSED("--morse-d0 of 1e+39 is too large for fp32", request(100, large),
                 with_force(kFp32, "morse"));
  EXPECT_REFUSED("--yukawa-kappa of 1e-39 is too small for fp32", request(100, small),
                 with_force(kFp32, "yukawa"));
  EXPECT_EQ(refusal(request(100, large), with_force(kFp64, "morse")), "");
  EXPECT_EQ(refusal(request(100, large), kFp32), "")
      << "parameters of another force are not checked";
}

TEST(LjProblem, RefusesAForceThatOverflows) {
  const Options steep{{"morse-alpha", "50"}, {"morse-r0", "2"}};  // e^(2 * 50) at r = 1
  EXPECT_REFUSED("their force is not finite", request(256, steep), with_force(kFp32, "morse"));
  EXPECT_EQ(refusal(request(256, steep), with_force(kFp64, "morse")), "");
  EXPECT_EQ(refusal(request(256, steep), kFp32), "");
  ParticleSet particles = generate_lattice_of(256, 0.8, 2, true);
  particles.x[3] = particles.x[200];
  particles.y[3] = particles.y[200];
  particles.z[3] = particles.z[200];
  for (const PairForce* force : pair_forces())
    EXPECT_REFUSED("particles 3 and 200 are 0 apart", request(particles),
                   with_force(kFp64, force->name));
  const Options shifted{{"shift", "on"}, {"cutoff", "0.01"}, {"skin", "0"}, {"morse-alpha", "100"}};
  EXPECT_REFUSED("the energy at a cutoff of 0.01", request(256, shifted),
                 with_force(kFp32, "morse"));
}

TEST(LjProblem, IsDistinguishedByAForceOtherThanLennardJones) {
  const auto problem = make_lj()->make_problem(request(100, {{"morse-d0", "2"}}));
  const auto plain = problem->parameters(with_force(kFp32, "lj"));
  EXPECT_EQ(plain, problem->parameters(kFp32));
  EXPECT_FALSE(plain.contains("pair")) << "results from before this option existed stay comparable";
  EXPECT_FALSE(plain.contains("morse-d0"));
  const auto morse = problem->parameters(with_force(kFp32, "morse"));
  EXPECT_EQ(morse.at("pair"), "morse");
  EXPECT_EQ(morse.at("morse-d0"), 2);
  EXPECT_EQ(morse.at("morse-alpha"), 5);
  EXPECT_FALSE(morse.contains("yukawa-a"));
}

TEST(LjProblem, GivesKernelsTheForcesParametersLast) {
  const auto problem = make_lj()->make_problem(request(100, {{"morse-r0", "1.1"}}));
  const auto shapes = problem->shapes(with_force(kFp32, "morse"));
  const std::size_t count = shapes.scalars.size();
  const double right[] = {1, 5, static_cast<double>(1.1f)};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(shapes.scalars[count - 3 + k].name, "pair_" + std::to_string(k));
    EXPECT_EQ(std::get<double>(shapes.scalars[count - 3 + k].value), right[k]);
  }
  EXPECT_EQ(std::get<double>(problem->shapes(kFp32).scalars.back().value), 0);
}

TEST(LjProblem, RefusesSizesBeforeAllocating) {
  for (const std::uint64_t n : {std::uint64_t{1} << 40, std::numeric_limits<std::uint64_t>::max()})
    EXPECT_THROW(make_lj()->make_problem(request(n)), Error);
  EXPECT_THROW(make_lj()->make_problem(request(0)), Error);
}

TEST(LjProblem, CountsEntriesAndFlops) {
  const auto problem = make_lj()->make_problem(request(1000));
  Configuration half = kFp32;
  half.axes["newton3"] = "on";
  const Work full_work = problem->work(kFp32), half_work = problem->work(half);
  EXPECT_EQ(half_work.items * 2, full_work.items);
  EXPECT_EQ(full_work.flops, 34 * full_work.items);
  EXPECT_EQ(half_work.flops, 37 * half_work.items);
  const Work morse = problem->work(with_force(half, "morse"));
  EXPECT_EQ(morse.items, half_work.items);
  EXPECT_EQ(morse.flops, 58 * morse.items);
}

/// The row of a kernel of the CPU, right or wrong.
ResultRow run(test::HostFunction function, const ProblemRequest& wanted,
              const Configuration& configuration) {
  KernelInfo info;
  info.family = "lj";
  info.variant = "test";
  info.layouts = {"aos3", "soa"};
  info.precisions = {Precision::fp32, Precision::fp64};
  test::HostDevice device(test::fake_device());
  const auto problem = make_lj()->make_problem(wanted);
  RunnerOptions options;
  options.measure = false;
  return Runner(options).run(*test::host_kernel(info, function), device, *problem, configuration);
}

/// Changes to a right kernel's list, cutoff or shift before it runs.
enum class Fault {
  none,
  lost_last,
  lost_one_side,
  counted_twice,
  cutoff_short,
  cutoff_long,
  not_shifted,
  shifted_by_half,
  shifted_up
};

template <Fault fault>
void kernel(const KernelCall& call) {
  KernelCall wrong = call;
  const auto n = call.scalar<std::uint32_t>("n");
  const auto* starts = static_cast<const std::uint32_t*>(call.inputs[2]);
  std::vector<std::uint32_t> entries(static_cast<const std::uint32_t*>(call.inputs[3]),
                                     static_cast<const std::uint32_t*>(call.inputs[3]) + starts[n]);
  if (fault == Fault::lost_last || fault == Fault::lost_one_side || fault == Fault::counted_twice) {
    // The entry nearest the cutoff, for a particle in the middle: the weakest interaction of all.
    const auto* xyz = static_cast<const float*>(call.inputs[0]);
    const std::uint32_t i = n / 2;
    float farthest = 0;
    std::uint32_t chosen = starts[i];
    for (std::uint32_t k = starts[i]; k < starts[i + 1]; ++k) {
      float r2 = 0;
      for (std::uint32_t c = 0; c < 3; ++c) {
        const float d = xyz[3 * entries[k] + c] - xyz[3 * i + c];
        r2 += d * d;
      }
      if (r2 > farthest && r2 < 0.999f * call.scalar<float>("cutoff2")) {
        farthest = r2;
        chosen = k;
      }
    }
    const std::uint32_t other = entries[chosen];
    // A lost entry is replaced by a particle beyond the cutoff.
    const auto far = [&](std::uint32_t of) {
      std::uint32_t candidate = 0;
      while (std::abs(xyz[3 * candidate] - xyz[3 * of]) < 4) ++candidate;
      return candidate;
    };
    if (fault == Fault::counted_twice)
      entries[chosen == starts[i] ? chosen + 1 : starts[i]] = other;
    else
      entries[chosen] = far(i);
    if (fault == Fault::lost_last)
      for (std::uint32_t k = starts[other]; k < starts[other + 1]; ++k)
        if (entries[k] == i) entries[k] = far(other);
  }
  const auto scale = [&](const char* name, double factor) {
    for (Scalar& scalar : wrong.scalars)
      if (scalar.name == name) scalar.value = factor * std::get<double>(scalar.value);
  };
  if (fault == Fault::cutoff_short) scale("cutoff2", 0.99 * 0.99);
  if (fault == Fault::cutoff_long) scale("cutoff2", 1.01 * 1.01);
  if (fault == Fault::not_shifted) scale("shift", 0);
  if (fault == Fault::shifted_by_half) scale("shift", 0.5);
  if (fault == Fault::shifted_up) scale("shift", -1);
  wrong.inputs[3] = entries.data();
  test::compute<"lj_naive">(wrong);
}

void expect_failed(const ResultRow& row) {
  EXPECT_EQ(row.status, RowStatus::failed);
  EXPECT_EQ(row.exit_status, Status::verification_failed);
  ASSERT_TRUE(row.verification);
  EXPECT_GT(row.verification->max_error, 2 * row.verification->tolerance)
      << "it fails by a clear margin";
}

/// A lattice in a corner of a periodic box, and particles 3 and 200 away from it, at those x.
ParticleSet lattice_and_pair(double edge, double x3, double x200) {
  ParticleSet particles = generate_lattice_of(256, 0.8, 2, true);
  for (std::size_t axis = 0; axis < 3; ++axis) particles.box.high[axis] = edge;
  for (const auto& [i, x] : {std::pair{3, x3}, std::pair{200, x200}}) {
    particles.x[i] = x;
    particles.y[i] = particles.z[i] = 100;
  }
  return particles;
}

/// Right, except that forces on the lattice are one hundredth too large.
void lattice_too_strong(const KernelCall& call) {
  test::compute<"lj_naive">(call);
  auto* forces = static_cast<float*>(call.outputs[0]);
  for (std::uint64_t k = 0; k < 4 * call.items; ++k)
    if (std::abs(forces[k]) < 1e6f) forces[k] *= 1.01f;
}

TEST(LjTolerance, OfOneParticleDoesNotDependOnAnothersPair) {
  const ProblemRequest wanted = request(lattice_and_pair(200, 100, 100.008));
  EXPECT_EQ(run(test::compute<"lj_naive">, wanted, kFp32).status, RowStatus::ok);
  const ResultRow row = run(lattice_too_strong, wanted, kFp32);
  EXPECT_EQ(row.status, RowStatus::failed);
  EXPECT_FALSE(row.timing);
}

TEST(LjTolerance, OfAnUndecidableResultIsRefused) {
  for (const auto& [edge, x3, x200] : {std::tuple{200.0, 199.998, 0.006}, {1e6, 999999.5, 0.5}}) {
    const ProblemRequest wanted = request(lattice_and_pair(edge, x3, x200));
    const ResultRow row = run(test::compute<"lj_naive">, wanted, kFp32);
    EXPECT_EQ(row.status, RowStatus::error);
    EXPECT_EQ(row.exit_status, Status::bad_input);
    EXPECT_NE(row.reason.find("cannot distinguish it from a wrong one"), std::string::npos)
        << row.reason;
    EXPECT_EQ(run(test::compute<"lj_naive">, wanted, kFp64).status, RowStatus::ok);
  }
}

class PlantedLjFault : public testing::TestWithParam<const char*> {
 protected:
  static ResultRow row_of(test::HostFunction function) {
    return run(function, request(4000, {{"energy", GetParam()}, {"cutoff", "2.4"}}), kFp32);
  }
  static void expect_caught(test::HostFunction function) { expect_failed(row_of(function)); }
};

TEST_P(PlantedLjFault, ARightKernelPasses) {
  EXPECT_EQ(row_of(kernel<Fault::none>).status, RowStatus::ok);
}
TEST_P(PlantedLjFault, PairLost) { expect_caught(kernel<Fault::lost_last>); }
TEST_P(PlantedLjFault, NeighbourLostOnOneSide) { expect_caught(kernel<Fault::lost_one_side>); }
TEST_P(PlantedLjFault, PairCountedTwice) { expect_caught(kernel<Fault::counted_twice>); }
TEST_P(PlantedLjFault, CutoffOnePercentShort) { expect_caught(kernel<Fault::cutoff_short>); }
TEST_P(PlantedLjFault, CutoffOnePercentLong) { expect_caught(kernel<Fault::cutoff_long>); }
TEST_P(PlantedLjFault, NothingWritten) {
  EXPECT_EQ(row_of([](const KernelCall&) {}).status, RowStatus::failed);
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutEnergy, PlantedLjFault, testing::Values("on", "off"));

/// Right, except for an error that many particles hide: energies that cancel, two particles' forces
/// swapped, or one missing potential.
enum class Hidden { nothing, energies, swapped, potential };

template <Hidden hidden>
void among_many(const KernelCall& call) {
  test::compute<"lj_naive">(call);
  auto* forces = static_cast<double*>(call.outputs[0]);
  const std::uint64_t i = call.items / 3, j = call.items / 2;
  if (hidden == Hidden::energies) {
    forces[4 * i + 3] += 1e6;
    forces[4 * j + 3] -= 1e6;
  }
  if (hidden == Hidden::swapped)
    for (std::uint64_t c = 0; c < 3; ++c) std::swap(forces[4 * i + c], forces[4 * j + c]);
  if (hidden == Hidden::potential) forces[4 * i + 3] = 0;
}

TEST(PlantedLjFaultAtLargeN, IsCaughtBecauseEveryParticleIsCompared) {
  const ProblemRequest many = request(20000);
  const ResultRow right = run(among_many<Hidden::nothing>, many, kFp64);
  EXPECT_EQ(right.status, RowStatus::ok) << right.reason;
  EXPECT_EQ(right.verification->checked, 20000u);
  expect_failed(run(among_many<Hidden::energies>, many, kFp64));
  expect_failed(run(among_many<Hidden::swapped>, many, kFp64));
  expect_failed(run(among_many<Hidden::potential>, many, kFp64));
}

class PlantedShift : public testing::TestWithParam<const char*> {
 protected:
  static ResultRow row_of(test::HostFunction function) {
    const bool single = GetParam() == std::string("fp32");
    return run(function, request(1000, {{"shift", "on"}}), single ? kFp32 : kFp64);
  }
};

TEST_P(PlantedShift, ARightShiftPasses) {
  EXPECT_EQ(row_of(kernel<Fault::none>).status, RowStatus::ok);
}
TEST_P(PlantedShift, Missing) { expect_failed(row_of(kernel<Fault::not_shifted>)); }
TEST_P(PlantedShift, OfHalfTheEnergy) { expect_failed(row_of(kernel<Fault::shifted_by_half>)); }
TEST_P(PlantedShift, OfTheWrongSign) { expect_failed(row_of(kernel<Fault::shifted_up>)); }

INSTANTIATE_TEST_SUITE_P(InBothPrecisions, PlantedShift, testing::Values("fp32", "fp64"));

TEST(LjShift, KeepsForcesAndVirialsAndIsDistinguished) {
  const auto outputs_of = [](const Options& options, nlohmann::json& parameters) {
    const auto problem = make_lj()->make_problem(request(1000, options));
    parameters = problem->parameters(kFp64);
    test::HostDevice device(test::fake_device());
    KernelInfo info;
    info.family = "lj";
    info.variant = "test";
    info.layouts = {"aos3"};
    const auto naive = test::host_kernel(info, test::compute<"lj_naive">);
    const auto execution = naive->prepare(device, kFp64, problem->shapes(kFp64));
    execution->upload(problem->inputs(kFp64));
    execution->launch();
    return execution->download();
  };
  nlohmann::json plain, shifted;
  const auto without = outputs_of({}, plain), with = outputs_of({{"shift", "on"}}, shifted);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    for (std::uint64_t c = 0; c < 3; ++c)
      EXPECT_EQ(with[0].as<double>()[4 * i + c], without[0].as<double>()[4 * i + c]);
    EXPECT_GT(with[0].as<double>()[4 * i + 3], without[0].as<double>()[4 * i + 3]);
    EXPECT_EQ(with[1].as<double>()[i], without[1].as<double>()[i]);
  }
  EXPECT_FALSE(plain.contains("shift"))
      << "results from before this option existed stay comparable";
  EXPECT_EQ(shifted.at("shift"), true);
}

TEST(LjMomentum, IsConservedToRoundingWithTheThirdLaw) {
  Configuration half = kFp64;
  half.axes["newton3"] = "on";
  const auto problem = make_lj()->make_problem(request(3000));
  const auto shapes = problem->shapes(half);
  test::HostDevice device(test::fake_device());
  KernelInfo info;
  info.family = "lj";
  info.variant = "test";
  info.layouts = {"aos3"};
  const auto kernel = test::host_kernel(info, test::compute<"lj_naive">);
  const auto execution = kernel->prepare(device, half, shapes);
  execution->upload(problem->inputs(half));
  execution->launch();
  const auto outputs = execution->download();
  double sum[3] = {0, 0, 0}, magnitudes = 0;
  for (const ParticleResult& r : test::force_field(*problem).results(Precision::fp64, outputs)) {
    sum[0] += r.x;
    sum[1] += r.y;
    sum[2] += r.z;
    magnitudes += std::hypot(r.x, r.y, r.z);
  }
  EXPECT_LT(std::hypot(sum[0], sum[1], sum[2]), 1e-15 * magnitudes);
}

TEST(LjResults, AreInTheOrderOfTheInput) {
  ParticleSet particles = generate_lattice_of(500, 0.8, 2, false);
  for (std::uint64_t i = 0; i < 500; ++i) particles.id[i] = static_cast<std::int64_t>(1000 + 7 * i);
  const ProblemRequest wanted = request(particles);
  const auto problem = make_lj()->make_problem(wanted);
  HostArray forces{{"forces", Element::fp64, 4, 500}, {}};
  HostArray virials{{"virials", Element::fp64, 1, 500}, {}};
  forces.data.resize(forces.shape.bytes());
  virials.data.resize(virials.shape.bytes());
  const auto arrays = problem->inputs(kFp64);
  for (std::uint64_t k = 0; k < 500; ++k)
    forces.as<double>()[4 * k] = arrays[0].as<double>()[3 * k];
  const auto results = test::force_field(*problem).results(Precision::fp64, {forces, virials});
  for (std::uint64_t i = 0; i < 500; ++i) {
    EXPECT_EQ(results[i].id, particles.id[i]);
    EXPECT_EQ(results[i].x, particles.x[i]) << "the kernel's particle k, at its input index";
  }
}

}  // namespace
}  // namespace gputest::lj_problem_test
