// The element formats of typed buffers. Sources: AMD's ISA manuals, the fields of MTBUF and of the
// buffer's descriptor; LLVM's SIDefines.h for the numbers of RDNA's unified formats.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace gputest::isa {

/// One to four components of 32 bits; loads and stores do not convert them.
struct BufferFormat {
  unsigned components = 1;
  bool is_float = false;
  /// The source of each result register: 0 or 1, or a component from 4 on.
  std::array<std::uint8_t, 4> selects{4, 5, 6, 7};
};

/// The format in a buffer's descriptor. Throws Fault for other components.
BufferFormat format_of_descriptor(const std::uint32_t* words, bool is_rdna);

/// The format in an instruction: "[BUF_FMT_32_32_FLOAT]" on RDNA and
/// "[BUF_DATA_FORMAT_32_32,BUF_NUM_FORMAT_FLOAT]" on others. Throws Fault as above.
BufferFormat format_of_text(std::string text);

}  // namespace gputest::isa
