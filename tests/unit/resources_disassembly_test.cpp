// The parser of disassemblers' output. The samples are two kernels, from hipcc 5.2.3, nvcc 13.0 and
// cuobjdump 12.8:
//
//   sum:   for (r < n) { c += 1 / x[r];  for (j < n, not unrolled) s = s * c + x[j]; }
//   copy:  y[threadIdx.x] = x[threadIdx.x]
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "common/codeobject/inner_loop.hpp"

namespace gputest::resources_disassembly_test {
namespace {

std::string sample(const std::string& name) {
  std::ifstream file(GPUTEST_SAMPLES "/" + name);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The loop over j has one multiply-add for each memory read, however often the compiler has
/// unrolled it, and no division.
void expect_loop_over_j(const Disassembly& kernels) {
  ASSERT_EQ(kernels.size(), 2u);
  const auto loop = inner_loop(kernels.at("sum"));
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->of(InstructionKind::fma), 1u);
  EXPECT_EQ(loop->of(InstructionKind::global), 1u);
  EXPECT_EQ(loop->of(InstructionKind::special), 0u) << "the division is in the outer loop";
  EXPECT_EQ(loop->of(InstructionKind::mul), 0u);
  EXPECT_FALSE(inner_loop(kernels.at("copy"))) << "it has no loop";
}

TEST(Disassembly, ReadsAmdsMachineCode) {
  const Disassembly kernels = parse_amd_disassembly(sample("gfx906.txt"));
  expect_loop_over_j(kernels);
  const auto loop = inner_loop(kernels.at("sum"));
  EXPECT_EQ(loop->total(), 8u);
  EXPECT_EQ(loop->of(InstructionKind::control), 2u) << "one wait and the branch";
  EXPECT_EQ(kernels.at("copy").size(), 7u);
  EXPECT_EQ(kernels.at("copy").front().mnemonic, "s_load_dwordx4");
  EXPECT_EQ(kernels.at("copy").back().address, 0x1A24u);
}

TEST(Disassembly, ReadsSass) {
  const Disassembly kernels = parse_sass(sample("sm_90.txt"));
  expect_loop_over_j(kernels);
  EXPECT_EQ(kernels.at("copy").front().mnemonic, "LDC");
  EXPECT_EQ(kernels.at("copy").front().address, 0u);
}

TEST(Disassembly, ReadsPtx) {
  const Disassembly kernels = parse_ptx(sample("compute_90.txt"));
  expect_loop_over_j(kernels);
  EXPECT_EQ(inner_loop(kernels.at("sum"))->total(), 6u);
  EXPECT_EQ(kernels.at("copy").size(), 11u) << "declarations are no instructions";
}

TEST(Disassembly, FindsNoKernelInEmptyOrInvalidText) {
  for (const char* text : {"", "\n\n", "no such file\n", "<>:\n", "0000 <k>:\n"}) {
    for (const auto& parse : {parse_amd_disassembly, parse_sass, parse_ptx})
      for (const auto& [name, instructions] : parse(text))
        EXPECT_TRUE(instructions.empty()) << text;
  }
}

Instruction at(std::uint64_t address, const char* mnemonic) {
  return {address, mnemonic, std::nullopt};
}
Instruction branch(std::uint64_t address, std::uint64_t to) { return {address, "BRA", to}; }

TEST(InnerLoop, IsNeitherTheOuterOneNorOneWithoutArithmetic) {
  const std::vector<Instruction> kernel{at(0, "FADD"),  at(16, "FFMA"),   at(32, "FMUL"),
                                        branch(48, 16), branch(64, 0),    at(80, "ATOMG"),
                                        branch(96, 80), branch(112, 112), at(128, "EXIT")};
  const auto loop = inner_loop(kernel);
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->total(), 3u);
  EXPECT_EQ(loop->of(InstructionKind::fma), 1u);
  EXPECT_EQ(loop->of(InstructionKind::mul), 1u);
  EXPECT_EQ(loop->of(InstructionKind::add), 0u);
  EXPECT_EQ(loop->of(InstructionKind::control), 1u);
}

TEST(InnerLoop, AForwardBranchMakesNoLoop) {
  EXPECT_FALSE(inner_loop({branch(0, 32), at(16, "FFMA"), at(32, "EXIT")}));
  EXPECT_FALSE(inner_loop({}));
}

TEST(InstructionKinds, AreDistinguishedInEveryLanguage) {
  using enum InstructionKind;
  const std::vector<std::pair<const char*, InstructionKind>> expected{
      {"v_fmac_f32_e32", fma},
      {"v_pk_fma_f32", fma},
      {"FFMA.FTZ", fma},
      {"DFMA", fma},
      {"fma.rn.ftz.f32", fma},
      {"v_mul_f64", mul},
      {"FMUL", mul},
      {"mul.ftz.f32", mul},
      {"v_subrev_f32_e32", add},
      {"FADD.FTZ", add},
      {"sub.f64", add},
      {"v_rsq_f32_e32", special},
      {"MUFU.RSQ", special},
      {"rsqrt.approx.ftz.f32", special},
      {"ds_read_b128", shared},
      {"LDS.128", shared},
      {"ld.shared.v4.f32", shared},
      {"SHFL.IDX", shared},
      {"global_load_dwordx4", global},
      {"s_load_dwordx2", global},
      {"LDG.E.128", global},
      {"ld.global.nc.f32", global},
      {"red.global.add.f32", global},
      {"image_sample", image},
      {"TEX.B", image},
      {"tex.2d.v4.f32.f32", image},
      {"s_cbranch_scc0", control},
      {"s_waitcnt", control},
      {"BAR.SYNC", control},
      {"bar.sync", control},
      {"bra", control},
      {"v_add_u32_e32", other},
      {"v_mul_lo_u32", other},
      {"v_mad_u64_u32", other},
      {"IMAD.WIDE", other},
      {"mul.wide.u32", other},
      {"add.s32", other},
      {"v_cvt_f64_f32_e32", other},
      {"ld.param.u64", other},
      {"", other}};
  for (const auto& [mnemonic, kind] : expected)
    EXPECT_EQ(name(kind_of(mnemonic)), name(kind)) << mnemonic;
}

}  // namespace
}  // namespace gputest::resources_disassembly_test
