/* Writes the types of a kernel's parameters into the compiled code, after a mark by which
 * common/owncode/parameters.hpp finds them. */
#ifndef GPUTEST_PARAMETERS_H
#define GPUTEST_PARAMETERS_H

namespace gputest_own {

template <class Type>
struct Kind {
  enum : unsigned char { letter = '?', bytes = sizeof(Type), points_to = 0 };
};
template <>
struct Kind<float> {
  enum : unsigned char { letter = 'f', bytes = 4, points_to = 0 };
};
template <>
struct Kind<double> {
  enum : unsigned char { letter = 'f', bytes = 8, points_to = 0 };
};
template <>
struct Kind<unsigned> {
  enum : unsigned char { letter = 'u', bytes = 4, points_to = 0 };
};
template <>
struct Kind<int> : Kind<unsigned> {};
template <>
struct Kind<unsigned long> {
  enum : unsigned char { letter = 'u', bytes = sizeof(long), points_to = 0 };
};
template <>
struct Kind<long> : Kind<unsigned long> {};
template <>
struct Kind<unsigned long long> : Kind<unsigned long> {};
template <>
struct Kind<long long> : Kind<unsigned long> {};
template <>
struct Kind<char> {
  enum : unsigned char { letter = 'u', bytes = 1, points_to = 0 };
};
template <>
struct Kind<signed char> : Kind<char> {};
template <>
struct Kind<unsigned char> : Kind<char> {};
template <>
struct Kind<short> {
  enum : unsigned char { letter = 'u', bytes = 2, points_to = 0 };
};
template <>
struct Kind<unsigned short> : Kind<short> {};
template <class Type>
struct Size {
  enum : unsigned { value = sizeof(Type) };
};
template <>
struct Size<void> {
  enum : unsigned { value = 0 };
};
template <>
struct Size<const void> : Size<void> {};
/* The letter of a pointer: F to a floating-point number, W to a whole number, p to another type. */
template <class Type>
struct Target {
  enum : unsigned char { letter = 'p' };
};
template <>
struct Target<float> {
  enum : unsigned char { letter = 'F' };
};
template <>
struct Target<double> : Target<float> {};
template <>
struct Target<char> {
  enum : unsigned char { letter = 'W' };
};
template <>
struct Target<signed char> : Target<char> {};
template <>
struct Target<unsigned char> : Target<char> {};
template <>
struct Target<short> : Target<char> {};
template <>
struct Target<unsigned short> : Target<char> {};
template <>
struct Target<int> : Target<char> {};
template <>
struct Target<unsigned> : Target<char> {};
template <>
struct Target<long> : Target<char> {};
template <>
struct Target<unsigned long> : Target<char> {};
template <>
struct Target<long long> : Target<char> {};
template <>
struct Target<unsigned long long> : Target<char> {};
template <class Type>
struct Target<const Type> : Target<Type> {};
template <class Type>
struct Kind<Type*> {
  enum : unsigned char {
    letter = Target<Type>::letter,
    bytes = sizeof(Type*),
    points_to = Size<Type>::value < 255 ? Size<Type>::value : 255
  };
};

struct Parameters {
  char mark[16];
  unsigned char count;
  unsigned char each[63][3];
};

template <class Function>
struct Of {
  static_assert(sizeof(Function) == 0, "a kernel is a function that returns void");
};
template <class... All>
struct Of<void(All...)> {
  static_assert(sizeof...(All) <= 63, "a kernel has at most 63 parameters");
  static constexpr Parameters value = {
      {'\x7f', 'g', 'p', 'u', 't', 'e', 's', 't', ' ', 't', 'a', 'k', 'e', 's', ':', '\x7f'},
      static_cast<unsigned char>(sizeof...(All)),
      {{Kind<All>::letter, Kind<All>::bytes, Kind<All>::points_to}...}};
};
template <class... All>
struct Of<void(All...) noexcept> : Of<void(All...)> {};

}  // namespace gputest_own

#if defined(__CUDACC__)
#define GPUTEST_CONSTANT __constant__
#elif defined(__HIPCC__)
#define GPUTEST_CONSTANT __device__ const
#else
#define GPUTEST_CONSTANT const
#endif
#define GPUTEST_PARAMETERS(kernel)                                                    \
  extern "C" {                                                                        \
  extern GPUTEST_CONSTANT gputest_own::Parameters gputest_parameters;                 \
  GPUTEST_CONSTANT __attribute__((used)) gputest_own::Parameters gputest_parameters = \
      gputest_own::Of<decltype(kernel)>::value;                                       \
  }

#endif
