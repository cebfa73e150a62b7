// The texts of a judged task and its submissions in a result, with which anyone can repeat it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/core/scratch_folder.hpp"
#include "common/task/task.hpp"

namespace gputest {

/// The files of a judgement.
struct Judged {
  std::string task;
  std::vector<std::string> submissions;
  std::string entry;                                 ///< --entry; empty: not given
  std::unique_ptr<const ScratchFolder> folder = {};  ///< that contains them; null: the user's own
};

/// The texts of all files as JSON, for the result's element `judge`. A submission that cannot be
/// read, or includes files from elsewhere, is left out. Throws Error(bad_input) if the task cannot
/// be read.
std::string certificate_of(const Judged& judged, const task::Task& task);

/// Writes the files of a result to a temporary folder. Throws Error(bad_input) if it is not a
/// result of gputest judge, or names a path outside the folder.
Judged judged_in(const std::string& result);

}  // namespace gputest
