/* The part of the C++ library that kernels use, for NVRTC and hiprtc, which have no such headers.
 * hiprtc has some of it already, depending on its version. So a text's std is this one. */
#ifndef GPUTEST_DEVICE_STD_H
#define GPUTEST_DEVICE_STD_H

typedef unsigned long size_t;
typedef unsigned long uintptr_t;

#if !defined(INFINITY) && defined(__CUDACC__)
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fffffff)
#elif !defined(INFINITY)
#define INFINITY __builtin_huge_valf()
#define NAN __builtin_nanf("")
#endif

#define std gputest_std
#include "common/texts/stdint_without_system.h"

namespace gputest_std {

using ::fabs;
using ::fmax;
using ::fmin;
using ::size_t;
using ::sqrt;

template <class Type, Type Value>
struct integral_constant {
  static constexpr Type value = Value;
  using value_type = Type;
  constexpr operator Type() const { return Value; }
};
template <bool Value>
using bool_constant = integral_constant<bool, Value>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;

template <class A, class B>
struct is_same : false_type {};
template <class A>
struct is_same<A, A> : true_type {};
template <class A, class B>
inline constexpr bool is_same_v = is_same<A, B>::value;

template <bool Condition, class A, class B>
struct conditional {
  using type = A;
};
template <class A, class B>
struct conditional<false, A, B> {
  using type = B;
};
template <bool Condition, class A, class B>
using conditional_t = typename conditional<Condition, A, B>::type;

template <class Type, Type... Values>
struct integer_sequence {};
#ifdef __clang__
template <class Type, Type Count>
using make_integer_sequence = __make_integer_seq<integer_sequence, Type, Count>;
#else
namespace sequences {
template <class Type, int Left, Type... Values>
struct Of : Of<Type, Left - 1, Type(Left - 1), Values...> {};
template <class Type, Type... Values>
struct Of<Type, 0, Values...> {
  using type = integer_sequence<Type, Values...>;
};
}  // namespace sequences
template <class Type, Type Count>
using make_integer_sequence = typename sequences::Of<Type, int(Count)>::type;
#endif

}  // namespace gputest_std

#endif
