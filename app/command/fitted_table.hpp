// Tables of text that fit the line, by the rule of a run's table (app/table/run_table.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/command/table.hpp"

namespace gputest {

/// Ranks of columns. A column of a lower rank is optional: if the table is too wide, the columns of
/// the lowest rank are left out first, of equal ranks the last.
constexpr int kNeededColumn = 999,  ///< stays, whole
    kSubjectColumn = 1000,          ///< stays if it distinguishes rows; long values are shortened
    kNameColumn = 1001;             ///< stays; long values are shortened

/// A table that fits, and the parts that it does not have.
struct FittedTable {
  Table table;
  std::string in_common;              ///< "every row: prec=fp32 n=200", or empty.
  std::vector<std::string> left_out;  ///< Titles of columns without room.
  /// For each row the subjects without room, "layout=soa unroll=16". Empty: there was room for all.
  std::vector<std::string> folded;
};

/// Fits the table to lines of `width` characters. Each column has its rank. Optional columns and
/// subjects without any value are left out. A subject that is equal in every row is put into
/// `in_common`. If shortened names are not enough, the last subjects are folded.
FittedTable fitted(const Table& table, const std::vector<int>& ranks, std::size_t width);

/// The table as text; folded values are in lines of `width` below their rows.
std::string fitted_text(const FittedTable& fitted, std::size_t width);

/// "not shown: a, b; --wide shows them"; empty if nothing was left out.
std::string not_shown(const std::vector<std::string>& left_out);

}  // namespace gputest
