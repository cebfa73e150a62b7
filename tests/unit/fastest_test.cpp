#include "app/table/fastest.hpp"

#include <gtest/gtest.h>

#include "common/measure/statistics.hpp"

namespace gputest::fastest_test {
namespace {

/// A row of gravity at n = 100; all samples are within 1 % of those seconds.
ResultRow row_of(const std::string& variant, double seconds) {
  ResultRow row;
  row.api = "cpu";
  row.device.id = "cpu:0";
  row.kernel.family = "gravity";
  row.kernel.variant = variant;
  row.kernel.layouts = {"soa"};
  row.configuration.layout = "soa";
  row.n = 100;
  row.status = RowStatus::ok;
  row.timing.emplace();
  for (int k = -3; k <= 3; ++k) row.timing->samples.seconds.push_back(seconds * (1 + k * 0.003));
  row.timing->median = seconds;
  return row;
}

Report report_with(const std::vector<ResultRow>& rows) {
  Report report;
  report.rows = rows;
  return report;
}

TEST(Fastest, TheLeastTimeIsNamedWithItsMarginsOverTheNextAndTheSlowest) {
  const Report report =
      report_with({row_of("naive", 12e-3), row_of("simd", 1e-3), row_of("tiled", 1.5e-3)});
  EXPECT_EQ(fastest_lines(report),
            std::vector<std::string>{
                "fastest of gravity: gravity_simd, 1.5 times as fast as the next (gravity_tiled), "
                "12 times as fast as the slowest (gravity_naive)"});
}

TEST(Fastest, ABaselineReplacesTheSlowest) {
  Report report = report_with({row_of("naive", 12e-3), row_of("simd", 1e-3), row_of("tiled", 2e-3),
                               row_of("blocked", 3e-3)});
  report.baseline = "cpu:gravity_blocked";
  EXPECT_NE(fastest_lines(report).at(0).find("3 times as fast as the baseline (gravity_blocked)"),
            std::string::npos);
  report.baseline = "cpu:gravity_simd";
  EXPECT_NE(fastest_lines(report).at(0).find("gravity_simd, the baseline, 2 times as fast"),
            std::string::npos);
}

TEST(Fastest, RowsThatSamplesCannotDistinguishAreNamedTogether) {
  const Report report =
      report_with({row_of("naive", 12e-3), row_of("simd", 1e-3), row_of("tiled", 1.03e-3)});
  EXPECT_EQ(fastest_lines(report),
            std::vector<std::string>{
                "fastest of gravity: gravity_simd and gravity_tiled, which do not differ by 5% "
                "with certainty; 12 times as fast as the next (gravity_naive)"});
}

TEST(Fastest, ADoubtfulRowIsNeverNamedFirst) {
  for (const RowStatus status :
       {RowStatus::noisy, RowStatus::disturbed, RowStatus::throttled, RowStatus::ok}) {
    Report report =
        report_with({row_of("naive", 12e-3), row_of("simd", 1e-3), row_of("tiled", 2e-3)});
    report.rows[1].status = status;
    if (status == RowStatus::ok) report.rows[1].timing->samples.seconds.resize(kMinCompared - 1);
    const std::string line = fastest_lines(report).at(0);
    EXPECT_EQ(line.rfind("fastest of gravity: gravity_tiled, 6 times as fast", 0), 0u) << line;
    EXPECT_NE(line.find("; gravity_simd took less time, but is "), std::string::npos) << line;
  }
}

TEST(Fastest, OneReliableRowIsNoComparison) {
  Report report = report_with({row_of("naive", 12e-3), row_of("simd", 1e-3)});
  report.rows[1].status = RowStatus::noisy;
  EXPECT_NE(fastest_lines(report).at(0).find("fastest of gravity: unknown"), std::string::npos);
  report.rows.pop_back();
  EXPECT_TRUE(fastest_lines(report).empty());
}

TEST(Fastest, ProblemsAreRankedSeparately) {
  std::vector<ResultRow> rows{row_of("naive", 2e-3), row_of("simd", 1e-3), row_of("naive", 4e-3),
                              row_of("simd", 9e-3)};
  rows[2].n = rows[3].n = 200;
  const std::vector<std::string> lines = fastest_lines(report_with(rows));
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].rfind("fastest of gravity n=100: gravity_simd", 0), 0u) << lines[0];
  EXPECT_EQ(lines[1].rfind("fastest of gravity n=200: gravity_naive", 0), 0u) << lines[1];
  rows[1].configuration.precision = Precision::fp64;
  EXPECT_EQ(fastest_lines(report_with(rows)).size(), 1u);
}

TEST(Fastest, WaysOfOneProblemAreComparedAndProblemsAreNot) {
  std::vector<ResultRow> rows{row_of("naive", 2e-3), row_of("naive", 1e-3)};
  for (std::size_t k = 0; k < 2; ++k) rows[k].configuration.axes = {{"fmas", k == 0 ? "0" : "16"}};
  Report report = report_with(rows);
  EXPECT_NE(fastest_lines(report).at(0).find("gravity_naive fmas=16, 2 times as fast as the next "
                                             "(gravity_naive fmas=0)"),
            std::string::npos);
  report.problem_axes = {"fmas"};
  EXPECT_TRUE(fastest_lines(report).empty());
}

}  // namespace
}  // namespace gputest::fastest_test
