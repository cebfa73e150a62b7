#include "app/sweep/survey_tables.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace gputest::survey_tables_test {
namespace {

/// An entry of the survey of 2009, table 1: 115 Gflops, 21.0 $/Gflops, 3.7 W/Gflops.
SurveyEntry xeon() {
  SurveyEntry entry;
  entry.system = "Dual Quad-Core Xeon E5430";
  entry.kernel = "gravity_simd";
  entry.speed = 115;
  entry.price = 115 * 21.0;
  entry.watts = 115 * 3.7;
  entry.watts_source = "a meter";
  return entry;
}

TEST(SurveyTables, TheFirstDividesCostAndPowerByTheSpeed) {
  const SurveyTable table = gravity_table({xeon()}, "65536", "USD");
  const auto& cells = table.table.rows.front().cells;
  EXPECT_EQ(cells[2], "115");
  EXPECT_EQ(cells[4], "21");
  EXPECT_EQ(cells[5].substr(0, 4), "3.7 ");
  EXPECT_EQ(cells[6].substr(0, 1), "-");
  EXPECT_EQ(table.table.columns[4].title, "cost/speed (USD/Gflops)");
}

TEST(SurveyTables, TheSecondHasAccelerationOverTheFirstLinePerMillionAndKilowatt) {
  // The survey's table 2: 75.1 s and 20.2 s, 3.7 times; 3.3 per million yen and 2.5 per kilowatt.
  SurveyEntry cpu = xeon(), gpu = xeon();
  cpu.speed = 75.1;
  cpu.price = 303000;
  cpu.watts = 400;
  gpu.speed = 20.2;
  const SurveyTable table = dynamics_table({cpu, gpu}, "4953", "1000", "JPY");
  EXPECT_EQ(table.table.rows[0].cells[3], "1");
  EXPECT_EQ(table.table.rows[0].cells[4], "3.3");
  EXPECT_EQ(table.table.rows[0].cells[5].substr(0, 4), "2.5 ");
  EXPECT_EQ(table.table.rows[1].cells[3], "3.718");
}

TEST(SurveyTables, AnUnknownValueIsADashWithOneFootnote) {
  SurveyEntry entry = xeon();
  entry.price.reset();
  entry.why_no_price = "no price";
  const SurveyTable table = gravity_table({entry, entry}, "1", "price");
  for (const auto& row : table.table.rows) EXPECT_EQ(row.cells[4], "- [2]");
  EXPECT_EQ(table.footnotes[1], "no price");
  EXPECT_EQ(std::count(table.footnotes.begin(), table.footnotes.end(), "no price"), 1);
}

TEST(SurveyTables, ADoubtfulSpeedIsMarkedAndAnAbsentOneADash) {
  SurveyEntry noisy = xeon();
  noisy.status = RowStatus::noisy;
  noisy.reason = "it jumps";
  EXPECT_EQ(gravity_table({noisy}, "1", "price").table.rows.front().cells[2], "115~ [1]");
  noisy.speed.reset();
  const SurveyTable table = gravity_table({noisy}, "1", "price");
  EXPECT_EQ(table.table.rows.front().cells[2], "- [1]");
  EXPECT_EQ(table.table.rows.front().cells[4].substr(0, 1), "-");
}

}  // namespace
}  // namespace gputest::survey_tables_test
