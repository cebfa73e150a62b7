#include "common/core/host.hpp"

#include <gtest/gtest.h>

#include "common/core/error.hpp"

namespace gputest::core_host_test {
namespace {

TEST(Host, MemoryBeyondTheMachineIsRefused) {
  EXPECT_NO_THROW(require_host_memory(1024, "a test"));
  try {
    require_host_memory(std::uint64_t{1} << 60, "a test");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::out_of_memory);
  }
}

TEST(Host, BytesAreWrittenInBinaryUnits) {
  EXPECT_EQ(format_bytes(512), "512 B");
  EXPECT_EQ(format_bytes(1234567890), "1.15 GiB");
}

}  // namespace
}  // namespace gputest::core_host_test
