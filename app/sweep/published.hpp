// Published figures of a source, compared with measurements here.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/command/table.hpp"
#include "common/run/result.hpp"

namespace gputest {

/// A figure that a source published, with its place.
struct Published {
  std::string what;        ///< "Fig 5's kernel"
  std::string printed;     ///< the figure, digit for digit
  double value = 0;        ///< the same as a number
  std::string unit;        ///< one of units()
  std::string device;      ///< where it was measured; empty: unknown
  std::string where;       ///< "Table 1, p. 130"
  double launches = 1;     ///< launches in a figure in seconds
  bool transfers = false;  ///< a figure in seconds includes one upload and one download
  /// Conditions on the rows to compare with, and on those in the denominator of "times": values by
  /// name, or lists of allowed values.
  nlohmann::ordered_json match, over;

  /// "Gflops", by the family's convention; "GB/s"; "Gitems/s", of the family's items; "s"; "times",
  /// a ratio of two rates.
  static const std::vector<std::string>& units();
};

/// A figure of this machine, to compare with a published one.
struct Ours {
  std::size_t row = 0;  ///< its number
  double value = 0;     ///< in the published figure's unit
};

/// The best row of each device among those that match and have a speed.
std::vector<Ours> ours(const Published& figure, const std::vector<ResultRow>& rows);

/// A table with both figures, one line per device; also a line for figures that no row matches.
Table published_table(const std::vector<Published>& figures, const std::vector<ResultRow>& rows);
/// The same as the element "published" of a sweep's result.
nlohmann::ordered_json published_json(const std::vector<Published>& figures,
                                      const std::vector<ResultRow>& rows);

}  // namespace gputest
