#include "hip/amd/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <hip/hip_version.h>

namespace gputest::hip_amd {

Library::Library(const std::string& name) : handle_(dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr)
    absence_ = fmt::format("AMD's HIP run-time library cannot be opened ({})", dlerror());
}

void* Library::find(const char* entry_point) const {
  return handle_ == nullptr ? nullptr : dlsym(handle_, entry_point);
}

const Library& hip_library() {
  static const Library library(fmt::format("libamdhip64.so.{}", HIP_VERSION_MAJOR));
  return library;
}

}  // namespace gputest::hip_amd
