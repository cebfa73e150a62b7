// What the elements of typed buffers are. AMD's ISA manuals, the fields of MTBUF and of the
// buffer's descriptor; LLVM's SIDefines.h has the numbers of RDNA's unified formats.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace gputest::isa {

/// One to four components of 32 bits, which are loaded and stored as they are.
struct BufferFormat {
  unsigned components = 1;
  bool is_float = false;
  /// What each register of a result is: 0 or 1, or a component from 4 on.
  std::array<std::uint8_t, 4> selects{4, 5, 6, 7};
};

/// The format that a buffer's descriptor has. Throws Fault for one of other components.
BufferFormat format_of_descriptor(const std::uint32_t* words, bool is_rdna);

/// The format that an instruction has: "[BUF_FMT_32_32_FLOAT]" on RDNA and
/// "[BUF_DATA_FORMAT_32_32,BUF_NUM_FORMAT_FLOAT]" on others. Throws Fault as above.
BufferFormat format_of_text(std::string text);

}  // namespace gputest::isa
