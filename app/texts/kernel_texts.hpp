// The source files of kernels.
#pragma once

#include <string>

namespace gputest {

/// The file of a kernel.
struct KernelFileText {
  std::string api;
  std::string path;  ///< from the project's root, or path of the replacing file
  std::string text;
};

/// The file of the API's kernel of that name, "gravity_tiled". For an OpenCL kernel, a file in
/// GPUTEST_CL_DIR comes first. Throws Error(bad_input) if the program has no such file.
KernelFileText kernel_file_text(const std::string& api, const std::string& kernel);

}  // namespace gputest
