// Particles divided among devices; each device receives the particles of others that it reads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include "common/cpu/cpu_backend.hpp"
#include "common/families.hpp"
#include "common/many/bisection.hpp"
#include "common/many/devices.hpp"
#include "common/many/exchange_part.hpp"
#include "common/many/lj.hpp"
#include "common/many/shared_kernel.hpp"
#include "common/many/tree.hpp"
#include "common/run/runner.hpp"

namespace gputest::many::many_ghosts_test {
namespace {

constexpr std::uint64_t kParticles = 211;
constexpr std::size_t kDevices = 3;

using Particles = std::vector<std::uint32_t>;

TEST(ManyGhosts, BricksHaveEveryParticleOnceAndTheRequestedCounts) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> anywhere(0, 1);
  std::vector<std::array<double, 3>> points(500);
  for (auto& point : points) point = {anywhere(engine), anywhere(engine), 4 * anywhere(engine)};
  for (const std::vector<std::uint64_t>& counts : {std::vector<std::uint64_t>{500},
                                                   {1, 499},
                                                   {250, 250},
                                                   {100, 200, 200},
                                                   {1, 2, 3, 4, 490}}) {
    const auto bricks = bricks_of(counts, [&](std::uint32_t k) { return points[k]; });
    ASSERT_EQ(bricks.size(), counts.size());
    std::set<std::uint32_t> all;
    for (std::size_t k = 0; k < bricks.size(); ++k) {
      EXPECT_EQ(bricks[k].size(), counts[k]);
      EXPECT_TRUE(std::is_sorted(bricks[k].begin(), bricks[k].end()));
      all.insert(bricks[k].begin(), bricks[k].end());
    }
    EXPECT_EQ(all.size(), points.size());
  }
}

/// The cut is across the longest edge.
TEST(ManyGhosts, TwoBricksAreSideBySide) {
  const auto at = [](std::uint32_t k) { return std::array<double, 3>{0, double(k * 7 % 100), 1}; };
  const auto bricks = bricks_of({50, 50}, at);
  for (const std::uint32_t particle : bricks[0]) EXPECT_LT(at(particle)[1], 50);
  for (const std::uint32_t particle : bricks[1]) EXPECT_GE(at(particle)[1], 50);
}

TEST(ManyGhosts, AnAssignmentSurvivesAsAMessage) {
  Assignment assignment;
  assignment.kernel = "lj_unrolled";
  assignment.configuration = {"float4", Precision::fp64, 128, {{"list", "ell"}}};
  assignment.arguments.inputs = {{"particles", Element::fp64, 4, 7}};
  assignment.arguments.outputs = {{"forces", Element::fp32, 4, 6}};
  assignment.arguments.scratch = {{"work", Element::uint32, 2, 5}};
  assignment.arguments.scalars = {{"n", 7u}, {"shift", 0.1}, {"far", INFINITY}, {"whole", 3.0}};
  assignment.arguments.specializations = {{"ell", 1}};
  assignment.arguments.items = 7;
  assignment.counts = {3, 4};
  assignment.ranks = {0, 1};
  const Assignment same = assignment_of(to_message(assignment));
  EXPECT_EQ(to_message(same), to_message(assignment));
  EXPECT_EQ(std::get<double>(same.arguments.scalars[1].value), 0.1);
  EXPECT_EQ(std::get<double>(same.arguments.scalars[2].value), INFINITY);
  EXPECT_EQ(std::get<double>(same.arguments.scalars[3].value), 3);
  EXPECT_EQ(std::get<std::uint32_t>(same.arguments.scalars[0].value), 7u);
  EXPECT_EQ(same.configuration.on_axis("list"), "ell");
  EXPECT_EQ(same.arguments.inputs[0].bytes(), 7u * 32);
}

enum class Fault { none, lost_ghosts, lost_own, others_own };

/// Divides as the family does, with the test's fault in the second device.
template <Fault kFault, class Right>
class Wrong : public Right {
 public:
  using Right::Right;

 private:
  std::vector<Particles> divided(const std::vector<std::uint64_t>& counts) const override {
    std::vector<Particles> own = Right::divided(counts);
    if (kFault == Fault::lost_own) own[1].pop_back();
    if (kFault == Fault::others_own) own[1].back() = own[0].front();
    return own;
  }
  void plan_exchange() override {
    Right::plan_exchange();
    if (kFault != Fault::lost_ghosts) return;
    Particles& ghosts = this->holdings_[1].ghosts;  // other devices have not sent the second half
    for (std::size_t k = ghosts.size() / 2; k < ghosts.size(); ++k)
      --this->sent(this->owner_[ghosts[k]], 1);
    ghosts.resize(ghosts.size() / 2);
  }
};

/// Reports a wrong box for the second device's bodies, from kLow to kHigh on all axes.
template <int kLow, int kHigh>
class WrongBox : public TreePart {
 public:
  using TreePart::TreePart;

 private:
  void put_particles(Worker& worker) const override {
    TreePart::put_particles(worker);
    std::vector<float> box(4, kLow);
    box.resize(8, kHigh);
    worker.of_others->write_part(box.size() * sizeof(float), box.size() * sizeof(float),
                                 box.data());
    worker.queue->synchronize();
  }
};

struct Shared {
  KernelInfo info;
  MakePart part;
};

template <Fault kFault>
std::vector<Shared> every_shared() {
  return {{shared_lj_info(), exchange_part<Wrong<kFault, LjPart>>()},
          {shared_tree_info(), exchange_part<Wrong<kFault, TreePart>>()}};
}

ResultRow row_with(const Shared& shared, bool timed, std::uint64_t n = kParticles) {
  Registry registry;
  register_families(registry);
  register_cpu(registry);
  Ranks alone;
  register_many(
      registry, [] { return "cpu:0*3"; }, alone);
  const auto device = registry.find_backend(kApi)->open("");
  const SharedKernel kernel(shared.info, kDevices, shared.part);
  ProblemRequest request;
  request.n = n;
  const auto problem = registry.find_family(shared.info.family)->make_problem(request);
  Configuration configuration{"float4", Precision::fp32, 0};
  for (const auto& [axis, values] : shared.info.axes) configuration.axes[axis] = values.front();
  RunnerOptions options;
  options.measure = timed;
  options.sampling = {Strategy::hot, 3, 0.001, 0.002};
  options.monitor_of = [](const DeviceInfo&) { return MonitorSearch{}; };
  return Runner(options).run(kernel, *device, *problem, configuration);
}

TEST(ManyGhosts, TheRightDivisionPassesAndReportsEachDevicesShare) {
  for (const Shared& shared : every_shared<Fault::none>()) {
    const ResultRow row = row_with(shared, true);
    EXPECT_EQ(row.exit_status, Status::ok) << row.reason;
    ASSERT_TRUE(row.shared);
    ASSERT_EQ(row.shared->shares.size(), kDevices);
    std::uint64_t all = 0;
    for (const DeviceShare& share : row.shared->shares) {
      all += share.items;
      EXPECT_GT(share.kernels, 0);
    }
    EXPECT_EQ(all, kParticles);
  }
}

TEST(ManyGhosts, PlantedFaultLostGhostsAreFound) {
  const ResultRow row = row_with(every_shared<Fault::lost_ghosts>().front(), false);
  EXPECT_EQ(row.status, RowStatus::failed) << row.reason;
}

TEST(ManyGhosts, PlantedFaultTreesForAnotherBoxAreFound) {
  const ResultRow row =
      row_with({shared_tree_info(), exchange_part<WrongBox<1000000, 1000000>>()}, false, 2000);
  EXPECT_EQ(row.status, RowStatus::failed) << row.reason;
}

TEST(ManyGhosts, AnEssentialTreeThatOutgrowsItsMemoryIsRefused) {
  const ResultRow row =
      row_with({shared_tree_info(), exchange_part<WrongBox<-1000, 1000>>()}, false, 9000);
  EXPECT_EQ(row.exit_status, Status::out_of_memory);
  EXPECT_NE(row.reason.find("more to send"), std::string::npos) << row.reason;
}

TEST(ManyGhosts, AParticleOfNoDeviceOrOfTwoIsRefused) {
  for (const auto& faulty : {every_shared<Fault::lost_own>(), every_shared<Fault::others_own>()})
    for (const Shared& shared : faulty) {
      const ResultRow row = row_with(shared, false);
      EXPECT_EQ(row.status, RowStatus::error);
      EXPECT_NE(row.reason.find("belongs to no device"), std::string::npos) << row.reason;
    }
}

}  // namespace
}  // namespace gputest::many::many_ghosts_test
