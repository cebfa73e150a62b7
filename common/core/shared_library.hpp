// A library that the program does without where it is not installed.
#pragma once

#include <dlfcn.h>

#include <initializer_list>
#include <string>

namespace gputest {

/// A shared library, opened when this is made and kept open until the program ends.
class SharedLibrary {
 public:
  /// Opens the first of the names that the dynamic loader finds. Does not throw: see absence().
  explicit SharedLibrary(std::initializer_list<std::string> names) {
    for (const std::string& name : names) {
      handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (handle_ != nullptr) return;
      if (absence_.empty()) absence_ = dlerror();
    }
  }

  bool is_there() const { return handle_ != nullptr; }
  /// What the loader says of the first name, where no library is there.
  const std::string& absence() const { return absence_; }

  /// Points `function` at the entry point; at nothing, and false, where there is none.
  template <class Function>
  bool find(Function& function, const char* entry_point) const {
    function =
        is_there() ? reinterpret_cast<Function>(dlsym(handle_, entry_point)) : Function(nullptr);
    return function != nullptr;
  }

 private:
  void* handle_ = nullptr;
  std::string absence_;
};

}  // namespace gputest
