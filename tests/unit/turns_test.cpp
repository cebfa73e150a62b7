// Rows that are measured in turns.
#include <gtest/gtest.h>

#include "app/run/turns.hpp"
#include "app/table/fastest.hpp"
#include "app/table/turns.hpp"

namespace gputest {
namespace {

ResultRow timed_row(const std::string& variant, double seconds,
                    RowStatus status = RowStatus::disturbed) {
  ResultRow row;
  row.api = row.kernel.api = "opencl";
  row.device.id = "opencl:0";
  row.kernel.family = "gravity";
  row.kernel.variant = variant;
  row.kernel.layouts = {"soa"};
  row.configuration.layout = "soa";
  row.n = 1024;
  row.status = status;
  row.timing.emplace();
  row.timing->median = seconds;
  row.timing->samples.seconds = {seconds, seconds, seconds};
  return row;
}

Report report_of(std::vector<ResultRow> rows) {
  Report report;
  report.rows = std::move(rows);
  return report;
}

TEST(Turns, TakeEachRowOnceInATurn) {
  Report report = report_of({timed_row("a", 0.1), timed_row("b", 0.2)});
  std::vector<std::size_t> taken;
  EXPECT_TRUE(take_turns(
      report, {3, true, 100},
      [&](std::size_t row) {
        taken.push_back(row);
        ResultRow now = report.rows[row];
        now.timing->samples.seconds = {0.5, 0.25 * static_cast<double>(row + 1), 0.75};
        return now;
      },
      true));
  EXPECT_EQ(taken, (std::vector<std::size_t>{0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(report.rows[0].turns, (std::vector<double>{0.25, 0.25, 0.25}));
  EXPECT_EQ(report.rows[1].turns, (std::vector<double>{0.5, 0.5, 0.5}));
}

/// The rows that turns measure.
std::vector<std::size_t> measured(Report report, const TurnsWish& wish) {
  std::vector<std::size_t> rows;
  take_turns(
      report, wish,
      [&](std::size_t row) {
        rows.push_back(row);
        return report.rows[row];
      },
      true);
  return rows;
}

TEST(Turns, AreOfProblemsWithADoubtfulRow) {
  Report report = report_of({timed_row("a", 0.1, RowStatus::ok), timed_row("b", 0.2, RowStatus::ok),
                             timed_row("a", 0.1), timed_row("b", 0.2), timed_row("a", 0.1)});
  report.rows[2].n = report.rows[3].n = 2048;
  report.rows[4].n = 4096;  // alone
  EXPECT_EQ(measured(report, {1, true, 100}), (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(measured(report, {1, false, 100}), (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(measured(report, {0, false, 100}), std::vector<std::size_t>());
}

TEST(Turns, CompareNoSizesOfATaskThatShareN) {
  Report report = report_of({timed_row("a", 0.1), timed_row("b", 0.2), timed_row("a", 0.1)});
  report.rows[0].problem = report.rows[1].problem = {{"sizes", {{"n", 1024}, {"rows", 16}}}};
  report.rows[2].problem = {{"sizes", {{"n", 1024}, {"rows", 1024}}}};
  EXPECT_EQ(measured(report, {1, true, 100}), (std::vector<std::size_t>{0, 1}));
}

TEST(Turns, LeaveOutTheSlowestRows) {
  Report report = report_of({timed_row("a", 0.01), timed_row("slow", 9), timed_row("b", 0.02)});
  EXPECT_EQ(measured(report, {1, true, 20}), (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(measured(report, {1, true, 100}), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(measured(report, {1, true, 0.1}), std::vector<std::size_t>());
  report.baseline = "opencl:gravity_slow";
  EXPECT_EQ(measured(report, {1, true, 54.7}), (std::vector<std::size_t>{0, 1}));
  report.rows[0].turns = {0.01};
  report.rows[2].turns = {0.02};
  EXPECT_EQ(rows_without_turns(report),
            std::vector<std::string>{
                "no turns of gravity_slow, which take long; --turns=1 includes them"});
}

TEST(Turns, ARowThatFailsLosesItsSpeed) {
  Report report = report_of({timed_row("a", 0.1), timed_row("b", 0.2)});
  take_turns(
      report, {2, true, 100},
      [&](std::size_t row) {
        ResultRow now = report.rows[row];
        if (row == 1) {
          now.timing.reset();
          now.status = RowStatus::failed;
          now.exit_status = Status::verification_failed;
          now.reason = "body 3 is wrong";
        }
        return now;
      },
      true);
  EXPECT_EQ(report.rows[0].turns.size(), 2U);
  EXPECT_EQ(report.rows[1].status, RowStatus::failed);
  EXPECT_FALSE(report.rows[1].timing);
}

TEST(Turns, AnInterruptionLeavesNone) {
  Report report = report_of({timed_row("a", 0.1), timed_row("b", 0.2)});
  unsigned left = 3;
  const auto take = [&](std::size_t row) {
    if (--left == 0) throw Error(Status::interrupted, "interrupted");
    return report.rows[row];
  };
  EXPECT_FALSE(take_turns(report, {2, true, 100}, take, true));
  EXPECT_TRUE(report.rows[0].turns.empty());
}

TEST(Turns, GiveRatiosWithTheirRange) {
  ResultRow fast = timed_row("fast", 0.1), slow = timed_row("slow", 0.1);
  fast.turns = {1, 3, 1, 2, 1};
  slow.turns = {2, 5, 3, 4, 2};
  const TurnRatio ratio = turn_ratio(fast, slow);
  EXPECT_DOUBLE_EQ(ratio.median, 2);
  EXPECT_DOUBLE_EQ(ratio.low, 5.0 / 3);
  EXPECT_DOUBLE_EQ(ratio.high, 3);
  Report report = report_of({slow, fast});
  EXPECT_EQ(
      fastest_lines(report),
      std::vector<std::string>{"fastest of gravity, in 5 turns: gravity_fast, 2 times as fast "
                               "as the next (1.67 to 3; gravity_slow)"});
  const std::vector<Table> tables = turn_tables(report);
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].rows[0].cells,
            (std::vector<std::string>{"gravity_slow", "2e+06", "0.5", "0.333 to 0.6"}));
  EXPECT_EQ(tables[0].rows[1].cells.back(), "reference");
  report.baseline = "opencl:gravity_slow";
  EXPECT_EQ(turn_tables(report)[0].rows[0].cells.back(), "reference");
  report.rows[0].turns[0] = 0.5;
  EXPECT_EQ(
      fastest_lines(report)[0],
      "fastest of gravity, in 5 turns: gravity_fast and gravity_slow, which turns do not tell "
      "apart");
}

}  // namespace
}  // namespace gputest
