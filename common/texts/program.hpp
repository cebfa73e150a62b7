// What a compiler is given of a file of kernels: the file, the headers that it includes, and the
// instances that are wanted.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/texts/instance.hpp"

namespace gputest::texts {

/// A program for NVRTC, hiprtc or a compiler that reads files.
struct Program {
  std::string file;                            ///< "common/gravity/simt/tiled.inl"
  std::string text;                            ///< includes the file, and asks for the instances
  std::map<std::string, std::string> headers;  ///< every file that is included, by its name there

  /// Of all that a compiler reads.
  std::string checksum() const;
};

/// Who reads a program. A compiler in a library finds no header of the C++ library; one that is a
/// process has its own.
enum class Reader { library, process };

/// The program of those instances of the file's kernels, all with the same macros. Throws
/// std::logic_error for a file that the build did not put into the program.
Program make_program(const std::string& file, const std::vector<Instance>& instances,
                     Reader reader = Reader::library);

/// Every file of kernels, from the project's root.
std::vector<std::string> kernel_files();

}  // namespace gputest::texts
