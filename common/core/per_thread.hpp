// Objects of which each thread has its own, where thread_local would end the process.
#pragma once

#include <pthread.h>

#include <memory>
#include <new>

namespace gputest {

/// A T of each thread's own, made when it is first asked for and ended with the thread (the first
/// thread's stays). For what has a destructor: for that of a thread_local object glibc takes
/// memory, and ends the process where there is none.
template <class T>
class PerThread {
 public:
  /// Throws std::bad_alloc.
  PerThread() {
    if (pthread_key_create(&key_, [](void* own) { delete static_cast<T*>(own); }) != 0)
      throw std::bad_alloc();
  }
  PerThread(const PerThread&) = delete;
  PerThread& operator=(const PerThread&) = delete;

  /// Null where it has not been made.
  T* find() const { return static_cast<T*>(pthread_getspecific(key_)); }
  /// Throws std::bad_alloc.
  T& get() const {
    if (T* const own = find()) return *own;
    auto made = std::make_unique<T>();
    if (pthread_setspecific(key_, made.get()) != 0) throw std::bad_alloc();
    return *made.release();
  }

 private:
  pthread_key_t key_{};
};

}  // namespace gputest
