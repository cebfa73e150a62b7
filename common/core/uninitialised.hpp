// Vectors with uninitialised new elements, for several threads to fill.
#pragma once

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace gputest {

/// An allocator that does not initialise elements. Initialisation by one thread would make the
/// system map every page there: seconds for the neighbour lists of millions of particles.
template <class T>
struct Uninitialised : std::allocator<T> {
  /// Required of an allocator.
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

/// resize() does not initialise new elements.
template <class T>
using UninitialisedVector = std::vector<T, Uninitialised<T>>;

}  // namespace gputest
