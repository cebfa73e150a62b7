// The r600 family's machine: bundles, divergent threads, memory, and rejected code.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "il_reference/r600/machine.hpp"

namespace gputest::r600::r600_machine_test {
namespace {

using Words = std::vector<std::uint32_t>;

/// A kernel k of one ALU clause with these lines. It stores T2.X at the address in its first
/// argument. If `words` is 0, the clause's words are counted.
std::string kernel_of(std::vector<std::string> lines, std::size_t words = 0) {
  lines.insert(lines.begin(), {"LSHR * T1.X, KC0[2].Y, literal.x,", "2(2.802597e-45), 0(0.0)"});
  std::string clause;
  for (const std::string& line : lines) clause += "\t  " + line + "\n";
  return fmt::format(
      "\t.text\n\t.section\t.AMDGPU.config\n\t.long\t166100\n\t.long\t8\n\t.long\t166120\n"
      "\t.long\t4\n\t.text\nk:\n\tALU {}, @4, KC0[CB0:0-32], KC1[]\n"
      "\tMEM_RAT_CACHELESS STORE_RAW T2.X, T1.X, 0\n\tCF_END\n\tPAD\n"
      "\tALU clause starting at 4:\n{}.Lfunc_end0:\n",
      (words == 0 ? lines.size() : words) - 1, clause);
}

Program decoded(const std::string& text, const std::string& kernel = "k") {
  return decode(parse_assembly(text, kernel), kernel, 5);
}

/// The word that such a kernel stores; KC0[2].Z and KC0[2].W are a and b.
std::uint32_t stored(const std::vector<std::string>& lines, std::uint32_t a = 0,
                     std::uint32_t b = 0) {
  const Program program = decoded(kernel_of(lines));
  Words out(1);
  Memory memory;
  Launch launch;
  launch.arguments = {memory.add("out", out), a, b};
  run(program, launch, memory);
  return out[0];
}

/// The error message of a function.
template <class Body>
std::string refusal(const Body& body) {
  try {
    body();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    return error.what();
  }
  return "nothing was refused";
}
std::string refusal_of(const std::vector<std::string>& lines) {
  return refusal([&] { stored(lines); });
}

constexpr std::uint32_t bits(float a) { return std::bit_cast<std::uint32_t>(a); }

TEST(R600Machine, ABundleReadsBeforeItWrites) {
  const std::vector<std::string> swapped{"MOV   T3.X, KC0[2].Z,", "MOV * T3.Y, KC0[2].W,",
                                         "MOV   T3.X, T3.Y,", "MOV * T3.Y, T3.X,",
                                         "SUB_INT * T2.X, T3.X, T3.Y,"};
  EXPECT_EQ(stored(swapped, 10, 3), static_cast<std::uint32_t>(3 - 10));
}

TEST(R600Machine, PvAndPsAreThePreviousBundlesResults) {
  // The second W of a bundle runs in t, and so does an operation that only t can run.
  EXPECT_EQ(
      stored({"MOV   T3.W, KC0[2].Z,", "MOV * T3.W, KC0[2].W,", "LSHL * T2.X, PV.W, PS,"}, 3, 4),
      48u);
  EXPECT_EQ(stored({"MOV   T3.X, KC0[2].Z,", "MULLO_INT * T3.Y, KC0[2].Z, KC0[2].W,",
                    "ADD_INT * T2.X, PV.X, PS,"},
                   3, 4),
            15u);
  EXPECT_NE(refusal_of({"MOV * T3.W, KC0[2].Z,", "MOV * T3.X, 0.0,", "MOV * T2.X, PV.W,"})
                .find("PV or PS is read, but the previous bundle did not write it"),
            std::string::npos);
}

TEST(R600Machine, OperandsAndResultsAreModified) {
  EXPECT_EQ(stored({"ADD * T2.X, -|KC0[2].Z|, KC0[2].W, BS:VEC_021/SCL_122"}, bits(-2), bits(5)),
            bits(3));
  EXPECT_EQ(stored({"ADD_SAT * T2.X, KC0[2].Z, 0.5,"}, bits(7), 0), bits(1));
  EXPECT_EQ(stored({"MUL_IEEE * T2.X * 4.0, KC0[2].Z, KC0[2].W,"}, bits(3), bits(0.5)), bits(6));
  EXPECT_EQ(stored({"ADD_INT * T2.X, literal.w, literal.y,", "1(0.0), -2(nan)", "3(0.0), 40(0.0)"}),
            38u);
  EXPECT_EQ(stored({"MOV * T2.X, 1,"}), 1u);
  EXPECT_NE(refusal_of({"ADD_INT * T2.X, -KC0[2].Z, 1,"}).find("needs a float"), std::string::npos);
}

TEST(R600Machine, ThePredicateSelectsTheThreads) {
  const auto chosen = [](std::uint32_t a) {
    return stored(
        {"MOV * T2.X, 1,", "PRED_SETGT_INT * Pred,PredicateBit (MASKED), KC0[2].Z, 0.0,",
         "MOV   T2.X, KC0[2].W, Pred_sel_one", "MOV * T3.X, 0.0, Pred_sel_zeroBS:VEC_201"},
        a, 77);
  };
  EXPECT_EQ(chosen(5), 77u);
  EXPECT_EQ(chosen(0), 1u);
  EXPECT_NE(refusal_of({"MOV * T2.X, 1, Pred_sel_one"}).find("the predicate depends"),
            std::string::npos);
}

TEST(R600Machine, LdsReturnsInOrder) {
  EXPECT_EQ(
      stored({"MOV   T3.X, 0.0,", "MOV * T3.Y, literal.x,", "4(0.0), 0(0.0)",
              "LDS_WRITE * T3.X, KC0[2].Z,", "LDS_WRITE * T3.Y, KC0[2].W,",
              "LDS_READ_RET * OQAP, T3.X", "LDS_ADD_RET * OQAP, T3.Y, T3.Y,", "MOV * T4.X, OQAP,",
              "MOV * T4.Y, OQAP,", "LDS_READ_RET * OQAP, T3.Y", "MOV * T4.Z, OQAP,",
              "LSHL * T4.X, T4.X, literal.x,", "8(0.0), 0(0.0)", "OR_INT * T4.X, T4.X, T4.Y,",
              "LSHL * T4.X, T4.X, literal.x,", "8(0.0), 0(0.0)", "OR_INT * T2.X, T4.X, T4.Z,"},
             1, 2),
      0x010206u);
  EXPECT_NE(refusal_of({"MOV * T2.X, OQAP,"}).find("LDS has returned nothing"), std::string::npos);
  EXPECT_NE(refusal_of({"MOV * T2.X, literal.x,", "16(0.0), 0(0.0)", "LDS_WRITE * T2.X, T2.X,"})
                .find("0x10 is outside of the group's 16 bytes"),
            std::string::npos);
  EXPECT_NE(refusal_of({"MOV * T2.X, 0.0,", "LDS_READ_RET * OQAP, T2.X"}).find("unread results"),
            std::string::npos);
}

// The kernels of samples/evergreen.cl, compiled by clang-15.
class R600Compiled : public testing::Test {
 protected:
  LaunchCounts launch(const std::string& kernel, Launch launch, const LaunchOptions& options = {}) {
    const Program program = decoded(text_, kernel);
    return run(program, launch, memory_, options);
  }
  std::string text_ = read_file(GPUTEST_SAMPLES "/evergreen.s");
  Memory memory_;
};

TEST_F(R600Compiled, ThreadsLeaveALoopOneByOne) {
  constexpr int kCount = 100;  // two wavefronts; the second is not full
  std::vector<float> a;
  for (int k = 0; k < kCount; ++k) a.push_back(static_cast<float>((k * 37) % 41 - 6));
  Words in(kCount), out(kCount);
  std::transform(a.begin(), a.end(), in.begin(), bits);
  const std::uint32_t from = memory_.add_constant("a", in), to = memory_.add("out", out);
  const LaunchCounts counts =
      launch("walk", {{2, 1, 1}, {50, 1, 1}, {from, to, std::uint32_t{kCount}}});
  for (int i = 0; i < kCount; ++i) {
    float sum = 0;
    for (const float other : a) {
      if (other < 0) continue;
      if (other > a[static_cast<std::size_t>(i)]) {
        sum += other;
        if (sum > 100) break;
      } else {
        sum -= 1;
      }
      sum *= 2;
    }
    EXPECT_EQ(out[static_cast<std::size_t>(i)], bits(sum)) << i;
  }
  EXPECT_EQ(counts.wavefronts, 2u);
  EXPECT_GT(counts.operations, counts.bundles);
  EXPECT_LE(counts.operations, 5 * counts.bundles);
  EXPECT_LE(counts.lanes, 50 * counts.operations);
}

TEST_F(R600Compiled, WavefrontsMeetAtABarrier) {
  Words in(128), out(64);  // 256 shorts, 256 bytes
  for (std::uint32_t k = 0; k < 128; ++k) in[k] = (k * 2) | ((0xFFFFu - k) << 16);
  const std::uint32_t from = memory_.add_constant("a", in), to = memory_.add("out", out);
  launch("reverse", {{2, 1, 1}, {128, 1, 1}, {from, to}});
  for (std::uint32_t i = 0; i < 256; ++i) {
    const std::uint32_t j = i / 128 * 128 + 127 - i % 128;
    const std::uint32_t half = in[j / 2] >> (16 * (j % 2)) & 0xFFFF;
    EXPECT_EQ(out[i / 4] >> (8 * (i % 4)) & 0xFF, (j * 7 + half) & 0xFF) << i;
  }
}

TEST_F(R600Compiled, AtomicsLoseNothing) {
  Words in(256), out(256), sum(1, 5);
  for (std::uint32_t k = 0; k < 256; ++k) in[k] = (k * 73) % 256 - 100;
  const std::uint32_t from = memory_.add_constant("a", in), to = memory_.add("out", out);
  launch("tally", {{4, 1, 1}, {64, 1, 1}, {from, to, memory_.add("sum", sum)}});
  EXPECT_EQ(sum[0], std::accumulate(in.begin(), in.end(), 5u));
  for (std::size_t group = 0; group < 4; ++group) {
    std::int32_t most = -1000;
    for (std::size_t k = 0; k < 64; ++k)
      most = std::max(most, static_cast<std::int32_t>(in[group * 64 + k]));
    EXPECT_EQ(out[group * 64 + 63], static_cast<std::uint32_t>(most));
  }
}

TEST_F(R600Compiled, TablesAndPrivateArraysAreIndexed) {
  Words in(64), powers(64), indexed(64);
  for (std::uint32_t k = 0; k < 64; ++k) in[k] = k * 7;
  const std::uint32_t from = memory_.add_constant("a", in);
  launch("look_up", {{1, 1, 1}, {64, 1, 1}, {from, memory_.add("out", powers)}});
  launch("indexed", {{1, 1, 1}, {64, 1, 1}, {from, memory_.add("out", indexed)}});
  constexpr std::uint32_t kPowers[] = {1, 10, 100, 1000, 10000};
  for (std::uint32_t i = 0; i < 64; ++i) {
    EXPECT_EQ(powers[i], kPowers[in[i] % 5] + 1);
    Words own(in.begin(), in.begin() + 4);
    own[in[i] & 3] += 5;
    EXPECT_EQ(indexed[i], own[in[i] >> 2 & 3]) << i;
  }
}

TEST_F(R600Compiled, AnAccessOutsideOfEveryBufferIsNamed) {
  Words in(63), out(64);
  const std::uint32_t from = memory_.add_constant("a", in), to = memory_.add("out", out);
  const std::string load = refusal([&] { launch("indexed", {{1, 1, 1}, {64, 1, 1}, {from, to}}); });
  EXPECT_NE(load.find("kernel indexed, step 3, instruction \"VTX_READ_32"), std::string::npos)
      << load;
  EXPECT_NE(load.find("group (0, 0, 0), wavefront 0, lane 63: the address"), std::string::npos)
      << load;
  const std::string store = refusal([&] {
    launch("indexed", {{1, 1, 1}, {60, 1, 1}, {to, to + 4 * 5}});
  });
  EXPECT_NE(store.find("instruction \"MEM_RAT_CACHELESS STORE_RAW"), std::string::npos) << store;
  EXPECT_NE(store.find("lane 59: the address"), std::string::npos) << store;
  EXPECT_NE(store.find("is outside of every buffer"), std::string::npos) << store;
  const std::string constant = refusal([&] {
    launch("indexed", {{1, 1, 1}, {1, 1, 1}, {to, from}});
  });
  EXPECT_NE(constant.find("read-only"), std::string::npos) << constant;
}

TEST_F(R600Compiled, ALoopThatTakesTooLongIsStopped) {
  Words in(64, bits(-1)), out(64);
  const std::uint32_t from = memory_.add_constant("a", in), to = memory_.add("out", out);
  const Launch start{{1, 1, 1}, {64, 1, 1}, {from, to, 64}};
  EXPECT_EQ(launch("walk", start, {100000, {}}).wavefronts, 1u);
  EXPECT_NE(refusal([&] {
              launch("walk", start, {100, {}});
            }).find("step limit"),
            std::string::npos);
}

TEST(R600Machine, UndefinedValuesDecideNothing) {
  const auto run_text = [](const std::string& text) {
    const Program program = decoded(text);
    Words out(1);
    Memory memory;
    Launch launch;
    const std::uint32_t to = memory.add("out", out);
    launch.arguments = {to, 0, 0};
    run(program, launch, memory);
    return memory.first_unknown(to).has_value();
  };
  EXPECT_TRUE(run_text(kernel_of({"MOV * T2.X, T5.Z,"}))) << "it may be moved and stored";
  EXPECT_FALSE(run_text(kernel_of({"MOV * T2.X, 0.0,"})));
  // The source that is not chosen may be undefined.
  EXPECT_FALSE(run_text(kernel_of({"CNDE_INT * T2.X, KC0[2].Z, 1, T5.Z,"})));
  EXPECT_TRUE(run_text(kernel_of({"CNDE_INT * T2.X, KC0[2].Z, T5.Z, 1,"})));
  std::string text = kernel_of({"MOV * T2.X, 0.0,"});
  text.replace(text.find("LSHR * T1.X"), 11, "LSHR * T3.X");
  const auto start = text.find("T1.X, 0\n");
  text.replace(start, 4, "T4.X");
  EXPECT_NE(
      refusal([&] { run_text(text); }).find("lane 0: the address depends on an undefined value"),
      std::string::npos);
  EXPECT_NE(
      refusal_of({"MOV * T2.X, 0.0,", "PRED_SETE_INT * ExecMask,PredicateBit (MASKED), T5.Z, 0.0,"})
          .find("the branch depends on an undefined value"),
      std::string::npos);
}

TEST(R600Machine, UnimplementedInstructionsAreNamedWithTheirPlace) {
  EXPECT_EQ(
      refusal_of({"MOV * T3.X, 0.0,", "CUBE * T2.X, T3.X, T3.X,"}),
      "kernel k, step 0, bundle 3, instruction \"CUBE T2.X, T3.X, T3.X\": the instruction CUBE "
      "is not implemented");
  const auto replaced = [](const char* what, const char* with) {
    std::string text = kernel_of({"MOV * T2.X, 0.0,"});
    text.replace(text.find(what), std::strlen(what), with);
    return refusal([&] { decoded(text); });
  };
  EXPECT_NE(replaced("STORE_RAW T2.X", "STORE_TYPED T2.X").find("STORE_TYPED"), std::string::npos);
  EXPECT_NE(replaced("CF_END", "EMIT_VERTEX").find("EMIT_VERTEX"), std::string::npos);
  EXPECT_NE(replaced("MOV * T2.X, 0.0", "MOV * T9.X, 0.0").find("beyond the kernel's 8"),
            std::string::npos);
  EXPECT_NE(replaced("MOV * T2.X, 0.0", "MOV * T2.X, KC1[0].X").find("locked"), std::string::npos);
}

TEST(R600Machine, TruncatedCodeIsRefused) {
  EXPECT_NE(refusal([&] {
              decoded(kernel_of({"MOV * T2.X, 0.0,"}, 4));
            }).find("the clause has 3 words, but announces 4"),
            std::string::npos);
  const std::string whole = read_file(GPUTEST_SAMPLES "/evergreen.s");
  const std::size_t from = whole.find("\nwalk:"), to = whole.find(".Lfunc_end0:");
  ASSERT_LT(from, to);
  std::size_t refused = 0;
  for (std::size_t cut = from; cut < to; cut += 97) {
    try {
      decoded(whole.substr(0, cut), "walk");
    } catch (const std::runtime_error&) {  // an error message, never a crash
      ++refused;
    }
  }
  EXPECT_GT(refused, 10u);
}

TEST(R600Machine, AnImpossibleLaunchIsRefused) {
  const Program program = decoded(kernel_of({"MOV * T2.X, KC0[9].X,"}));
  Memory memory;
  EXPECT_NE(refusal([&] {
              run(program, {{1, 1, 1}, {257, 1, 1}, {}}, memory);
            }).find("256 threads"),
            std::string::npos);
  EXPECT_NE(refusal([&] {
              run(program, {{1, 1, 1}, {1, 1, 1}, {1}}, memory);
            }).find("reads 37 words of arguments, but receives 14"),
            std::string::npos);
}

}  // namespace
}  // namespace gputest::r600::r600_machine_test
