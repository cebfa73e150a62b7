#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "common/core/rehearsal.hpp"

namespace gputest::core_rehearsal_test {
namespace {

TEST(Rehearsal, ACallThatReturnsOrThrowsHasNoFault) {
  EXPECT_EQ(fault_in_rehearsal([] {}), "");
  EXPECT_EQ(fault_in_rehearsal([] { throw std::runtime_error("in the child"); }), "");
}

TEST(Rehearsal, ACallThatEndsItsProcessEndsOnlyTheChild) {
  EXPECT_EQ(fault_in_rehearsal([] { std::abort(); }), "signal 6 (Aborted)");
  EXPECT_EQ(fault_in_rehearsal([] { raise(SIGKILL); }), "signal 9 (Killed)");
  EXPECT_EQ(fault_in_rehearsal([] { _exit(1); }), "exit status 1");
  EXPECT_EQ(fault_in_rehearsal([] { _exit(0); }), "exit status 0");
}

TEST(Rehearsal, ChangesNothingInThisProcess) {
  int value = 1;
  fault_in_rehearsal([&] { value = 2; });
  EXPECT_EQ(value, 1);
}

}  // namespace
}  // namespace gputest::core_rehearsal_test
