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
  std::string built_in;  ///< the text built in
};

/// Every `opencl/kernels/<folder>/<name>.cl`, by path. A file of GPUTEST_CL_DIR that cannot be read
/// counts as absent here; require_kernel_folder() refuses it.
std::vector<KernelFile> kernel_files();

/// The files of the folder GPUTEST_CL_DIR that are taken instead of those built in; none where that
/// is not set. Throws Error(bad_input) where it is no folder, holds no such file, or one that
/// cannot be read.
std::vector<std::string> require_kernel_folder();

/// The text of a program and the file that it is from.
struct KernelSource {
  std::string file;  ///< the file that was read
  std::string text;
  std::string files;                  ///< the texts alone, one after the other
  std::vector<std::string> replaced;  ///< files that are not the ones built in
};

/// The text of `path` (from the project's root) with every `#include "…"` replaced by that file and
/// `#line` directives, so that the compiler's messages name the real file and line. In an included
/// path, {pair=lj} stands for the value on the axis pair, or for lj where `axes` has no such axis.
///
/// A file in the folder GPUTEST_CL_DIR, if that is set, is taken instead of the one built in:
/// gravity/tiled.cl or gravity_tiled.cl for opencl/kernels/gravity/tiled.cl, and for a header also
/// its base name alone, where several have it the first of those. A path that begins with / or . is
/// a file of the user's own, beside which lies what it includes and the program does not hold.
/// Throws Error(bad_input) if a file is neither there nor built in.
KernelSource kernel_source(const std::string& path, const std::map<std::string, std::string>& axes);

}  // namespace gputest::opencl
