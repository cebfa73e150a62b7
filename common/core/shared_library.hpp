// A shared library that may be missing.
#pragma once

#include <dlfcn.h>
#include <link.h>

#include <initializer_list>
#include <string>

namespace gputest {

/// A shared library, opened by the constructor and kept open until the program ends.
class SharedLibrary {
 public:
  /// Opens the first of the names that the dynamic loader finds. Never throws: see absence().
  explicit SharedLibrary(std::initializer_list<std::string> names) {
    for (const std::string& name : names) {
      handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (handle_ != nullptr) return;
      if (absence_.empty()) absence_ = dlerror();
    }
  }

  bool is_there() const { return handle_ != nullptr; }
  /// The path of the file; empty if there is none.
  std::string path() const {
    const link_map* map = nullptr;
    if (!is_there() || dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0) return "";
    return map->l_name;
  }
  /// The loader's message about the first name, if no library was found.
  const std::string& absence() const { return absence_; }

  /// Points `function` at the entry point. If there is none, sets it to null and returns false.
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
