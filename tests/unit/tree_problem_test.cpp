// The family tree: the tree holds every body once, cells have the mass and the box of their bodies,
// θ = 0 is all pairs; verdicts on right and wrong results; refusals.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "common/core/error.hpp"
#include "common/octree/host_tree.hpp"
#include "common/octree/oracle.hpp"
#include "common/particles/generators.hpp"
#include "common/tree/family.hpp"
#include "common/tree/list_passes.hpp"
#include "common/tree/theta.hpp"

namespace gputest::tree_problem_test {
namespace {

using tree::Multipole;

const Configuration kDouble{"float4", Precision::fp64, 64, {{"multipole", "quadrupole"}}};
const Configuration kSingle{"float4", Precision::fp32, 64, {{"multipole", "quadrupole"}}};

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

/// The tree of particles, with cells numbered.
tree::HostTree<double> numbered(const ParticleSet& p) {
  tree::HostTree<double> made(static_cast<std::uint32_t>(p.size()), tree::kLeaf);
  made.build([&](std::uint32_t i) { return Vector4<double>{p.x[i], p.y[i], p.z[i], p.mass[i]}; });
  return made;
}

/// The same, with its cells computed.
tree::HostTree<double> built(const ParticleSet& p, double reach) {
  tree::HostTree<double> made = numbered(p);
  tree::make_cells(made.arrays(), static_cast<std::uint32_t>(p.size()), reach);
  return made;
}

/// A tree with third moments in its cells.
class OctupoleTree {
 public:
  explicit OctupoleTree(const ParticleSet& p) : tree_(numbered(p)), octupoles_(3 * tree_.cells()) {
    tree::make_cells(arrays(), static_cast<std::uint32_t>(p.size()), 1.0);
  }
  tree::OctupoleArrays<double> arrays() { return {tree_.arrays(), octupoles_.data()}; }
  std::size_t cells() const { return tree_.cells(); }

 private:
  tree::HostTree<double> tree_;
  std::vector<Vector4<double>> octupoles_;
};

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

/// Expects a cell, or its children, to hold the bodies from `first` on that agree with it in
/// `level` digits; sets `first` to their end. `next` holds the expected next cell of each level.
void expect_cell(const tree::OctupoleArrays<double>& a, std::uint32_t n, std::uint32_t cell,
                 std::uint32_t level, std::uint32_t& first, std::vector<std::uint32_t>& next) {
  EXPECT_EQ(cell, next[level]++);
  const std::uint32_t begin = first;
  const gt_ulong link = a.links[cell];
  if (gt_is_leaf(link)) {
    EXPECT_EQ(gt_link_first(link), first);
    EXPECT_TRUE(gt_link_count(link) <= tree::kLeaf || level + 1 == tree::kLevels);
    first += gt_link_count(link);
  } else {
    EXPECT_GE(gt_link_count(link), 1u);
    EXPECT_LE(gt_link_count(link), tree::kChildren);
    for (std::uint32_t child = 0; child < gt_link_count(link); ++child)
      expect_cell(a, n, gt_link_first(link) + child, level + 1, first, next);
    EXPECT_GT(first - begin, tree::kLeaf);
  }
  ASSERT_GT(first, begin);
  ASSERT_LE(first, n);
  EXPECT_GE(gt_digits_shared(a.keys[begin], a.keys[first - 1]), level);
  for (const std::uint32_t beyond : {begin - 1, first})
    if (level > 0 && beyond < n) {
      EXPECT_LT(gt_digits_shared(a.keys[begin], a.keys[beyond]), level);
    }

  double mass = 0, xx = 0, trace = 0, xy = 0;
  double third[3][3][3] = {}, third_of_sizes = 0;
  const Vector4<double> low = a.boxes[2 * cell], high = a.boxes[2 * cell + 1];
  const Vector4<double> centre = a.centres[cell], p = a.moments[2 * cell],
                        q = a.moments[2 * cell + 1];
  for (std::uint32_t j = begin; j < first; ++j) {
    const Vector4<double>& body = a.sorted[j];
    EXPECT_TRUE(low.x <= body.x && body.x <= high.x && low.y <= body.y && body.y <= high.y &&
                low.z <= body.z && body.z <= high.z);
    const double x = body.x - centre.x, y = body.y - centre.y, z = body.z - centre.z;
    mass += body.w;
    xx += body.w * x * x;
    xy += body.w * x * y;
    trace += body.w * (x * x + y * y + z * z);
    const double at[] = {x, y, z};
    for (int i = 0; i < 27; ++i)
      third[i / 9][i / 3 % 3][i % 3] += body.w * at[i / 9] * at[i / 3 % 3] * at[i % 3];
    third_of_sizes += body.w * std::pow(x * x + y * y + z * z, 1.5);
  }
  EXPECT_NEAR(p.x, mass, 1e-12 * mass);
  EXPECT_NEAR(p.y, 3 * xx - trace, 1e-9 * (1e-3 + trace));
  EXPECT_NEAR(q.x, 3 * xy, 1e-9 * (1e-3 + trace));
  EXPECT_NEAR(q.w, trace, 1e-9 * (1e-3 + trace));

  const auto traceless = [&](int i, int j, int k) {
    const auto vector = [&](int c) { return third[c][0][0] + third[c][1][1] + third[c][2][2]; };
    return 5 * third[i][j][k] - (j == k ? vector(i) : 0) - (i == k ? vector(j) : 0) -
           (i == j ? vector(k) : 0);
  };
  const Vector4<double> o = a.octupoles[3 * cell], v = a.octupoles[3 * cell + 1],
                        t = a.octupoles[3 * cell + 2];
  const std::pair<double, double> thirds[] = {
      {o.x, traceless(0, 0, 1)},
      {o.y, traceless(0, 0, 2)},
      {o.z, traceless(0, 1, 1)},
      {o.w, traceless(0, 2, 2)},
      {v.x, traceless(1, 1, 2)},
      {v.y, traceless(1, 2, 2)},
      {v.z, traceless(0, 1, 2)},
      {t.x, third[0][0][0] + third[0][1][1] + third[0][2][2]},
      {t.y, third[1][0][0] + third[1][1][1] + third[1][2][2]},
      {t.z, third[2][0][0] + third[2][1][1] + third[2][2][2]}};
  for (const auto& [has, should] : thirds) EXPECT_NEAR(has, should, 1e-9 * (1e-3 + third_of_sizes));
  EXPECT_EQ(t.w, q.w);
}

TEST(Tree, HoldsEveryBodyOnceAndEachCellItsBodies) {
  for (const ParticleSet& p :
       {generate_plummer(1000, 1), generate_plummer(16, 1), generate_plummer(17, 1),
        at_one_point(100), two_clusters(513), generate_plummer(1, 1), nine_points()}) {
    const auto n = static_cast<std::uint32_t>(p.size());
    OctupoleTree tree(p);
    const tree::OctupoleArrays<double> a = tree.arrays();
    EXPECT_EQ(std::set<std::uint32_t>(a.order, a.order + n).size(), n);
    ASSERT_LE(tree.cells(), tree::most_cells(n, tree::kLeaf));
    std::vector<std::uint32_t> next;  // for each level
    for (std::uint32_t level = 0; level <= tree::kLevels; ++level)
      next.push_back(gt_first_cell(a.sums, level, n));
    EXPECT_EQ(next.back(), tree.cells());
    std::uint32_t end = 0;
    expect_cell(a, n, 0, 0, end, next);
    EXPECT_EQ(end, n);
    for (std::uint32_t level = 0; level < tree::kLevels; ++level)  // every cell has a parent
      EXPECT_EQ(next[level], gt_first_cell(a.sums, level + 1, n));
  }
}

TEST(Tree, NoBodyMeetsItsOwnCellAsAWhole) {
  for (const ParticleSet& p : {generate_plummer(1000, 1), two_clusters(513), nine_points()}) {
    auto tree = built(p, 1e-30);  // cells pull as a whole from as near as possible
    const tree::Arrays<double> a = tree.arrays();
    for (std::uint32_t k = 0; k < p.size(); ++k) {
      std::uint64_t met = 0;
      const std::uint32_t group = k / tree::kGroup * tree::kGroup;
      tree::walk(
          a, group, std::min(group + tree::kGroup, static_cast<std::uint32_t>(p.size())),
          [](std::uint32_t) {},
          [&](std::uint32_t first, std::uint32_t last) { met += first <= k && k < last; });
      EXPECT_EQ(met, 1u) << k;
    }
  }
}

TEST(Tree, AGroupsBoxesHoldItsBodies) {
  for (const ParticleSet& p :
       {generate_plummer(1000, 1), generate_plummer(33, 1), two_clusters(513), nine_points()}) {
    const auto n = static_cast<std::uint32_t>(p.size());
    auto tree = built(p, 1);
    const tree::Arrays<double> a = tree.arrays();
    for (std::uint32_t k = 0; k < n; ++k) {
      const auto* const boxes = a.groups + std::size_t{2 * GT_MOST_BOXES} * (k / tree::kGroup);
      const auto holds = [&](std::uint32_t box) {
        const auto low = boxes[2 * box], high = boxes[2 * box + 1], body = a.sorted[k];
        return low.x <= body.x && body.x <= high.x && low.y <= body.y && body.y <= high.y &&
               low.z <= body.z && body.z <= high.z;
      };
      ASSERT_GE(boxes[0].w, 1);
      ASSERT_LE(boxes[0].w, GT_MOST_BOXES);
      bool held = false;
      for (std::uint32_t box = 0; box < std::max(2.0, boxes[0].w); ++box) held |= holds(box);
      EXPECT_TRUE(held) << k;
    }
  }
}

// A group on three sides of the sphere used to meet nearly every body, and all others waited for
// it.
TEST(Tree, NoGroupMeetsFarMoreThanTheOthers) {
  constexpr std::uint32_t kN = 32768;
  auto tree = built(generate_plummer(kN, 1), 4);
  const tree::Arrays<double> a = tree.arrays();
  double most = 0, all = 0;
  for (std::uint32_t first = 0; first < kN; first += tree::kGroup) {
    double met = 0;
    tree::walk(
        a, first, first + tree::kGroup, [&](std::uint32_t) { ++met; },
        [&](std::uint32_t begin, std::uint32_t end) { met += end - begin; });
    most = std::max(most, met);
    all += met;
  }
  const double mean = all * tree::kGroup / kN;
  EXPECT_GT(mean, 500);
  EXPECT_LT(mean, 3000);
  EXPECT_LT(most, 6 * mean) << most;
}

TEST(Tree, AListHoldsItsGroupsEncountersInWholeUnits) {
  for (const ParticleSet& p :
       {generate_plummer(1000, 1), two_clusters(513), generate_plummer(1, 1)})
    for (const double reach : {0.0, 1.0, 1e-30}) {
      const auto n = static_cast<std::uint32_t>(p.size());
      auto tree = built(p, reach);
      const tree::Arrays<double> a = tree.arrays();
      std::uint64_t units_of_all = 0;
      for (std::uint32_t first = 0; first < n; first += tree::kGroup) {
        std::vector<std::uint32_t> met;
        tree::walk(
            a, first, std::min(first + tree::kGroup, n),
            [&](std::uint32_t cell) { met.push_back(cell); },
            [&](std::uint32_t body, std::uint32_t) { met.push_back(body | GT_LIST_LEAF); });
        const auto list_of = [&](std::uint32_t* list) {
          return tree::gt_list_of_group(a.centres, a.links, a.groups, first / tree::kGroup, n,
                                        list);
        };
        const std::uint32_t units = list_of(nullptr);
        std::vector<std::uint32_t> list(units * GT_LIST_UNIT + 1, 7);
        EXPECT_EQ(list_of(list.data()), units);
        EXPECT_EQ(list.back(), 7u);
        list.pop_back();
        for (std::uint32_t& entry : list)
          if (entry != GT_LIST_END && (entry & GT_LIST_LEAF) != 0)
            entry = gt_link_first(a.links[entry & ~GT_LIST_LEAF]) | GT_LIST_LEAF;
        ASSERT_LE(met.size(), list.size());
        EXPECT_LT(list.size(), met.size() + GT_LIST_UNIT);
        met.resize(list.size(), GT_LIST_END);
        EXPECT_EQ(list, met);
        units_of_all += units;
      }
      EXPECT_LE(units_of_all, std::uint64_t{tree::list_passes(n)} * GT_LIST_WINDOW(n));
    }
}

TEST(Tree, AGroupWithTooManyEncountersHasNoList) {
  constexpr std::uint32_t kN = 60000;
  auto tree = built(generate_plummer(kN, 1), 0);
  const tree::Arrays<double> a = tree.arrays();
  EXPECT_EQ(tree::gt_list_of_group(a.centres, a.links, a.groups, 3, kN, nullptr), 0u);
  EXPECT_EQ(tree::list_passes(kN), 64u);
}

TEST(Tree, NeighboursOnTheCurveAreNeighboursInSpace) {
  // All cells of a cube of edge 8, scaled to the curve's: each key occurs once, and each step is
  // one cell.
  const std::uint32_t scale = 1u << (GT_CURVE_BITS - 3);
  std::vector<std::array<std::uint32_t, 4>> cells;
  for (std::uint32_t x = 0; x < 8; ++x)
    for (std::uint32_t y = 0; y < 8; ++y)
      for (std::uint32_t z = 0; z < 8; ++z) {
        const std::uint64_t key = gt_hilbert_key(x * scale, y * scale, z * scale);
        cells.push_back({static_cast<std::uint32_t>(key >> (3 * (GT_CURVE_BITS - 3))), x, y, z});
      }
  std::sort(cells.begin(), cells.end());
  for (std::uint32_t k = 0; k < cells.size(); ++k) {
    EXPECT_EQ(cells[k][0], k);
    if (k == 0) continue;
    int steps = 0;
    for (int axis = 1; axis < 4; ++axis)
      steps += std::abs(static_cast<int>(cells[k][axis]) - static_cast<int>(cells[k - 1][axis]));
    EXPECT_EQ(steps, 1);
  }
}

TEST(Tree, WithoutThetaIsAllPairs) {
  for (const ParticleSet& p : {generate_plummer(600, 2), two_clusters(300)}) {
    const auto bodies = all_of(p.size());
    for (const Multipole multipole : {Multipole::quadrupole, Multipole::octupole}) {
      const WalkErrors errors =
          walk_errors(p, 1e-4, multipole, 1, 0, 0, bodies, tree_pulls(p, 1e-4, bodies));
      EXPECT_LT(errors.largest, 1e-9);
      EXPECT_EQ(errors.direct, static_cast<double>(p.size()));
      EXPECT_EQ(errors.approximate, 0);
    }
  }
}

/// The errors of a cell's pull and of its m/r at a distance, off all axes, with a softening
/// proportional to the distance.
template <Multipole Order>
std::pair<double, double> errors_of_a_cell(double distance, double softening) {
  ParticleSet p = generate_plummer(100, 5);
  for (std::size_t i = 0; i < p.size(); ++i) {  // as asymmetric as possible
    p.x[i] *= std::abs(p.x[i]) < 2 ? p.x[i] : 0.1;
    p.y[i] = std::clamp(p.y[i] + 0.5 * p.x[i], -2.0, 2.0);
    p.z[i] = std::clamp(p.z[i] + 0.3 * p.x[i] * p.y[i], -2.0, 2.0);
  }
  OctupoleTree tree(p);
  const auto a = tree.arrays();
  const Vector4<double> centre = a.centres[0];
  const double eps2 = std::pow(softening * distance, 2);
  const double x = 0.36 * distance, y = -0.48 * distance, z = 0.8 * distance;
  Vector4<double> right{0, 0, 0, 0}, met{0, 0, 0, 0};
  for (std::size_t i = 0; i < p.size(); ++i)
    tree::add_body<tree::HostRoot>(right, p.x[i] - centre.x + x, p.y[i] - centre.y + y,
                                   p.z[i] - centre.z + z, p.mass[i], eps2);
  const tree::ArraysTo<Order, double>& taken = a;
  tree::add_cell<tree::HostRoot, Order>(met, x, y, z, tree::moments_of(taken, 0), eps2);
  return {std::hypot(met.x - right.x, met.y - right.y, met.z - right.z) /
              std::hypot(right.x, right.y, right.z),
          std::abs(met.w / right.w - 1)};
}

// A wrong term in a cell's last order would leave an error of that order.
TEST(Tree, ACellsErrorFallsWithThePowerOfItsOrder) {
  for (const double softening : {0.0, 0.3, 1.5}) {
    const auto fall = [&](const auto& errors) {
      const auto [near, near_w] = errors(40);
      const auto [far, far_w] = errors(80);
      return std::pair(near / far, near_w / far_w);
    };
    const auto of = [&](auto order) {
      return fall(
          [&](double at) { return errors_of_a_cell<decltype(order)::value>(at, softening); });
    };
    using Order = Multipole;
    EXPECT_NEAR(of(std::integral_constant<Order, Order::monopole>()).first, 4, 0.4);
    EXPECT_NEAR(of(std::integral_constant<Order, Order::quadrupole>()).first, 8, 0.8);
    const auto [pull, w] = of(std::integral_constant<Order, Order::octupole>());
    EXPECT_NEAR(pull, 16, 1.6) << softening;
    EXPECT_NEAR(w, 16, 1.6) << softening;
  }
}

TEST(Tree, MoreMomentsAreMoreAccurate) {
  const ParticleSet p = generate_plummer(4000, 2);
  const auto bodies = all_of(p.size());
  const auto pulls = tree_pulls(p, 4e-4, bodies);
  const auto walk = [&](Multipole multipole, double theta) {
    return walk_errors(p, 4e-4, multipole, usual_pull(pulls), theta, 0, bodies, pulls);
  };
  const auto error = [&](Multipole multipole, double theta) {
    return walk(multipole, theta).of_99;
  };
  EXPECT_LT(error(Multipole::quadrupole, 0.25), error(Multipole::monopole, 0.25) / 3);
  // The first omitted term grows with theta^4 for monopoles and theta^5 for quadrupoles.
  EXPECT_LT(error(Multipole::monopole, 0.25), error(Multipole::monopole, 0.5) / 3);
  EXPECT_LT(error(Multipole::quadrupole, 0.25), error(Multipole::quadrupole, 0.5) / 6);
  const WalkErrors quadrupoles = walk(Multipole::quadrupole, 0.15),
                   octupoles = walk(Multipole::octupole, 0.25);
  EXPECT_LT(octupoles.of_99, quadrupoles.of_99 / 1.5);
  EXPECT_LT(octupoles.direct + octupoles.approximate, quadrupoles.direct + quadrupoles.approximate);
  EXPECT_LT(octupoles.of_99, error(Multipole::octupole, 0.5) / 10);
}

/// The results of a right kernel.
std::vector<HostArray> right_answer(std::uint64_t n) {
  const ParticleSet p = generate_plummer(n, 1);
  const auto pulls = tree_pulls(p, 0.02 * 0.02, all_of(n));
  HostArray output{{"accelerations", Element::fp64, 4, n}, {}};
  output.data.resize(output.shape.bytes());
  for (std::uint64_t i = 0; i < n; ++i) {
    const double numbers[] = {pulls[i].ax, pulls[i].ay, pulls[i].az, pulls[i].m_over_r};
    for (std::uint64_t c = 0; c < 4; ++c) output.as<double>()[4 * i + c] = numbers[c];
  }
  return {output};
}

TEST(Tree, AnEdgeOpensCellsOfAnyMass) {
  EXPECT_EQ(reach_of(0.5, 0, Multipole::quadrupole), -2);
  EXPECT_EQ(reach_of(0.5, 0, Multipole::octupole), -2);
  EXPECT_EQ(reach_of(0, 0, Multipole::quadrupole), 0);
  const Vector4<double> low{0, 0, 0, 0}, high{1, 2, 1, 0};
  tree::fp64::gt_cell cell = tree::fp64::gt_empty_cell(low, high);
  cell.x = cell.z = 0.5;
  cell.y = 1;  // the middle of the box
  for (const double mass : {0.0, 1.0, 100.0}) {
    cell.m = mass;
    EXPECT_DOUBLE_EQ(tree::fp64::gt_opening2(&cell, -2.0), 16) << mass;
  }
  EXPECT_NE(tree::fp64::gt_opening2(&cell, 2.0), 16);
}

TEST(Tree, ByItsEdgesATreeNeedsMoreWorkForTheSameAccuracy) {
  constexpr std::uint64_t kN = 4000;
  const auto work_by = [](const char* opening) {
    const auto problem = make_tree()->make_problem(request(kN, {{"opening", opening}}));
    problem->make_reference(kDouble);
    EXPECT_TRUE(problem->verify(kDouble, Precision::fp64, right_answer(kN)).passed);
    return problem->parameters(kDouble);
  };
  const auto by_edge = work_by("edge"), by_pull = work_by("pull");
  EXPECT_EQ(by_edge.at("opening"), "edge");
  EXPECT_FALSE(by_pull.contains("opening"));
  EXPECT_GT(by_edge.at("theta"), by_pull.at("theta"));
  EXPECT_GT(by_edge.at("direct"), 1.5 * by_pull.at("direct").get<double>());
  EXPECT_LT(by_edge.at("errors").at("99%"), 8e-4);
}

TEST(Tree, TheRightAnswerPassesAndWrongOnesDoNot) {
  constexpr std::uint64_t kN = 1000;
  const auto problem = make_tree()->make_problem(request(kN));
  problem->make_reference(kDouble);
  const auto right = right_answer(kN);
  const auto passes = [&](const std::function<void(double*)>& edit) {
    auto wrong = right;
    edit(wrong[0].as<double>());
    return problem->verify(kDouble, Precision::fp64, wrong).passed;
  };
  const auto scale = [](std::uint64_t bodies, double by) {
    return [=](double* a) {
      for (std::uint64_t k = 0; k < 3 * bodies; ++k) a[k / 3 * 4 + k % 3] *= by;
    };
  };
  EXPECT_TRUE(passes([](double*) {}));
  EXPECT_TRUE(passes(scale(kN, 1.0009)));
  EXPECT_FALSE(passes(scale(kN, 1.0011)));
  EXPECT_TRUE(passes(scale(10, 1.002)));   // 1 % of them
  EXPECT_FALSE(passes(scale(11, 1.002)));  // one more than that
  EXPECT_FALSE(passes(scale(1, 1.1)));     // one, by more than ten times the tolerance
  EXPECT_FALSE(passes([](double* a) { a[3] *= 1.02; }));
  EXPECT_FALSE(passes([](double* a) { a[4 * kN - 2] = std::nan(""); }));
}

TEST(Tree, WithoutThetaOnlyRoundingIsAllowed) {
  constexpr std::uint64_t kN = 500;
  const auto problem = make_tree()->make_problem(request(kN, {{"theta", "0"}}));
  problem->make_reference(kDouble);
  auto answer = right_answer(kN);
  EXPECT_TRUE(problem->verify(kDouble, Precision::fp64, answer).passed);
  answer[0].as<double>()[40] *= 1 + 1e-9;
  EXPECT_FALSE(problem->verify(kDouble, Precision::fp64, answer).passed);
}

TEST(Tree, TheSaltChoosesTheComparedBodiesAndNotTheWork) {
  constexpr std::uint64_t kN = 16500;
  auto answer = right_answer(kN);  // wrong for one body in ten
  for (std::uint64_t i = 0; i < kN; i += 10) answer[0].as<double>()[4 * i] *= 1.001;
  const auto of_salt = [&](std::uint64_t salt) {
    ProblemRequest made = request(kN);
    made.checking.salt = salt;
    const auto problem = make_tree()->make_problem(made);
    return std::pair(problem->parameters(kDouble),
                     problem->verify(kDouble, Precision::fp64, answer).rms_error);
  };
  const auto [parameters, error] = of_salt(5);
  const auto [others, other_error] = of_salt(6);
  EXPECT_EQ(parameters, others);
  EXPECT_NE(error, other_error);
}

TEST(Tree, InvalidInputIsRefused) {
  const auto refused = [](std::uint64_t n, const OptionValues& options,
                          std::shared_ptr<ParticleSet> input = nullptr) {
    try {
      ProblemRequest made = request(n, options);
      made.input = std::move(input);
      static_cast<void>(make_tree()->make_problem(made)->shapes(kSingle));
    } catch (const Error& error) {
      return error.status() == Status::bad_input;
    }
    return false;
  };
  EXPECT_TRUE(refused(0, {}));
  for (const char* theta : {"-1", "nan", "1.01", "wide"})
    EXPECT_TRUE(refused(10, {{"theta", theta}})) << theta;
  EXPECT_TRUE(refused(10, {{"opening", "mass"}}));
  EXPECT_TRUE(refused(10, {{"accuracy", "0"}}));
  EXPECT_TRUE(refused(10, {{"accuracy", "1e-6"}}));
  EXPECT_FALSE(refused(10, {{"accuracy", "2e-6"}}));
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
}  // namespace gputest::tree_problem_test
