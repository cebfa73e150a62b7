// Positions outside a periodic box.
#include <gtest/gtest.h>

#include "common/core/error.hpp"
#include "common/particles/fold.hpp"

namespace gputest::fold_test {
namespace {

/// Particles at x, in a box from -1 to 3 along every axis.
ParticleSet at(const std::vector<double>& x, std::array<bool, 3> periodic) {
  ParticleSet set;
  set.resize(x.size());
  set.x = x;
  set.has_box = true;
  set.box = {{-1, -1, -1}, {3, 3, 3}, periodic};
  return set;
}

TEST(Fold, MovesPositionsAlongPeriodicAxesByWholeEdges) {
  ParticleSet set = at({-1, 2.5, -1.5, 3.5, 11, -9}, {true, false, false});
  set.y[1] = 7;
  EXPECT_EQ(count_outside(set), 4u);
  fold_given(set);
  EXPECT_EQ(set.x, (std::vector<double>{-1, 2.5, 2.5, -0.5, -1, -1}));
  EXPECT_EQ(set.y[1], 7);
  EXPECT_EQ(count_outside(set), 0u);
}

TEST(Fold, LeavesOpenBoxesAndParticlesWithoutABoxAlone) {
  ParticleSet open = at({5}, {false, true, true});
  ParticleSet none = at({5}, {true, true, true});
  none.has_box = false;
  for (ParticleSet* set : {&open, &none}) {
    EXPECT_EQ(count_outside(*set), 0u);
    fold_given(*set);
    EXPECT_EQ(set->x[0], 5);
  }
}

TEST(Fold, RefusesAPositionThatHasLostItsDigits) {
  ParticleSet set = at({0, 5e6}, {true, false, false});
  set.id[1] = 17;
  try {
    fold_given(set);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "particle 17 is 1250000.25 edges of the periodic box away along x; at most 1e+06 "
                 "are folded back");
  }
}

}  // namespace
}  // namespace gputest::fold_test
