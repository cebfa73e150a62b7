// Objects with one instance per thread, for use where thread_local would end the process.
#pragma once

#include <pthread.h>

#include <memory>
#include <new>

namespace gputest {

/// One T per thread, made on first use and destroyed with the thread (the first thread's remains).
/// For types with a destructor: glibc allocates memory to register the destructor of a thread_local
/// object, and ends the process if that fails.
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

  /// Null if this thread has made none.
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
