// Kernels with one error each, from hip/isa/tests/samples/wrong.hip: each error must be named.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>

#include "hip/isa/code_object.hpp"
#include "hip/isa/disassembler.hpp"
#include "hip/isa/machine.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa::faults_test {
namespace {

/// An array of floats of which only the first are written.
class Floats {
 public:
  Floats(Memory& memory, std::size_t count, std::size_t written)
      : numbers_(count), shadow_(std::make_shared<Shadow>(4 * count)) {
    for (std::size_t k = 0; k < count; ++k) numbers_[k] = static_cast<float>(k);
    shadow_->set(0, 4 * written, Written::value);
    memory.add(
        {reinterpret_cast<std::uint64_t>(numbers_.data()), 4 * count, true, "an array", shadow_});
  }
  float* data() { return numbers_.data(); }
  std::vector<float>& numbers() { return numbers_; }
  const Shadow& shadow() const { return *shadow_; }

 private:
  std::vector<float> numbers_;
  std::shared_ptr<Shadow> shadow_;
};

class IsaFaults : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!why_no_disassembler().empty()) GTEST_SKIP() << why_no_disassembler();
    std::ifstream file(std::string(GPUTEST_SAMPLES) + "/wrong_" + GetParam() + ".co",
                       std::ios::binary);
    code_ = {std::istreambuf_iterator<char>(file), {}};
  }
  bool is_rdna() const { return std::string(GetParam()) == "gfx1030"; }

  /// The message of the Fault of a launch over those blocks of 256 threads; empty if there is none.
  std::string fault_of(const char* kernel, unsigned blocks, std::vector<float*> arrays) {
    try {
      CodeObject object(code_, GetParam(), memory_);
      std::vector<void*> arguments;
      for (float*& array : arrays) arguments.push_back(&array);
      Launch launch;
      launch.kernel = object.kernel(kernel);
      launch.grid = {blocks, 1, 1};
      launch.block = {256, 1, 1};
      launch.arguments = arguments.data();
      run(launch, memory_, GetParam());
    } catch (const Fault& fault) {
      return fault.what();
    }
    return "";
  }

  std::string code_;
  Memory memory_;
};

testing::AssertionResult has(const std::string& text, const std::string& part) {
  if (text.find(part) != text.npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "\"" << text << "\" does not say \"" << part << "\"";
}

TEST_P(IsaFaults, AMissingBarrierIsARace) {
  Floats to(memory_, 256, 256);
  const std::string fault = fault_of("no_barrier", 1, {to.data()});
  EXPECT_TRUE(has(fault, "kernel no_barrier, instruction \"ds_"));
  EXPECT_TRUE(has(fault, "(wrong.hip:"));
  EXPECT_TRUE(has(fault, "a race: lane "));
  EXPECT_TRUE(has(fault, "with no barrier between"));
}

TEST_P(IsaFaults, AnUndefinedElementOfLdsIsNamedWhereItIsStored) {
  Floats to(memory_, 256, 256);
  EXPECT_EQ(fault_of("beyond_the_tile", 1, {to.data()}), "");
  const std::string blame = to.shadow().blamed(0, 4 * 256);
  EXPECT_TRUE(
      has(blame, is_rdna() ? "wavefront 7: lane 31 stores" : "wavefront 3: lane 63 stores"));
  EXPECT_TRUE(has(blame, "to byte 1020 of an array"));
  EXPECT_TRUE(has(blame, "reads an undefined value in LDS"));
  EXPECT_EQ(to.shadow().blamed(0, 4 * 255), "");
}

TEST_P(IsaFaults, AnUndefinedElementOfAnArrayIsNamedWhereItIsStored) {
  Floats from(memory_, 257, 256), to(memory_, 256, 0);
  EXPECT_EQ(fault_of("beyond_the_input", 1, {from.data(), to.data()}), "");
  const std::string blame = to.shadow().blamed(0, 4 * 256);
  EXPECT_TRUE(has(blame, "instruction \"global_store_dword"));
  EXPECT_TRUE(has(blame, "reads an undefined value, at byte 1024 of an array"));
  EXPECT_TRUE(to.shadow().has_value(0, 4 * 255));
}

TEST_P(IsaFaults, BlocksThatReadOtherBlocksWritesAreARace) {
  Floats to(memory_, 4096 + 256, 4096 + 256);
  const std::string fault = fault_of("across_blocks", 16, {to.data()});
  EXPECT_TRUE(has(fault, "a race: lane "));
  EXPECT_TRUE(has(fault, "uses in this launch"));
  EXPECT_EQ(fault_of("across_blocks", 1, {to.data()}), "");
}

TEST_P(IsaFaults, BlocksThatWriteTheSameElementsAreARace) {
  Floats to(memory_, 256, 0);
  EXPECT_TRUE(has(fault_of("same_elements", 2, {to.data()}), "a race: lane 0 writes 4 bytes"));
}

TEST_P(IsaFaults, AtomicsAreNone) {
  Floats from(memory_, 256, 256), to(memory_, 128, 128);
  std::memset(to.data(), 0, 4 * 128);
  EXPECT_EQ(fault_of("by_atomics", 16, {from.data(), to.data()}), "");
  for (std::uint32_t k = 0; k < 128; ++k) {
    std::uint32_t sum = 0;
    std::memcpy(&sum, to.data() + k, 4);
    ASSERT_EQ(sum, 16 * (4 * k + 1));
  }
  EXPECT_TRUE(to.shadow().has_value(0, 4 * 128));
}

TEST_P(IsaFaults, AnAtomicOnAnUndefinedValueIsUndefined) {
  Floats from(memory_, 256, 256), to(memory_, 128, 0);
  EXPECT_EQ(fault_of("by_atomics", 1, {from.data(), to.data()}), "");
  EXPECT_TRUE(has(to.shadow().blamed(0, 4), "reads an undefined value, at byte 0"));
}

TEST_P(IsaFaults, AWrongWavefrontSizeIsAFaultWhereItMatters) {
  Floats to(memory_, 256, 256);
  const std::string fault = fault_of("in_step", 1, {to.data()});
  if (is_rdna()) {
    EXPECT_TRUE(has(fault, "a race: lane 0 "));
  } else {
    EXPECT_EQ(fault, "");
    EXPECT_EQ(to.numbers()[5], 37.0F);
  }
}

TEST_P(IsaFaults, AnInactiveLaneGivesAnUndefinedValue) {
  Floats to(memory_, 256, 256);
  EXPECT_EQ(fault_of("inactive_lanes", 1, {to.data()}), "");
  const std::string blame = to.shadow().blamed(0, 4);
  EXPECT_TRUE(has(blame, "ds_bpermute_b32"));
  EXPECT_TRUE(has(blame, "lane 0 reads lane 16, which is not active"));
}

/// Replaces the kernel's instructions with that first word by s_nop.
unsigned without_waits(std::string& code, std::uint32_t from, std::uint32_t mask) {
  constexpr std::uint32_t kNothing = 0xBF800000;
  unsigned count = 0;
  for (std::size_t at = 0; at + 4 <= code.size(); at += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, code.data() + at, 4);
    if ((word & mask) != from) continue;
    std::memcpy(code.data() + at, &kNothing, 4);
    ++count;
  }
  return count;
}

TEST_P(IsaFaults, AMissingWaitForStoresIsNamed) {
  Floats to(memory_, 512, 256);
  EXPECT_EQ(fault_of("stored_before", 1, {to.data()}), "");
  EXPECT_EQ(to.shadow().blamed(0, 2048), "");
  if (!is_rdna()) GTEST_SKIP() << "loads see a block's stores in order";
  ASSERT_GE(without_waits(code_, 0xBBFD0000, 0xFFFFFFFF), 1u);
  EXPECT_TRUE(has(fault_of("stored_before", 1, {to.data()}),
                  "a barrier with stores that it has not waited for (s_waitcnt_vscnt)"));
}

TEST_P(IsaFaults, AMissingWaitForLdsBeforeABarrierIsNamed) {
  // Before the barrier exactly one instruction waits; it is the only one of its kind there.
  std::uint32_t barrier = 0;
  for (std::uint32_t at = 4; at + 4 <= code_.size(); at += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, code_.data() + at, 4);
    if (word != 0xBF8A0000) continue;
    barrier = at;
    for (std::uint32_t before = at; before > at - 16; before -= 4) {
      std::memcpy(&word, code_.data() + before, 4);
      const std::uint32_t nothing = 0xBF800000;
      if ((word & 0xFFFF'0000) == 0xBF8C0000) std::memcpy(code_.data() + before, &nothing, 4);
    }
  }
  ASSERT_NE(barrier, 0u);
  Floats to(memory_, 512, 256);
  EXPECT_TRUE(has(fault_of("beyond_the_tile", 1, {to.data()}),
                  "it reaches a barrier with accesses to LDS that it has not waited for"));
}

INSTANTIATE_TEST_SUITE_P(Targets, IsaFaults,
                         testing::Values("gfx906", "gfx90a", "gfx940", "gfx1030"),
                         [](const auto& param) { return std::string(param.param); });

}  // namespace
}  // namespace gputest::isa::faults_test
