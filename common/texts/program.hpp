// The program for a compiler: a file of kernels, the headers that it includes, and the requested
// instances.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/texts/instance.hpp"

namespace gputest::texts {

/// A program for NVRTC, hiprtc or a compiler that reads files.
struct Program {
  std::string file;                            ///< "common/gravity/simt/tiled.inl"
  std::string text;                            ///< includes the file and instantiates the kernels
  std::map<std::string, std::string> headers;  ///< the included files, by included name

  /// The checksum of everything that a compiler reads.
  std::string checksum() const;
};

/// The reader of a program. A compiler in a library has no headers of the C++ library; a compiler
/// program has its own.
enum class Reader { library, process };

/// The program for those instances of the file's kernels, which must have equal macros. Throws
/// std::logic_error for a file that the build did not embed.
Program make_program(const std::string& file, const std::vector<Instance>& instances,
                     Reader reader = Reader::library);

/// Every file of kernels, from the project's root.
std::vector<std::string> kernel_files();

}  // namespace gputest::texts
