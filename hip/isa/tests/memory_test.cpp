// Memory, LDS and errors of kernels.
#include <gtest/gtest.h>

#include "hip/isa/tests/wave.hpp"

namespace gputest::isa::memory_test {
namespace {

/// An array of the program.
class IsaMemory : public testing::Test {
 protected:
  IsaMemory() : array_(128) {
    for (std::uint32_t k = 0; k < array_.size(); ++k) array_[k] = 1000 + k;
    wave_.memory().add({address(), array_.size() * 4, true, "an array"});
    wave_.set_pair(2, address());
    wave_.set_wide(10, [&](unsigned lane) { return address() + 4 * lane; });
    wave_.set_vector(12, [](unsigned lane) { return 4 * lane; });
  }
  std::uint64_t address() const { return reinterpret_cast<std::uint64_t>(array_.data()); }

  TestWave wave_;
  std::vector<std::uint32_t> array_;
};

TEST_F(IsaMemory, LoadsAndStoresHaveThreeFormsOfAddress) {
  wave_.run({"global_load_dword v0, v[10:11], off offset:4",
             "global_load_dwordx2 v[4:5], v12, s[2:3]", "flat_load_ubyte v6, v[10:11]",
             "s_load_dwordx2 s[6:7], s[2:3], 0x8", "s_waitcnt vmcnt(0) lgkmcnt(0)",
             "v_add_u32_e32 v7, v0, v4", "global_store_dword v12, v7, s[2:3] offset:256",
             "s_mov_b32 s8, s6"});
  EXPECT_EQ(wave_.word(0, 9), 1010u);
  EXPECT_EQ(wave_.word(5, 9), 1010u);
  EXPECT_EQ(wave_.word(6, 9), 1009u & 0xFF);
  EXPECT_EQ(wave_.wave().scalars[8], 1002u);
  EXPECT_EQ(array_[64 + 9], 1010u + 1009u);
}

TEST_F(IsaMemory, AtomicsGiveTheOldValue) {
  wave_.set_vector(1, [](unsigned) { return 0u; });
  wave_.set_vector(2, [](unsigned) { return 1u; });
  wave_.run({"global_atomic_add v0, v1, v2, s[2:3] glc", "s_waitcnt vmcnt(0)"});
  EXPECT_EQ(array_[0], 1064u);
  EXPECT_EQ(wave_.word(0, 63), 1063u);
}

TEST_F(IsaMemory, AnAccessOutsideOfAllArraysIsNamed) {
  EXPECT_TRUE(says(fault_of(wave_, {"global_load_dword v0, v[10:11], off offset:260"}),
                   "lane 63: it accesses 4 bytes"));
  EXPECT_TRUE(
      says(fault_of(wave_, {"s_load_dword s0, s[2:3], 0x200"}), "of an array of 512 bytes"));
  wave_.set_exec(1);
  EXPECT_EQ(fault_of(wave_, {"global_load_dword v0, v[10:11], off offset:260"}), "");
}

TEST_F(IsaMemory, AResultWithoutItsWaitIsAFault) {
  EXPECT_TRUE(says(fault_of(wave_, {"global_load_dword v0, v[10:11], off", "v_mov_b32_e32 v1, v0"}),
                   "has not waited for the load that writes it"));
  EXPECT_TRUE(says(fault_of(wave_, {"s_load_dword s0, s[2:3], 0x0", "s_mov_b32 s1, s0"}),
                   "has not waited for the load that writes it"));
  EXPECT_EQ(fault_of(wave_, {"s_waitcnt lgkmcnt(0)", "s_mov_b32 s1, s0"}), "");
}

TEST_F(IsaMemory, AWaitLeavesTheYoungestOutstanding) {
  wave_.run({"global_load_dword v0, v[10:11], off", "global_load_dword v1, v[10:11], off offset:4",
             "s_waitcnt vmcnt(1)", "v_mov_b32_e32 v3, v0"});
  EXPECT_TRUE(says(fault_of(wave_, {"v_mov_b32_e32 v3, v1"}), "v1"));
}

TEST_F(IsaMemory, RdnaWaitsForOneCounterAndAddsARegister) {
  wave_.wave().is_rdna = true;
  wave_.set_scalar(4, 1 | 64);  // only the low six bits count
  const std::vector<std::string> loads{"global_load_dword v0, v[10:11], off",
                                       "global_load_dword v1, v[10:11], off offset:4",
                                       "global_load_dword v2, v[10:11], off offset:8"};
  wave_.run(loads);
  EXPECT_TRUE(says(fault_of(wave_, {"s_waitcnt_vmcnt s4, 0x2", "v_mov_b32_e32 v5, v0"}), "v0"));
  wave_.run({"s_waitcnt_vmcnt s4, 0x1", "v_mov_b32_e32 v5, v0"});
  EXPECT_TRUE(says(fault_of(wave_, {"v_mov_b32_e32 v5, v1"}), "v1"));
  wave_.run({"s_waitcnt_vmcnt null, 0x1", "v_mov_b32_e32 v5, v1"});
  EXPECT_TRUE(says(fault_of(wave_, {"v_mov_b32_e32 v5, v2"}), "v2"));
  wave_.run({"s_waitcnt_vmcnt null, 0x0", "v_mov_b32_e32 v5, v2", "s_waitcnt_expcnt null, 0x0"});
  wave_.run({"s_load_dword s0, s[2:3], 0x0"});
  EXPECT_TRUE(says(fault_of(wave_, {"s_mov_b32 s1, s0"}), "s0"));
  wave_.run({"s_waitcnt_lgkmcnt null, 0x0", "s_mov_b32 s1, s0"});
  for (unsigned k = 0; k < 3; ++k) wave_.run({"global_store_dword v[10:11], v0, off"});
  wave_.run({"s_waitcnt_vscnt s4, 0x1"});
  EXPECT_EQ(wave_.wave().stores, 2u);
  wave_.run({"s_waitcnt_vscnt null, 0x0"});
  EXPECT_EQ(wave_.wave().stores, 0u);
  EXPECT_TRUE(says(fault_of(wave_, {"s_waitcnt_vscnt s40, 0x0"}), "an undefined number"));
}

TEST_F(IsaMemory, AnUndefinedAddressIsAFault) {
  EXPECT_TRUE(says(fault_of(wave_, {"global_load_dword v0, v[20:21], off"}), "undefined"));
  EXPECT_TRUE(says(fault_of(wave_, {"s_load_dword s0, s[40:41], 0x0"}), "undefined"));
  EXPECT_TRUE(
      says(fault_of(wave_, {"v_add_u32_e32 v12, v12, v30", "global_load_dword v0, v12, s[2:3]"}),
           "the address in lane 0"));
  EXPECT_TRUE(says(fault_of(wave_, {"s_mov_b64 exec, s[50:51]"}), "undefined"));
  EXPECT_TRUE(says(fault_of(wave_, {"s_cbranch_scc0 4"}), "an undefined condition"));
}

TEST_F(IsaMemory, LdsTracksWrites) {
  wave_.set_vector(1, [](unsigned lane) { return 7 * lane; });
  wave_.run({"ds_write_b32 v12, v1", "ds_read2_b32 v[4:5], v12 offset0:1 offset1:2",
             "s_waitcnt lgkmcnt(0)", "v_mov_b32_e32 v6, v4"});
  EXPECT_EQ(wave_.word(6, 3), 28u);
  EXPECT_EQ(wave_.word(5, 3), 35u);
  EXPECT_TRUE(wave_.is_defined(4, 62));
  EXPECT_FALSE(wave_.is_defined(4, 63));
  EXPECT_TRUE(says(fault_of(wave_, {"ds_read_b32 v0, v12 offset:1000"}), "of LDS"));
}

TEST_F(IsaMemory, LanesExchangeWords) {
  wave_.set_vector(1, [](unsigned lane) { return 100 + lane; });
  wave_.set_vector(2, [](unsigned lane) { return 4 * (63 - lane); });
  wave_.run({"ds_bpermute_b32 v0, v2, v1", "ds_swizzle_b32 v3, v1 offset:swizzle(SWAP,2)",
             "s_waitcnt lgkmcnt(0)"});
  EXPECT_EQ(wave_.word(0, 5), 158u);
  EXPECT_EQ(wave_.word(3, 4), 106u);
}

TEST_F(IsaMemory, MissingFeaturesAreNamed) {
  EXPECT_TRUE(
      says(fault_of(wave_, {"v_frobnicate_b32 v0, v1"}), "v_frobnicate_b32 is not implemented"));
  EXPECT_TRUE(says(fault_of(wave_, {"v_xor_b32_e64 v0, v1, v2 clamp"}), "the modifier clamp"));
  EXPECT_TRUE(says(fault_of(wave_, {"v_mov_b32_e32 v99, v1"}), "beyond the kernel's 64"));
  EXPECT_TRUE(
      says(fault_of(wave_, {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 1", "v_rcp_f32 v0, v1"}),
           "rounding other than to the nearest is not implemented for this"));
}

TEST_F(IsaMemory, OnlyRdnaReturnsFlatLoadsInOrder) {
  const std::vector<std::string> texts{"flat_load_dword v0, v[10:11]",
                                       "flat_load_dword v1, v[10:11]",
                                       "s_waitcnt vmcnt(1) lgkmcnt(1)", "v_mov_b32_e32 v2, v0"};
  EXPECT_TRUE(says(fault_of(wave_, texts), "it uses v0"));
  wave_.run({"s_waitcnt vmcnt(0) lgkmcnt(0)"});
  wave_.wave().is_rdna = true;
  EXPECT_EQ(fault_of(wave_, texts), "");
  EXPECT_TRUE(says(fault_of(wave_, {"v_mov_b32_e32 v2, v1"}), "it uses v1"));
}

TEST_F(IsaMemory, AWavefrontOf32SetsItsScratchAddress) {
  wave_.block().scratch.resize(4096);
  wave_.block().waves = 2;
  wave_.wave().index = 1;
  wave_.set_pair(6, reinterpret_cast<std::uint64_t>(wave_.block().scratch.data()) + 2048);
  const std::string low = "s_setreg_b32 hwreg(HW_REG_FLAT_SCR_LO), s";
  wave_.run({low + "6", "s_setreg_b32 hwreg(HW_REG_FLAT_SCR_HI), s7"});
  wave_.run({"s_getreg_b32 s12, hwreg(HW_REG_FLAT_SCR_LO)",
             "s_getreg_b32 s13, hwreg(HW_REG_FLAT_SCR_HI, 0, 16)"});
  EXPECT_EQ(wave_.wave().pair(12), wave_.wave().pair(6) & 0xFFFF'FFFF'FFFF);
  EXPECT_TRUE(says(fault_of(wave_, {"s_getreg_b32 s0, hwreg(HW_REG_HW_ID)"}),
                   "reading HW_REG_HW_ID is not implemented"));
  wave_.set_pair(8, wave_.wave().pair(6) - 4);
  EXPECT_TRUE(says(fault_of(wave_, {low + "8"}), "other than its own"));
  EXPECT_TRUE(says(fault_of(wave_, {low + "9"}), "other than its own"));
  EXPECT_TRUE(says(fault_of(wave_, {low + "20"}), "an undefined value"));
  EXPECT_TRUE(says(fault_of(wave_, {"s_setreg_b32 hwreg(HW_REG_FLAT_SCR_LO, 0, 4), s6"}),
                   "a part of HW_REG_FLAT_SCR_LO is not implemented"));
}

TEST(IsaScalar, MasksOfLanesAreKeptAndRestored) {
  TestWave wave;
  wave.set_pair(0, 0xFF);
  wave.run({"s_and_saveexec_b64 s[4:5], s[0:1]"});
  EXPECT_EQ(wave.wave().exec(), 0xFFu);
  EXPECT_EQ(wave.wave().pair(4), ~0ull);
  EXPECT_TRUE(wave.wave().scc);
  wave.run({"s_xor_b64 s[6:7], s[0:1], -1", "s_or_b64 exec, exec, s[4:5]",
            "s_andn2_b64 s[8:9], s[4:5], s[6:7]"});
  EXPECT_EQ(wave.wave().exec(), ~0ull);
  EXPECT_EQ(wave.wave().pair(6), ~0xFFull);
  EXPECT_EQ(wave.wave().pair(8), 0xFFu);
}

TEST(IsaScalar, ArithmeticSetsTheCondition) {
  TestWave wave;
  wave.set_scalar(0, 0xFFFF'FFFF);
  wave.set_scalar(1, 5);
  wave.run({"s_add_u32 s2, s0, 1", "s_addc_u32 s3, s1, 0"});
  EXPECT_EQ(wave.wave().scalars[3], 6u);
  EXPECT_FALSE(wave.wave().scc);
  wave.run({"s_movk_i32 s4, 0xfff0", "s_addk_i32 s4, 0xffff", "s_bfe_u32 s5, s0, 0x80004",
            "s_cmp_lg_u32 s5, 0xff", "s_cselect_b32 s6, 1, 2"});
  EXPECT_EQ(wave.wave().scalars[4], static_cast<std::uint32_t>(-17));
  EXPECT_EQ(wave.wave().scalars[5], 0xFFu);
  EXPECT_EQ(wave.wave().scalars[6], 2u);
}

}  // namespace
}  // namespace gputest::isa::memory_test
