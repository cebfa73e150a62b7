// Neighbour lists, compared with all pairs of particles, in open and periodic boxes of all
// proportions.
#include "common/cells/verlet_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "common/core/error.hpp"
#include "common/particles/generators.hpp"

namespace gputest::verlet_list_test {
namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Pairs pairs_of(const VerletList& list) {
  Pairs pairs;
  for (std::uint32_t i = 0; i < list.particles(); ++i)
    for (std::uint32_t k = list.starts[i]; k < list.starts[i + 1]; ++k) {
      EXPECT_TRUE(pairs.emplace(i, list.entries[k]).second)
          << i << " has " << list.entries[k] << " twice";
    }
  return pairs;
}

/// All pairs, with every image within one box.
Pairs brute_force(const ParticleSet& p, const PeriodicEdges& edges, double radius) {
  Pairs pairs;
  for (std::uint32_t i = 0; i < p.size(); ++i)
    for (std::uint32_t j = 0; j < p.size(); ++j) {
      if (i == j) continue;
      double least[3];
      const double difference[3] = {p.x[i] - p.x[j], p.y[i] - p.y[j], p.z[i] - p.z[j]};
      for (int axis = 0; axis < 3; ++axis) {
        least[axis] = std::abs(difference[axis]);
        for (const double image : {-1.0, 1.0})
          least[axis] =
              std::min(least[axis], std::abs(difference[axis] + image * edges.edge[axis]));
      }
      if (least[0] * least[0] + least[1] * least[1] + least[2] * least[2] < radius * radius)
        pairs.emplace(i, j);
    }
  return pairs;
}

/// Particles in a box of these edges.
ParticleSet box_of(std::array<double, 3> edge, std::array<bool, 3> periodic, std::uint64_t n) {
  ParticleSet set = generate_uniform(n, 7);
  for (std::uint64_t i = 0; i < n; ++i) {
    set.x[i] *= edge[0];
    set.y[i] *= edge[1];
    set.z[i] *= edge[2];
  }
  set.box = {{0, 0, 0}, edge, periodic};
  return set;
}

struct BoxCase {
  std::array<double, 3> edge;
  std::array<bool, 3> periodic;
  std::uint64_t n;
  double radius;
};

class VerletListIn : public testing::TestWithParam<BoxCase> {};

TEST_P(VerletListIn, HoldsEveryPairWithinTheRadiusOnce) {
  const BoxCase& box = GetParam();
  const ParticleSet set = box_of(box.edge, box.periodic, box.n);
  const PeriodicEdges edges(set);
  const Pairs right = brute_force(set, edges, box.radius);
  const VerletList full = build_verlet_list(set, edges, box.radius, ListKind::full);
  EXPECT_EQ(pairs_of(full), right);

  Pairs once;
  for (const auto& [i, j] : right)
    if (i < j) once.emplace(i, j);
  EXPECT_EQ(pairs_of(build_verlet_list(set, edges, box.radius, ListKind::half)), once);
  EXPECT_EQ(pairs_of(half_of(full)), once);

  const EllList transposed = to_ell(full);
  Pairs from_transposed;
  for (std::uint32_t i = 0; i < set.size(); ++i)
    for (std::uint32_t k = 0; k < transposed.counts[i]; ++k)
      from_transposed.emplace(i, transposed.entries[std::size_t{k} * transposed.stride + i]);
  EXPECT_EQ(from_transposed, right);
  EXPECT_EQ(transposed.rows, std::max(1u, full.longest()));

  Pairs clusters;
  for (const auto& [i, j] : right)
    if (i / kClusterSize != j / kClusterSize) clusters.emplace(i / kClusterSize, j);
  EXPECT_EQ(pairs_of(to_clusters(full)), clusters);
}

constexpr std::array<bool, 3> kOpen{false, false, false}, kPeriodic{true, true, true};

INSTANTIATE_TEST_SUITE_P(
    Boxes, VerletListIn,
    testing::Values(BoxCase{{10, 10, 10}, kOpen, 700, 1.7},
                    BoxCase{{10, 10, 10}, kPeriodic, 700, 1.7},
                    BoxCase{{10, 10, 10}, kPeriodic, 700, 3.3},   // three cells per axis
                    BoxCase{{10, 10, 10}, kPeriodic, 500, 4.9},   // two
                    BoxCase{{10, 10, 10}, kPeriodic, 300, 5.0},   // half the box
                    BoxCase{{10, 10, 10}, kOpen, 300, 100},       // all particles
                    BoxCase{{10, 10, 10}, kPeriodic, 300, 1e-3},  // hardly any particle
                    BoxCase{
                        {30, 5, 2.5}, kPeriodic, 600, 1.2},  // different numbers of cells per axis
                    BoxCase{{30, 5, 2.5}, {true, false, true}, 600, 1.2},
                    BoxCase{{1e6, 1e6, 1e6}, kOpen, 400, 1.0},  // far more cells than particles
                    BoxCase{{10, 10, 1e-12}, kOpen, 400, 1.0},  // a plane
                    BoxCase{{1, 1, 1}, kOpen, 1, 1.0}, BoxCase{{1, 1, 1}, kOpen, 2, 2.0}));

TEST(VerletListBuilder, FindsNeighboursThatRoundingPutsInTheNextCell) {
  // Lattices with a spacing exactly equal to the radius, and just below it.
  for (const double spacing : {1.0, 1 - 1e-15, 0.1, 0.3}) {
    ParticleSet set;
    set.resize(64);
    for (std::uint64_t i = 0; i < 64; ++i) set.x[i] = static_cast<double>(i) * spacing;
    set.has_box = true;
    set.box = {{0, -1, -1}, {64 * spacing, 1, 1}, {true, false, false}};
    const PeriodicEdges edges(set);
    for (const double radius : {spacing, std::nextafter(spacing, 9.0), 2.5 * spacing}) {
      const Pairs right = brute_force(set, edges, radius);
      EXPECT_EQ(pairs_of(build_verlet_list(set, edges, radius, ListKind::full)), right);
    }
  }
}

TEST(VerletListBuilder, GivesTheTabledListsOfThePublishedRuns) {
  const auto entries = [](std::uint64_t n, double density) {
    const ParticleSet set = generate_lattice_of(n, density, 2, false);
    return build_verlet_list(set, PeriodicEdges(set), 3.3, ListKind::full).entries.size();
  };
  EXPECT_NEAR(static_cast<double>(entries(119164, 1.0)), 15.68e6, 0.005e6);
  EXPECT_NEAR(static_cast<double>(entries(62500, 0.5)), 4.54e6, 0.005e6);
}

TEST(SpatialOrder, KeepsEveryParticleAndBringsNeighboursTogether) {
  ParticleSet set = generate_uniform(8000, 3, 20);
  const std::vector<std::uint32_t> order = spatial_order(set);
  std::vector<std::uint32_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (std::uint32_t k = 0; k < 8000; ++k) ASSERT_EQ(sorted[k], k);
  double distance = 0;
  for (std::size_t k = 1; k < order.size(); ++k)
    distance +=
        std::hypot(set.x[order[k]] - set.x[order[k - 1]], set.y[order[k]] - set.y[order[k - 1]],
                   set.z[order[k]] - set.z[order[k - 1]]);
  EXPECT_LT(distance / 7999, 2);  // 13 in random order
}

TEST(SpatialOrder, OfCoincidingParticlesOrASingleOne) {
  EXPECT_EQ(spatial_order(generate_uniform(1, 1)), (std::vector<std::uint32_t>{0}));
  ParticleSet set;
  set.resize(3);
  EXPECT_EQ(spatial_order(set), (std::vector<std::uint32_t>{0, 1, 2}));
}

}  // namespace
}  // namespace gputest::verlet_list_test
