// A loaded code object of hipcc: LLVM's "User Guide for AMDGPU Backend", code objects V3 to V5.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "hip/isa/code_object_file.hpp"
#include "hip/isa/disassembler.hpp"
#include "hip/isa/memory.hpp"
#include "hip/isa/program.hpp"

namespace gputest::isa {

/// The fields of a kernel descriptor that a launch uses.
struct KernelDescriptor {
  std::uint32_t lds_bytes = 0, scratch_bytes = 0, argument_bytes = 0;
  std::uint64_t entry = 0;  ///< address of the first instruction
  std::uint32_t resources1 = 0, resources2 = 0, resources3 = 0;
  std::uint16_t properties = 0;
};

/// A kernel of a code object.
struct Kernel {
  std::string name;
  KernelDescriptor descriptor;
  std::vector<KernelArgument> arguments;
  KernelResources resources;
  unsigned wavefront = 64;
  unsigned vector_registers = 0;
  unsigned accumulation = 0;  ///< the vector register of a0
  const Program* program = nullptr;
};

/// The code and constants of a target, in memory.
class CodeObject {
 public:
  /// Copies the code object and adds it to the memory. Throws Error(bad_input) if it is not a code
  /// object, is for another target or has relocations, which hipcc's do not have.
  CodeObject(std::string_view bytes, std::string target, Memory& memory);
  ~CodeObject();
  CodeObject(const CodeObject&) = delete;
  CodeObject& operator=(const CodeObject&) = delete;

  const std::string& target() const { return target_; }
  std::vector<std::string> kernels() const;
  /// The kernel, decoded on first use. Null if there is none of that name.
  const Kernel* kernel(const std::string& name);

 private:
  struct FreeAligned {
    void operator()(std::uint8_t* p) const;
  };

  std::uint64_t base() const { return reinterpret_cast<std::uint64_t>(image_.get()); }
  Kernel load(const KernelOfFile& found);

  std::string target_;
  Memory& memory_;
  std::unique_ptr<std::uint8_t, FreeAligned> image_;
  std::uint64_t size_ = 0;
  std::map<std::string, KernelOfFile> found_;
  std::map<std::uint64_t, std::string> lines_;  ///< of the source, by address in the image
  std::map<std::string, Kernel> kernels_;
  std::map<std::string, std::unique_ptr<Program>> programs_;
};

}  // namespace gputest::isa
