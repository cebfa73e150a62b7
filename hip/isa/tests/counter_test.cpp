// The counters for instructions with lines, banks and cycles computed by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "hip/isa/code_object.hpp"
#include "hip/isa/counter.hpp"
#include "hip/isa/disassembler.hpp"
#include "hip/isa/program.hpp"
#include "hip/isa/tests/wave.hpp"

namespace gputest::isa::counter_test {
namespace {

TEST(IsaInstructionKind, UnitsAreThoseOfTheManuals) {
  const auto unit = [](const char* text) { return kind_of(text, "gfx90a", 64).unit; };
  EXPECT_EQ(unit("v_add_f32_e32 v0, v1, v2"), Unit::valu);
  EXPECT_EQ(unit("v_pk_fma_f32 v[0:1], v[2:3], v[4:5], v[6:7]"), Unit::valu);
  EXPECT_EQ(unit("v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]"), Unit::fp64);
  EXPECT_EQ(unit("v_rsq_f32_e32 v0, v1"), Unit::transcendental);
  EXPECT_EQ(unit("v_mul_lo_u32 v0, v1, v2"), Unit::integer_product);
  EXPECT_EQ(unit("v_mfma_f32_32x32x1f32 a[0:31], v0, v1, a[0:31]"), Unit::matrix);
  EXPECT_EQ(unit("s_add_u32 s0, s1, s2"), Unit::salu);
  EXPECT_EQ(unit("s_cbranch_scc0 16"), Unit::branch);
  EXPECT_EQ(unit("s_waitcnt vmcnt(0)"), Unit::wait);
  EXPECT_EQ(unit("s_load_dwordx4 s[0:3], s[4:5], 0x0"), Unit::smem);
  EXPECT_EQ(unit("global_load_dword v0, v[2:3], off"), Unit::vmem);
  EXPECT_EQ(unit("flat_load_dword v0, v[2:3]"), Unit::flat);
  EXPECT_EQ(unit("ds_read_b32 v0, v1"), Unit::lds);
}

TEST(IsaInstructionKind, CyclesFollowThePublishedRates) {
  const auto cycles = [](const char* text, const char* target, unsigned wavefront) {
    return kind_of(text, target, wavefront).cycles;
  };
  const char *add = "v_add_f32_e32 v0, v1, v2", *fma64 = "v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]",
             *rsq = "v_rsq_f32_e32 v0, v1", *mul = "v_mul_lo_u32 v0, v1, v2";
  // 64 lanes on a SIMD unit of 16; 32 on one of 32.
  EXPECT_EQ(cycles(add, "gfx906", 64), 4u);
  EXPECT_EQ(cycles(add, "gfx1030", 32), 1u);
  EXPECT_EQ(cycles(add, "gfx1030", 64), 2u);
  // Half the rate, all of it, a sixteenth.
  EXPECT_EQ(cycles(fma64, "gfx906", 64), 8u);
  EXPECT_EQ(cycles(fma64, "gfx90a", 64), 4u);
  EXPECT_EQ(cycles(fma64, "gfx1030", 32), 16u);
  // A quarter.
  EXPECT_EQ(cycles(rsq, "gfx906", 64), 16u);
  EXPECT_EQ(cycles(rsq, "gfx1030", 32), 4u);
  EXPECT_EQ(cycles(mul, "gfx90a", 64), 16u);
  EXPECT_EQ(cycles("s_nop 0", "gfx906", 64), 4u);
}

TEST(IsaInstructionKind, AccessesAreAsWideAsTheirNamesSay) {
  const auto kind = [](const char* text) { return kind_of(text, "gfx906", 64); };
  EXPECT_EQ(kind("global_load_dwordx3 v[0:2], v[4:5], off").bytes, 12u);
  EXPECT_EQ(kind("global_store_short_d16_hi v[0:1], v2, off").bytes, 2u);
  EXPECT_EQ(kind("global_load_ubyte v0, v[2:3], off").bytes, 1u);
  EXPECT_EQ(kind("global_atomic_add_x2 v[0:1], v[2:3], off").bytes, 8u);
  EXPECT_EQ(kind("global_atomic_add_f32 v[0:1], v2, off").bytes, 4u);
  EXPECT_EQ(kind("global_atomic_add v[0:1], v2, off").does, Does::atomic);
  EXPECT_EQ(kind("s_load_dwordx16 s[0:15], s[16:17], 0x0").bytes, 64u);
  EXPECT_EQ(kind("ds_read_u16_d16_hi v0, v1").bytes, 2u);
  EXPECT_EQ(kind("ds_write_b96 v0, v[2:4]").bytes, 12u);
  EXPECT_EQ(kind("ds_max_rtn_f64 v[0:1], v2, v[4:5]").bytes, 8u);
  EXPECT_EQ(kind("ds_bpermute_b32 v0, v1, v2").space, Space::none);
  EXPECT_EQ(kind("buffer_gl0_inv").space, Space::none);
  const InstructionKind far = kind("ds_read2st64_b64 v[0:3], v4 offset1:1");
  EXPECT_EQ(far.bytes, 8u);
  EXPECT_EQ(far.accesses, 2u);
  EXPECT_EQ(far.scale, 512u);
}

/// For 64 lanes with addresses f(lane).
template <class F>
BankCounts banks(const char* text, F&& f, std::uint64_t lanes = ~0ull) {
  std::array<std::uint32_t, kLanes> at{};
  for (unsigned lane = 0; lane < kLanes; ++lane) at[lane] = f(lane);
  BankCounts counts;
  count_banks(at.data(), lanes, kind_of(text, "gfx906", 64), counts);
  return counts;
}

TEST(IsaBanks, AStrideMultipliesTheTime) {
  const char* read = "ds_read_b32 v0, v1";
  for (const unsigned stride : {1u, 2u, 4u, 8u, 16u, 32u}) {
    const BankCounts counts = banks(read, [&](unsigned lane) { return lane * stride * 4; });
    EXPECT_EQ(counts.without, 2u);  // halves of 32 lanes
    EXPECT_EQ(counts.cycles, 2u * stride);
    EXPECT_EQ(counts.most_in_a_row, stride);
    EXPECT_EQ(counts.bytes, 256u);
  }
  // The effect of padding: an odd stride uses every bank.
  EXPECT_EQ(banks(read, [](unsigned lane) { return lane * 33 * 4; }).cycles, 2u);
}

TEST(IsaBanks, OneWordIsReadTogetherButChangedInTurn) {
  const auto same = [](unsigned) { return 64u; };
  EXPECT_EQ(banks("ds_read_b32 v0, v1", same).cycles, 2u);
  EXPECT_EQ(banks("ds_add_u32 v0, v1", same).cycles, 64u);
  EXPECT_EQ(banks("ds_add_u32 v0, v1", same).most_in_a_row, 32u);
  // Bytes of one word, too.
  EXPECT_EQ(banks("ds_read_u8 v0, v1", [](unsigned lane) { return lane; }).cycles, 2u);
}

TEST(IsaBanks, WideAccessesAreServedInQuartersAndEighths) {
  const auto apart = [](unsigned bytes) { return [bytes](unsigned lane) { return lane * bytes; }; };
  EXPECT_EQ(banks("ds_read_b64 v[0:1], v2", apart(8)).cycles, 4u);
  EXPECT_EQ(banks("ds_read_b64 v[0:1], v2", apart(8)).without, 4u);
  EXPECT_EQ(banks("ds_read_b128 v[0:3], v4", apart(16)).cycles, 8u);
  EXPECT_EQ(banks("ds_write_b128 v0, v[2:5]", apart(16)).cycles, 8u);
  // All lanes use the same four banks, so the eight lanes of a group take turns.
  EXPECT_EQ(banks("ds_read_b128 v[0:3], v4", apart(128)).cycles, 64u);
  // Lanes 0 to 3 and 20 to 23 read together; 0 to 7 write together. If 20 to 23 use the banks of 0
  // to 3, the read takes twice as long, but the write does not.
  const auto shifted = [](unsigned lane) {
    return (lane < 4 || lane >= 20 ? lane % 4 : lane) * 16 + (lane >= 20 ? 4096 : 0);
  };
  EXPECT_EQ(banks("ds_read_b128 v[0:3], v4", shifted, 0x00F0'000F).cycles, 2u);
  EXPECT_EQ(banks("ds_read_b128 v[0:3], v4", shifted, 0x00F0'000F).without, 1u);
  EXPECT_EQ(banks("ds_write_b128 v0, v[2:5]", shifted, 0x00F0'000F).cycles, 2u);
  EXPECT_EQ(banks("ds_write_b128 v0, v[2:5]", shifted, 0x00F0'000F).without, 2u);
}

TEST(IsaBanks, InactiveLanesAccessNothing) {
  const BankCounts counts = banks(
      "ds_read_b32 v0, v1", [](unsigned lane) { return lane * 128; }, 0xF);
  EXPECT_EQ(counts.cycles, 4u);
  EXPECT_EQ(counts.without, 1u);
  EXPECT_EQ(counts.bytes, 16u);
}

/// Counts one instruction without executing it.
class IsaLines : public testing::Test {
 protected:
  IsaLines() {
    program_.kernel = "lines";
    kernel_.program = &program_;
  }
  LaunchCounts count(const std::string& text) {
    program_.texts = {text};
    program_.operations = {decode_text(text, {"gfx906", 64, 0, 64, 0})};
    program_.operations[0].text = &program_.texts[0];
    Counter counter(kernel_, "gfx906");
    counter.before(test_.wave(), program_.operations[0]);
    return counter.sums();
  }
  /// Each lane's 64-bit address is in v[2:3].
  template <class F>
  void addresses(F&& f) {
    test_.set_wide(2, [&](unsigned lane) { return std::uint64_t{f(lane)}; });
  }

  TestWave test_;
  Program program_;
  Kernel kernel_;
};

TEST_F(IsaLines, NeighboursShareLinesAndStridesDoNot) {
  for (const unsigned stride : {1u, 2u, 4u, 8u, 16u, 32u}) {
    addresses([&](unsigned lane) { return 0x10000u + lane * stride * 4; });
    const LaunchCounts counts = count("global_load_dword v0, v[2:3], off");
    ASSERT_EQ(counts.memory.size(), 1u);
    const MemoryCounts& load = counts.memory[0];
    EXPECT_EQ(load.access, "global load");
    EXPECT_EQ(load.requests, 1u);
    EXPECT_EQ(load.bytes, 256u);
    EXPECT_EQ(load.lines_32, std::min(8 * stride, 64u));
    EXPECT_EQ(load.lines_64, std::min(4 * stride, 64u));
    EXPECT_EQ(load.lines_128, std::min(2 * stride, 64u));
    EXPECT_EQ(counts.bytes_moved(load), 64 * *load.lines_64);
  }
}

TEST_F(IsaLines, TheFirstAccessHasEachActiveLanesPlace) {
  addresses([](unsigned lane) { return 0x10040u + lane * 128; });
  test_.set_exec(0x5);
  const LaunchCounts counts = count("global_load_dword v0, v[2:3], off");
  ASSERT_EQ(counts.first.size(), 1u);
  EXPECT_EQ(counts.first[0].access, "global load");
  EXPECT_EQ(counts.first[0].bytes, 4u);
  EXPECT_EQ(counts.first[0].lanes, (std::vector<std::uint32_t>{0, 2}));
  // From the line of 128 bytes that contains the least address.
  EXPECT_EQ(counts.first[0].places, (std::vector<std::uint64_t>{64, 64 + 256}));
  // The same access of another kernel's instruction is kept once.
  LaunchCounts sum = counts;
  sum.add(counts);
  EXPECT_EQ(sum.first.size(), 1u);
  // Other blocks and wavefronts are not kept.
  test_.block().id[0] = 1;
  EXPECT_TRUE(count("global_load_dword v0, v[2:3], off").first.empty());
}

TEST_F(IsaLines, WideNumbersAndOffsets) {
  addresses([](unsigned lane) { return 0x10000u + lane * 16; });
  EXPECT_EQ(count("global_load_dwordx4 v[4:7], v[2:3], off").memory[0].lines_64, 16u);
  // With 8 bytes more, the last number ends in another line.
  EXPECT_EQ(count("global_load_dwordx4 v[4:7], v[2:3], off offset:8").memory[0].lines_64, 17u);
  addresses([](unsigned) { return 0x10000u; });
  EXPECT_EQ(count("global_load_dwordx4 v[4:7], v[2:3], off").memory[0].lines_32, 1u);
  test_.set_exec(0x3);
  EXPECT_EQ(count("global_load_dword v4, v[2:3], off").memory[0].bytes, 8u);
}

TEST_F(IsaLines, AtomicsAreCountedByAddress) {
  addresses([](unsigned lane) { return 0x10000u + lane % 4 * 4; });
  const LaunchCounts counts = count("global_atomic_add v[2:3], v4, off");
  EXPECT_EQ(counts.memory[0].access, "global atomic");
  EXPECT_EQ(counts.atomics->operations, 64u);
  EXPECT_EQ(counts.atomics->addresses, 4u);
  EXPECT_EQ(counts.atomics->most, 16u);
}

TEST_F(IsaLines, BuffersAreCountedLikeGlobalMemory) {
  const auto describe = [&](std::uint32_t records, std::uint32_t stride, bool is_swizzled) {
    test_.set_pair(4, 0x10000u | std::uint64_t{stride} << 48 | std::uint64_t{is_swizzled} << 63);
    test_.set_scalar(6, records);
    test_.set_scalar(7, 4 << 15 | 1 << 21);  // some format; 16 contiguous records
  };
  test_.set_vector(2, [](unsigned lane) { return lane * 16; });
  test_.set_vector(3, [](unsigned lane) { return lane; });
  describe(1 << 20, 0, false);
  const char* load = "buffer_load_dwordx4 v[4:7], v2, s[4:7], 0 offen";
  ASSERT_EQ(count(load).memory.size(), 1u);
  EXPECT_EQ(count(load).memory[0].access, "global load");
  EXPECT_EQ(count(load).memory[0].requests, 1u);
  EXPECT_EQ(count(load).memory[0].bytes, 1024u);
  EXPECT_EQ(count(load).memory[0].lines_64, 16u);
  EXPECT_EQ(count("buffer_load_dwordx4 v[4:7], v2, s[4:7], 0 offen offset:8").memory[0].lines_64,
            17u);
  EXPECT_EQ(count("buffer_store_byte v4, v2, s[4:7], 0 offen").memory[0].bytes, 64u);
  const LaunchCounts atomics = count("buffer_atomic_add_x2 v[4:5], off, s[4:7], 0");
  EXPECT_EQ(atomics.memory[0].access, "global atomic");
  EXPECT_EQ(atomics.atomics->most, 64u);
  EXPECT_EQ(atomics.atomics->addresses, 1u);
  // Beyond the range there are no accesses: lane 4 has half of its 16 bytes, lane 5 none.
  describe(72, 0, false);
  EXPECT_EQ(count(load).memory[0].lanes, 5u);
  EXPECT_EQ(count(load).memory[0].bytes, 72u);
  EXPECT_EQ(count(load).memory[0].lines_64, 2u);
  EXPECT_EQ(count("buffer_atomic_add v4, v2, s[4:7], 0 offen").atomics->operations, 5u);
  describe(0, 0, false);
  EXPECT_EQ(count(load).memory.size(), 0u);
  // A word from each of 64 records of 64 bytes: one line for each, or, if swizzled, for each 16.
  const char* word = "buffer_load_dword v4, v3, s[4:7], 0 idxen";
  describe(64, 64, false);
  EXPECT_EQ(count(word).memory[0].lines_64, 64u);
  describe(64, 64, true);
  EXPECT_EQ(count(word).memory[0].lines_64, 4u);
  // Typed ones, and scalar loads.
  describe(3, 16, false);
  const LaunchCounts typed = count("buffer_store_format_xyzw v[4:7], v3, s[4:7], 0 idxen");
  EXPECT_EQ(typed.memory[0].access, "global store");
  EXPECT_EQ(typed.memory[0].bytes, 48u);
  const LaunchCounts scalar = count("s_buffer_load_dwordx4 s[12:15], s[4:7], 0x20");
  ASSERT_EQ(scalar.memory.size(), 1u);
  EXPECT_EQ(scalar.memory[0].access, "scalar load");
  EXPECT_EQ(scalar.memory[0].bytes, 16u);
  EXPECT_EQ(scalar.memory[0].lines_32, 1u);
  EXPECT_EQ(count("s_buffer_load_dwordx4 s[12:15], s[4:7], 0x30").memory.size(), 0u);
}

TEST_F(IsaLines, PrivateMemoryIsCountedSeparately) {
  test_.block().scratch.resize(64 * 16);
  test_.set_pair(4, reinterpret_cast<std::uint64_t>(test_.block().scratch.data()) | 1ull << 63);
  test_.set_scalar(6, 0);
  test_.set_scalar(7, 1u << 23 | 3u << 21);
  const LaunchCounts counts = count("buffer_load_dwordx2 v[4:5], off, s[4:7], 0 offset:4");
  ASSERT_EQ(counts.memory.size(), 1u);
  EXPECT_EQ(counts.memory[0].access, "scratch load");
  EXPECT_EQ(counts.memory[0].lanes, 64u);
  EXPECT_EQ(counts.memory[0].lines_128, 4u);
}

TEST_F(IsaLines, FlatAccessesCountForTheirMemory) {
  test_.set_wide(2, [](unsigned lane) {
    return (lane < 32 ? kLdsAperture << 48 : std::uint64_t{0x10000}) + lane * 4;
  });
  const LaunchCounts counts = count("flat_load_dword v0, v[2:3]");
  ASSERT_EQ(counts.memory.size(), 1u);
  EXPECT_EQ(counts.memory[0].lanes, 32u);
  ASSERT_EQ(counts.banks.size(), 1u);
  EXPECT_EQ(counts.banks[0].cycles, 1u);
}

/// Whole kernels from hip/isa/tests/samples/reverse.hip.
class IsaCountedLaunch : public testing::TestWithParam<const char*> {};

TEST_P(IsaCountedLaunch, ReverseMatchesItsSource) {
  if (!why_no_disassembler().empty()) GTEST_SKIP() << why_no_disassembler();
  const std::string target = GetParam();
  std::ifstream file(std::string(GPUTEST_SAMPLES) + "/reverse_" + target + ".co", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const std::uint32_t n = 1024;
  struct alignas(128) Line {
    std::array<float, 32> numbers{};
  };
  std::vector<Line> from_lines(n / 32), to_lines(n / 32);
  const float* from = from_lines[0].numbers.data();
  float* to = to_lines[0].numbers.data();
  Memory memory;
  CodeObject object(bytes, target, memory);
  memory.add({reinterpret_cast<std::uint64_t>(from), n * sizeof(float), true, "an array"});
  memory.add({reinterpret_cast<std::uint64_t>(to), n * sizeof(float), true, "an array"});
  std::uint32_t count = n;
  void* arguments[]{&from, &to, &count};
  Launch launch;
  launch.kernel = object.kernel("reverse");
  launch.grid = {n / 128, 1, 1};
  launch.block = {128, 1, 1};
  launch.arguments = arguments;
  Counter counter(*launch.kernel, target);
  const Counts executed = run_counted(launch, memory, target, counter);
  const LaunchCounts counts = launch_counts(launch, target, counter);

  const std::uint64_t lanes = launch.kernel->wavefront, wavefronts = n / lanes;
  EXPECT_EQ(counts.wavefront, lanes);
  EXPECT_EQ(counts.wavefronts, wavefronts);
  EXPECT_EQ(counts.instructions, executed.instructions);
  EXPECT_EQ(counts.active_lanes, executed.lane_instructions);
  EXPECT_EQ(counts.mean_lanes(), static_cast<double>(lanes));
  std::uint64_t by_unit = 0;
  for (const UnitCounts& unit : counts.units) by_unit += unit.instructions;
  EXPECT_EQ(by_unit, counts.instructions);
  // Every number is read once and written once, in full lines.
  ASSERT_GE(counts.memory.size(), 2u);
  for (std::size_t k : {0u, 1u}) {
    EXPECT_EQ(counts.memory[k].access, k == 0 ? "global load" : "global store");
    EXPECT_EQ(counts.memory[k].requests, wavefronts);
    EXPECT_EQ(counts.memory[k].bytes, n * 4u);
    EXPECT_EQ(counts.memory[k].lines_64, n / 16);
    EXPECT_EQ(counts.memory[k].lines_128, n / 32);
    EXPECT_EQ(counts.bytes_moved(counts.memory[k]), n * 4u);
  }
  // Reading in reverse order has no conflicts.
  ASSERT_EQ(counts.banks.size(), 2u);
  for (const BankCounts& access : counts.banks) {
    EXPECT_EQ(access.requests, wavefronts);
    EXPECT_EQ(access.cycles, n / 32);
    EXPECT_EQ(access.without, n / 32);
  }
  EXPECT_EQ(counts.atomics->operations, 0u);
  ASSERT_EQ(counts.kernels.size(), 1u);
  EXPECT_EQ(counts.kernels[0].shared_bytes, 512u);
  EXPECT_GT(counts.kernels[0].vector_registers, 0u);
  // A compute unit holds 16 blocks of two wavefronts; gfx906 has room for 40 wavefronts.
  EXPECT_EQ(counts.kernels[0].occupancy, target == "gfx906" ? 0.8 : 1.0);
}

INSTANTIATE_TEST_SUITE_P(Targets, IsaCountedLaunch, testing::Values("gfx906", "gfx90a", "gfx1030"),
                         [](const auto& param) { return std::string(param.param); });

}  // namespace
}  // namespace gputest::isa::counter_test
