// The family lu: the oracle against published values and necessary properties, the kernels' cell
// against the oracle's matrices, indices in both storages, and verdicts.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "common/core/error.hpp"
#include "common/lu/blocks.h"
#include "common/lu/classes.hpp"
#include "common/lu/family.hpp"
#include "common/lu/storage.hpp"
#include "common/run/family.hpp"

namespace gputest::lu_problem_test {
namespace {

constexpr std::uint32_t kEdge = 12;

std::unique_ptr<Problem> lu_of(const std::string& name) {
  ProblemRequest request;
  request.options = {{"class", name}};
  return make_lu()->make_problem(request);
}

Configuration lu_in(const std::string& storage, const std::string& jacobians = "computed") {
  return {
      "components_first", Precision::fp64, 64, {{"storage", storage}, {"jacobians", jacobians}}};
}

TEST(Lu, TheExactSolutionHasNoResidual) {
  const lu::Five zero = lu::norm(lu::residual(lu::exact_flow(kEdge), lu::forcing(kEdge)));
  for (const double number : zero) EXPECT_EQ(number, 0);
  const lu::Five corner = lu::exact_solution(0, 0, 0);
  EXPECT_EQ(corner, (lu::Five{2, 1, 2, 2, 5}));
  EXPECT_DOUBLE_EQ(lu::exact_solution(1, 1, 1)[0], 2 + 4 + 5 + 3 + 0.5 + 0.06 + 1.2);
}

TEST(Lu, AUniformPressureHasItsAreaAsSurfaceIntegral) {
  lu::Grid flow(kEdge);
  for (lu::Five& cell : flow.cells) cell = {1, 0, 0, 0, 2.5};  // pressure 1
  // A box of 9 x 8 x 8 cell edges: the area of both sides of each pair, in units of the cube's
  // edge.
  const double edges = 9 * 8 + 9 * 8 + 8 * 8;
  EXPECT_NEAR(lu::surface_integral(flow), 2 * edges / (11 * 11), 1e-12);
}

TEST(Lu, TheOracleGivesThePublishedResultsOfClassS) {
  const lu::BenchmarkClass& s = lu::class_of("S");
  const lu::Grid force = lu::forcing(s.edge);
  const lu::Grid flow = lu::solved(lu::first_guess(s.edge), force, s.dt, s.steps);
  const lu::Deviation right = lu::deviation(s, lu::norm(lu::residual(flow, force)),
                                            lu::error_norm(flow), lu::surface_integral(flow));
  EXPECT_LT(right.largest, 1e-10) << right.where;
  const lu::Deviation other = lu::deviation(lu::class_of("W"), lu::norm(flow), lu::error_norm(flow),
                                            lu::surface_integral(flow));
  EXPECT_GT(other.largest, 0.1);
}

TEST(Lu, EveryCellHasOnePlaceInEitherStorage) {
  for (const gt_uint n : {3u, 4u, 12u, 33u, 162u})
    for (const int diagonals : {0, 1}) {
      std::set<gt_uint> places;
      for (gt_uint y = 0; y < n; ++y)
        for (gt_uint x = 0; x < n; ++x) {
          const gt_uint place = gt_lu_place(x, y, 1, n, diagonals);
          EXPECT_TRUE(places.insert(place).second);
          const gt_lu_cell cell = gt_lu_cell_at(place, n, diagonals);
          EXPECT_TRUE(cell.x == x && cell.y == y && cell.z == 1) << x << " " << y << " of " << n;
        }
      EXPECT_EQ(*places.begin(), n * n);
      EXPECT_EQ(*places.rbegin(), 2 * n * n - 1);
    }
  EXPECT_EQ(gt_lu_place(3, 5, 2, 12, 1) + 1, gt_lu_place(2, 6, 2, 12, 1)) << "on the same diagonal";
}

constexpr gt_lu_five kU{{1.5, 0.3, -0.7, 0.4, 6}};

TEST(Lu, SolvingInvertsTheDiagonalBlock) {
  const gt_lu_five v{{1, -2, 3, 0.5, -4}};
  const gt_lu_five solved = gt_lu_own_solved(kU, gt_lu_own(kU, v, 0.7), 0.7);
  for (int c = 0; c < 5; ++c) EXPECT_NEAR(solved.of[c], v.of[c], 1e-13);
}

/// A block's product with v is the derivative, along v, of the function that it linearises.
TEST(Lu, ABlockIsTheDerivativeOfItsFlux) {
  const gt_lu_five v{{0.2, -0.4, 0.6, 0.1, -0.8}}, rest{{1, 0, 0, 0, 1}};
  constexpr double kStep = 1e-6;
  for (int direction = 1; direction < 4; ++direction) {
    gt_lu_five low = kU, high = kU;
    for (int c = 0; c < 5; ++c) {
      low.of[c] -= kStep * v.of[c];
      high.of[c] += kStep * v.of[c];
    }
    const gt_lu_five convected = gt_lu_joined(kU, v, direction, 1, 0);
    const gt_lu_five diffused = gt_lu_joined(kU, v, direction, 0, 1);
    const gt_lu_five before = gt_lu_flux(low, direction), after = gt_lu_flux(high, direction);
    const gt_lu_five less = gt_lu_stress(rest, low, direction);
    const gt_lu_five more = gt_lu_stress(rest, high, direction);
    for (int c = 0; c < 5; ++c) {
      EXPECT_NEAR(convected.of[c], (after.of[c] - before.of[c]) / (2 * kStep), 1e-8);
      const double sheared = GT_LU_VISCOUS * (more.of[c] - less.of[c]) / (2 * kStep);
      EXPECT_NEAR(-diffused.of[c], sheared + GT_LU_SMOOTHING(direction) * v.of[c], 1e-8)
          << c << " along " << direction;
    }
  }
}

/// The arrays of a call, for class S.
struct Cube {
  std::vector<double> u, v, force, blocks;
  Cube() : blocks(GT_LU_BLOCK_NUMBERS * std::size_t{kEdge} * kEdge * kEdge) {
    const lu::Grid guess = lu::first_guess(kEdge), forcing = lu::forcing(kEdge);
    for (std::size_t c = 0; c < 5; ++c)
      for (std::size_t i = 0; i < guess.cells.size(); ++i) {
        u.push_back(guess.cells[i][c]);
        force.push_back(forcing.cells[i][c]);
      }
    v.resize(u.size());
    for (gt_uint place = 0; place < kEdge * kEdge * kEdge; ++place)
      gt_lu_store(v.data(), place, kEdge, gt_lu_residual(u.data(), force.data(), place, kEdge, 0));
  }
};

TEST(Lu, ACellsResidualIsTheOracles) {
  const Cube cube;
  const lu::Grid right = lu::residual(lu::first_guess(kEdge), lu::forcing(kEdge));
  const lu::Five scale = lu::norm(right);
  for (std::size_t i = 0; i < right.cells.size(); ++i)
    for (std::size_t c = 0; c < 5; ++c)
      EXPECT_NEAR(cube.v[c * right.cells.size() + i], right.cells[i][c], 1e-13 * scale[c]);
}

TEST(Lu, ASweepIsTheSameInWavefrontsAndInLoopsAndNearlyWithStoredBlocks) {
  constexpr double kDt = 0.5;
  Cube loops, wavefronts, stored;
  for (const int upper : {0, 1}) {
    const auto turned = [&](gt_uint at) { return upper ? kEdge - 1 - at : at; };
    for (gt_uint z = 1; z + 1 < kEdge; ++z)
      for (gt_uint y = 1; y + 1 < kEdge; ++y)
        for (gt_uint x = 1; x + 1 < kEdge; ++x) {
          const gt_lu_cell cell{turned(x), turned(y), turned(z)};
          gt_lu_sweep(loops.u.data(), loops.v.data(), cell, kEdge, kDt, upper, 0);
          gt_lu_store_blocks(stored.u.data(), stored.blocks.data(), cell, kEdge, kDt, upper, 0);
          gt_lu_sweep_stored(stored.blocks.data(), stored.v.data(), cell, kEdge, upper, 0);
        }
    for (gt_uint sum = 3; sum < 3 * kEdge; ++sum)
      for (gt_uint x = kEdge - 2; x > 0; --x)
        for (gt_uint y = 1; y + 1 < kEdge; ++y)
          if (x + y < sum && sum - x - y < kEdge - 1)
            gt_lu_sweep(wavefronts.u.data(), wavefronts.v.data(),
                        {turned(x), turned(y), turned(sum - x - y)}, kEdge, kDt, upper, 0);
  }
  EXPECT_EQ(loops.v, wavefronts.v) << "bit for bit";
  for (std::size_t i = 0; i < loops.v.size(); ++i) EXPECT_NEAR(loops.v[i], stored.v[i], 1e-11);
}

/// The oracle's results in the form of a kernel's.
std::vector<HostArray> answer_of_lu(const Problem& problem) {
  const lu::BenchmarkClass& s = lu::class_of("S");
  const lu::Grid force = lu::forcing(s.edge);
  const lu::Grid flow = lu::solved(lu::first_guess(s.edge), force, s.dt, s.steps);
  const lu::Grid residual = lu::residual(flow, force);
  std::vector<HostArray> outputs;
  for (const lu::Grid* grid : {&flow, &residual}) {
    const ArrayShape shape = problem.shapes(lu_in("plain")).outputs.at(outputs.size());
    HostArray array{shape, std::vector<std::byte>(shape.bytes())};
    for (std::size_t c = 0; c < 5; ++c)
      for (std::size_t i = 0; i < grid->cells.size(); ++i)
        array.as<double>()[c * grid->cells.size() + i] = grid->cells[i][c];
    outputs.push_back(array);
  }
  return outputs;
}

TEST(Lu, TheVerdictFindsOneWrongNumberOfEitherOutput) {
  const auto problem = lu_of("S");
  problem->make_reference(lu_in("plain"));
  const std::vector<HostArray> right = answer_of_lu(*problem);
  const auto verdict = [&](const std::vector<HostArray>& outputs) {
    return problem->verify(lu_in("plain"), Precision::fp64, outputs);
  };
  EXPECT_TRUE(verdict(right).passed) << verdict(right).reason;
  for (const std::size_t output : {0, 1})
    for (const std::size_t i : {std::size_t{0}, std::size_t{1000}, std::size_t{5 * 1728 - 1}}) {
      std::vector<HostArray> wrong = right;
      double& number = wrong[output].as<double>()[i];
      number += 1e-4;
      EXPECT_FALSE(verdict(wrong).passed) << output << " at " << i;
      EXPECT_NE(verdict(wrong).reason, "");
      number = std::numeric_limits<double>::quiet_NaN();
      EXPECT_FALSE(verdict(wrong).passed);
    }
}

TEST(Lu, TheStorageDeterminesTheScratchArrays) {
  const auto s = lu_of("S");
  const auto arrays = [&](const Configuration& configuration) {
    return s->shapes(configuration).scratch.size();
  };
  EXPECT_EQ(arrays(lu_in("plain")), 0u);
  EXPECT_EQ(arrays(lu_in("diagonal")), 3u);
  EXPECT_EQ(arrays(lu_in("auto")), 3u);
  EXPECT_EQ(arrays(lu_in("plain", "stored")), 1u);
}

TEST(Lu, DiagonalsAreFasterOnAGpuAfterASweep) {
  using lu::Storage;
  EXPECT_FALSE(lu::by_diagonals(Storage::automatic, 500, false));
  EXPECT_TRUE(lu::by_diagonals(Storage::automatic, 500, true));
  EXPECT_FALSE(lu::by_diagonals(Storage::automatic, 0, true));
  EXPECT_FALSE(lu::by_diagonals(Storage::plain, 500, true));
  EXPECT_TRUE(lu::by_diagonals(Storage::diagonal, 0, false));
}

TEST(Lu, TheWorkIsTheBenchmarksCount) {
  const auto s = lu_of("S");
  EXPECT_NEAR(s->work(lu_in("plain")).items, 50 * 2045968.16, 1);
  EXPECT_EQ(s->n(), 1728u);
}

TEST(Lu, AnUnknownClassIsRefusedInOneSentence) {
  try {
    lu_of("D");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    EXPECT_STREQ(error.what(), "--class takes one of S W A B C, not 'D'");
  }
}

}  // namespace
}  // namespace gputest::lu_problem_test
