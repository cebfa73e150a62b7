// The text of an OpenCL program, ready for the compiler.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace gputest::opencl {

/// A file of opencl/kernels/ that holds a kernel.
struct KernelFile {
  std::string path;  ///< from the project's root
  std::string name;  ///< the file that was read: the path, or the one in GPUTEST_CL_DIR
  std::string text;
  std::string built_in;  ///< the built-in text
};

/// Every `opencl/kernels/<folder>/<name>.cl`, by path. A file of GPUTEST_CL_DIR that cannot be read
/// counts as absent here; require_kernel_folder() refuses it.
std::vector<KernelFile> kernel_files();

/// The files of the folder GPUTEST_CL_DIR that replace built-in files; none if it is not set.
/// Throws Error(bad_input) if it is not a folder, has no such file, or has one that cannot be read.
std::vector<std::string> require_kernel_folder();

/// The text of a program, and its file.
struct KernelSource {
  std::string file;  ///< the file that was read
  std::string text;
  std::string files;                  ///< only the texts, one after the other
  std::vector<std::string> replaced;  ///< files that are not built in
};

/// The text of `path` (from the project's root). Every `#include "…"` is replaced by the file and
/// `#line` directives, so that the compiler's messages name the real file and line. In an included
/// path, {pair=lj} means the value on the axis pair, or lj if `axes` has no such axis.
///
/// If GPUTEST_CL_DIR is set, a file in this folder replaces a built-in file: gravity/tiled.cl or
/// gravity_tiled.cl replaces opencl/kernels/gravity/tiled.cl. For a header its base name suffices;
/// if several have it, it means the first. A path that begins with / or . is a user's file. The
/// files that it includes lie next to it, unless the program has them. Throws Error(bad_input) if a
/// file is neither there nor built in.
KernelSource kernel_source(const std::string& path, const std::map<std::string, std::string>& axes);

}  // namespace gputest::opencl
