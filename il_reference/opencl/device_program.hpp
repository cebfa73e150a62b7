// A translated program on an OpenCL device, with device memory for all of its names.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/opencl/device.hpp"
#include "il_reference/interpreter/bindings.hpp"
#include "il_reference/opencl/translator.hpp"

namespace gputest::il {

/// Whether to read resources as images on that device: only on a GPU with images. On a CPU an image
/// is a buffer behind a function call.
bool prefers_images(const opencl::OpenClDevice& device);

/// The options of clBuildProgram for a mode on that device. Throws Error(unavailable) if the
/// device's arithmetic cannot be strict.
std::string build_options(const opencl::OpenClDevice& device, Mode mode, bool doubles);

/// An IL program, translated and built, with device memory for its bindings.
class DeviceProgram {
 public:
  /// How it is translated and launched.
  struct Settings {
    Mode mode = Mode::fast;
    std::optional<bool> images;            ///< if not set, prefers_images() decides
    std::uint32_t threads_per_group = 64;  ///< of a pixel program
    std::uint64_t loop_limit = 0;          ///< TranslationOptions::loop_limit
  };

  /// Translates and builds the program for the formats of the bindings, and allocates device memory
  /// of their shapes. `source` is the text that the program was parsed from. Throws Error if
  /// clBuildProgram or an allocation fails, Error(bad_input) if something is not bound.
  DeviceProgram(opencl::OpenClDevice& device, const Program& program, std::string_view source,
                const Bindings& bindings, const Settings& settings);

  /// Copies all bindings to the device: inputs, and the present content of outputs, g[] and UAVs.
  void upload(const Bindings& bindings);

  /// Enqueue one run of a pixel program over a domain, or of a compute program over groups.
  void launch(const Domain& domain);
  void launch(const Groups& groups);

  /// Waits. Throws Error(bad_input) with line and column if a thread went out of bounds.
  void finish();

  /// Copies outputs, g[] and UAVs back into the bindings.
  void download(const Bindings& bindings);

  const Translation& translation() const { return translation_; }
  const cl::Event& event() const { return event_; }  ///< of the last launch

 private:
  struct Memory {
    KernelArgument argument;
    cl::Memory object;
    std::size_t bytes = 0;  ///< of a buffer
  };

  void allocate(const KernelArgument& argument, const Bindings& bindings);
  void enqueue(const cl_uint4& domain, std::uint64_t groups, std::uint32_t threads_per_group);

  opencl::OpenClDevice& device_;
  const Program& program_;
  Translation translation_;
  std::uint32_t threads_per_group_;
  cl::Kernel kernel_;
  std::vector<Memory> memory_;
  cl::Buffer fault_;
  cl_uint domain_index_ = 0;
  cl::Event event_;
};

}  // namespace gputest::il
