// The run-time's input to a kernel: hidden arguments by kind.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "hip/isa/arguments.hpp"
#include "hip/isa/memory.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa::arguments_test {
namespace {

Launch launch_of(const Kernel& kernel) {
  Launch launch;
  launch.kernel = &kernel;
  launch.grid = {5, 6, 1};
  launch.block = {32, 4, 2};
  launch.dynamic_lds = 1234;
  return launch;
}

/// The eight bytes of one argument of that kind.
std::uint64_t value_of(const std::string& kind) {
  Kernel kernel;
  kernel.arguments = {{kind, 8, 8}};
  const std::vector<std::uint8_t> segment = argument_segment(launch_of(kernel));
  std::uint64_t value = 0;
  std::memcpy(&value, segment.data() + 8, sizeof value);
  return value;
}

TEST(IsaArguments, HiddenOnesHaveLlvmsValues) {
  const struct {
    const char* kind;
    std::uint64_t value;
  } kKinds[]{{"hidden_block_count_x", 5},
             {"hidden_block_count_y", 6},
             {"hidden_block_count_z", 1},
             {"hidden_group_size_x", 32},
             {"hidden_group_size_y", 4},
             {"hidden_group_size_z", 2},
             {"hidden_remainder_x", 0},
             {"hidden_remainder_y", 0},
             {"hidden_remainder_z", 0},
             {"hidden_global_offset_x", 0},
             {"hidden_global_offset_y", 0},
             {"hidden_global_offset_z", 0},
             {"hidden_grid_dims", 2},
             {"hidden_none", 0},
             {"hidden_printf_buffer", 0},
             {"hidden_hostcall_buffer", 0},
             {"hidden_default_queue", 0},
             {"hidden_completion_action", 0},
             {"hidden_multigrid_sync_arg", 0},
             {"hidden_heap_v1", 0},
             {"hidden_queue_ptr", 0},
             {"hidden_dynamic_lds_size", 1234},
             {"hidden_shared_base", kLdsAperture << 16},
             {"hidden_private_base", kScratchAperture << 16}};
  for (const auto& [kind, value] : kKinds) EXPECT_EQ(value_of(kind), value) << kind;
}

TEST(IsaArguments, AnUnknownKindIsNamed) {
  try {
    value_of("hidden_future");
    ADD_FAILURE() << "it is not refused";
  } catch (const Fault& fault) {
    EXPECT_STREQ(fault.what(), "the argument hidden_future is not implemented");
  }
}

TEST(IsaArguments, EachHasItsPlaceAndSize) {
  Kernel kernel;
  kernel.arguments = {{"by_value", 0, 4},
                      {"dynamic_shared_pointer", 4, 4},
                      {"hidden_group_size_x", 8, 2},
                      {"hidden_group_size_y", 10, 2}};
  std::uint32_t number = 0x1122'3344, place = 64;
  void* arguments[]{&number, &place};
  Launch launch = launch_of(kernel);
  launch.arguments = arguments;
  const std::vector<std::uint8_t> segment = argument_segment(launch);
  EXPECT_EQ(segment, (std::vector<std::uint8_t>{0x44, 0x33, 0x22, 0x11, 64, 0, 0, 0, 32, 0, 4, 0, 0,
                                                0, 0, 0}));
}

}  // namespace
}  // namespace gputest::isa::arguments_test
