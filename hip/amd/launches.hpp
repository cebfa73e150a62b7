// How kernels that hipcc compiled are launched, over HIP's module functions.
//
// The host code that hipcc makes hands each object file's code objects to __hipRegisterFatBinary
// before main() and launches with hipLaunchKernel. Both are defined here rather than taken from
// AMD's library: the program starts without that library, a code object is loaded when a kernel of
// it is first launched, and one that lacks the device's architecture is an error of that launch
// alone, where the library ends the program.
#pragma once

#include <hip/hip_runtime_api.h>

#include <string>

namespace gputest::hip_amd {

/// What the kernel that the host function stands for is called in its code objects; empty where it
/// stands for none.
std::string symbol_of(const void* host_function);

/// From now on `host_function` stands for the kernel of that name in a bundle of code objects,
/// beside those that hipcc's host code registers. Name and bundle outlive the program's launches.
void register_kernel(const void* host_function, const void* bundle, const char* name);

/// Why this host thread's last launch failed, which is then forgotten; hipSuccess if it did not.
hipError_t take_launch_error();

/// Who takes launches in the place of AMD's library: a device that is not hardware.
class LaunchTaker {
 public:
  /// The kernel of that name in the bundle of code objects; a pointer to each argument.
  virtual hipError_t launch(const void* bundle, const char* kernel, dim3 grid, dim3 block,
                            std::size_t shared_bytes, void** arguments) = 0;

 protected:
  ~LaunchTaker() = default;
};

/// From now on this host thread's launches go to the taker; to AMD's library with null.
void lead_launches_to(LaunchTaker* taker);
/// Where this host thread's go now.
LaunchTaker* launch_taker();

/// Unloads every code object, as a reset of the device requires.
void unload_modules();

}  // namespace gputest::hip_amd
