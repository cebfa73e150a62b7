// A file of AMD's machine code that the user names: a code object, or hipcc's bundle of several.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hip/isa/code_object_file.hpp"

namespace gputest {

/// A code object of the file.
struct IsaCode {
  std::string target;      ///< "gfx906"
  std::string_view bytes;  ///< of the file's content
  std::vector<isa::KernelOfFile> kernels;
};

/// The file, read whole. Errors name it.
class IsaFile {
 public:
  /// Throws Error(bad_input) where it is no code of a target that is executed here. Of a bundle,
  /// code for others is passed over.
  explicit IsaFile(const std::string& path);

  const std::string& path() const { return path_; }
  const std::vector<IsaCode>& all() const { return all_; }
  /// Of that target or, where it is empty, the only one. Throws Error(usage).
  const IsaCode& of_target(const std::string& target) const;

 private:
  std::string path_, content_;
  std::vector<IsaCode> all_;
};

/// "reverse(float const*, float*)": a C++ name as it is written; others stay.
std::string demangled(const std::string& symbol);

/// The kernel of that symbol, or of that C++ name where one alone has it: "reverse", "ns::reverse".
/// Throws Error(usage).
const isa::KernelOfFile& find_isa_kernel(const IsaCode& code, const std::string& name);

/// The arguments that a launch gives, without hidden ones.
std::vector<isa::KernelArgument> explicit_arguments(const isa::KernelOfFile& kernel);

}  // namespace gputest
