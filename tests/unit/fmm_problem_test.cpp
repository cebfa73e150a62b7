// The family fmm: each pair of bodies is computed once, θ = 0 is all pairs, lists without room lose
// nothing, every API reaches the accuracy, refusals.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/registry.hpp"
#include "common/core/error.hpp"
#include "common/fmm/family.hpp"
#include "common/fmm/theta.hpp"
#include "common/octree/oracle.hpp"
#include "common/particles/generators.hpp"
#include "tests/support/made_fmm.hpp"

namespace gputest::fmm_problem_test {
namespace {

ProblemRequest request(std::uint64_t n, OptionValues options = {}) {
  ProblemRequest made;
  made.n = n;
  made.options = std::move(options);
  return made;
}

std::vector<std::uint64_t> all_of(std::uint64_t n) {
  std::vector<std::uint64_t> all(n);
  for (std::uint64_t i = 0; i < n; ++i) all[i] = i;
  return all;
}

ParticleSet at_one_point(std::uint64_t n) {
  ParticleSet p;
  p.resize(n);
  for (std::uint64_t i = 0; i < n; ++i) p.x[i] = p.y[i] = p.z[i] = 0.25;
  return p;
}

ParticleSet two_clusters(std::uint64_t n) {
  ParticleSet p = generate_plummer(n, 3);
  for (std::uint64_t i = 0; i < n; i += 2) p.x[i] += 1e6;
  return p;
}

ParticleSet on_a_line(std::uint64_t n) {
  ParticleSet p = at_one_point(n);
  for (std::uint64_t i = 0; i < n; ++i) p.y[i] = static_cast<double>(i * i % 1009);
  return p;
}

/// Every third body has mass.
ParticleSet mostly_massless(std::uint64_t n) {
  ParticleSet p = generate_plummer(n, 4);
  for (std::uint64_t i = 0; i < n; ++i) p.mass[i] *= i % 3 == 0 ? 1 : 0;
  return p;
}

/// 20 bodies at each corner of a cube, and one in its middle.
ParticleSet nine_points() {
  ParticleSet p = at_one_point(161);
  for (std::uint64_t i = 0; i < 160; ++i) {
    p.x[i] = static_cast<double>(i % 2);
    p.y[i] = static_cast<double>(i / 2 % 2);
    p.z[i] = static_cast<double>(i / 4 % 2);
  }
  return p;
}

std::vector<ParticleSet> distributions() {
  ParticleSet massless = generate_plummer(100, 1);
  for (double& mass : massless.mass) mass = 0;
  return {generate_plummer(1, 1),
          generate_plummer(2, 1),
          generate_plummer(16, 1),
          generate_plummer(17, 1),
          generate_plummer(1300, 1),
          two_clusters(1025),
          at_one_point(100),
          on_a_line(600),
          mostly_massless(700),
          massless,
          nine_points()};
}

/// How often the bodies of a cell meet each body, according to the lists of the cell and its
/// ancestors.
template <int Degree>
std::vector<std::uint32_t> met_by(test::MadeFmm<Degree>& made, std::uint32_t leaf) {
  std::vector<std::uint32_t> met(made.n);
  const auto add = [&](std::uint32_t cell, std::uint32_t begin, std::uint32_t count) {
    const std::uint32_t* const lists = made.lists.data() + GT_LISTS * std::size_t{cell};
    for (std::uint32_t k = 0; k < lists[count]; ++k) {
      const std::size_t other = made.pool.at(lists[begin] + k);
      for (std::uint32_t j = 0; j < made.ranges.at(2 * other + 1); ++j)
        ++met.at(made.ranges[2 * other] + j);
    }
  };
  add(leaf, GT_WHOLE_BEGIN, GT_WHOLE_COUNT);
  add(leaf, GT_NEAR_BEGIN, GT_NEAR_COUNT);
  for (std::uint32_t cell = leaf;; cell = made.parents[cell]) {
    add(cell, GT_FAR_BEGIN, GT_FAR_COUNT);
    if (cell == 0) return met;
  }
}

/// The number of errors in all leaves: bodies that are not met once, and bodies that act on their
/// own cell through an expansion.
template <int Degree>
void expect_each_pair_once(const ParticleSet& p, double theta, std::uint32_t capacity) {
  test::MadeFmm<Degree> made(p, capacity);
  made.list(0.1, theta, fmm::opening_of(theta, Degree).share);
  ASSERT_GE(made.pool[0], GT_POOL_USED);
  ASSERT_LE(made.pool[0], capacity);
  std::uint64_t wrong = 0, leaves = 0;
  for (std::uint32_t cell = 0; cell < made.tree.cells(); ++cell) {
    if (!made.is_leaf(cell)) continue;
    ++leaves;
    for (const std::uint32_t times : met_by(made, cell)) wrong += times != 1;
  }
  EXPECT_GT(leaves, 0u);
  EXPECT_EQ(wrong, 0u) << p.size() << " bodies, theta " << theta << ", capacity " << capacity;
}

TEST(Fmm, EachPairOfBodiesIsMetOnce) {
  for (const ParticleSet& p : distributions())
    for (const double theta : {0.0, 0.25, 0.7, 1.0}) {
      expect_each_pair_once<4>(p, theta, 1 << 20);
      expect_each_pair_once<10>(p, theta, 1 << 20);
    }
}

TEST(Fmm, EachPairOfBodiesIsMetOnceIfListsHaveNoRoom) {
  for (const ParticleSet& p : distributions())
    for (const std::uint32_t capacity : {2, 3, 10, 100, 1000, 5000}) {
      expect_each_pair_once<4>(p, 0.5, capacity);
      expect_each_pair_once<6>(p, 1, capacity);
    }
}

TEST(Fmm, ExpansionsAreUsedSoThatTheseCountsMeanSomething) {
  test::MadeFmm<4> made(generate_plummer(2000, 1));
  ASSERT_TRUE(made.list(0.1, 0.7, fmm::opening_of(0.7, 4).share));
  std::uint64_t fars = 0, wholes = 0, nears = 0;
  for (std::size_t cell = 0; cell < made.tree.cells(); ++cell) {
    const std::uint32_t* const lists = made.lists.data() + GT_LISTS * cell;
    fars += lists[GT_FAR_COUNT];
    wholes += lists[GT_WHOLE_COUNT];
    nears += made.is_leaf(cell) ? lists[GT_NEAR_COUNT] : 0;
  }
  EXPECT_GT(fars, 1000u);
  EXPECT_GT(wholes, 100u);
  EXPECT_GT(nears, 1000u);
}

/// The 99th percentile of the bodies' errors.
template <int Degree>
double error_of(const ParticleSet& p, double theta, std::uint32_t capacity, double eps2) {
  const auto bodies = all_of(p.size());
  const auto right = tree_pulls(p, eps2, bodies);
  test::MadeFmm<Degree> made(p, capacity);
  made.list(usual_pull(right), theta, fmm::opening_of(theta, Degree).share);
  const auto sums = made.sums(eps2);
  std::vector<double> errors;
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_NEAR(sums[i].w, right[i].m_over_r, 1e-2 * right[i].m_over_r + 1e-300) << i;
    const double off =
        std::hypot(sums[i].x - right[i].ax, sums[i].y - right[i].ay, sums[i].z - right[i].az);
    errors.push_back(off == 0 ? 0 : off / std::hypot(right[i].ax, right[i].ay, right[i].az));
  }
  std::sort(errors.begin(), errors.end());
  return quantile(errors, 0.99);
}

TEST(Fmm, ListsWithoutRoomAreReplacedByPairs) {
  const ParticleSet p = generate_plummer(2000, 1);
  const double with_room = error_of<4>(p, 0.7, 1 << 20, 4e-4);
  EXPECT_GT(with_room, 1e-5);
  EXPECT_LT(error_of<4>(p, 0.7, 2, 4e-4), 1e-12);  // all pairs
  for (const std::uint32_t capacity : {100, 1000, 5000})
    EXPECT_LT(error_of<4>(p, 0.7, capacity, 4e-4), 1.5 * with_room) << capacity;
}

TEST(Fmm, WithoutThetaIsAllPairs) {
  for (const ParticleSet& p :
       {generate_plummer(600, 2), two_clusters(300), on_a_line(200), mostly_massless(300)}) {
    const auto bodies = all_of(p.size());
    const auto pulls = tree_pulls(p, 1e-4, bodies);
    for (const int degree : {4, 6, 10}) {
      const FmmErrors errors = fmm_errors(p, 1e-4, degree, 0, 0, bodies, pulls);
      EXPECT_LT(errors.largest, 1e-9);
      EXPECT_EQ(errors.direct, static_cast<double>(p.size()));
      EXPECT_EQ(errors.approximate, 0);
    }
  }
}

TEST(Fmm, AHigherDegreeIsMoreAccurateAtEqualTheta) {
  const ParticleSet p = generate_plummer(2000, 2);
  const auto bodies = all_of(p.size());
  const auto pulls = tree_pulls(p, 4e-4, bodies);
  const auto error = [&](int degree, double theta) {
    return fmm_errors(p, 4e-4, degree, theta, 0, bodies, pulls).of_99;
  };
  EXPECT_LT(error(6, 0.5), error(4, 0.5) / 2);
  EXPECT_LT(error(10, 0.5), error(6, 0.5) / 4);
  EXPECT_LT(error(4, 0.25), error(4, 0.5) / 4);
}

TEST(Fmm, AThetaIsFoundThatMeetsTheAccuracy) {
  const ParticleSet p = generate_plummer(1500, 2);
  const auto bodies = all_of(p.size());
  const auto pulls = tree_pulls(p, 4e-4, bodies);
  for (const int degree : {4, 6, 10}) {
    double theta = 1, direct = 0;
    for (const double wanted : {1e-3, 1e-4, 1e-5}) {
      const FmmErrors found = fmm_errors(p, 4e-4, degree, 0, wanted, bodies, pulls);
      EXPECT_LE(found.of_99, wanted);
      EXPECT_GT(found.theta, 0) << degree << " " << wanted;
      EXPECT_LE(found.theta, theta);  // θ = 1 may meet several accuracies
      EXPECT_GE(found.direct, direct);
      EXPECT_LE(found.direct, 1500);
      EXPECT_GT(found.listed, GT_POOL_USED);
      theta = found.theta;
      direct = found.direct;
    }
    EXPECT_LT(theta, 1);
    // An accuracy that no θ reaches needs all pairs.
    EXPECT_EQ(fmm_errors(p, 4e-4, degree, 0, 1e-16, bodies, pulls).theta, 0);
  }
}

// The whole sphere pulls distant bodies from one side, so that the errors of its cells add up.
TEST(Fmm, NoBodyFarOutsideHasAnErrorAboveTheAccuracy) {
  const ParticleSet p = generate_plummer(20000, 2);
  std::vector<std::uint64_t> outside;
  for (std::uint64_t i = 0; i < p.size(); ++i)
    if (std::hypot(p.x[i], p.y[i], p.z[i]) > 8) outside.push_back(i);
  ASSERT_GT(outside.size(), 100u);
  const auto pulls = tree_pulls(p, 4e-4, outside);
  const auto largest = [&](int degree, double accuracy) {
    return fmm_errors(p, 4e-4, degree, 1, 0, outside, pulls, accuracy).largest;
  };
  EXPECT_LT(largest(4, 1e-2), 8e-2);
  EXPECT_LT(largest(6, 1e-3), 8e-3);
  EXPECT_LT(largest(6, 1e-4), 8e-4);
  EXPECT_GT(largest(6, 1), 1e-2);
}

TEST(Fmm, TheProblemReportsTheAccuracyAndItsError) {
  const auto problem = make_fmm()->make_problem(request(1000, {{"accuracy", "1e-4"}}));
  const Configuration configuration{"float4", Precision::fp64, 0, {{"degree", "6"}}};
  const auto said = problem->parameters(configuration);
  EXPECT_EQ(said["degree"], "6");
  EXPECT_GT(said["theta"], 0);
  EXPECT_LE(said["errors"]["99%"], 0.8e-4);
  const Work work = problem->work(configuration);
  EXPECT_EQ(work.items, 1000);
  EXPECT_GT(work.flops, 1000 * 20 * said["direct"].get<double>());
}

/// Parameterized by a device's name.
class FmmKernelTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string name = GetParam();
    api = name.substr(0, name.find(':'));
    Backend* backend = registry.find_backend(api);
    if (backend != nullptr)
      for (const DeviceInfo& info : backend->devices().devices)
        if (!device && info.fp64 && info.id.starts_with(name)) device = backend->open(info.id);
    if (!device) GTEST_SKIP() << "there is no " << name;
    for (const auto& candidate : registry.kernels())
      if (candidate->info().api == api && candidate->info().name() == "fmm_lists")
        kernel = candidate.get();
    ASSERT_NE(kernel, nullptr);
  }

  /// Why a result is wrong, "" if it is right; `capacity`, if given, is that of the pool of lists.
  std::string complaint(const ProblemRequest& asked, const char* degree, Precision precision,
                        std::optional<std::uint32_t> capacity = {}) {
    const KernelInfo& info = kernel->info();
    const Configuration configuration{
        "float4", precision, info.blocks.empty() ? 0 : info.blocks.front(), {{"degree", degree}}};
    const auto problem = make_fmm()->make_problem(asked);
    KernelSignature shapes = problem->shapes(configuration);
    if (capacity) {
      for (Scalar& scalar : shapes.scalars)
        if (scalar.name == "capacity") scalar.value = *capacity;
      for (ArrayShape& shape : shapes.scratch)
        if (shape.name == "pool") shape.count = *capacity;
    }
    problem->make_reference(configuration);
    const auto execution = kernel->prepare(*device, configuration, shapes);
    execution->upload(problem->inputs(configuration));
    execution->launch();
    execution->launch();  // leftovers of the first launch do not matter
    execution->synchronize();
    const Verification said = problem->verify(configuration, precision, execution->download());
    return said.passed ? "" : "wrong: " + said.reason;
  }

  bool emulated() const { return std::string(GetParam()) == "hip:host"; }  // slow

  Registry registry = make_registry();
  std::string api;
  std::unique_ptr<Device> device;
  const Kernel* kernel = nullptr;
};

TEST_P(FmmKernelTest, IsRightForFewBodiesAndForMany) {
  for (const std::uint64_t n : {1, 2, 3, 15, 16, 17, 33, 100, 511, 3000})
    if (!emulated() || n < 200) {
      EXPECT_EQ(complaint(request(n), "4", Precision::fp32), "") << n;
      EXPECT_EQ(complaint(request(n, {{"theta", "0"}}), "4", Precision::fp64), "") << n;
    }
}

TEST_P(FmmKernelTest, MeetsTheAccuracyRequested) {
  const std::uint64_t n = emulated() ? 500 : 2000;
  for (const char* degree : {"4", "6", "10"}) {
    if (emulated() && degree != std::string("6")) continue;
    for (const char* accuracy : {"1e-3", "1e-5"})
      EXPECT_EQ(complaint(request(n, {{"accuracy", accuracy}}), degree, Precision::fp64), "")
          << degree << " " << accuracy;
  }
}

TEST_P(FmmKernelTest, IsRightForAnyBodies) {
  for (const ParticleSet& p : distributions()) {
    if (emulated() && p.size() > 300) continue;
    ProblemRequest asked = request(0);
    asked.input = std::make_shared<ParticleSet>(p);
    EXPECT_EQ(complaint(asked, "6", Precision::fp64), "") << p.size();
  }
}

TEST_P(FmmKernelTest, IsRightIfThePoolIsFull) {
  for (const std::uint32_t capacity : {2, 30, 500, 3000}) {
    const std::uint64_t n = emulated() ? 300 : 2000;
    EXPECT_EQ(complaint(request(n), "4", Precision::fp32, capacity), "") << capacity;
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, FmmKernelTest, testing::Values("cpu:", "opencl:", "hip:host"),
                         [](const auto& of) {
                           const std::string name = of.param;
                           return name.substr(0, name.find(':'));
                         });

TEST(Fmm, InvalidInputIsRefused) {
  const Configuration configuration{"float4", Precision::fp32, 0, {{"degree", "4"}}};
  const auto refused = [&](std::uint64_t n, const OptionValues& options,
                           std::shared_ptr<ParticleSet> input = nullptr) {
    try {
      ProblemRequest made = request(n, options);
      made.input = std::move(input);
      static_cast<void>(make_fmm()->make_problem(made)->shapes(configuration));
    } catch (const Error& error) {
      return error.status() == Status::bad_input;
    }
    return false;
  };
  EXPECT_TRUE(refused(0, {}));
  for (const char* theta : {"-1", "nan", "1.01", "wide"})
    EXPECT_TRUE(refused(10, {{"theta", theta}})) << theta;
  for (const char* accuracy : {"0", "-1", "nan", "1e-6"})
    EXPECT_TRUE(refused(10, {{"accuracy", accuracy}})) << accuracy;
  EXPECT_FALSE(refused(10, {{"accuracy", "2e-6"}}));
  EXPECT_FALSE(refused(10, {{"theta", "1"}}));
  EXPECT_FALSE(refused(0, {}, std::make_shared<ParticleSet>(at_one_point(50))));
  EXPECT_TRUE(refused(0, {{"eps", "0"}}, std::make_shared<ParticleSet>(at_one_point(50))));
  auto negative = std::make_shared<ParticleSet>(generate_plummer(20, 1));
  negative->mass[7] = -1;
  EXPECT_TRUE(refused(0, {}, negative));
  auto massless = std::make_shared<ParticleSet>(generate_plummer(20, 1));
  for (double& mass : massless->mass) mass = 0;
  EXPECT_FALSE(refused(0, {}, massless));
}

}  // namespace
}  // namespace gputest::fmm_problem_test
