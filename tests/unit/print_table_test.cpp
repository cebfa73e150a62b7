#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "app/command/table.hpp"
#include "app/results/run_report.hpp"

namespace gputest::print_table_test {
namespace {

/// A row of 4e9 interactions in 2 ms.
ResultRow timed_row() {
  ResultRow row;
  row.api = "cuda";
  row.device.id = "cuda:0";
  row.device.name = "a GPU";
  row.kernel.family = "gravity";
  row.kernel.variant = "tiled";
  row.kernel.layouts = {"float4"};
  row.configuration.layout = "float4";
  row.n = 100;
  row.status = RowStatus::ok;
  row.unit = {"interactions", "Ginter/s"};
  row.work = Work{4e9, 38 * 4e9, 1600};
  row.timing.emplace();
  row.timing->samples.seconds = {2e-3, 2e-3, 2e-3};
  row.timing->samples.convergence = Convergence::converged;
  row.timing->median = 2e-3;
  row.monitor.emplace();
  return row;
}

std::string table_of(const Report& report) {
  std::ostringstream out;
  TextStyle style;
  style.wide = true;
  print_table(out, report, style);
  return out.str();
}

Report report_of(const std::vector<ResultRow>& rows) {
  Report report;
  report.rows = rows;
  return report;
}

TEST(PrintTable, ColumnsOfClocksPowerEnergyAndPriceAppearIfARowHasThem) {
  for (const char* title : {"MHz", "  W  ", "J/launch", "Ginter/J", "EUR"})
    EXPECT_EQ(table_of(report_of({timed_row()})).find(title), std::string::npos) << title;
  ResultRow row = timed_row();
  row.monitor->source = "board, NVML";
  row.monitor->reading.core_mhz = 1980;
  row.monitor->reading.memory_mhz = 2619;
  row.monitor->reading.watts = 312.5;
  row.energy.emplace();
  row.energy->source = "board, NVML";
  row.energy->energy = {5, 2500, 2000};  // 0.8 J per launch, 400 W
  Report report = report_of({row});
  report.prices = {"prices.txt", "EUR", {{"a GPU", 1000.0}}};
  const std::string text = table_of(report);
  for (const char* cell :
       {"1980/2619", "400.0", " 0.800 ", "Ginter/J", " 5.000 ", "Ginter/s/EUR", " 2.000 "})
    EXPECT_NE(text.find(cell), std::string::npos) << cell << " in\n" << text;
}

TEST(PrintTable, ADoubtfulSpeedIsMarkedInEveryColumnAndExplained) {
  ResultRow row = timed_row();
  row.status = RowStatus::throttled;
  row.reason = "the device held its clocks back (power cap)";
  const std::string text = table_of(report_of({row}));
  for (const char* cell : {"Tinter/s", "TFLOP/s", "time ms", " 2.000~", "76.000~", "throttled"})
    EXPECT_NE(text.find(cell), std::string::npos) << cell << " in\n" << text;
  EXPECT_NE(text.find("held its clocks back"), std::string::npos);
  EXPECT_NE(text.find("~ marks"), std::string::npos);
}

TEST(PrintTable, ADoubtfulRowIsNotABaseline) {
  ResultRow row = timed_row();
  Report report = report_of({row});
  report.baseline = "cuda:gravity_tiled";
  EXPECT_EQ(rate_over_baseline(report, row), 1);
  report.rows.front().status = RowStatus::noisy;
  EXPECT_FALSE(rate_over_baseline(report, row));
  EXPECT_EQ(doubtful_baselines(report).size(), 1u);
}

/// A row of a device with texts that would clear a terminal, end a line, a cell and a field.
ResultRow hostile_row() {
  ResultRow row = timed_row();
  row.device.name = "a \x1b[2J|\r\n\"GPU\", b";
  row.device.driver = "1\t2";
  row.status = RowStatus::noisy;
  row.reason = "line\nline\x07";
  row.plan = LaunchPlan{};
  row.plan->passes = {{"pass\x1b", {1, 1, 1}, {64, 1, 1}}};
  return row;
}

bool has_control_character(const std::string& text) {
  return std::any_of(text.begin(), text.end(),
                     [](unsigned char c) { return (c < ' ' && c != '\n') || c == 0x7f; });
}

TEST(PrintTable, DriversTextsArePrintedWithoutControlCharacters) {
  Report report = report_of({hostile_row()});
  report.shows_plans = true;
  std::ostringstream markdown;
  print_markdown(markdown, report);
  for (const std::string& text : {table_of(report), markdown.str()}) {
    EXPECT_FALSE(has_control_character(text)) << text;
    EXPECT_NE(text.find("a \\x1b[2J|\\r\\n\"GPU\", b (1\\t2)\n"), std::string::npos) << text;
    EXPECT_NE(text.find("line\\nline\\x07\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\n    pass\\x1b: 1 blocks of 64 threads\n"), std::string::npos) << text;
  }
}

TEST(PrintTable, ABarDoesNotEndAMarkdownCell) {
  Table table;
  table.columns = {{"a|b", Align::left}};
  table.rows = {{{"c|d\n"}}};
  EXPECT_EQ(to_markdown(table), "| a\\|b |\n|---|\n| c\\|d\\n |\n");
}

TEST(PrintCsv, DriversTextsStayOneField) {
  std::ostringstream out;
  print_csv(out, report_of({hostile_row()}));
  const std::string text = out.str();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\r'), 2);  // the titles' line and the row's
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
  EXPECT_NE(text.find(",\"a \\x1b[2J|\\r\\n\"\"GPU\"\", b\","), std::string::npos) << text;
}

}  // namespace
}  // namespace gputest::print_table_test
