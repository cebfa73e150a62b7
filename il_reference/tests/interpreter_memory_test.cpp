// Resources, constant buffers, indexed temps, g[], outputs, LDS, UAVs and atomics.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "common/core/error.hpp"
#include "il_reference/tests/run.hpp"

namespace gputest::test::interpreter_memory_test {
namespace {

using Word = std::uint32_t;

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    return error.what();
  }
  return "no error";
}

/// Samples resource 0 of 3 x 2 elements with a pitch of 5 at (u, v); words are row, column, slot.
Words sampled(const std::string& instruction, float u, float v,
              il::Format format = il::Format::float4) {
  const unsigned words = il::words(format);
  Words memory(2 * 5 * words, 0xBADBAD);
  for (Word y = 0; y < 2; ++y) {
    for (Word x = 0; x < 3; ++x) {
      for (Word s = 0; s < words; ++s) memory[(y * 5 + x) * words + s] = 100 * y + 10 * x + s;
    }
  }
  const il::Program program = il::read_program(
      pixel_header(1) + "dcl_cb cb0[1]\n" + instruction + " o0, cb0[0]\nend\n", "test.il");
  il::Bindings bindings;
  bindings.resources[0] = {memory, format, 3, 2, 5};
  Words constants = {bits(u), bits(v), 0, 0};
  if (instruction.starts_with("load")) {
    constants = {static_cast<Word>(static_cast<int>(u)), static_cast<Word>(static_cast<int>(v)), 0,
                 0};
  }
  bindings.constants[0] = constants;
  Words output(4);
  bindings.outputs[0] = {output, il::Format::float4, 1, 1, 1};
  il::run(program, bindings, il::Domain{0, 0, 1, 1});
  return output;
}

const std::string sample = "sample_resource(0)_sampler(0)";

Words element(Word x, Word y) {
  return {100 * y + 10 * x, 100 * y + 10 * x + 1, 100 * y + 10 * x + 2, 100 * y + 10 * x + 3};
}

TEST(IlSample, TakesTheFloorOfTheCoordinateAndRespectsThePitch) {
  EXPECT_EQ(sampled(sample, 0, 0), element(0, 0));
  EXPECT_EQ(sampled(sample, 1, 1), element(1, 1));
  EXPECT_EQ(sampled(sample, 1.99f, 1.5f), element(1, 1));
  EXPECT_EQ(sampled(sample, 2.5f, 0.5f), element(2, 0));
}

TEST(IlSample, ClampsToTheEdge) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(sampled(sample, -0.5f, -7), element(0, 0));
  EXPECT_EQ(sampled(sample, 3, 2), element(2, 1));
  EXPECT_EQ(sampled(sample, infinity, 1e30f), element(2, 1));
  EXPECT_EQ(sampled(sample, -infinity, std::numeric_limits<float>::quiet_NaN()), element(0, 0));
}

TEST(IlSample, AddsItsOffset) {
  EXPECT_EQ(sampled(sample + "_aoffimmi(1.0,1.0,0.0)", 0.5f, 0.5f), element(1, 1));
  EXPECT_EQ(sampled(sample + "_aoffimmi(-1,0,0)", 2, 0), element(1, 0));
}

TEST(IlSample, CoordinatesAreElementsUnlessNormalized) {
  EXPECT_EQ(sampled(sample + "_coordtype(unnormalized)", 1, 1), element(1, 1));
  EXPECT_EQ(sampled(sample + "_coordtype(normalized)", 0.5f, 0.5f), element(1, 1));
}

TEST(IlSample, AResourceDeclaredWithoutUnnormIsNormalized) {
  const auto declared = [](const std::string& type, const std::string& suffix) {
    return il::read_program(
        "il_ps_2_0\ndcl_output_generic o0\ndcl_cb cb0[1]\n"
        "dcl_resource_id(0)_type(" +
            type + ")_fmtx(unknown)\n" + sample + suffix + " o0, cb0[0]\nend\n",
        "test.il");
  };
  const auto run = [](const il::Program& program) {
    Words memory(16), constants = {bits(0.5f), bits(0.25f), 0, 0}, output(4);
    for (Word k = 0; k < 16; ++k) memory[k] = k;
    il::Bindings bindings;
    bindings.resources[0] = {memory, il::Format::uint1, 4, 4, 4};
    bindings.constants[0] = constants;
    bindings.outputs[0] = {output, il::Format::float4, 1, 1, 1};
    il::run(program, bindings, il::Domain{0, 0, 1, 1});
    return output[0];
  };
  EXPECT_EQ(run(declared("2d,unnorm", "")), 0u);
  EXPECT_EQ(run(declared("2d", "")), 6u);
  EXPECT_EQ(run(declared("2d", "_coordtype(unnormalized)")), 0u);
  EXPECT_EQ(run(declared("2d,unnorm", "_coordtype(normalized)")), 6u);
}

TEST(IlSample, MissingSlotsOfAFormatHaveDefaults) {
  EXPECT_EQ(sampled(sample, 1, 1, il::Format::float1), (Words{110, 110, 110, 110}));
  EXPECT_EQ(sampled(sample, 1, 1, il::Format::float2), (Words{110, 111, 0, bits(1)}));
  EXPECT_EQ(sampled(sample, 1, 1, il::Format::uint1), (Words{110, 110, 110, 110}));
  EXPECT_EQ(sampled(sample, 1, 1, il::Format::int2), (Words{110, 111, 0, 1}));
  EXPECT_EQ(sampled(sample, 1, 1, il::Format::double1), (Words{110, 111, 0, 0}));
  EXPECT_EQ(sampled(sample, 1, 1, il::Format::double2), element(1, 1));
}

TEST(IlLoad, TakesIntegers) {
  EXPECT_EQ(sampled("load_resource(0)", 2, 1), element(2, 1));
  EXPECT_EQ(sampled("load_resource(0)", -4, 9), element(0, 1));
}

TEST(IlOutput, WritesTheSlotsOfItsFormatAtTheThreadsPlaceInADomainWithAnOrigin) {
  const il::Program program =
      il::read_program(pixel_header(0) + "ftoi r0, vWinCoord0\nmov o0, r0\nend\n", "test.il");
  Words memory(3 * 4 * 2, 9);
  il::Bindings bindings;
  bindings.outputs[0] = {memory, il::Format::uint2, 3, 3, 4};
  il::run(program, bindings, il::Domain{1, 1, 2, 2});
  EXPECT_EQ(memory, (Words{9, 9, 9, 9, 9, 9, 9, 9,  //
                           9, 9, 1, 1, 2, 1, 9, 9,  //
                           9, 9, 1, 2, 2, 2, 9, 9}));
}

TEST(IlOutput, ADomainLargerThanItIsRefused) {
  const il::Program program = il::read_program(pixel_header(0) + "mov o0, r0\nend\n", "test.il");
  Words memory(16);
  il::Bindings bindings;
  bindings.outputs[0] = {memory, il::Format::float4, 2, 2, 2};
  EXPECT_EQ(message_of([&] {
              il::run(program, bindings, il::Domain{0, 0, 3, 2});
            }),
            "the domain of 3 x 2 at (0, 0) is larger than o0, 2 x 2");
  EXPECT_EQ(message_of([&] {
              il::run(program, bindings, il::Domain{1, 0, 2, 2});
            }),
            "the domain of 2 x 2 at (1, 0) is larger than o0, 2 x 2");
  EXPECT_EQ(message_of([&] { il::run(program, {}, il::Domain{0, 0, 1, 1}); }), "o0 is not bound");
}

TEST(IlConstant, IndexedByARegister) {
  const Words constants = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  EXPECT_EQ(run_lines("mov r10, cb0[r0.y+1].wzyx", {{0, 1, 0, 0}}, constants),
            (Words{12, 11, 10, 9}));
  EXPECT_EQ(run_lines("mov r10, cb0[r0.x - 1]", {{1, 0, 0, 0}}, constants), (Words{1, 2, 3, 4}));
  EXPECT_EQ(message_of([&] {
              run_lines("mov r10, cb0[r0.x+1]", {{2, 0, 0, 0}}, constants);
            }),
            "line 7, column 1: cb0[3] is out of the bounds of its 3 elements");
  EXPECT_EQ(message_of([&] {
              run_lines("mov r10, cb0[r0.x]", {{0xFFFFFFFF, 0, 0, 0}}, constants);
            }),
            "line 7, column 1: cb0[-1] is out of the bounds of its 3 elements");
}

TEST(IlIndexedTemp, IsWrittenAndReadByIndex) {
  const std::string declaration = "dcl_indexed_temp_array x0[3]\ndcl_literal l0, 0, 1, 2, 3\n";
  EXPECT_EQ(run_lines(declaration + "mov x0[0], l0.wwww\nmov x0[r0.x+1].y0, l0.yyyy\n"
                                    "mov x0[2], l0.zzzz\niadd r10, x0[r0.x], x0[1]",
                      {{0, 0, 0, 0}}),
            (Words{3, 4, 3, 3}));
  EXPECT_EQ(message_of([&] {
              run_lines(declaration + "mov x0[r0.x], l0", {{3, 0, 0, 0}});
            }),
            "line 8, column 1: x0[3] is out of the bounds of its 3 elements");
  EXPECT_EQ(message_of([&] {
              run_lines(declaration + "mov r10, x0[r0.x]", {{4, 0, 0, 0}});
            }),
            "line 8, column 1: x0[4] is out of the bounds of its 3 elements");
}

TEST(IlGlobal, IsWrittenByEveryThreadWithinItsBounds) {
  const il::Program program = il::read_program(
      "il_cs_2_0\ndcl_num_thread_per_group 64\ndcl_literal l0, 2, 7, 8, 9\n"
      "imul r0.x, vaTid0.x, l0.x\nmov g[r0.x], r0.x\nmov g[r0.x+1].0_z1, l0\n"
      "mov r1, g[r0.x]\nmov g[r0.x + 1].y, r1\nend\n",
      "test.il");
  Words memory(4 * 2 * 128, 5);
  il::Bindings bindings;
  bindings.global = memory;
  il::run(program, bindings, il::Groups{2, 1, 1});
  for (Word t = 0; t < 128; ++t) {
    const Words mine(memory.begin() + 8 * t, memory.begin() + 8 * t + 8);
    ASSERT_EQ(mine, (Words{2 * t, 2 * t, 2 * t, 2 * t, 0, 2 * t, 8, bits(1)})) << t;
  }
  EXPECT_EQ(message_of([&] {
              il::run(program, bindings, il::Groups{3, 1, 1});
            }),
            "line 5, column 1: g[256] is out of the bounds of its 256 elements");
}

TEST(IlThreadIds, OfBothFamilies) {
  const std::string text =
      "il_cs_2_0\ndcl_num_thread_per_group 4, 2\ndcl_raw_uav_id(0)\ndcl_literal l0, 64, 16, 32, "
      "48\n"
      "umul r0.x, vAbsTidFlat.x, l0.x\n"
      "mov r1.x, vaTid0.x\nmov r1.y, vTid0.x\nmov r1.z, vTGroupid0.x\nmov r1.w, vTidInGrpFlat0.x\n"
      "uav_raw_store_id(0) mem, r0.x, r1\n"
      "iadd r0.x, r0.x, l0.y\nuav_raw_store_id(0) mem.xyz, r0.x, vAbsTid0\n"
      "iadd r0.x, r0.x, l0.y\nuav_raw_store_id(0) mem.xyz, r0.x, vTidInGrp0\n"
      "iadd r0.x, r0.x, l0.y\nuav_raw_store_id(0) mem.xyz, r0.x, vThreadGrpId0.xyz\n"
      "iadd r0.x, r0.x, l0.y\nend\n";
  const il::Program program = il::read_program(text, "test.il");
  Words memory(16 * 8 * 6);
  il::Bindings bindings;
  bindings.uavs[0] = {memory, il::Format::uint1, 0, 0, 0};
  il::run(program, bindings, il::Groups{3, 2, 1});
  for (Word flat = 0; flat < 48; ++flat) {
    const Word group = flat / 8, local = flat % 8;
    const Word gx = group % 3, gy = group / 3, lx = local % 4, ly = local / 4;
    const Words mine(memory.begin() + 16 * flat, memory.begin() + 16 * flat + 16);
    ASSERT_EQ(mine, (Words{flat, local, group, local,       //
                           4 * gx + lx, 2 * gy + ly, 0, 0,  //
                           lx, ly, 0, 0,                    //
                           gx, gy, 0, 0}))
        << flat;
  }
}

TEST(IlLds, AGroupsThreadsMeetAtAFence) {
  // Three times, each of 256 threads reads the word that the opposite thread wrote.
  const std::string text =
      "il_cs_2_0\ndcl_num_thread_per_group 256\ndcl_lds_id(1) 1024\ndcl_raw_uav_id(0)\n"
      "dcl_literal l0, 4, 1020, 3, 1\n"
      "umul r0.x, vTidInGrpFlat.x, l0.x\niadd r0.y, l0.y, r0.x_neg(xyzw)\nmov r1.x, vAbsTidFlat.x\n"
      "whileloop\n ige r2.x, r2.y, l0.z\n break_logicalnz r2.x\n"
      " lds_store_id(1) r0.x, r1.x\n fence_threads_lds\n lds_load_id(1) r1.x, r0.y\n"
      " fence_threads_lds\n iadd r2.y, r2.y, l0.w\nendloop\n"
      "umul r3.x, vAbsTidFlat.x, l0.x\nuav_raw_store_id(0) mem.x, r3.x, r1.x\nend\n";
  const Words given = run_compute(text, Words(512), 2);
  for (Word t = 0; t < 512; ++t) ASSERT_EQ(given[t], t / 256 * 256 + 255 - t % 256) << t;
}

TEST(IlLds, OwnedAreasAreWrittenByTheirThreadsAndReadByAll) {
  const std::string text =
      "il_cs_2_0\ndcl_num_thread_per_group 64\ndcl_lds_size_per_thread 8\n"
      "dcl_lds_sharing_mode _wavefrontRel\ndcl_raw_uav_id(0)\ndcl_literal l0, 1, 63, 4, 16\n"
      "iadd r1, vTid.xxxx, l0\n"
      "lds_write_vec_lOffset(4) mem.xyzw, r1\nlds_write_vec _lOffset(0) mem.x, r1.w\nfence_lds\n"
      "ixor r2.x, vTid.x, l0.y\nmov r2.y, l0.z\nlds_read_vec r3, r2.xy\n"
      "umul r4.x, vTid.x, l0.w\nuav_raw_store_id(0) mem, r4.x, r3\nend\n";
  const Words given = run_compute(text, Words(256), 1);
  for (Word t = 0; t < 64; ++t) {
    const Word other = 63 - t;
    const Words mine(given.begin() + 4 * t, given.begin() + 4 * t + 4);
    ASSERT_EQ(mine, (Words{other + 1, other + 63, other + 4, other + 16})) << t;
  }
}

TEST(IlLds, NeighboursExchangeTheirSlots) {
  const std::string text =
      "il_cs_2_0\ndcl_num_thread_per_group 64\ndcl_lds_size_per_thread 4\ndcl_raw_uav_id(0)\n"
      "dcl_literal l0, 0, 100, 200, 300\ndcl_literal l1, 16, 0, 0, 0\n"
      "iadd r1, vTid.xxxx, l0\nlds_write_vec_lOffset(0) mem, r1\nfence_lds\n"
      "mov r2.x, vTid.x\nmov r2.y, l1.y\nlds_read_vec_neighborExch r3, r2\n"
      "umul r4.x, vTid.x, l1.x\nuav_raw_store_id(0) mem, r4.x, r3\nend\n";
  const Words given = run_compute(text, Words(256), 1);
  for (Word t = 0; t < 64; ++t) {
    for (Word slot = 0; slot < 4; ++slot) {
      ASSERT_EQ(given[4 * t + slot], t / 4 * 4 + slot + 100 * (t % 4)) << t;
    }
  }
}

TEST(IlLds, StructuresAndTheirBounds) {
  const std::string head =
      "il_cs_2_0\ndcl_num_thread_per_group 4\ndcl_struct_lds_id(2) 16, 4\ndcl_raw_uav_id(0)\n"
      "dcl_literal l0, 4, 8, 16, 3\n";
  const std::string text =
      head +
      "lds_store_vec_id(2) mem.xy, vTid.x, l0.x, l0\nlds_load_vec_id(2) r1, vTid.x, r9.x\n"
      "umul r4.x, vTid.x, l0.z\nuav_raw_store_id(0) mem, r4.x, r1\nend\n";
  EXPECT_EQ(run_compute(text, Words(16), 1),
            (Words{0, 4, 8, 0, 0, 4, 8, 0, 0, 4, 8, 0, 0, 4, 8, 0}));
  EXPECT_EQ(message_of([&] {
              run_compute(head +
                              "lds_load_vec_id(2) r1, l0.x, l0.x\n"
                              "uav_raw_store_id(0) mem, r1.x, r1\nend\n",
                          Words(16), 1);
            }),
            "line 6, column 1: byte 68 is out of the bounds of LDS 2, 64 bytes");
}

TEST(IlUav, RawArenaStructuredAndTyped) {
  const std::string text =
      "il_cs_2_0\ndcl_num_thread_per_group 1\ndcl_raw_uav_id(0)\ndcl_arena_uav_id(1)\n"
      "dcl_struct_uav_id(2) 8\ndcl_uav_id(3)_type(2d)_fmtx(uint)\n"
      "dcl_literal l0, 0, 4, 1, 2\ndcl_literal l1, 0x11223344, 0x55667788, 3, 6\n"
      "uav_raw_load_id(0)_cached r0, l0.y\nuav_raw_store_id(0) mem.y01, l0.x, l1.y\n"
      "uav_arena_store_id(1)_size(dword) l0.x, l1.x\nuav_arena_store_id(1)_size(byte) l1.z, l1.y\n"
      "uav_arena_store_id(1)_size(short) l1.w, l1.x\nuav_arena_load_id(1)_size(byte) r1.x, l0.z\n"
      "uav_arena_load_id(1)_size(short) r1.y, l0.w\nuav_arena_load_id(1)_size(dword) r1.z, l0.x\n"
      "uav_struct_store_id(2) mem.xy, l0.zx, l1\nuav_struct_load_id(2) r2.x, l0.zy\n"
      "uav_store_id(3) mem, l0.zz, l1.w\nuav_load_id(3) r3, l0.zz\n"
      "mov g[0], r0\nmov g[1], r1\nmov g[2], r2\nmov g[3], r3\nend\n";
  const il::Program program = il::read_program(text, "test.il");
  Words raw = {1, 2, 3, 4, 5}, arena(2), structured(4), typed(6, 7), global(16);
  il::Bindings bindings;
  bindings.uavs[0] = {raw, il::Format::uint1, 0, 1, 0};
  bindings.uavs[1] = {arena, il::Format::uint1, 0, 1, 0};
  bindings.uavs[2] = {structured, il::Format::uint1, 0, 1, 0};
  bindings.uavs[3] = {typed, il::Format::uint1, 2, 2, 3};
  bindings.global = global;
  il::run(program, bindings, il::Groups{1, 1, 1});
  EXPECT_EQ(raw, (Words{1, 0x55667788, 0, bits(1), 5}));
  EXPECT_EQ(arena, (Words{0x88223344, 0x33440000}));
  EXPECT_EQ(structured, (Words{0, 0, 0x11223344, 0x55667788}));
  EXPECT_EQ(typed, (Words{7, 7, 7, 7, 6, 7}));
  EXPECT_EQ(global,
            (Words{2, 3, 4, 5, 0x33, 0x8822, 0x88223344, 0, 0x55667788, 0, 0, 0, 6, 0, 0, 0}));
}

TEST(IlUav, OutOfBoundsNamesLineAndByte) {
  const std::string text =
      "il_cs_2_0\ndcl_num_thread_per_group 64\ndcl_raw_uav_id(0)\ndcl_literal l0, 4, 0, 0, 0\n"
      "umul r0.x, vaTid.x, l0.x\n  uav_raw_store_id(0) mem.x, r0.x, r0.x\nend\n";
  EXPECT_EQ(message_of([&] { run_compute(text, Words(63), 1); }),
            "line 6, column 3: byte 252 is out of the bounds of UAV 0, 252 bytes");
  EXPECT_EQ(run_compute(text, Words(64), 1)[63], 252u);
}

struct AtomicCase {
  std::string name;
  Word before, operand, after;
};

class IlAtomic : public testing::TestWithParam<AtomicCase> {};

TEST_P(IlAtomic, OnUavAndLdsWithAndWithoutReading) {
  const auto& [name, before, operand, after] = GetParam();
  const std::string head = fmt::format(
      "il_cs_2_0\ndcl_num_thread_per_group 1\ndcl_raw_uav_id(0)\ndcl_lds_id(1) 16\n"
      "dcl_literal l0, 4, {}, {}, 8\n",
      operand, before);
  const Words memory = {0, before, 0, 0};
  if (name != "xchg") {
    EXPECT_EQ(run_compute(head + "uav_" + name + "_id(0) l0.x, l0.y\nend\n", memory, 1),
              (Words{0, after, 0, 0}));
    EXPECT_EQ(run_compute(head + "lds_store_id(1) l0.x, l0.z\nlds_" + name +
                              "_id(1) l0.x, l0.y\nlds_load_id(1) r0, l0.x\n"
                              "uav_raw_store_id(0) mem.x, l0.x, r0\nend\n",
                          memory, 1),
              (Words{0, after, 0, 0}));
  }
  EXPECT_EQ(run_compute(head + "uav_read_" + name +
                            "_id(0) r0.x, l0.x, l0.y\nuav_raw_store_id(0) mem.x, l0.w, r0\nend\n",
                        memory, 1),
            (Words{0, after, before, 0}));
  EXPECT_EQ(run_compute(head + "lds_store_id(1) l0.x, l0.z\nlds_read_" + name +
                            "_id(1) r0.y, l0.x, l0.y\nlds_load_id(1) r0.x, l0.x\n"
                            "uav_raw_store_id(0) mem.xy, l0.x, r0\nend\n",
                        memory, 1),
            (Words{0, after, before, 0}));
}

INSTANTIATE_TEST_SUITE_P(
    All, IlAtomic,
    testing::Values(AtomicCase{"add", 0xFFFFFFFF, 3, 2}, AtomicCase{"sub", 3, 5, 0xFFFFFFFE},
                    AtomicCase{"rsub", 3, 5, 2}, AtomicCase{"and", 12, 10, 8},
                    AtomicCase{"or", 12, 10, 14}, AtomicCase{"xor", 12, 10, 6},
                    AtomicCase{"min", 5, 0x80000000, 0x80000000},
                    AtomicCase{"max", 5, 0x80000000, 5}, AtomicCase{"umin", 5, 0x80000000, 5},
                    AtomicCase{"umax", 5, 0x80000000, 0x80000000}, AtomicCase{"uinc", 3, 5, 4},
                    AtomicCase{"uinc", 5, 5, 0}, AtomicCase{"udec", 3, 5, 2},
                    AtomicCase{"udec", 0, 5, 5}, AtomicCase{"udec", 7, 5, 5},
                    AtomicCase{"xchg", 7, 5, 5}),
    [](const auto& tested) { return fmt::format("{}_{}", tested.param.name, tested.index); });

TEST(IlGds, EachAtomicWithAndWithoutReading) {
  const AtomicCase cases[] = {{"add", 0xFFFFFFFF, 3, 2},
                              {"sub", 3, 5, 0xFFFFFFFE},
                              {"rsub", 3, 5, 2},
                              {"and", 12, 10, 8},
                              {"or", 12, 10, 14},
                              {"xor", 12, 10, 6},
                              {"min", 5, 0x80000000, 0x80000000},
                              {"max", 5, 0x80000000, 5},
                              {"umin", 5, 0x80000000, 5},
                              {"umax", 5, 0x80000000, 0x80000000},
                              {"inc", 3, 5, 4},
                              {"inc", 5, 5, 0},
                              {"dec", 3, 5, 2},
                              {"dec", 0, 5, 5},
                              {"dec", 7, 5, 5},
                              {"mskor", 15, 6, 41}};
  for (const auto& [name, before, operand, after] : cases) {
    const std::string operands = std::string(name) == "mskor" ? "l0.y, l1.x" : "l0.y";
    for (const bool structured : {false, true}) {
      const std::string at = structured ? "l1.yz" : "l0.x";
      const std::string head = fmt::format(
          "il_cs_2_0\ndcl_num_thread_per_group 1\ndcl_raw_uav_id(0)\n{}\n"
          "dcl_literal l0, 12, {}, {}, 0\ndcl_literal l1, 32, 1, 4, 0\ngds_store_id(3) {}, l0.z\n",
          structured ? "dcl_struct_gds_id(3) 8, 2" : "dcl_gds_id(3) 16", operand, before, at);
      const std::string rest =
          fmt::format("gds_load_id(3) r0.y, {}\nuav_raw_store_id(0) mem.xy, l0.w, r0\nend\n", at);
      EXPECT_EQ(
          run_compute(fmt::format("{}gds_{}_id(3) {}, {}\n{}", head, name, at, operands, rest),
                      {7, 7}, 1),
          (Words{0, after}))
          << name;
      EXPECT_EQ(run_compute(fmt::format("{}gds_read_{}_id(3) r0.x, {}, {}\n{}", head, name, at,
                                        operands, rest),
                            {7, 7}, 1),
                (Words{before, after}))
          << name;
    }
  }
}

TEST(IlGds, ComparesAndExchanges) {
  const std::string text =
      "il_cs_2_0\ndcl_num_thread_per_group 1\ndcl_raw_uav_id(0)\ndcl_gds_id(0) 8\n"
      "dcl_literal l0, 4, 0, 9, 8\ngds_cmp_store_id(0) l0.x, l0.y, l0.z\n"
      "gds_cmp_store_id(0) l0.x, l0.y, l0.w\n"
      "gds_read_xchg_id(0) r0.x, l0.x, l0.w\ngds_read_cmp_xchg_id(0) r0.y, l0.x, l0.z, l0.x\n"
      "gds_read_cmp_xchg_id(0) r0.z, l0.x, l0.w, l0.x\ngds_load_id(0) r0.w, l0.x\n"
      "uav_raw_store_id(0) mem, l0.y, r0\nend\n";
  EXPECT_EQ(run_compute(text, Words(4), 1), (Words{9, 8, 8, 4}));
}

TEST(IlGds, IsOneMemoryForAllGroupsAndZeroInEachRun) {
  const std::string text =
      "il_cs_2_0\ndcl_num_thread_per_group 128\ndcl_raw_uav_id(0)\ndcl_gds_id(0) 8\n"
      "dcl_literal l0, 0, 1, 4, 2\ngds_read_add_id(0) r0.x, l0.z, l0.y\nishl r0.x, r0.x, l0.w\n"
      "uav_add_id(0) r0.x, l0.y\nend\n";
  for (int run = 0; run < 2; ++run)
    EXPECT_EQ(run_compute(text, Words(1024), 8), Words(1024, 1));  // every number once
}

TEST(IlGds, OutOfItsBoundsOrUndeclaredIsAnError) {
  const std::string head = "il_cs_2_0\ndcl_num_thread_per_group 1\ndcl_literal l0, 16, 1, 4, 2\n";
  EXPECT_EQ(message_of([&] {
              run_compute(head + "dcl_gds_id(2) 16\ngds_add_id(2) l0.x, l0.y\nend\n", {}, 1);
            }),
            "line 5, column 1: byte 16 is out of the bounds of GDS 2, 16 bytes");
  EXPECT_EQ(message_of([&] {
              run_compute(head + "dcl_raw_uav_id(2)\ngds_add_id(2) l0.x, l0.y\nend\n", {}, 1);
            }),
            "test.il:5:1: error: GDS 2 is not declared");
}

TEST(IlAtomics, CompareAndExchange) {
  for (const Word before : {7u, 8u}) {
    const std::string text =
        "il_cs_2_0\ndcl_num_thread_per_group 1\ndcl_raw_uav_id(0)\ndcl_literal l0, 4, 7, 9, 8\n"
        "uav_read_cmp_xchg_id(0) r0.x, l0.x, l0.y, l0.z\nuav_raw_store_id(0) mem.x, l0.w, r0\n"
        "uav_cmp_id(0) r9.x, r9.x, l0.z\nend\n";
    EXPECT_EQ(run_compute(text, {0, before, 0}, 1), (Words{9, before == 7 ? 9 : before, before}));
  }
}

TEST(IlAtomics, OfAllThreadsOfAllGroupsAddUp) {
  const std::string text =
      "il_cs_2_0\ndcl_num_thread_per_group 128\ndcl_raw_uav_id(0)\ndcl_literal l0, 0, 1, 4, 8\n"
      "uav_add_id(0) l0.x, l0.y\nuav_read_add_id(0) r1.x, l0.z, l0.y\n"
      "ishl r2.x, r1.x, l0.z_neg(xyzw)\n"  // only so that r1 is read
      "iadd r1.x, r1.x, l0.z\numul r1.y, r1.x, l0.z\nuav_raw_store_id(0) mem.x, r1.y, l0.y\nend\n";
  const Words given = run_compute(text, Words(4 + 128 * 8), 8);
  EXPECT_EQ(given[0], 1024u);
  EXPECT_EQ(given[1], 1024u);
  EXPECT_EQ(std::accumulate(given.begin() + 4, given.end(), 0u), 1024u);  // each old value once
}

TEST(IlBindings, MissingOrSmallBindingsAreNamed) {
  const il::Program program =
      il::read_program(pixel_header(1) +
                           "dcl_cb cb0[4]\nsample_resource(0)_sampler(0) r0, vWinCoord0.xy\n"
                           "mov o0, cb0[3]\nend\n",
                       "test.il");
  Words memory(16);
  il::Bindings bindings;
  bindings.outputs[0] = {memory, il::Format::float4, 1, 1, 1};
  const auto run = [&] { il::run(program, bindings, il::Domain{0, 0, 1, 1}); };
  EXPECT_EQ(message_of(run), "line 6, column 1: resource 0 is not bound");
  bindings.resources[0] = {memory, il::Format::float4, 3, 2, 3};
  EXPECT_EQ(message_of(run),
            "line 6, column 1: resource 0 has no element, or less memory than its shape");
  bindings.resources[0] = {memory, il::Format::float4, 2, 2, 2};
  EXPECT_EQ(message_of(run), "line 7, column 1: cb0 is not bound");
  bindings.constants[0] = std::span<const Word>(memory).first(12);
  EXPECT_EQ(message_of(run), "line 7, column 1: cb0[3] is past the 3 elements of cb0");
  bindings.constants[0] = memory;
  EXPECT_EQ(message_of(run), "no error");
}

}  // namespace
}  // namespace gputest::test::interpreter_memory_test
