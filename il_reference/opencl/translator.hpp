// IL to OpenCL C 1.2: registers become uint4 variables (float4 where only floats are seen in them),
// control flow stays structured, and every statement is followed by the IL that it came from.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "il_reference/interpreter/bindings.hpp"
#include "il_reference/language/program.hpp"

namespace gputest::il {

enum class Mode {
  strict,  ///< bit for bit what the interpreter gives
  fast,    ///< the device's own arithmetic: contraction, and 0 · infinity is NaN
};

/// What the translation depends on beside the program.
struct TranslationOptions {
  Mode mode = Mode::fast;
  /// Resources of four words per element become images; otherwise, and all others, pitched buffers.
  bool images = true;
  /// Formats of resources, outputs and typed UAVs by number; float4 where nothing is said.
  std::map<std::uint32_t, Format> resources;
  std::map<std::uint32_t, Format> outputs;
  std::map<std::uint32_t, Format> uavs;
  std::string entry = "il_main";  ///< the kernel function's name
  /// The IL text's name in line directives, by which a compiler's messages and line tables tell of
  /// its lines; empty: none are written.
  std::string line_file;
  /// Turns of all its loops after which a thread stops with a fault; 0: as many as it takes.
  std::uint64_t loop_limit = 0;
};

/// What clBuildProgram is to be given at least.
inline constexpr std::string_view strict_build_options = "-cl-std=CL1.2";
inline constexpr std::string_view fast_build_options =
    "-cl-std=CL1.2 -cl-mad-enable -cl-unsafe-math-optimizations -cl-denorms-are-zero";

/// One argument of the translated kernel, in the order in which it takes them. Shapes are
/// `uint4` scalars of width, height and pitch in elements, and depth.
struct KernelArgument {
  enum class Kind {
    image,     ///< image2d_t of RGBA, unsigned 32-bit
    resource,  ///< pitched buffer, followed by its shape
    constant,  ///< constant buffer
    output,    ///< pitched buffer, followed by its shape
    global,    ///< g[], followed by its number of elements
    uav,       ///< words, followed by (words, width, height, pitch) and the depth
    domain,    ///< uint4: x, y, width, height; of a compute program the groups and 0
    fault,     ///< buffer of one uint: 1 + the index of an instruction that went out of bounds
  };
  Kind kind;
  std::uint32_t number = 0;  ///< of i0, cb0, o0 or the UAV
};

/// OpenCL C and what its kernel takes.
struct Translation {
  std::string preamble;  ///< support functions, the same for every program of a mode
  std::string kernel;    ///< the kernel function
  std::string entry;
  std::vector<KernelArgument> arguments;

  std::string text() const { return preamble + kernel; }
};

/// Translates a checked program. `source` is the text it was parsed from, whose lines are quoted.
/// Throws Error(bad_input) for what OpenCL C 1.2 cannot say, with line and column.
Translation translate(const Program& program, std::string_view source,
                      const TranslationOptions& options = {});

}  // namespace gputest::il
