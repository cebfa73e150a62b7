// The effect of atomic instructions on a word of memory. Other blocks and other host threads change
// the same words, so each uses the processor's atomics.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace gputest::isa {

enum class Atomic : std::uint8_t {
  none,
  swap,
  compare_swap,
  add,
  subtract,
  smin,
  umin,
  smax,
  umax,
  bit_and,
  bit_or,
  bit_xor,
  increment,
  decrement,
  float_add,
  float_min,
  float_max,
};

/// The new value of a word; a compare-and-swap compares with `other`.
template <class T>
T changed(Atomic how, T old, T by, T other) {
  using Signed = std::make_signed_t<T>;
  using Float = std::conditional_t<sizeof(T) == 4, float, double>;
  const auto as_signed = [](T x) { return static_cast<Signed>(x); };
  const auto as_float = [](T x) { return std::bit_cast<Float>(x); };
  switch (how) {
    case Atomic::none:
      return old;
    case Atomic::swap:
      return by;
    case Atomic::compare_swap:
      return old == other ? by : old;
    case Atomic::add:
      return old + by;
    case Atomic::subtract:
      return old - by;
    case Atomic::smin:
      return as_signed(by) < as_signed(old) ? by : old;
    case Atomic::umin:
      return by < old ? by : old;
    case Atomic::smax:
      return as_signed(by) > as_signed(old) ? by : old;
    case Atomic::umax:
      return by > old ? by : old;
    case Atomic::bit_and:
      return old & by;
    case Atomic::bit_or:
      return old | by;
    case Atomic::bit_xor:
      return old ^ by;
    case Atomic::increment:
      return old >= by ? 0 : old + 1;
    case Atomic::decrement:
      return old == 0 || old > by ? by : old - 1;
    case Atomic::float_add:
      return std::bit_cast<T>(as_float(old) + as_float(by));
    case Atomic::float_min:
      return as_float(by) < as_float(old) ? by : old;
    case Atomic::float_max:
      return as_float(by) > as_float(old) ? by : old;
  }
  return old;
}

/// Changes the word at `at`, which is aligned to its size, and returns its old value.
template <class T>
T change_atomically(Atomic how, std::uint8_t* at, T by, T other) {
  T* const word = reinterpret_cast<T*>(at);
  T old = __atomic_load_n(word, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(word, &old, changed<T>(how, old, by, other), true,
                                      __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
  }
  return old;
}

}  // namespace gputest::isa
