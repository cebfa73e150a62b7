// A file of AMD's machine code that the user names: a code object, or hipcc's bundle of several.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hip/isa/code_object_file.hpp"

namespace gputest {

/// One code object of the file.
struct IsaCode {
  std::string target;      ///< "gfx906"
  std::string_view bytes;  ///< a part of the file's content
  std::vector<isa::KernelOfFile> kernels;
};

/// The file, read whole. Errors name it.
class IsaFile {
 public:
  /// Throws Error(bad_input) if it has no code for a target that gputest can execute. Code for
  /// other targets in a bundle is skipped.
  explicit IsaFile(const std::string& path);

  const std::string& path() const { return path_; }
  const std::vector<IsaCode>& all() const { return all_; }
  /// The code of that target; of the only one if `target` is empty. Throws Error(usage).
  const IsaCode& of_target(const std::string& target) const;

 private:
  std::string path_, content_;
  std::vector<IsaCode> all_;
};

/// "reverse(float const*, float*)": a C++ name in source form; other names are unchanged.
std::string demangled(const std::string& symbol);

/// The kernel of that symbol, or of that C++ name if only one kernel has it: "reverse",
/// "ns::reverse". Throws Error(usage).
const isa::KernelOfFile& find_isa_kernel(const IsaCode& code, const std::string& name);

/// The arguments that a launch passes, without hidden ones.
std::vector<isa::KernelArgument> explicit_arguments(const isa::KernelOfFile& kernel);

}  // namespace gputest
