// IL to OpenCL C 1.2. Registers become uint4 variables (float4 if they are used only as floats),
// control flow stays structured, and every statement is followed by its IL.
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
  strict,  ///< bit for bit the interpreter's results
  fast,    ///< the device's own arithmetic: contraction, and 0 · infinity is NaN
};

/// The inputs of the translation besides the program.
struct TranslationOptions {
  Mode mode = Mode::fast;
  /// Resources of four words per element become images; all others are pitched buffers.
  bool images = true;
  /// Formats of resources, outputs and typed UAVs by number; the default is float4.
  std::map<std::uint32_t, Format> resources;
  std::map<std::uint32_t, Format> outputs;
  std::map<std::uint32_t, Format> uavs;
  std::string entry = "il_main";  ///< the kernel function's name
  /// The IL text's name in line directives, through which a compiler's messages and line tables
  /// refer to IL lines; empty: no directives.
  std::string line_file;
  /// A thread stops with a fault after this many iterations of all its loops; 0: no limit.
  std::uint64_t loop_limit = 0;
};

/// The minimum options of clBuildProgram.
inline constexpr std::string_view strict_build_options = "-cl-std=CL1.2";
inline constexpr std::string_view fast_build_options =
    "-cl-std=CL1.2 -cl-mad-enable -cl-unsafe-math-optimizations -cl-denorms-are-zero";

/// One argument of the translated kernel, in the kernel's order. Shapes are `uint4` scalars of
/// width, height and pitch in elements, and depth.
struct KernelArgument {
  enum class Kind {
    image,     ///< image2d_t of RGBA, unsigned 32-bit
    resource,  ///< pitched buffer, followed by its shape
    constant,  ///< constant buffer
    output,    ///< pitched buffer, followed by its shape
    global,    ///< g[], followed by its number of elements
    uav,       ///< words, followed by (words, width, height, pitch) and the depth
    domain,    ///< uint4: x, y, width, height; for a compute program the groups and 0
    fault,     ///< buffer of one uint: 1 + the index of an instruction that went out of bounds
  };
  Kind kind;
  std::uint32_t number = 0;  ///< of i0, cb0, o0 or the UAV
};

/// OpenCL C, and its kernel's arguments.
struct Translation {
  std::string preamble;  ///< support functions, the same for every program of a mode
  std::string kernel;    ///< the kernel function
  std::string entry;
  std::vector<KernelArgument> arguments;

  std::string text() const { return preamble + kernel; }
};

/// Translates a checked program. `source` is the text that it was parsed from; the translation
/// quotes its lines. Throws Error(bad_input), with line and column, for constructs that OpenCL C
/// 1.2 cannot express.
Translation translate(const Program& program, std::string_view source,
                      const TranslationOptions& options = {});

}  // namespace gputest::il
