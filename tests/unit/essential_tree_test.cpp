// The part of a tree that is sent to a box, and the effect of a wrong message on a tree.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "common/octree/host_tree.hpp"

namespace gputest::tree::essential_tree_test {
namespace {

using Vector = Vector4<float>;

constexpr std::uint32_t kBodies = 3000, kLeaf = 16;
constexpr std::size_t kCell = 4;  // vectors per cell

std::vector<Vector> bodies() {
  std::mt19937 engine(1);
  std::normal_distribution<float> anywhere(0, 1);
  std::vector<Vector> all(kBodies);
  for (Vector& body : all) body = {anywhere(engine), anywhere(engine), anywhere(engine), 1};
  return all;
}

/// A tree and its messages.
struct Sender {
  explicit Sender(float reach) : tree(kBodies, kLeaf), all(bodies()) {
    tree.build([&](std::uint32_t i) { return all[i]; });
    make_cells(tree.arrays(), kBodies, reach);
    of_cells.resize(2 * tree.cells());
  }

  /// The message, with one more vector behind it that must stay unwritten.
  std::vector<Vector> message(const Vector& low, const Vector& high, Essential most) {
    std::vector<Vector> made(essential_message(most.cells, most.bodies, false) + 1,
                             Vector{7, 7, 7, 7});
    const Vector box[2] = {low, high};
    make_essential(EssentialArguments<float>(tree.arrays(), nullptr, kBodies, of_cells, box, most,
                                             made.data()));
    EXPECT_EQ(made.back().x, 7);
    return made;
  }
  Essential whole() const { return {static_cast<std::uint32_t>(tree.cells()), kBodies}; }

  HostTree<float> tree;
  std::vector<Vector> all;
  std::vector<std::uint32_t> of_cells;
};

gt_ulong link_of(const std::vector<Vector>& message, std::size_t cell) {
  gt_ulong link;
  std::memcpy(&link, &message[1 + kCell * cell + kCell - 1], sizeof link);
  return link;
}

/// The mass of the cells and bodies that a walk meets if it opens every cell that it can.
double mass_below(const std::vector<Vector>& message, std::uint32_t most_cells, std::size_t cell) {
  const gt_ulong link = link_of(message, cell);
  const std::uint32_t first = gt_link_first(link), count = gt_link_count(link);
  if (message[1 + kCell * cell].w < 0) return message[1 + kCell * cell + 1].x;
  double mass = 0;
  for (std::uint32_t k = first; k < first + count; ++k)
    mass += gt_is_leaf(link) ? message[1 + kCell * most_cells + k].w
                             : mass_below(message, most_cells, k);
  return mass;
}

TEST(EssentialTree, ADistantBoxNeedsOnlyTheRoot) {
  Sender sender(-2);
  const auto message = sender.message({1000, 0, 0, 0}, {1001, 1, 1, 0}, {5, 5});
  EXPECT_EQ(essential_of(message.data()).cells, 1u);
  EXPECT_EQ(essential_of(message.data()).bodies, 0u);
  EXPECT_EQ(message[1].w, -1);
  EXPECT_EQ(message[2].x, kBodies);
}

TEST(EssentialTree, IfNoCellPullsAsAWholeAllAreSent) {
  Sender sender(0);
  const Essential whole = sender.whole();
  const auto message = sender.message({1000, 0, 0, 0}, {1001, 1, 1, 0}, whole);
  EXPECT_EQ(essential_of(message.data()).cells, whole.cells);
  EXPECT_EQ(essential_of(message.data()).bodies, kBodies);
  std::set<std::pair<float, float>> sent;
  for (std::uint32_t k = 0; k < kBodies; ++k) {
    const Vector& body = message[1 + kCell * whole.cells + k];
    sent.emplace(body.x, body.y);
  }
  for (const Vector& body : sender.all) EXPECT_EQ(sent.count({body.x, body.y}), 1u);
}

TEST(EssentialTree, HasAllMassOnceAndMoreDetailNearby) {
  Sender sender(-2);
  std::uint32_t before = 0;
  for (const float distance : {8.f, 4.f, 2.f, 0.f}) {
    const Essential whole = sender.whole();
    const auto message = sender.message({distance, -1, -1, 0}, {distance + 2, 1, 1, 0}, whole);
    EXPECT_EQ(mass_below(message, whole.cells, 0), kBodies) << distance;
    EXPECT_GT(essential_of(message.data()).cells, before);
    EXPECT_LT(essential_of(message.data()).bodies, kBodies);
    before = essential_of(message.data()).cells;
  }
}

/// A walk for a group in the box opens no cell that was cut.
TEST(EssentialTree, CutCellsAreFarFromEveryPointOfTheBox) {
  Sender sender(-2);
  const Essential whole = sender.whole();
  const Vector low{0.5f, -1, -1, 0}, high{2, 1, 1, 0};
  const auto message = sender.message(low, high, whole);
  std::mt19937 engine(2);
  std::uniform_real_distribution<float> part(0, 1);
  const Arrays<float> arrays = sender.tree.arrays();
  std::uint32_t cut = 0;
  for (std::uint32_t cell = 0; cell < essential_of(message.data()).cells; ++cell) {
    const Vector& centre = message[1 + kCell * cell];
    if (centre.w >= 0) continue;
    ++cut;
    const auto own = std::find_if(
        arrays.centres, arrays.centres + sender.tree.cells(),
        [&](const Vector& c) { return c.x == centre.x && c.y == centre.y && c.z == centre.z; });
    ASSERT_NE(own, arrays.centres + sender.tree.cells());
    for (int k = 0; k < 20; ++k) {
      const Vector point{low.x + part(engine) * (high.x - low.x),
                         low.y + part(engine) * (high.y - low.y),
                         low.z + part(engine) * (high.z - low.z), 0};
      EXPECT_TRUE(fp32::gt_is_beyond(*own, point, point));
    }
  }
  EXPECT_GT(cut, 10u);
}

TEST(EssentialTree, CellsWithoutRoomAreCountedAndNotWritten) {
  Sender sender(0);
  for (const Essential most :
       {Essential{0, 0}, Essential{1, 0}, Essential{9, 40}, Essential{5000, 1}}) {
    const auto message = sender.message({0, 0, 0, 0}, {1, 1, 1, 0}, most);
    EXPECT_EQ(essential_of(message.data()).cells, sender.whole().cells);
    EXPECT_EQ(essential_of(message.data()).bodies, kBodies);
  }
}

/// Random words in place of a message: no link leads outside, and no cell is valid.
TEST(EssentialTree, PlantedFaultAWrongMessageHasNoLinksOutside) {
  constexpr std::uint32_t kCells = 40, kMostBodies = 60, kOwn = 10;
  std::mt19937 engine(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<Vector> message(essential_message(kCells, kMostBodies, false));
    auto* const words = reinterpret_cast<std::uint32_t*>(message.data());
    for (std::size_t k = 0; k < 4 * message.size(); ++k)
      words[k] = round == 0 ? ~0u : static_cast<std::uint32_t>(engine());
    std::vector<Vector> sorted(kOwn + kMostBodies), centres(kOwn + 1 + kCells),
        moments(2 * centres.size());
    std::vector<gt_ulong> links(centres.size());
    for (std::uint32_t item = 0; item < kCells + kMostBodies; ++item)
      gt_graft(message.data(), kCells, kMostBodies, kOwn, kOwn + 1, kOwn, sorted.data(),
               centres.data(), moments.data(), static_cast<Vector*>(nullptr), links.data(), item);
    for (std::size_t cell = kOwn; cell < links.size(); ++cell) {
      const std::uint64_t end =
          std::uint64_t{gt_link_first(links[cell])} + gt_link_count(links[cell]);
      EXPECT_LE(end, gt_is_leaf(links[cell]) ? sorted.size() : links.size());
    }
    if (round == 0) {
      EXPECT_TRUE(std::isnan(moments[2 * kOwn].x));
    }
  }
}

}  // namespace
}  // namespace gputest::tree::essential_tree_test
