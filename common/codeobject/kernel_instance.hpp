// Which instance of a kernel template a symbol of a code object is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gputest {

/// An instance of a kernel of common/simt, whose first template argument is the platform's traits.
struct KernelInstance {
  std::string platform;                ///< "cuda", "hip:amd": the traits' namespace
  std::string kernel;                  ///< "gravity_tiled"
  std::string layout;                  ///< "float4"; empty where no argument is a view of bodies
  std::string precision;               ///< "fp32"
  std::vector<std::string> arguments;  ///< the rest: "128", "true", "false"
  std::uint32_t wavefront = 0;         ///< that the traits name; 0: they name none
};

/// Of a mangled symbol; none where it is no such kernel.
std::optional<KernelInstance> kernel_instance(const std::string& symbol);

}  // namespace gputest
