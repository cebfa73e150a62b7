// The content of memory that no launch has written.
#pragma once

#include <algorithm>
#include <cstddef>

namespace gputest {

/// Each byte of outputs and scratch before a launch (Execution::upload()). As a number they are
/// NaN.
inline constexpr int kUnwrittenByte = 0xFF;

/// Whether no launch has written these bytes.
inline bool is_unwritten(const std::byte* first, std::size_t bytes) {
  return std::all_of(first, first + bytes,
                     [](std::byte byte) { return byte == std::byte{kUnwrittenByte}; });
}

}  // namespace gputest
