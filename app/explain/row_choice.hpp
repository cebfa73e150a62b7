// The choice of a result's rows on the command line.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/command/subcommand.hpp"
#include "app/explain/explained_row.hpp"

namespace gputest {

/// A row as a user chooses it: by its number, or by its kernel and axis values.
struct RowChoice {
  std::string row;  ///< "12", "gravity_tiled", "cuda:gravity_tiled"; empty: not given
  std::string device, layout, precision, n, block;
  std::map<std::string, std::string> axes;

  /// Declares the options that choose a row.
  void declare(OptionList& options, const Registry& registry);
  /// Whether any of these options was given.
  bool has_options() const;
};

/// The only row that fits the choice. Without any choice, the fastest reliable row of each family
/// or, if none is reliable, the fastest. `rows` come from the file `path`. Throws Error(usage) if
/// no row or several rows fit, with their names; Error(bad_input) if a value is not a number.
std::vector<const ExplainedRow*> chosen_rows(const RowChoice& choice, const std::string& path,
                                             const std::vector<ExplainedRow>& rows);

}  // namespace gputest
