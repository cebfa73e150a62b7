// Where a file holds IL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gputest::il::binary {

/// What a file holds of IL: tokens, or text already.
struct Image {
  std::vector<std::uint32_t> tokens;
  std::string text;      ///< where there are no tokens
  std::string section;   ///< of an ELF image; empty for a file of tokens
  std::size_t more = 0;  ///< further sections that hold IL
};

/// Reads a file of 32-bit little-endian tokens, or an ELF image (32 or 64 bits, little-endian) with
/// IL in a section `.amdil` or `.text`: the first that begins as a stream of tokens does, or else
/// the first that is text with `il_` in it. Images within images are not opened. Throws Error with
/// status bad_input for anything else.
Image read_image(std::string_view bytes);

/// The tokens as a file has them.
std::string to_bytes(const std::vector<std::uint32_t>& tokens);

}  // namespace gputest::il::binary
