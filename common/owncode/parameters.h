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
template <class Type>
struct Kind<Type*> {
  enum : unsigned char {
    letter = 'p',
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
