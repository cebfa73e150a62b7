#include "hip/isa/disassembler.hpp"

#include <fmt/format.h>

#include <vector>

#include "common/core/error.hpp"
#include "common/core/shared_library.hpp"

namespace gputest::isa {
namespace {

/// The functions used of llvm-c/Target.h and llvm-c/Disassembler.h, which are stable.
class Llvm {
 public:
  using CreateContext = void* (*)(const char*, const char*, const char*, void*, int, void*, void*);
  using Disassemble = std::size_t (*)(void*, std::uint8_t*, std::uint64_t, std::uint64_t, char*,
                                      std::size_t);

  CreateContext create = nullptr;
  Disassemble disassemble = nullptr;
  void (*dispose)(void*) = nullptr;
  std::string absence;
  std::string cdna3 = "gfx940";  ///< this LLVM's name for it

  static const Llvm& get() {
    static const Llvm llvm;
    return llvm;
  }

 private:
  // hipcc's own release first; other releases print almost the same text.
  SharedLibrary library_{"libLLVM-15.so.1", "libLLVM-14.so.1", "libLLVM-16.so.1",
                         "libLLVM-17.so.1", "libLLVM.so.17",   "libLLVM.so.18.1",
                         "libLLVM.so.19.1", "libLLVM.so.20.1", "libLLVM.so.21.1"};

  Llvm() {
    if (!library_.is_there()) {
      absence = fmt::format("LLVM's library cannot be opened ({})", library_.absence());
      return;
    }
    for (const char* part : {"LLVMInitializeAMDGPUTargetInfo", "LLVMInitializeAMDGPUTargetMC",
                             "LLVMInitializeAMDGPUDisassembler"}) {
      void (*initialise)() = nullptr;
      if (library_.find(initialise, part))
        initialise();
      else
        absence = "LLVM's library was built without AMD's GPUs";
    }
    if (!library_.find(create, "LLVMCreateDisasmCPUFeatures") ||
        !library_.find(disassemble, "LLVMDisasmInstruction") ||
        !library_.find(dispose, "LLVMDisasmDispose"))
      absence = "LLVM's library has no disassembler";
    void (*version)(unsigned*, unsigned*, unsigned*) = nullptr;
    unsigned major = 0, minor = 0, patch = 0;
    if (library_.find(version, "LLVMGetVersion"))
      version(&major, &minor, &patch);  // exists from LLVM 16 on
    if (major > 16) cdna3 = "gfx942";
  }
};

}  // namespace

std::string why_no_disassembler() { return Llvm::get().absence; }

Disassembler::Disassembler(const std::string& target, unsigned wavefront) : context_(nullptr) {
  const Llvm& llvm = Llvm::get();
  if (!llvm.absence.empty()) throw Error(Status::unavailable, llvm.absence);
  // LLVM 15 and 16 know only the first CDNA 3 target; the others have the same instructions.
  const std::string known = target.starts_with("gfx94") ? llvm.cdna3 : target;
  const char* features = wavefront == 32 ? "+wavefrontsize32,-wavefrontsize64" : "+wavefrontsize64";
  context_ =
      llvm.create("amdgcn-amd-amdhsa", known.c_str(), features, nullptr, 0, nullptr, nullptr);
  if (context_ == nullptr)
    throw Error(Status::unavailable, fmt::format("LLVM's disassembler does not know {}", target));
}

Disassembler::~Disassembler() { Llvm::get().dispose(context_); }

DisassembledInstruction Disassembler::first(std::string_view code, std::uint64_t address) const {
  constexpr std::size_t kLongest = 20;  // bytes of an instruction with an image's addresses
  std::vector<std::uint8_t> bytes(
      code.begin(), code.begin() + static_cast<std::ptrdiff_t>(std::min(code.size(), kLongest)));
  char text[512];
  const std::size_t size =
      Llvm::get().disassemble(context_, bytes.data(), bytes.size(), address, text, sizeof text);
  if (size == 0) return {};
  return {text, static_cast<std::uint32_t>(size)};
}

}  // namespace gputest::isa
