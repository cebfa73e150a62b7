// Feeds arbitrary text to the assembler of the r600 family. The text is refused with a sentence, or
// is a kernel that runs within its memory.
#include <cstdint>
#include <exception>
#include <string_view>
#include <vector>

#include "il_reference/r600/machine.hpp"

using namespace gputest;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMost = 4096;  // a longer text shows nothing more
  if (size > kMost) return 0;
  try {
    const r600::Program program = r600::decode(
        r600::parse_assembly({reinterpret_cast<const char*>(data), size}, "k"), "k", 5);
    std::vector<std::uint32_t> words(64);
    r600::Memory memory;
    r600::Launch launch;
    launch.threads[0] = 70;  // two wavefronts
    const std::uint32_t address = memory.add("words", words);
    launch.arguments = {address, address, 3, 0, 1, 2, 3, 4};
    r600::run(program, launch, memory, {.step_limit = 100, .check = {}});
  } catch (const std::exception&) {
  }
  return 0;
}
