// The files that kernels are written in.
#pragma once

#include <string>

namespace gputest {

/// The file of a kernel.
struct KernelFileText {
  std::string api;
  std::string path;  ///< from the project's root, or of the file that replaces it
  std::string text;
};

/// That of the API's kernel of that name, "gravity_tiled": family and variant are the path. Of an
/// OpenCL kernel it is the one in GPUTEST_CL_DIR, where there is one. Throws Error(bad_input) where
/// the program holds no such file.
KernelFileText kernel_file_text(const std::string& api, const std::string& kernel);

}  // namespace gputest
