// Vectors whose new elements are not set, for what several threads then fill.
#pragma once

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace gputest {

/// An allocator that leaves elements as the memory is. One thread alone would set them, and have
/// the system give it every page: seconds for the neighbour lists of millions of particles.
template <class T>
struct Uninitialised : std::allocator<T> {
  /// As every allocator has it.
  template <class U>
  struct rebind {
    using other = Uninitialised<U>;
  };
  template <class U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
};

/// resize() leaves its new elements unset.
template <class T>
using UninitialisedVector = std::vector<T, Uninitialised<T>>;

}  // namespace gputest
