// The output of `gputest explain` that needs no GPU, only compiled code: occupancy, waves of
// blocks, and the busiest unit of an inner loop.
#include <gtest/gtest.h>

#include "app/explain/explanation.hpp"

namespace gputest::app_explain_test {
namespace {

/// A kernel on an H100: 64 registers, so that a multiprocessor holds four blocks of 256 threads.
RowResources resources_of(std::uint64_t blocks) {
  RowResources resources;
  resources.target = "sm_90";
  resources.compute_units = 132;
  resources.compute_units_of = "H100 SXM";
  Pass pass;
  pass.name = "gravity_tiled";
  pass.grid = {blocks, 1, 1};
  pass.block = {256, 1, 1};
  resources.plan = LaunchPlan{{pass}, {}, 0};
  ResourceRow code;
  code.target = "sm_90";
  code.resources.vector_registers = 64;
  code.resources.wavefront = 32;
  LoopCount loop;
  loop.by_kind[static_cast<std::size_t>(InstructionKind::fma)] = 16;
  loop.by_kind[static_cast<std::size_t>(InstructionKind::special)] = 4;
  loop.by_kind[static_cast<std::size_t>(InstructionKind::other)] = 4;
  code.loop = loop;
  code.loop_source = "machine code";
  resources.code = {code};
  return resources;
}

ExplainedRow row_of(std::uint64_t n) {
  ExplainedRow row;
  row.api = "cuda";
  row.kernel = "gravity_tiled";
  row.n = n;
  row.unit = "interactions";
  row.entry.median = 1e-3;
  return row;
}

std::string text_of(const Aspect& aspect) {
  std::string text;
  for (const std::string& sentence : aspect.sentences) text += sentence + " ";
  return text;
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

TEST(Explain, OccupancyAndItsLimitFollowFromTheCode) {
  RowResources resources = resources_of(528);
  const Aspect full = occupancy_aspect(resources);
  EXPECT_EQ(full.figures.at("wavefronts"), 32);
  EXPECT_EQ(full.figures.at("occupancy"), 0.5);
  EXPECT_PRED2(says, text_of(full), "Its registers limit that.");
  resources.code[0]->resources.vector_registers = 32;
  EXPECT_PRED2(says, text_of(occupancy_aspect(resources)), "That is the maximum.");
  // Dynamic shared memory of the launch counts like the code's static shared memory.
  resources.plan->passes[0].shared_bytes = 100 << 10;
  const Aspect shared = occupancy_aspect(resources);
  EXPECT_EQ(shared.figures.at("wavefronts"), 16);
  EXPECT_PRED2(says, text_of(shared), "Its shared memory limits that.");
}

TEST(Explain, WavesCountTheBlocksThatTheDeviceHolds) {
  const auto said = [](std::uint64_t blocks) {
    return text_of(launch_aspect(row_of(blocks * 256), resources_of(blocks)));
  };
  EXPECT_PRED2(says, said(528), "fills 100 % of these places");
  EXPECT_PRED2(says, said(264), "fills 50 % of these places");
  EXPECT_PRED2(says, said(100), "100 blocks leave 32 multiprocessors idle");
  EXPECT_PRED2(says, said(1056), "the launch is 2 full waves.");
  const std::string half = said(660);
  EXPECT_PRED2(says, half, "1 full wave and a last one that is 25 % full");
  EXPECT_PRED2(says, half, "38 % of the time would be lost");
}

TEST(Explain, TheLastBlockHoldsTheRestOfTheWork) {
  EXPECT_PRED2(says, text_of(launch_aspect(row_of(1024), resources_of(4))), "Every block is full");
  EXPECT_PRED2(says, text_of(launch_aspect(row_of(832), resources_of(4))),
               "The last block is 25 % full.");
  RowResources lanes = resources_of(8);
  lanes.plan->parameters = {{"lanes", 2}};
  const std::string text = text_of(launch_aspect(row_of(960), lanes));
  EXPECT_PRED2(says, text, "The last block is 50 % full.");
  EXPECT_PRED2(says, text, "2.13 for each of n = 960");
  // If the grid is divided in another way, the text does not mention the last block.
  EXPECT_FALSE(says(text_of(launch_aspect(row_of(5000), resources_of(4))), "last block"));
}

TEST(Explain, TheBusiestUnitBoundsTheLoop) {
  MeasuredCeilings ceilings;
  ceilings.arithmetic = CeilingRow{};
  ceilings.arithmetic->row.gflops = 64e3;  // 2.5e11 clocks/s with 128 fused multiply-adds each
  ExplainedRow row = row_of(1);
  row.per_s = 2e12;
  // Four special functions at 16 per clock take 0.25 clocks per iteration; issue takes only 24 /
  // 128.
  const Aspect aspect = loop_aspect(row, Precision::fp32, resources_of(528), ceilings);
  EXPECT_PRED2(says, text_of(aspect), "So the special functions bound the loop");
  EXPECT_EQ(aspect.figures.at("clocks").at("the special functions"), 0.25);
  EXPECT_DOUBLE_EQ(aspect.figures.at("busy_if_one_special_each").get<double>(), 0.5);
  row.per_s = 8e12;
  EXPECT_PRED2(says, text_of(loop_aspect(row, Precision::fp32, resources_of(528), ceilings)),
               "one serves several");
}

TEST(Explain, UnknownValuesAreCalledUnknown) {
  RowResources none;
  none.unknown = "The resources of its code are unknown.";
  EXPECT_EQ(text_of(occupancy_aspect(none)), "The resources of its code are unknown. ");
  EXPECT_PRED2(says, text_of(launch_aspect(row_of(1), none)), "The launch is unknown");
  EXPECT_TRUE(loop_aspect(row_of(1), Precision::fp32, none, {}).sentences.empty());
}

}  // namespace
}  // namespace gputest::app_explain_test
