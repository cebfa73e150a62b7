// Objects that a program refers to by handle: a pointer that is looked up before use.
#pragma once

#include <map>
#include <memory>
#include <mutex>

namespace hip_host::detail {

/// The objects of one kind.
template <class T>
class Handles {
 public:
  /// Takes ownership of an object and returns its handle.
  T* add(std::unique_ptr<T> object) {
    const std::scoped_lock lock(mutex_);
    T* const handle = object.get();
    objects_.emplace(handle, std::move(object));
    return handle;
  }

  /// Whether the handle refers to an existing object.
  bool has(T* handle) const {
    const std::scoped_lock lock(mutex_);
    return objects_.contains(handle);
  }

  /// Destroys the object; false if there is no such handle.
  bool remove(T* handle) {
    const std::scoped_lock lock(mutex_);
    return objects_.erase(handle) == 1;
  }

 private:
  mutable std::mutex mutex_;
  std::map<T*, std::unique_ptr<T>> objects_;
};

}  // namespace hip_host::detail
