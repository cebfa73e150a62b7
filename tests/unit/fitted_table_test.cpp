#include "app/command/fitted_table.hpp"

#include <gtest/gtest.h>

namespace gputest::fitted_table_test {
namespace {

using Cells = std::vector<std::string>;

Table table_of(const Cells& titles, const std::vector<Cells>& rows) {
  Table table;
  for (const std::string& title : titles) table.columns.push_back({title});
  for (const Cells& cells : rows) table.rows.push_back({cells});
  return table;
}

Cells titles_of(const FittedTable& fitted) {
  Cells titles;
  for (const Table::Column& column : fitted.table.columns) titles.push_back(column.title);
  return titles;
}

/// Two rows that differ in kernel and layout.
const Table& two_rows() {
  static const Table table = table_of({"kernel", "layout", "n", "old", "new", "verdict"},
                                      {{"gravity_naive", "soa", "100", "1.0", "2.0", "slower"},
                                       {"gravity_tiled", "float4", "100", "1.0", "1.0", "same"}});
  return table;
}
const std::vector<int> kRanks{kNameColumn, kSubjectColumn, kSubjectColumn, 1, 2, kNeededColumn};

TEST(FittedTable, ASubjectThatIsAlikeInEveryRowIsAboveTheTable) {
  const FittedTable result = fitted(two_rows(), kRanks, 80);
  EXPECT_EQ(titles_of(result), (Cells{"kernel", "layout", "old", "new", "verdict"}));
  EXPECT_EQ(result.in_common, "every row: n=100");
  EXPECT_TRUE(result.left_out.empty());
  EXPECT_EQ(not_shown(result.left_out), "");
}

TEST(FittedTable, OptionalColumnsAreLeftOutByRank) {
  const FittedTable result = fitted(two_rows(), kRanks, 36);
  EXPECT_EQ(titles_of(result), (Cells{"kernel", "layout", "new", "verdict"}));
  EXPECT_EQ(not_shown(result.left_out), "not shown: old; --wide shows them");
}

TEST(FittedTable, ASubjectThatDistinguishesNoRowsIsLeftOutIfThereIsNoRoom) {
  const FittedTable result = fitted(two_rows(), kRanks, 22);
  EXPECT_EQ(titles_of(result), (Cells{"kernel", "verdict"}));
  EXPECT_EQ(result.left_out, (Cells{"old", "new", "layout"}));
}

TEST(FittedTable, LongNamesAreShortened) {
  const Table table = table_of({"kernel", "verdict"}, {{"gravity_texture2d_by4", "same"}});
  const FittedTable result = fitted(table, {kNameColumn, kNeededColumn}, 24);
  EXPECT_EQ(result.table.rows[0].cells[0], "gravity..2d_by4");
  EXPECT_LE(text_width_of(result.table), 24u);
}

TEST(FittedTable, SubjectsForWhichThereIsNoRoomAreBelowTheirRows) {
  const Table table =
      table_of({"kernel", "layout", "precision"}, {{"gravity_naive", "soa", "fp32"},
                                                   {"gravity_naive", "soa", "fp64"},
                                                   {"gravity_naive", "float4", "fp32"}});
  const FittedTable result = fitted(table, {kNameColumn, kSubjectColumn, kSubjectColumn}, 18);
  EXPECT_EQ(titles_of(result), Cells{"kernel"});
  EXPECT_EQ(fitted_text(result, 80),
            "kernel\n"
            "-------------\n"
            "gravity_naive\n    layout=soa precision=fp32\n"
            "gravity_naive\n    layout=soa precision=fp64\n"
            "gravity_naive\n    layout=float4 precision=fp32\n");
}

TEST(FittedTable, EmptyColumnsAreLeftOutWithoutAWord) {
  const Table table = table_of({"kernel", "block", "note"}, {{"a", "", ""}, {"b", "", ""}});
  const FittedTable result = fitted(table, {kNameColumn, kSubjectColumn, 1}, 80);
  EXPECT_EQ(titles_of(result), Cells{"kernel"});
  EXPECT_TRUE(result.left_out.empty() && result.in_common.empty());
}

}  // namespace
}  // namespace gputest::fitted_table_test
