// Options that choose rows of results by their values, for `gputest compare` and `gputest report`.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "app/command/subcommand.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// Chooses rows like the options of a run choose cases. A row fits if it has one of the values of
/// every given option. "all" is every value.
class RowFilter {
 public:
  /// Declares --api, --kernel, --device, --layout, --precision, --block, -n and the families' axes.
  void declare(OptionList& options, const Registry& registry);
  /// Splits the given lists. Throws Error(usage) for an empty value, Error(bad_input) for an
  /// invalid -n.
  void read();
  /// Whether the row, which has a kernel, fits. Remembers its values for require_found().
  bool fits(const Registry& registry, const nlohmann::ordered_json& row);
  /// Throws Error(usage), with similar values, for a value that no row had.
  void require_found() const;

 private:
  struct Wanted {
    std::string kind;  ///< "layout", or an axis
    std::vector<std::string> values;
    std::set<std::string> found;  ///< values that a row had
    std::set<std::string> known;  ///< values of all rows
  };
  void add(const std::string& kind, const std::vector<std::string>& lists);
  bool fits(Wanted& wanted, const nlohmann::ordered_json& row,
            const nlohmann::ordered_json& problem) const;

  std::map<std::string, std::vector<std::string>> given_;  ///< values by kind
  std::string n_;
  std::vector<Wanted> wanted_;
};

}  // namespace gputest
