// The counters of an NVIDIA GPU: the calls of CUPTI, with a fake one, and the meaning of metrics.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "common/simt/cupti.hpp"
#include "common/simt/nvidia_counts.hpp"

namespace gputest::nvidia_counts_test {
namespace {

using simt::nvidia_counts;

/// All metrics of a launch that does nothing.
std::map<std::string, double> no_work() {
  std::map<std::string, double> metrics;
  for (const std::string& name : simt::nvidia_metrics()) metrics[name] = 0;
  return metrics;
}

/// memory_stride at a stride of 8 floats on an H200: 2^20 loads of 4 bytes.
std::map<std::string, double> strided_loads() {
  std::map<std::string, double> metrics = no_work();
  metrics["smsp__inst_executed.sum"] = 557'056;
  metrics["smsp__thread_inst_executed.sum"] = 557'056 * 32;
  metrics["smsp__warps_launched.sum"] = 32'768;
  metrics["smsp__warps_active.sum"] = 4e7;
  metrics["smsp__warps_issue_stalled_long_scoreboard.sum"] = 3e7;
  metrics["smsp__warps_issue_stalled_wait.sum"] = 1e6;
  metrics["sm__inst_executed_pipe_lsu.sum"] = 65'536;
  metrics["sm__inst_executed_pipe_lsu.sum.pct_of_peak_sustained_active"] = 2.5;
  metrics["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"] = 32'768;
  metrics["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"] = 1'048'576;
  metrics["l1tex__t_set_accesses_pipe_lsu_mem_global_op_ld.sum"] = 262'144;
  metrics["smsp__sass_data_bytes_mem_global_op_ld.sum"] = 4'194'304;
  metrics["sm__cycles_active.max"] = 10'000;
  metrics["sm__cycles_elapsed.avg.per_second"] = 2e9;
  metrics["lts__t_sectors_srcunit_tex.sum"] = 1'179'648;
  metrics["lts__t_sectors_srcunit_tex_lookup_hit.sum"] = 100'000;
  metrics["lts__t_sectors_srcunit_tex_lookup_miss.sum"] = 900'000;
  metrics["dram__bytes_read.sum"] = 33'557'504;
  metrics["dram__bytes_write.sum"] = 13'284'096;
  metrics["dram__bytes.sum.peak_sustained"] = 5000;  // of a cycle
  metrics["dram__cycles_elapsed.avg.per_second"] = 3e9;
  return metrics;
}

TEST(NvidiaCounts, AtAStrideOfEightFloatsEachLaneHasItsOwnSector) {
  const LaunchCounts counts = nvidia_counts(strided_loads(), "CUPTI 13.0");
  ASSERT_EQ(counts.memory.size(), 1u);
  const MemoryCounts& load = counts.memory[0];
  EXPECT_EQ(load.access, "global load");
  EXPECT_EQ(load.lines_32 / load.requests, 32u);
  EXPECT_EQ(*load.lines_128 / load.requests, 8u);
  EXPECT_EQ(counts.bytes_moved(load), 8 * load.bytes);
  EXPECT_FALSE(load.lines_64);
  EXPECT_EQ(counts.mean_lanes(), 32);
}

TEST(NvidiaCounts, TheCardHasSharesAndWaits) {
  const LaunchCounts counts = nvidia_counts(strided_loads(), "CUPTI 13.0");
  ASSERT_TRUE(counts.card);
  EXPECT_EQ(counts.card->source, "CUPTI 13.0");
  EXPECT_EQ(counts.card->levels[1].bytes, 1'179'648u * 32);
  EXPECT_EQ(*counts.card->levels[1].hits, counts.card->levels[1].bytes / 10 + 1) << "rounded";
  EXPECT_EQ(counts.card->levels[2].bytes, 33'557'504u + 13'284'096u);
  // 47 MB in 5 us, where 15 TB/s move 75 MB.
  EXPECT_NEAR(counts.card->levels[2].share, 0.6246, 1e-4);
  CardCounts timed = *counts.card;
  timed.set_seconds(10e-6);
  EXPECT_NEAR(timed.levels[2].share, 0.3123, 1e-4);
  ASSERT_EQ(counts.card->stalls.size(), 2u);
  EXPECT_EQ(counts.card->stalls[0].reason, "memory");
  EXPECT_DOUBLE_EQ(counts.card->stalls[0].share, 0.75);
  ASSERT_EQ(counts.units.size(), 1u);
  EXPECT_DOUBLE_EQ(*counts.units[0].share, 0.025);
}

TEST(NvidiaCounts, BankConflictsLengthenReadsOfLds) {
  auto metrics = no_work();
  metrics["smsp__sass_inst_executed_op_shared_ld.sum"] = 100;
  metrics["smsp__sass_data_bytes_mem_shared_op_ld.sum"] = 12'800;
  metrics["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"] = 3200;
  metrics["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"] = 3100;
  const LaunchCounts counts = nvidia_counts(metrics, "CUPTI 13.0");
  ASSERT_EQ(counts.banks.size(), 1u);
  EXPECT_EQ(counts.banks[0].access, "LDS read");
  EXPECT_EQ(counts.banks[0].cycles, 3200u);
  EXPECT_EQ(counts.banks[0].without, 100u);
}

TEST(NvidiaCounts, AMetricThatTheChipLacksIsNamed) {
  auto metrics = strided_loads();
  metrics.erase("lts__t_sectors_srcunit_tex.sum");
  try {
    nvidia_counts(metrics, "CUPTI 13.0");
    FAIL() << "counted";
  } catch (const NotCounted& reason) {
    EXPECT_STREQ(reason.what(), "CUPTI has no value of lts__t_sectors_srcunit_tex.sum");
  }
  auto other = strided_loads();
  other.erase("smsp__warps_issue_stalled_barrier.sum");
  EXPECT_NO_THROW(nvidia_counts(other, "CUPTI 13.0")) << "chips differ in the kinds of waits";
}

/// In a process of its own, because CUPTI is opened once. Ends it with status 3 if nothing is
/// counted.
[[noreturn]] void count_with(const char* variable, const char* value) {
  dlopen(GPUTEST_FAKE_CUPTI, RTLD_NOW);  // also the fake libcuda.so.1
  setenv("GPUTEST_CUPTI", GPUTEST_FAKE_CUPTI, 1);
  setenv(variable, value, 1);
  int launches = 0, uploads = 0;
  try {
    const auto measured = simt::measure(
        {"four", "imc_miss"}, [&] { ++launches; },
        [&] { uploads += uploads == launches ? 1 : 100; });
    std::cerr << measured.source << ", " << measured.values.size() << " value, four is "
              << measured.values.at("four") << ", " << launches << " launches, " << uploads
              << " uploads";
    std::_Exit(0);
  } catch (const NotCounted& reason) {
    std::cerr << reason.what();
    std::_Exit(3);
  }
}

TEST(Cupti, EachPassIsALaunchAfterAnUpload) {
  EXPECT_EXIT(count_with("NOTHING", ""), testing::ExitedWithCode(0),
              "CUPTI 13.0, 1 value, four is 400, 3 launches, 3 uploads");
}

TEST(Cupti, WithoutCountersThereIsASentence) {
  EXPECT_EXIT(count_with("GPUTEST_CUPTI", "/no/libcupti.so"), testing::ExitedWithCode(3),
              "CUPTI is not installed .*GPUTEST_CUPTI names its libcupti.so");
  EXPECT_EXIT(count_with("GPUTEST_CUPTI", "libm.so.6"), testing::ExitedWithCode(3),
              "libm.so.6 is too old; counting needs CUPTI 12.6");
  EXPECT_EXIT(count_with("GPUTEST_FAKE_CUPTI_ERROR", "35"), testing::ExitedWithCode(3),
              "the driver lets only administrators count");
  EXPECT_EXIT(count_with("GPUTEST_FAKE_CUPTI_ERROR", "26"), testing::ExitedWithCode(3),
              "another profiler uses the GPU's counters");
  EXPECT_EXIT(count_with("GPUTEST_FAKE_CUPTI_ERROR", "7"), testing::ExitedWithCode(3),
              "cuptiRangeProfilerEnable gave CUPTI_ERROR_OF_A_TEST \\(7\\)");
}

}  // namespace
}  // namespace gputest::nvidia_counts_test
