// The operators of short vectors: element by element, with a vector or a number on either side.
#pragma once

#include <type_traits>

#include "hip/host/vector_types.hpp"

namespace hip_host::detail {

template <class T>
concept ShortVector = (kElements<T> > 0);

/// The type of a vector's elements.
template <class V>
using ElementOf = std::remove_cvref_t<decltype(V::x)>;

/// The results of f for each pair of elements, converted to the elements' type.
template <ShortVector V, class F>
constexpr V for_each_element(const V& a, const V& b, F f) {
  V result = a;
  result.x = static_cast<ElementOf<V>>(f(a.x, b.x));
  if constexpr (kElements < V >> 1) result.y = static_cast<ElementOf<V>>(f(a.y, b.y));
  if constexpr (kElements < V >> 2) result.z = static_cast<ElementOf<V>>(f(a.z, b.z));
  if constexpr (kElements < V >> 3) result.w = static_cast<ElementOf<V>>(f(a.w, b.w));
  return result;
}

}  // namespace hip_host::detail

/// Defines `op` and `op`= for vectors, and for a vector and a number.
#define GT_HIP_HOST_OPERATOR(op)                                                            \
  template <hip_host::detail::ShortVector V>                                                \
  constexpr V operator op(const V& a, const V& b) {                                         \
    return hip_host::detail::for_each_element(a, b, [](auto p, auto q) { return p op q; }); \
  }                                                                                         \
  template <hip_host::detail::ShortVector V>                                                \
  constexpr V operator op(const V& a, hip_host::detail::ElementOf<V> b) {                   \
    return a op V(b);                                                                       \
  }                                                                                         \
  template <hip_host::detail::ShortVector V>                                                \
  constexpr V operator op(hip_host::detail::ElementOf<V> a, const V& b) {                   \
    return V(a) op b;                                                                       \
  }                                                                                         \
  template <hip_host::detail::ShortVector V>                                                \
  constexpr V& operator op##=(V& a, const V& b) {                                           \
    return a = a op b;                                                                      \
  }                                                                                         \
  template <hip_host::detail::ShortVector V>                                                \
  constexpr V& operator op##=(V& a, hip_host::detail::ElementOf<V> b) {                     \
    return a = a op V(b);                                                                   \
  }

GT_HIP_HOST_OPERATOR(+)
GT_HIP_HOST_OPERATOR(-)
GT_HIP_HOST_OPERATOR(*)
GT_HIP_HOST_OPERATOR(/)
GT_HIP_HOST_OPERATOR(%)
GT_HIP_HOST_OPERATOR(&)
GT_HIP_HOST_OPERATOR(|)
GT_HIP_HOST_OPERATOR(^)
GT_HIP_HOST_OPERATOR(<<)
GT_HIP_HOST_OPERATOR(>>)

#undef GT_HIP_HOST_OPERATOR

/// The negative of each element.
template <hip_host::detail::ShortVector V>
constexpr V operator-(const V& a) {
  return hip_host::detail::for_each_element(a, a, [](auto p, auto) { return -p; });
}
/// The complement of each element.
template <hip_host::detail::ShortVector V>
constexpr V operator~(const V& a) {
  return hip_host::detail::for_each_element(a, a, [](auto p, auto) { return ~p; });
}
/// Adds 1 to each element.
template <hip_host::detail::ShortVector V>
constexpr V& operator++(V& a) {
  return a += hip_host::detail::ElementOf<V>{1};
}
/// Subtracts 1 from each element.
template <hip_host::detail::ShortVector V>
constexpr V& operator--(V& a) {
  return a -= hip_host::detail::ElementOf<V>{1};
}
/// Whether all elements are equal.
template <hip_host::detail::ShortVector V>
constexpr bool operator==(const V& a, const V& b) {
  bool equal = true;
  hip_host::detail::for_each_element(a, b, [&](auto p, auto q) {
    equal = equal && p == q;
    return p;
  });
  return equal;
}
