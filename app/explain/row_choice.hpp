// Which row of a result a command line means.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/command/subcommand.hpp"
#include "app/explain/explained_row.hpp"

namespace gputest {

/// A row as a user names it: by its number, or by a kernel and where on its axes.
struct RowChoice {
  std::string row;  ///< "12", "gravity_tiled", "cuda:gravity_tiled"; empty: none is named
  std::string device, layout, precision, n, block;
  std::map<std::string, std::string> axes;

  /// The options beside the row itself.
  void declare(OptionList& options, const Registry& registry);
  /// Whether any of these options was given.
  bool has_options() const;
};

/// The row that is meant: the only one that the choice fits. Without any choice, the fastest of
/// each family that can be relied on or, where none can, the fastest. `rows` is of the file of that
/// path. Throws Error(usage) where no row is it or several are, naming them; Error(bad_input) for a
/// value that is no number.
std::vector<const ExplainedRow*> chosen_rows(const RowChoice& choice, const std::string& path,
                                             const std::vector<ExplainedRow>& rows);

}  // namespace gputest
