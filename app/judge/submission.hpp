// Submissions to a task: files with a kernel in CUDA, HIP, OpenCL C or C++.
#pragma once

#include <string>
#include <vector>

#include "common/run/own_kernel.hpp"
#include "common/task/task.hpp"

namespace gputest {

/// A file as a kernel of the family `task`.
struct Submitted {
  OwnKernel kernel;
  std::string fault;  ///< why it cannot run: a sentence; empty if it can
};

/// Reads the files. `entry` is the kernel function; empty: the only one of each file. A file whose
/// name another has too, in the same language, is called by its folder as well. Throws
/// Error(bad_input) for a file that cannot be read, Error(usage) for an unknown extension.
std::vector<Submitted> read_submissions(const std::vector<std::string>& files,
                                        const std::string& entry, const task::Task& task);

/// The kernel functions in a text of the language with that extension, such as ".cu".
std::vector<std::string> kernel_functions(const std::string& text, const std::string& extension);

}  // namespace gputest
