// Control flow of threads that take different paths.
#include <gtest/gtest.h>

#include "common/core/error.hpp"
#include "il_reference/tests/run.hpp"

namespace gputest::test::interpreter_flow_test {
namespace {

using Word = std::uint32_t;

constexpr std::uint32_t thread_count = 200;  // three wavefronts and part of a fourth

/// Runs lines for threads 0 to 199 with r0.x the thread, l0 = (0, 1, 2, 3) and l1 = (4, 5, 6, 7).
/// Returns each thread's r10.x at the end.
Words each_thread(const std::string& lines, const std::string& functions = "") {
  const std::string text = pixel_header(1) +
                           "dcl_literal l0, 0, 1, 2, 3\ndcl_literal l1, 4, 5, 6, 7\n"
                           "ftoi r0, vWinCoord0\n" +
                           lines + "\nmov o0, r10\nendmain\n" + functions + "end\n";
  il::RunOptions options;
  options.step_limit = 100'000;
  const Words all = run_pixel(text, {Words(thread_count * 4)}, {}, options);
  Words first(thread_count);
  for (std::size_t n = 0; n < thread_count; ++n) first[n] = all[4 * n];
  return first;
}

template <typename F>
void expect_each(const Words& given, F expected) {
  for (Word thread = 0; thread < thread_count; ++thread) {
    ASSERT_EQ(given[thread], expected(thread)) << "thread " << thread;
  }
}

TEST(IlFlow, IfAndElseTakeTheirOwnThreads) {
  const std::string lines =
      "umod r1.x, r0.x, l0.w\n"
      "if_logicalz r1.x\n mov r10.x, l1.x\n"
      "else\n ieq r1.y, r1.x, l0.y\n"
      "  if_logicalnz r1.y\n mov r10.x, l1.y\n else\n mov r10.x, l1.z\n endif\n"
      "endif";
  expect_each(each_thread(lines), [](Word t) { return 4 + t % 3; });
}

TEST(IlFlow, IfcComparesFloats) {
  const std::vector<std::pair<std::string, bool (*)(float, float)>> relations = {
      {"eq", [](float a, float b) { return a == b; }},
      {"ne", [](float a, float b) { return a != b; }},
      {"gt", [](float a, float b) { return a > b; }},
      {"ge", [](float a, float b) { return a >= b; }},
      {"lt", [](float a, float b) { return a < b; }},
      {"le", [](float a, float b) { return a <= b; }}};
  for (const auto& [name, holds] : relations) {
    const Words given = each_thread("dcl_literal l2, 100.0, 0, 0, 0\nitof r2.x, r0.x\nifc_relop(" +
                                    name + ") r2.x, l2.x\nmov r10.x, l0.y\nendif");
    expect_each(given,
                [&, holds = holds](Word t) { return Word{holds(static_cast<float>(t), 100.0f)}; });
  }
}

TEST(IlFlow, ALoopEndsSeparatelyForEachThread) {
  // The sum of 1 … t.
  const std::string lines =
      "whileloop\n ige r2.x, r1.x, r0.x\n break_logicalnz r2.x\n"
      " iadd r1.x, r1.x, l0.y\n iadd r10.x, r10.x, r1.x\nendloop";
  expect_each(each_thread(lines), [](Word t) { return t * (t + 1) / 2; });
}

TEST(IlFlow, ALoopIsLeftWhereAConditionIsZero) {
  const std::string lines =
      "whileloop\n ilt r2.x, r1.x, r0.x\n break_logicalz r2.x\n iadd r1.x, r1.x, l0.y\n"
      " iadd r10.x, r10.x, l0.z\nendloop";
  expect_each(each_thread(lines), [](Word t) { return 2 * t; });
}

TEST(IlFlow, NestedLoopsWithBreaksAndContinues) {
  const std::string lines =
      "whileloop\n"
      " ige r2.x, r1.x, l1.w\n break_logicalnz r2.x\n"  // i from 1 to 7
      " iadd r1.x, r1.x, l0.y\n mov r3.x, l0.x\n"
      " whileloop\n"
      "  iadd r3.x, r3.x, l0.y\n"                           // j from 1
      "  ilt r2.y, r1.x, r3.x\n break_logicalnz r2.y\n"     // to i
      "  umod r2.z, r3.x, l0.z\n continue_logicalz r2.z\n"  // odd j only
      "  iadd r2.w, r0.x, r3.x\n iadd r10.x, r10.x, r2.w\n"
      "  ilt r2.w, r0.x, r3.x\n"
      "  if_logicalnz r2.w\n   break\n  endif\n"  // the first j above the thread
      " endloop\n"
      " umod r2.x, r1.x, l1.x\n"
      " if_logicalz r2.x\n  continue\n endif\n"
      " iadd r10.x, r10.x, l0.z\n"
      "endloop";
  expect_each(each_thread(lines), [](Word t) {
    Word sum = 0;
    for (Word i = 1; i <= 7; ++i) {
      for (Word j = 1; j <= i; ++j) {
        if (j % 2 == 0) continue;
        sum += t + j;
        if (t < j) break;
      }
      if (i % 4 == 0) continue;
      sum += 2;
    }
    return sum;
  });
}

TEST(IlFlow, ThreadsContinueALoopFromDifferentPlacesOfOneIteration) {
  const std::string lines =
      "umod r2.x, r0.x, l0.z\numod r2.y, r0.x, l0.w\n"
      "whileloop\n ige r2.w, r1.x, l1.x\n break_logicalnz r2.w\n iadd r1.x, r1.x, l0.y\n"
      " iadd r10.x, r10.x, l0.y\n continue_logicalz r2.x\n"
      " iadd r10.x, r10.x, l1.x\n continue_logicalz r2.y\n iadd r10.x, r10.x, l1.w\nendloop";
  expect_each(each_thread(lines), [](Word t) {
    return 4 * (t % 2 == 0 ? 1u : t % 3 == 0 ? 5u : 12u);
  });
}

TEST(IlFlow, ContinuesOfEveryFormWithinIfsOfOneIteration) {
  // Each quarter of the threads leaves the iteration at another place; none may lose another
  // quarter's threads.
  const std::string lines =
      "dcl_literal l2, 1.0, 2.0, 0, 0\niand r2.x, r0.x, l0.w\nitof r4.x, r2.x\n"
      "whileloop\n ige r3.x, r1.x, l1.y\n break_logicalnz r3.x\n iadd r1.x, r1.x, l0.y\n"
      " if_logicalz r2.x\n  iadd r10.x, r10.x, l0.y\n  continue\n  iadd r10.x, r10.x, l1.w\n"
      " else\n  ieq r3.y, r2.x, l0.y\n  if_logicalnz r3.y\n   iadd r10.x, r10.x, l0.z\n"
      "   continue_logicalnz r3.y\n   iadd r10.x, r10.x, l1.w\n  endif\n endif\n"
      " iadd r10.x, r10.x, l0.w\n continuec_relop(eq) r4.x, l2.y\n iadd r10.x, r10.x, l1.x\n"
      " continue_logicalz r3.x\n iadd r10.x, r10.x, l1.w\nendloop";
  expect_each(each_thread(lines), [](Word t) {
    const Word each[] = {1, 2, 3, 3 + 4};
    return 5 * each[t % 4];
  });
}

TEST(IlFlow, AContinueOfAnInnerLoopDoesNotAffectTheOuterOne) {
  const std::string lines =
      "iand r2.x, r0.x, l0.y\n"
      "whileloop\n ige r3.x, r1.x, l0.w\n break_logicalnz r3.x\n iadd r1.x, r1.x, l0.y\n"
      " mov r4.x, l0.x\n"
      " whileloop\n  ige r3.y, r4.x, l1.x\n  break_logicalnz r3.y\n  iadd r4.x, r4.x, l0.y\n"
      "  continue_logicalz r2.x\n  if_logicalnz r2.x\n   iadd r10.x, r10.x, l0.y\n   continue\n"
      "  endif\n  iadd r10.x, r10.x, l1.w\n endloop\n"
      " iadd r10.x, r10.x, l1.w\n continue_logicalnz r2.x\n iadd r10.x, r10.x, l1.z\nendloop";
  expect_each(each_thread(lines), [](Word t) { return 3 * (t % 2 == 0 ? 7u + 6u : 4u + 7u); });
}

TEST(IlFlow, ASwitchWithinALoopWithinASwitch) {
  const std::string lines =
      "iand r2.x, r0.x, l0.w\n"
      "switch r2.x\n"
      "case 0\ncase 2\n"
      " whileloop\n  ige r3.x, r1.x, l1.x\n  break_logicalnz r3.x\n  iadd r1.x, r1.x, l0.y\n"
      "  switch r1.x\n  case 1\n   continue_logicalz r2.x\n   iadd r10.x, r10.x, l0.y\n"
      "  case 2\n   iadd r10.x, r10.x, l0.z\n   break\n  case 3\n   continue\n  endswitch\n"
      "  iadd r10.x, r10.x, l1.x\n endloop\n"
      " iadd r10.x, r10.x, l1.w\n break_logicalnz r2.x\n"
      "default\n iadd r10.x, r10.x, l1.z\nendswitch\niadd r10.x, r10.x, l0.y";
  expect_each(each_thread(lines), [](Word t) {
    // Iterations 1 to 4: 1 falls into 2, 3 continues at once, 4 has no case.
    const Word turns = (t % 4 == 0 ? 0u : 1u + 2u + 4u) + (2u + 4u) + 4u;
    switch (t % 4) {
      case 0:
        return turns + 7u + 6u + 1u;
      case 2:
        return turns + 7u + 1u;
      default:
        return 6u + 1u;
    }
  });
}

TEST(IlFlow, CallsAndReturnsWithinLoopsContinueTheirIteration) {
  const std::string functions =
      "func 2\n iadd r10.x, r10.x, l0.y\n ret_logicalz r2.x\n iadd r10.x, r10.x, l1.x\n ret\n"
      "endfunc\n";
  const std::string lines =
      "iand r2.x, r0.x, l0.y\n"
      "whileloop\n ige r3.x, r1.x, l0.w\n break_logicalnz r3.x\n iadd r1.x, r1.x, l0.y\n"
      " call 2\n continue_logicalz r2.x\n call_logicalnz r2.x, 2\nendloop";
  expect_each(each_thread(lines, functions),
              [](Word t) { return 3 * (t % 2 == 0 ? 1u : 5u + 5u); });
}

TEST(IlFlow, TheCheckEndsARunThatIsLong) {
  struct Enough {};
  il::RunOptions options;
  options.check = [calls = 0]() mutable {
    if (++calls == 3) throw Enough();
  };
  const std::string text =
      pixel_header(1) + "whileloop\nadd r0, r0, r0\nendloop\nmov o0, r0\nend\n";
  EXPECT_THROW(run_pixel(text, {Words(4)}, {}, options), Enough);
}

TEST(IlFlow, BreakcAndContinuecCompareFloats) {
  const std::string lines =
      "dcl_literal l2, 1.0, 3.0, 10.0, 0\nitof r4.x, r0.x\n"
      "whileloop\n add r1.x, r1.x, l2.x\n breakc_relop(gt) r1.x, l2.z\n"
      " continuec_relop(le) r1.x, r4.x\n iadd r10.x, r10.x, l0.y\nendloop";
  expect_each(each_thread(lines), [](Word t) { return t >= 10 ? 0 : 10 - t; });
}

TEST(IlFlow, SwitchTakesItsCaseFallsThroughAndHasADefault) {
  const std::string lines =
      "iand r1.x, r0.x, l1.w\n"
      "switch r1.x\n"
      "case 0\n iadd r10.x, r10.x, l0.y\n break\n"
      "case 1\n iadd r10.x, r10.x, l0.z\n"  // falls into 2
      "case 2\n iadd r10.x, r10.x, l1.x\n break_logicalnz r10.x\n iadd r10.x, r10.x, r0.x\n break\n"
      "default\n iadd r10.x, r10.x, l1.y\n"  // falls into 5
      "case 5\n iadd r10.x, r10.x, l1.z\n"
      "endswitch\n iadd r10.x, r10.x, l1.w";
  expect_each(each_thread(lines), [](Word t) {
    switch (t % 8) {
      case 0:
        return 7u + 1u;
      case 1:
        return 7u + 2u + 4u;
      case 2:
        return 7u + 4u;
      case 5:
        return 7u + 6u;
      default:
        return 7u + 5u + 6u;
    }
  });
}

TEST(IlFlow, SwitchWithinALoopIsLeftByBreakAndTheLoopByContinue) {
  const std::string lines =
      "whileloop\n ige r2.x, r1.x, l1.y\n break_logicalnz r2.x\n iadd r1.x, r1.x, l0.y\n"
      " switch r1.x\n case 2\n  break\n case 3\n  continue\n default\n  iadd r10.x, r10.x, l0.y\n"
      " endswitch\n iadd r10.x, r10.x, l1.x\nendloop";
  expect_each(each_thread(lines), [](Word) { return 3u + 4 * 4; });
}

TEST(IlFlow, NegativeCases) {
  const std::string lines = "isub_is_not_il";
  EXPECT_THROW(each_thread(lines), Error);
  const std::string right = "inegate r1.x, r0.x\nswitch r1.x\ncase -3\n mov r10.x, l0.y\nendswitch";
  expect_each(each_thread(right), [](Word t) { return Word{t == 3}; });
}

TEST(IlFlow, FunctionsReturnToTheirCallers) {
  const std::string functions =
      "func 3\n iadd r10.x, r10.x, l0.y\n ilt r5.x, r0.x, l1.x\n if_logicalnz r5.x\n  ret_dyn\n "
      "endif\n"
      " call 7\nret\nendfunc\n"
      "func 7\n iadd r10.x, r10.x, l1.w\n ret_logicalz r0.x\n ret\nendfunc\n";
  const std::string lines =
      "call 3\ncall_logicalz r0.x, 7\numod r6.x, r0.x, l0.z\ncall_logicalnz r6.x, 3";
  expect_each(each_thread(lines, functions), [](Word t) {
    const Word three = t < 4 ? 1u : 8u;
    return three + (t == 0 ? 7 : 0) + (t % 2 != 0 ? three : 0);
  });
}

TEST(IlFlow, ReturnFromWithinALoopOfAFunction) {
  const std::string functions =
      "func 0\n whileloop\n  iadd r10.x, r10.x, l0.y\n  ige r5.x, r10.x, r0.x\n  ret_logicalnz "
      "r5.x\n"
      " endloop\nret\nendfunc\n";
  expect_each(each_thread("call 0\niadd r10.x, r10.x, l0.y", functions),
              [](Word t) { return std::max(t, 1u) + 1; });
}

TEST(IlFlow, ReturnFromMainEndsTheThreadAndKeepsItsOutputs) {
  const std::string text =
      pixel_header(1) +
      "dcl_literal l0, 0, 1, 2, 3\nftoi r0, vWinCoord0\nmov o0, l0.y\n"
      "umod r1.x, r0.x, l0.z\nif_logicalz r1.x\n ret_dyn\nendif\nmov o0, l0.w\nend";
  const Words given = run_pixel(text, {Words(16)});
  EXPECT_EQ(given, (Words{1, 1, 1, 1, 3, 3, 3, 3, 1, 1, 1, 1, 3, 3, 3, 3}));
}

TEST(IlFlow, DiscardKeepsTheOldOutput) {
  const std::string text = pixel_header(1) +
                           "dcl_literal l0, 0, 1, 2, 3\nftoi r0, vWinCoord0\nmov o0, l0.y\n"
                           "umod r1.x, r0.x, l0.z\ndiscard_logicalnz r1.x\nmov o0, l0.w\nend";
  const Words given = run_pixel(text, {Words(8)});
  EXPECT_EQ(given, (Words{3, 3, 3, 3, 0xDEADBEEF, 0xDEADBEEF, 0xDEADBEEF, 0xDEADBEEF}));
}

TEST(IlFlow, DiscardWithinABlockEndsTheThread) {
  // Neither the output nor the later write to g[] happens.
  const std::string text =
      "il_ps_2_0\ndcl_output_generic o0\ndcl_input_position_interp(linear) vWinCoord0.xy\n"
      "dcl_literal l0, 0, 1, 2, 3\nftoi r0, vWinCoord0\n"
      "ilt r1.x, r0.x, l0.z\nif_logicalnz r1.x\n discard_logicalz r0.x\nelse\n"
      " ieq r1.y, r0.x, l0.w\n if_logicalnz r1.y\n  discard_logicalnz r1.y\n endif\nendif\n"
      "mov g[r0.x], l0.yyyy\nmov o0, l0.wwww\nend\n";
  Words output(16, 9), global(16, 9);
  il::Bindings bindings;
  bindings.outputs[0] = {output, il::Format::float4, 4, 1, 4};
  bindings.global = global;
  il::run(il::read_program(text, "test.il"), bindings, il::Domain{0, 0, 4, 1});
  EXPECT_EQ(output, (Words{9, 9, 9, 9, 3, 3, 3, 3, 3, 3, 3, 3, 9, 9, 9, 9}));
  EXPECT_EQ(global, (Words{9, 9, 9, 9, 1, 1, 1, 1, 1, 1, 1, 1, 9, 9, 9, 9}));
}

TEST(IlFlow, AnEndlessLoopIsStoppedAtItsLimitWithItsLine) {
  il::RunOptions options;
  options.step_limit = 1000;
  const std::string text =
      pixel_header(1) + "mov o0, r0\nwhileloop\n  add r0, r0, r0\nendloop\nend\n";
  try {
    run_pixel(text, {Words(4)}, {}, options);
    FAIL() << "the loop ended";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    EXPECT_STREQ(error.what(),
                 "line 6, column 1: a thread took more than 1000 instructions in this loop");
  }
}

TEST(IlFlow, ALoopWithinTheLimitIsNotStopped) {
  il::RunOptions options;
  options.step_limit = 1000;
  const std::string text = pixel_header(1) +
                           "dcl_literal l0, 150, 1, 0, 0\n"
                           "whileloop\n ige r1.x, r0.x, l0.x\n break_logicalnz r1.x\n"
                           " iadd r0.x, r0.x, l0.y\nendloop\nmov o0, r0.x\nend\n";
  EXPECT_EQ(run_pixel(text, {Words(4)}, {}, options), Words(4, 150));
}

TEST(IlTrace, ShowsTheInstructionsOfTheChosenThread) {
  std::vector<std::string> lines;
  il::RunOptions options;
  options.trace.x = 1;
  options.trace.sink = [&](std::string_view line) { lines.emplace_back(line); };
  const std::string text =
      pixel_header(1) +
      "dcl_literal l0, 1.0, 1, 0, 0\nftoi r0.x, vWinCoord0.x\n"
      "if_logicalz r0.x\n mov r1, l0\nelse\n mov r1.x, l0.x\nendif\nmov o0, r1\nend\n";
  run_pixel(text, {Words(8)}, {}, options);
  const std::vector<std::string> expected = {
      "   6  ftoi r0.x___, vWinCoord0.xxxx    x=1e-45 0x00000001",
      "   7  if_logicalz r0.xxxx",
      "  10  mov r1.x___, l0.xxxx    x=1 0x3F800000",
      "  11  endif",
      "  12  mov o0, r1    x=1 0x3F800000  y=0 0x00000000  z=0 0x00000000  w=0 0x00000000",
      "  13  endmain"};
  EXPECT_EQ(lines, expected);
}

}  // namespace
}  // namespace gputest::test::interpreter_flow_test
