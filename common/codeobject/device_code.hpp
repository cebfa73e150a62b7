// Finds the GPU code that compilers have put into an object file, a library or a program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gputest {

enum class CodeKind {
  amd,    ///< AMD's code object, ELF
  cubin,  ///< NVIDIA's machine code, ELF
  ptx,    ///< NVIDIA's virtual machine code, text
};

/// One code object or PTX text found in a file.
struct DeviceCode {
  CodeKind kind;
  std::string target;  ///< "gfx906", "sm_90"; for PTX "compute_90"
  std::string_view bytes;
};

/// Views into `file`, in file order: bundles written by clang-offload-bundler and fat binaries
/// written by nvcc's fatbinary. Leaves out compressed code.
std::vector<DeviceCode> find_device_code(std::string_view file);

}  // namespace gputest
