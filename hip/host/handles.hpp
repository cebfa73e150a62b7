// The objects that a program knows by handle: a pointer that is looked up before it is used.
#pragma once

#include <map>
#include <memory>
#include <mutex>

namespace hip_host::detail {

/// Objects of one kind.
template <class T>
class Handles {
 public:
  /// Takes an object over and returns its handle.
  T* add(std::unique_ptr<T> object) {
    const std::scoped_lock lock(mutex_);
    T* const handle = object.get();
    objects_.emplace(handle, std::move(object));
    return handle;
  }

  /// Whether the handle is one of an object that still is.
  bool has(T* handle) const {
    const std::scoped_lock lock(mutex_);
    return objects_.contains(handle);
  }

  /// Destroys the object; false if the handle is none.
  bool remove(T* handle) {
    const std::scoped_lock lock(mutex_);
    return objects_.erase(handle) == 1;
  }

 private:
  mutable std::mutex mutex_;
  std::map<T*, std::unique_ptr<T>> objects_;
};

}  // namespace hip_host::detail
