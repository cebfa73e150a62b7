// Types for elements of 1 to 16 bytes, which C++ kernels move without reading their content.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "common/layout/bodies.hpp"

namespace gputest::reorder {

/// The type that a choice passes on.
template <class T>
struct ElementType {
  using type = T;
};

/// Sixteen bytes, moved as one element.
using Sixteen = Vector4<std::uint32_t>;

#ifndef GPUTEST_TEXT
/// A choice (common/layout/choose.hpp) of the type of that many bytes.
inline auto element_of(std::uint32_t bytes) {
  return [bytes](auto&& f) {
    switch (bytes) {
      case 1:
        return f(ElementType<std::uint8_t>());
      case 2:
        return f(ElementType<std::uint16_t>());
      case 4:
        return f(ElementType<std::uint32_t>());
      case 8:
        return f(ElementType<std::uint64_t>());
      case 16:
        return f(ElementType<Sixteen>());
      default:
        throw std::logic_error("a kernel has no elements of that size");
    }
  };
}

/// A choice of the word of that many bytes, 4 or 8, longer than a T.
template <class T>
auto word_of(std::uint32_t bytes) {
  return [bytes](auto&& f) {
    static_cast<void>(bytes);  // elements of 4 bytes have only one choice
    if constexpr (sizeof(T) < 4)
      if (bytes == 4) return f(ElementType<std::uint32_t>());
    return f(ElementType<std::uint64_t>());
  };
}
#endif

}  // namespace gputest::reorder
