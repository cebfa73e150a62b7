// What a source published, beside what was measured here.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/command/table.hpp"
#include "common/run/result.hpp"

namespace gputest {

/// A figure that a source gives, with the place where it does.
struct Published {
  std::string what;        ///< "Fig 5's kernel"
  std::string printed;     ///< the figure, digit for digit
  double value = 0;        ///< likewise
  std::string unit;        ///< one of units()
  std::string device;      ///< that it was measured on; empty: the source does not say
  std::string where;       ///< "Table 1, p. 130"
  double launches = 1;     ///< of a figure in seconds
  bool transfers = false;  ///< likewise: with one upload and one download
  /// Which rows it stands beside, and which those are over: values by name, or lists of values of
  /// which any will do.
  nlohmann::ordered_json match, over;

  /// "Gflops", by the family's convention; "GB/s"; "Gitems/s", of what the family counts; "s";
  /// "times", a rate over another's.
  static const std::vector<std::string>& units();
};

/// A figure of this machine that stands beside a published one.
struct Ours {
  std::size_t row = 0;  ///< its number
  double value = 0;     ///< in the published figure's unit
};

/// The best row of each device among those that match and have a speed.
std::vector<Ours> ours(const Published& figure, const std::vector<ResultRow>& rows);

/// Both side by side, a line for each device; a figure that nothing here matches has a line too.
Table published_table(const std::vector<Published>& figures, const std::vector<ResultRow>& rows);
/// Likewise, as the element "published" of a sweep's result.
nlohmann::ordered_json published_json(const std::vector<Published>& figures,
                                      const std::vector<ResultRow>& rows);

}  // namespace gputest
