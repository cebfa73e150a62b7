// The functions of HIP's run-time API that do more than jump into AMD's library (routes.hpp).
// Without the library each returns an error; its text says why the library is missing.
#include <hip/hip_runtime.h>
#include <hip/hip_version.h>

#include <string>

#include "common/core/rehearsal.hpp"
#include "common/core/shared_library.hpp"
#include "hip/amd/routes.hpp"

namespace {

constexpr hipError_t kNoLibrary = hipErrorSharedObjectInitFailed;

/// AMD's library, of the version that this program was compiled for.
const gputest::SharedLibrary& hip_library() {
  static const gputest::SharedLibrary library{"libamdhip64.so." +
                                              std::to_string(HIP_VERSION_MAJOR)};
  return library;
}

/// The fault that ends a process which lists the library's devices, for example a driver that does
/// not fit its kernel. Empty if there is no fault, or no library.
const std::string& fault_of_library() {
  static const std::string fault = gputest::fault_in_rehearsal([] {
    hipError_t (*ask)(int*) = nullptr;
    int count = 0;
    if (hip_library().find(ask, "hipGetDeviceCount")) static_cast<void>(ask(&count));
  });
  return fault;
}

/// The library's function of that name; null if there is none, or if the library cannot be used.
template <class Function>
Function find(const char* name) {
  if (!fault_of_library().empty()) return nullptr;
  Function function = nullptr;
  static_cast<void>(hip_library().find(function, name));
  return function;
}

/// Points the table at the library's functions.
bool open_routes() {
  for (unsigned k = 0; gputest_hip_route_names[k] != nullptr; ++k)
    if (void* function = find<void*>(gputest_hip_route_names[k])) gputest_hip_routes[k] = function;
  return true;
}

}  // namespace

extern "C" {

int gputest_hip_no_library() { return kNoLibrary; }

/// The first function of the API that any program calls.
hipError_t hipGetDeviceCount(int* count) {
  [[maybe_unused]] static const bool opened = open_routes();
  static const auto function = find<hipError_t (*)(int*)>("hipGetDeviceCount");
  return function == nullptr ? kNoLibrary : function(count);
}

const char* hipGetErrorString(hipError_t error) {
  static const auto function = find<const char* (*)(hipError_t)>("hipGetErrorString");
  static const std::string absence =
      fault_of_library().empty()
          ? "AMD's HIP run-time library cannot be opened (" + hip_library().absence() + ")"
          : "AMD's HIP run-time library ends the process that lists its devices (" +
                fault_of_library() + ")";
  return function == nullptr ? absence.c_str() : function(error);
}

hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

}  // extern "C"
