// Particles divided among devices, each of which is sent what it reads of the others'.
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
#include "common/many/ghost_part.hpp"
#include "common/many/lj.hpp"
#include "common/many/shared_kernel.hpp"
#include "common/many/tree.hpp"
#include "common/run/runner.hpp"

namespace gputest::many::many_ghosts_test {
namespace {

constexpr std::uint64_t kParticles = 211;
constexpr std::size_t kDevices = 3;

using Particles = std::vector<std::uint32_t>;

TEST(ManyGhosts, BricksHaveEveryParticleOnceAndAsManyAsWereCounted) {
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

/// Across the longest edge.
TEST(ManyGhosts, TwoBricksLieBesideEachOther) {
  const auto at = [](std::uint32_t k) { return std::array<double, 3>{0, double(k * 7 % 100), 1}; };
  const auto bricks = bricks_of({50, 50}, at);
  for (const std::uint32_t particle : bricks[0]) EXPECT_LT(at(particle)[1], 50);
  for (const std::uint32_t particle : bricks[1]) EXPECT_GE(at(particle)[1], 50);
}

TEST(ManyGhosts, AnAssignmentIsItsMessage) {
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

/// Divides as the family does, but for what the test says of the second of the devices.
class WrongSharing : public Sharing {
 public:
  enum class Fault { none, lost_ghosts, lost_own, others_own };
  WrongSharing(Fault fault, std::unique_ptr<Sharing> right)
      : fault_(fault), right_(std::move(right)) {}

  std::vector<Particles> divided(const WholeProblem& problem,
                                 const std::vector<std::uint64_t>& counts) const override {
    std::vector<Particles> own = right_->divided(problem, counts);
    if (fault_ == Fault::lost_own) own[1].pop_back();
    if (fault_ == Fault::others_own) own[1].back() = own[0].front();
    wrong_ = own[1].front();
    return own;
  }
  bool reads_all() const override { return right_->reads_all(); }
  Particles ghosts_of(const WholeProblem& problem, const Particles& own) const override {
    Particles ghosts = right_->ghosts_of(problem, own);
    if (fault_ == Fault::lost_ghosts && own.front() == wrong_) ghosts.resize(ghosts.size() / 2);
    return ghosts;
  }
  std::string kernel_on(const DeviceInfo& device) const override {
    return right_->kernel_on(device);
  }
  std::vector<MemberWork> work_on(const DeviceInfo& device, const WholeProblem& problem,
                                  const Holding& holding) const override {
    return right_->work_on(device, problem, holding);
  }

 private:
  Fault fault_;
  std::unique_ptr<Sharing> right_;
  mutable std::uint32_t wrong_ = 0;
};

struct Shared {
  KernelInfo info;
  std::unique_ptr<Sharing> (*sharing)();
};

std::vector<Shared> every_shared() {
  return {{shared_lj_info(), lj_sharing}, {shared_tree_info(), tree_sharing}};
}

ResultRow row_with(const Shared& shared, WrongSharing::Fault fault, bool timed) {
  Registry registry;
  register_families(registry);
  register_cpu(registry);
  Ranks alone;
  register_many(
      registry, [] { return "cpu:0*3"; }, alone);
  const auto device = registry.find_backend(kApi)->open("");
  const SharedKernel kernel(shared.info, kDevices, ghost_part([&] {
                              return std::make_unique<WrongSharing>(fault, shared.sharing());
                            }));
  ProblemRequest request;
  request.n = kParticles;
  const auto problem = registry.find_family(shared.info.family)->make_problem(request);
  Configuration configuration{"float4", Precision::fp32, 0};
  for (const auto& [axis, values] : shared.info.axes) configuration.axes[axis] = values.front();
  RunnerOptions options;
  options.measure = timed;
  options.sampling = {Strategy::hot, 3, 0.001, 0.002};
  options.monitor_of = [](const DeviceInfo&) { return MonitorSearch{}; };
  return Runner(options).run(kernel, *device, *problem, configuration);
}

TEST(ManyGhosts, TheRightSharingIsRightAndSaysWhatEachDeviceDid) {
  for (const Shared& shared : every_shared()) {
    const ResultRow row = row_with(shared, WrongSharing::Fault::none, true);
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

/// A tree's kernel is told of all bodies; a list's rows name others where some are missing.
TEST(ManyGhosts, PlantedFaultLostGhostsAreFound) {
  const ResultRow row =
      row_with({shared_lj_info(), lj_sharing}, WrongSharing::Fault::lost_ghosts, false);
  EXPECT_EQ(row.status, RowStatus::failed) << row.reason;
}

TEST(ManyGhosts, WhatIsNobodysOrTwosIsRefused) {
  for (const Shared& shared : every_shared())
    for (const auto fault : {WrongSharing::Fault::lost_own, WrongSharing::Fault::others_own}) {
      const ResultRow row = row_with(shared, fault, false);
      EXPECT_EQ(row.status, RowStatus::error);
      EXPECT_NE(row.reason.find("no device's own"), std::string::npos) << row.reason;
    }
}

}  // namespace
}  // namespace gputest::many::many_ghosts_test
