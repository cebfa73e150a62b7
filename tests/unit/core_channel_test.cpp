#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <thread>

#include "common/core/channel.hpp"
#include "common/core/stopwatch.hpp"

namespace gputest::core_channel_test {
namespace {

using Received = Channel::Received;

TEST(Channel, MessagesComeWholeAndInOrder) {
  auto [one, other] = Channel::make_pair();
  const std::string large(3 << 20, 'x');  // more than the system buffers for a reader
  std::thread sender([&sending = one, &large] {
    EXPECT_TRUE(sending.send("first"));
    EXPECT_TRUE(sending.send(large));
    EXPECT_TRUE(sending.send(""));
  });
  std::string message;
  for (const std::string& expected : {std::string("first"), large, std::string()}) {
    EXPECT_EQ(other.receive(message), Received::message);
    EXPECT_EQ(message, expected);
  }
  sender.join();
}

TEST(Channel, WaitsNoLongerThanItsTimeout) {
  auto [one, other] = Channel::make_pair();
  std::string message;
  const Stopwatch watch;
  EXPECT_EQ(other.receive(message, 0.05), Received::late);
  EXPECT_GE(watch.seconds(), 0.05);
  EXPECT_LT(watch.seconds(), 5);
  // It does not wait for the rest of an incomplete message either.
  ASSERT_EQ(write(one.descriptor(), "\x09\0\0\0\0\0\0\0half", 12), 12);
  EXPECT_EQ(other.receive(message, 0.05), Received::late);
}

TEST(Channel, AMessageArrivesBeforeTheOtherEndsClosing) {
  auto [one, other] = Channel::make_pair();
  ASSERT_TRUE(one.send("last"));
  one.close();
  std::string message;
  EXPECT_EQ(other.receive(message), Received::message);
  EXPECT_EQ(message, "last");
  EXPECT_EQ(other.receive(message), Received::closed);
  EXPECT_FALSE(other.send("to nobody"));
}

/// Otherwise both ends would wait for each other.
TEST(Channel, AnIncompleteMessageClosesTheChannelForBoth) {
  auto [one, other] = Channel::make_pair();
  const timeval soon{0, 1000};
  ASSERT_EQ(setsockopt(one.descriptor(), SOL_SOCKET, SO_SNDTIMEO, &soon, sizeof soon), 0);
  EXPECT_FALSE(one.send(std::string(16 << 20, 'x')));
  std::string message;
  EXPECT_EQ(other.receive(message, 5), Received::closed);
  EXPECT_EQ(one.receive(message, 5), Received::closed);
}

TEST(Channel, AnImpossibleLengthClosesTheChannel) {
  auto [one, other] = Channel::make_pair();
  ASSERT_EQ(write(one.descriptor(), "\xff\xff\xff\xff\xff\xff\xff\xff", 8), 8);
  std::string message;
  EXPECT_EQ(other.receive(message, 5), Received::closed);
}

}  // namespace
}  // namespace gputest::core_channel_test
