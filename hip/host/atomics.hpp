// Atomic operations of kernels. Blocks run on several OpenMP threads, so these are real atomics;
// like HIP's they order nothing else. Each returns the old value.
#pragma once

#include <atomic>
#include <concepts>
#include <type_traits>

namespace hip_host::detail {

template <class T, class... Choices>
concept OneOf = (std::same_as<T, Choices> || ...);

template <class T>
concept AtomicInteger = OneOf<T, int, unsigned, long long, unsigned long, unsigned long long>;

template <class T>
concept AtomicNumber = AtomicInteger<T> || OneOf<T, float, double>;

/// Stores `value` if `better(value, current)` holds.
template <class T, class Better>
T replace_if(T* address, T value, Better better) {
  const std::atomic_ref<T> target(*address);
  T current = target.load(std::memory_order_relaxed);
  while (better(value, current) &&
         !target.compare_exchange_weak(current, value, std::memory_order_relaxed)) {
  }
  return current;
}

}  // namespace hip_host::detail

/// Adds `value` to *address.
template <hip_host::detail::AtomicNumber T>
T atomicAdd(T* address, std::type_identity_t<T> value) {
  return std::atomic_ref<T>(*address).fetch_add(value, std::memory_order_relaxed);
}

/// HIP's atomicAdd for memory that hardware floating-point atomics can reach; the same as atomicAdd
/// here.
template <std::floating_point T>
T unsafeAtomicAdd(T* address, std::type_identity_t<T> value) {
  return atomicAdd(address, value);
}

/// Subtracts `value` from *address.
template <hip_host::detail::AtomicInteger T>
T atomicSub(T* address, std::type_identity_t<T> value) {
  return std::atomic_ref<T>(*address).fetch_sub(value, std::memory_order_relaxed);
}

/// Makes *address the lesser of itself and `value`.
template <hip_host::detail::AtomicNumber T>
T atomicMin(T* address, std::type_identity_t<T> value) {
  return hip_host::detail::replace_if(address, value, [](T a, T b) { return a < b; });
}

/// Makes *address the greater of itself and `value`.
template <hip_host::detail::AtomicNumber T>
T atomicMax(T* address, std::type_identity_t<T> value) {
  return hip_host::detail::replace_if(address, value, [](T a, T b) { return a > b; });
}

/// Sets the bits of `value` in *address.
template <hip_host::detail::AtomicInteger T>
T atomicOr(T* address, std::type_identity_t<T> value) {
  return std::atomic_ref<T>(*address).fetch_or(value, std::memory_order_relaxed);
}

/// Keeps only the bits of `value` in *address.
template <hip_host::detail::AtomicInteger T>
T atomicAnd(T* address, std::type_identity_t<T> value) {
  return std::atomic_ref<T>(*address).fetch_and(value, std::memory_order_relaxed);
}

/// Puts `value` into *address.
template <hip_host::detail::AtomicNumber T>
T atomicExch(T* address, std::type_identity_t<T> value) {
  return std::atomic_ref<T>(*address).exchange(value, std::memory_order_relaxed);
}

/// Puts `value` into *address if that holds `compare`.
template <hip_host::detail::AtomicInteger T>
T atomicCAS(T* address, std::type_identity_t<T> compare, std::type_identity_t<T> value) {
  std::atomic_ref<T>(*address).compare_exchange_strong(compare, value, std::memory_order_relaxed);
  return compare;
}

/// Flips the bits of `value` in *address.
template <hip_host::detail::AtomicInteger T>
T atomicXor(T* address, std::type_identity_t<T> value) {
  return std::atomic_ref<T>(*address).fetch_xor(value, std::memory_order_relaxed);
}

/// Adds 1 to *address, or makes it 0 if it was `most` or more.
inline unsigned atomicInc(unsigned* address, unsigned most) {
  const std::atomic_ref<unsigned> target(*address);
  unsigned old = target.load(std::memory_order_relaxed);
  while (!target.compare_exchange_weak(old, old >= most ? 0 : old + 1, std::memory_order_relaxed)) {
  }
  return old;
}

/// Subtracts 1 from *address, or makes it `most` if it was 0 or more than `most`.
inline unsigned atomicDec(unsigned* address, unsigned most) {
  const std::atomic_ref<unsigned> target(*address);
  unsigned old = target.load(std::memory_order_relaxed);
  while (!target.compare_exchange_weak(old, old == 0 || old > most ? most : old - 1,
                                       std::memory_order_relaxed)) {
  }
  return old;
}

/// atomicAdd for the other devices and the host too; the same as atomicAdd here.
template <hip_host::detail::AtomicNumber T>
T atomicAdd_system(T* address, std::type_identity_t<T> value) {
  return atomicAdd(address, value);
}

/// atomicAdd without a result.
inline void atomicAddNoRet(float* address, float value) { atomicAdd(address, value); }
