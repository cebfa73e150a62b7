// A step that the host repeats: with walls, with a thermostat, in a periodic box.
#include "common/simulate/step_replay.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gputest::step_replay_test {
namespace {

constexpr double kStep = 0.25;

/// One particle on the x axis of a box of edge 1, with a mass of 2.
StepMoment moment(std::uint64_t step, double x, double v, double force, bool periodic = false) {
  StepMoment made;
  made.state.step = step;
  ParticleSet& p = made.state.particles;
  p.resize(1);
  p.x[0] = x;
  p.vx[0] = v;
  p.mass[0] = 2;
  p.has_box = true;
  p.box.high = {1, 1, 1};
  p.box.periodic = {periodic, periodic, periodic};
  made.state.x = made.state.y = made.state.z = {0};
  made.forces = {{"forces", Element::fp64, 4, 1}, {}};
  made.forces.data.resize(made.forces.shape.bytes());
  made.forces.as<double>()[0] = force;
  return made;
}

StepReplay replay(bool walls) {
  ForceTraits traits;
  traits.walls = walls;
  return {traits, kStep, 0};
}

/// An acceleration of 2 and then of -1.
TEST(StepReplayTest, KicksDriftsAndKicks) {
  const StepMoment before = moment(3, 0.25, 1, 4);
  const double half = 1 + 2 * kStep / 2;
  const StepMoment after = moment(4, 0.25 + half * kStep, half - kStep / 2, -2);
  EXPECT_EQ(replay(false).fault(before, after), "");
  StepMoment wrong = after;
  wrong.state.particles.x[0] = std::nextafter(wrong.state.particles.x[0], 0.0);
  EXPECT_EQ(replay(false).fault(before, wrong), "");
  wrong.state.particles.x[0] += 1e-14;
  EXPECT_NE(replay(false).fault(before, wrong).find("the position of particle 0"),
            std::string::npos);
  wrong = after;
  wrong.state.particles.vx[0] += 1e-14;
  EXPECT_NE(replay(false).fault(before, wrong).find("the velocity of particle 0"),
            std::string::npos);
}

TEST(StepReplayTest, AKickMayBeDue) {
  StepMoment before = moment(3, 0.25, 1, 4), after = moment(4, 0.25 + 1.5 * kStep, 1.5, -2);
  before.kick_due = after.kick_due = true;
  EXPECT_EQ(replay(false).fault(before, after), "");
  before.kick_due = false;
  EXPECT_NE(replay(false).fault(before, after), "");
  // Between steps nothing but that kick is allowed.
  const StepMoment kicked = moment(4, 0.25 + 1.5 * kStep, 1.25 + kStep / 2, -2);
  StepMoment now = kicked;
  now.state.particles.vx[0] = 1.5 - kStep / 2;
  EXPECT_EQ(replay(false).fault(after, now), "");
  EXPECT_EQ(replay(false).fault(after, after), "");
  now.state.particles.x[0] += 1e-9;
  EXPECT_NE(replay(false).fault(after, now), "");
}

/// Without a force the particle is mirrored; with one, the kicks are divided at the wall.
TEST(StepReplayTest, ReflectsAtWalls) {
  const StepMoment before = moment(0, 0.9, 1, 0);
  EXPECT_EQ(replay(true).fault(before, moment(1, 2 - 1.15, -1, 0)), "");
  EXPECT_NE(replay(true).fault(before, moment(1, 1.15, 1, 0)), "");
  const StepMoment pulled = moment(0, 0.9, 0.75, 4);
  const double since = 0.15;
  EXPECT_EQ(replay(true).fault(pulled, moment(1, 2 - 1.15, -1 + 2 * (2 * since - kStep), 0)), "");
  EXPECT_NE(replay(true).fault(pulled, moment(1, 2 - 1.15, -1, 0)), "");
}

TEST(StepReplayTest, ImagesInAPeriodicBoxAreTheSame) {
  const StepMoment before = moment(0, 0.9, 1, 0, true);
  EXPECT_EQ(replay(false).fault(before, moment(1, 1.15, 1, 0, true)), "");
  EXPECT_EQ(replay(false).fault(before, moment(1, 1.15 - 1, 1, 0, true)), "");
  EXPECT_NE(replay(false).fault(before, moment(1, 1.15 - 0.5, 1, 0, true)), "");
}

TEST(StepReplayTest, ParticlesMayChangePlacesButNotNumbers) {
  StepMoment before = moment(0, 0.5, 1, 0), after = moment(1, 0.75, 1, 0);
  for (StepMoment* both : {&before, &after}) {
    both->state.particles.resize(2);
    both->forces = {{"forces", Element::fp64, 4, 2}, {}};
    both->forces.data.resize(both->forces.shape.bytes());
    for (auto* list : {&both->state.x, &both->state.y, &both->state.z}) list->resize(2);
  }
  EXPECT_EQ(replay(false).fault(before, after), "");
  ParticleSet& p = after.state.particles;
  for (auto* numbers : {&p.x, &p.vx, &p.mass}) std::swap((*numbers)[0], (*numbers)[1]);
  EXPECT_NE(replay(false).fault(before, after), "");
  std::swap(p.id[0], p.id[1]);
  EXPECT_EQ(replay(false).fault(before, after), "");
  p.id[0] = p.id[1];
  EXPECT_NE(replay(false).fault(before, after), "");
}

/// A particle that its forces take out of all bounds is no fault of the mover.
TEST(StepReplayTest, LostParticlesAreNoFaultButNaNIs) {
  const double infinite = std::numeric_limits<double>::infinity(), none = std::nan("");
  EXPECT_EQ(replay(false).fault(moment(0, 0.5, 1, infinite), moment(1, none, none, 0)), "");
  EXPECT_NE(replay(false).fault(moment(0, 0.5, 1, 0), moment(1, none, 1, 0)), "");
}

TEST(StepReplayTest, AListIsMadeAgainInTime) {
  const StepReplay with_list({}, kStep, 0.3);
  StepMoment before = moment(0, 0, 1, 0), after = moment(1, 0.25, 1, 0);
  EXPECT_EQ(with_list.fault(before, after), "");
  EXPECT_NE(StepReplay({}, kStep, 0.2).fault(before, after).find("from its position in the list"),
            std::string::npos);
  after.lists_made = 1;  // at other positions than those of the particles
  EXPECT_NE(with_list.fault(before, after), "");
  after.state.x[0] = 0.25;
  EXPECT_EQ(with_list.fault(before, after), "");
}

}  // namespace
}  // namespace gputest::step_replay_test
