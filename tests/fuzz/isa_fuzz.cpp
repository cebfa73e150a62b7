// Feeds arbitrary bytes to the reader of AMD's code objects and bundles. It must throw, or return
// kernels that lie within the loaded memory.
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <string_view>

#include "hip/isa/code_object_file.hpp"

using namespace gputest;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  try {
    for (const std::string_view bytes : isa::code_objects_in(file)) {
      const Elf elf = read_elf(bytes);
      const std::uint64_t loaded = isa::loaded_bytes(elf);
      for (const ElfSegment& segment : elf.segments)
        if (segment.address + segment.contents.size() > loaded) std::abort();
      static_cast<void>(isa::target_of_file(elf));
      for (const isa::KernelOfFile& kernel : isa::kernels_of_file(elf))
        if (kernel.code + kernel.size > loaded || kernel.descriptor + 64 > loaded) std::abort();
    }
  } catch (const std::exception&) {
  }
  return 0;
}
