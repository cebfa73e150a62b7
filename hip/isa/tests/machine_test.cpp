// Whole kernels: code objects of hipcc, from hip/isa/tests/samples/reverse.hip.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>

#include "common/core/error.hpp"
#include "hip/isa/code_object.hpp"
#include "hip/isa/disassembler.hpp"
#include "hip/isa/machine.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa::machine_test {
namespace {

std::string sample(const std::string& target) {
  std::ifstream file(std::string(GPUTEST_SAMPLES) + "/reverse_" + target + ".co", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Replaces each instruction `from` by another one; returns how many there were.
unsigned replace(std::string& code, std::uint32_t from, std::uint32_t to) {
  unsigned count = 0;
  for (std::size_t at = 0; at + 4 <= code.size(); at += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, code.data() + at, 4);
    if (word != from) continue;
    std::memcpy(code.data() + at, &to, 4);
    ++count;
  }
  return count;
}

class IsaMachine : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!why_no_disassembler().empty()) GTEST_SKIP() << why_no_disassembler();
  }

  /// Reverses `n` numbers in blocks of 128; the kernel receives `claimed` as the number.
  Counts reverse(const std::string& code, std::uint32_t n, std::uint32_t claimed) {
    from_.resize(n);
    to_.assign(n, 0);
    for (std::uint32_t k = 0; k < n; ++k) from_[k] = static_cast<float>(k);
    Memory memory;
    CodeObject object(code, GetParam(), memory);
    const float* from = from_.data();
    float* to = to_.data();
    memory.add({reinterpret_cast<std::uint64_t>(from), n * sizeof(float), true, "an array"});
    memory.add({reinterpret_cast<std::uint64_t>(to), n * sizeof(float), true, "an array"});
    void* arguments[]{&from, &to, &claimed};
    Launch launch;
    launch.kernel = object.kernel("reverse");
    launch.grid = {(claimed + 127) / 128, 1, 1};
    launch.block = {128, 1, 1};
    launch.arguments = arguments;
    return run(launch, memory, GetParam());
  }
  std::string fault_of_reverse(const std::string& code, std::uint32_t n, std::uint32_t claimed) {
    try {
      reverse(code, n, claimed);
    } catch (const Fault& fault) {
      return fault.what();
    }
    return "";
  }

  std::vector<float> from_, to_;
};

TEST_P(IsaMachine, AKernelWithABarrierIsRight) {
  const std::uint32_t n = 1000;
  const Counts counts = reverse(sample(GetParam()), n, n);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t other = i / 128 * 128 + 127 - i % 128;
    ASSERT_EQ(to_[i], static_cast<float>(i) + (other < n ? static_cast<float>(other) : 0)) << i;
  }
  EXPECT_GT(counts.instructions, 16 * 20u);
  EXPECT_GT(counts.lane_instructions, n * 8u);
}

TEST_P(IsaMachine, ANumberBeyondTheArraysIsAFault) {
  const std::string fault = fault_of_reverse(sample(GetParam()), 1000, 1001);
  EXPECT_NE(fault.find("kernel reverse, instruction \"global_load_dword"), fault.npos) << fault;
  EXPECT_NE(fault.find("block (7, 0, 0)"), fault.npos) << fault;
  EXPECT_NE(fault.find("4000 bytes from the beginning of an array"), fault.npos) << fault;
}

TEST_P(IsaMachine, AMissingWaitIsAFault) {
  if (std::string(GetParam()) == "gfx1030") GTEST_SKIP() << "its waits are encoded differently";
  constexpr std::uint32_t kWaitForLoads = 0xBF8C0F70, kNothing = 0xBF800000;
  std::string code = sample(GetParam());
  ASSERT_GE(replace(code, kWaitForLoads, kNothing), 1u);
  const std::string fault = fault_of_reverse(code, 1000, 1000);
  EXPECT_NE(fault.find("has not waited for the load"), fault.npos) << fault;
  EXPECT_NE(fault.find("ds_write_b32"), fault.npos) << fault;
}

TEST_P(IsaMachine, ALeavingWavefrontBeforeABarrierIsAFault) {
  Memory memory;
  CodeObject object(sample(GetParam()), GetParam(), memory);
  std::vector<float> numbers(64);
  float* to = numbers.data();
  memory.add({reinterpret_cast<std::uint64_t>(to), 256, true, "an array"});
  void* arguments[]{&to};
  Launch launch;
  launch.kernel = object.kernel("leave");
  launch.block = {128, 1, 1};
  launch.arguments = arguments;
  try {
    run(launch, memory, GetParam());
    FAIL() << "no fault was found";
  } catch (const Fault& fault) {
    EXPECT_NE(std::string(fault.what()).find("barrier"), std::string::npos) << fault.what();
  }
}

TEST_P(IsaMachine, InvalidCodeObjectsAreRefused) {
  Memory memory;
  EXPECT_THROW(CodeObject("not a code object", GetParam(), memory), Error);
  std::string code = sample(GetParam());
  code.resize(code.size() / 2);
  EXPECT_THROW(CodeObject(code, GetParam(), memory), Error);
  CodeObject object(sample(GetParam()), GetParam(), memory);
  EXPECT_EQ(object.kernel("no_such_kernel"), nullptr);
  EXPECT_EQ(object.kernels().size(), 2u);
}

INSTANTIATE_TEST_SUITE_P(Targets, IsaMachine,
                         testing::Values("gfx906", "gfx90a", "gfx940", "gfx1030"),
                         [](const auto& param) { return std::string(param.param); });

}  // namespace
}  // namespace gputest::isa::machine_test
