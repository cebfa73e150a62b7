// The model of scaling, with made-up measurements.
#include <gtest/gtest.h>

#include "common/many/scaling.hpp"

namespace gputest::many::many_scaling_test {
namespace {

constexpr std::uint64_t kBodies = 1000;

/// One device takes 1 s; data take no time unless a test sets one.
Scaling planted() {
  Scaling scaling;
  scaling.links.copies = {0, 1e300};
  scaling.links.messages = {0, 1e300};
  scaling.n = kBodies;
  scaling.seconds = 1;
  scaling.devices_per_rank = 8;
  return scaling;
}

TEST(ManyScaling, DeviceCountsAreOneTwoFourAndAll) {
  EXPECT_EQ(device_counts(1), (std::vector<std::size_t>{1}));
  EXPECT_EQ(device_counts(4), (std::vector<std::size_t>{1, 2, 4}));
  EXPECT_EQ(device_counts(6), (std::vector<std::size_t>{1, 2, 4, 6}));
}

TEST(ManyScaling, WeakScalingKeepsTheNumberOfPairsPerDevice) {
  EXPECT_EQ(weak_bodies(1000, 1), 1000u);
  EXPECT_EQ(weak_bodies(1000, 4), 2000u);
  EXPECT_EQ(weak_bodies(1000, 2), 1414u);
}

TEST(ManyScaling, WithoutDataTheTimeIsDividedAndGrowsWithPairs) {
  EXPECT_DOUBLE_EQ(predict(planted(), 4, kBodies).seconds, 0.25);
  EXPECT_DOUBLE_EQ(predict(planted(), 4, 2 * kBodies).seconds, 1);
  EXPECT_NEAR(predict(planted(), 4, kBodies).communication, 0, 1e-12);
}

TEST(ManyScaling, OneDeviceTakesItsMeasuredTime) {
  Scaling scaling = planted();
  scaling.links.copies = {0.01, 1e6};
  for (const bool both_sides : {false, true}) {
    scaling.both_sides = both_sides;
    EXPECT_DOUBLE_EQ(predict(scaling, 1, kBodies).seconds, 1);
  }
}

/// 12 kB of coordinates at 1 MB/s. Each of 2 devices copies half of them to the host and half from
/// it.
TEST(ManyScaling, CopiesCountIfTheyAreNotHidden) {
  Scaling scaling = planted();
  scaling.links.copies = {0, 1e6};
  const double read_out = 3 * 500 * 4 / 1e6, taken = 2 * read_out;
  const PredictedTime hidden = predict(scaling, 2, kBodies);
  EXPECT_NEAR(hidden.seconds, 0.5 + read_out, 1e-12);
  EXPECT_NEAR(hidden.communication, read_out, 1e-12);
  scaling.seconds = 0.001;
  EXPECT_NEAR(predict(scaling, 2, kBodies).seconds, read_out + taken, 1e-12);
}

/// Each of 2 devices receives half of the other's bodies and returns 4 numbers for each. Then it
/// receives 4 for each local body.
TEST(ManyScaling, ReturnedSumsAreNotHidden) {
  Scaling scaling = planted();
  scaling.both_sides = true;
  scaling.links.copies = {0, 1e6};
  const double read_out = 3 * 500 * 4 / 1e6, given = 4 * 250 * 4 / 1e6, taken = 4 * 500 * 4 / 1e6;
  EXPECT_NEAR(predict(scaling, 2, kBodies).seconds, 0.5 + read_out + given + taken, 1e-12);
}

/// All 16 kB of sums are set to zero, and each of 2 devices adds the sums of half the other's
/// bodies.
TEST(ManyScaling, AdditionsInTheHostsMemoryRunOneDeviceAtATime) {
  Scaling scaling = planted();
  scaling.both_sides = true;
  scaling.links.host_additions = {0, 1e6};
  EXPECT_NEAR(predict(scaling, 2, kBodies).seconds, 0.5 + (16000 + 2 * 4000) / 1e6, 1e-12);
}

/// 3 numbers per body are sent and 4 come back. Half of one part and all of the opposite part are
/// sent at the same time.
TEST(ManyScaling, TransfersBetweenDevicesAreNotHidden) {
  Scaling scaling = planted();
  scaling.links.direct = true;
  scaling.links.copies = {0.01, 1e6};
  EXPECT_NEAR(predict(scaling, 2, kBodies).seconds, 0.5 + 0.01 + 3 * 500 * 4 / 1e6, 1e-12);
  scaling.both_sides = true;
  EXPECT_NEAR(predict(scaling, 2, kBodies).seconds, 0.5 + 2 * 0.01 + 7 * 500 * 4 / 1e6, 1e-12);
}

/// Launching and waiting do not scale. A device adds sums of local bodies once per received part
/// and, for both sides, once more per part that comes back.
TEST(ManyScaling, LaunchesAndAdditionsAreNotDivided) {
  Scaling scaling = planted();
  scaling.links.direct = true;
  scaling.links.launch = 0.2;
  scaling.links.additions = {0.01, 1e300};
  EXPECT_DOUBLE_EQ(predict(scaling, 1, kBodies).seconds, 1);
  EXPECT_NEAR(predict(scaling, 4, kBodies).seconds, 0.2 + 0.8 / 4 + 3 * 0.01, 1e-12);
  scaling.both_sides = true;
  EXPECT_NEAR(predict(scaling, 4, kBodies).seconds, 0.2 + 0.8 / 4 + 2 * 2 * 0.01, 1e-12);
  EXPECT_NEAR(predict(scaling, 4, kBodies).communication, 0, 1e-12);
}

/// Three columns are sent in each of P - 1 rounds around the ring.
TEST(ManyScaling, LatenciesOfMessagesGrowWithTheRanks) {
  Scaling scaling = planted();
  scaling.devices_per_rank = 1;
  scaling.links.messages = {0.01, 1e300};
  EXPECT_NEAR(predict(scaling, 64, kBodies).seconds, 3 * 63 * 0.01, 1e-12);
  scaling.devices_per_rank = 8;  // 8 ranks
  EXPECT_NEAR(predict(scaling, 64, kBodies).seconds, 3 * 7 * 0.01, 1e-12);
  scaling.both_sides = true;  // each sends its bodies to 4 others
  EXPECT_NEAR(predict(scaling, 64, kBodies).seconds, (3 * 7 + 4) * 0.01, 1e-12);
}

TEST(ManyScaling, AShareTakesTheTimeOfItsKernelsAndTransfers) {
  Links links;
  links.copies = {0.01, 100};
  links.messages = {0.1, 1000};
  ShareCost share;
  share.seconds = 2;
  EXPECT_EQ(predict(links, share, true).communication, 0);
  share.sends = share.receives = 3;
  share.bytes_sent = 400;
  share.bytes_received = 500;
  EXPECT_NEAR(predict(links, share, false).communication, 6 * 0.01 + 9, 1e-12);
  EXPECT_NEAR(predict(links, share, true).communication, 6 * 0.01 + 9 + 3 * 0.1 + 0.5, 1e-12);
  EXPECT_NEAR(predict(links, share, true).seconds, 2 + 6 * 0.01 + 9 + 3 * 0.1 + 0.5, 1e-12);
  links.direct = true;  // in both directions at once
  EXPECT_NEAR(predict(links, share, true).communication, 0.01 + 5, 1e-12);
  share.before = 1;
  EXPECT_NEAR(predict(links, share, true).communication, 0.01 + 5 - 1, 1e-12);
  EXPECT_NEAR(predict(links, share, true).seconds, 2 + 0.01 + 5, 1e-12);
  share.before = 7;
  EXPECT_EQ(predict(links, share, true).communication, 0);
  EXPECT_NEAR(predict(links, share, true).seconds, 2 + 7, 1e-12);
}

}  // namespace
}  // namespace gputest::many::many_scaling_test
