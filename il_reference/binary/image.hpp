// Finds IL in a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gputest::il::binary {

/// The IL in a file: tokens or text.
struct Image {
  std::vector<std::uint32_t> tokens;
  std::string text;      ///< if there are no tokens
  std::string section;   ///< of an ELF image; empty for a file of tokens
  std::size_t more = 0;  ///< further sections that hold IL
};

/// Reads a file of 32-bit little-endian tokens, or an ELF image (32 or 64 bits, little-endian) with
/// IL in a section `.amdil` or `.text`. It takes the first section that begins like a stream of
/// tokens, or else the first that is text with `il_` in it. Images within images are not opened.
/// Throws Error with status bad_input for anything else.
Image read_image(std::string_view bytes);

/// The tokens in a file's format.
std::string to_bytes(const std::vector<std::uint32_t>& tokens);

}  // namespace gputest::il::binary
