// The text of an OpenCL program, ready for the compiler.
#pragma once

#include <string>

namespace gputest::opencl {

struct KernelSource {
  std::string file;  ///< the file that was read: the path, or the one in GPUTEST_CL_DIR
  std::string text;
};

/// The text of `path` (from the project's root) with every #include "…" replaced by that file and
/// #line directives, so that the compiler's messages name the real file and line. A file of the
/// same base name in the folder GPUTEST_CL_DIR, if that is set, is taken instead of the one built
/// in. Throws Error(bad_input) if a file is neither there nor built in.
KernelSource kernel_source(const std::string& path);

}  // namespace gputest::opencl
