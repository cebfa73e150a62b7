// Many IL programs of one shape, run by the interpreter and, translated, as one OpenCL program.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/opencl/device.hpp"
#include "il_reference/interpreter/interpreter.hpp"
#include "il_reference/language/parser.hpp"
#include "il_reference/opencl/device_program.hpp"
#include "il_reference/opencl/preamble.hpp"
#include "il_reference/tests/programs.hpp"

namespace gputest::test {

using namespace gputest::il;

inline constexpr std::uint32_t kWidth = 16, kHeight = 4;  // one wavefront
using Image = std::vector<std::uint32_t>;

/// The results of a program: o0 and o1.
using IlResults = std::array<Image, 2>;

struct IlInputs {
  Image texels = awkward_data(kWidth * kHeight * 4, 1);
  Image constants = awkward_data(4 * 4, 2);
};

inline IlResults interpreted(const Program& program, const IlInputs& inputs) {
  IlResults results{Image(inputs.texels.size()), Image(inputs.texels.size())};
  Bindings bindings;
  bindings.resources[0] = {inputs.texels, Format::float4, kWidth, kHeight, kWidth};
  bindings.constants[0] = inputs.constants;
  for (std::uint32_t k = 0; k < 2; ++k)
    bindings.outputs[k] = {results[k], Format::float4, kWidth, kHeight, kWidth};
  run(program, bindings, Domain{0, 0, kWidth, kHeight});
  return results;
}

/// The first OpenCL device, opened once because a context is costly; null if there is none.
inline opencl::OpenClDevice* first_device() {
  static const std::unique_ptr<opencl::OpenClDevice> device = [] {
    const std::vector<opencl::ListedDevice> listed = opencl::list_devices();
    return listed.empty() ? nullptr : std::make_unique<opencl::OpenClDevice>(listed.front());
  }();
  return device.get();
}

/// Combines many programs with the same names into one OpenCL program with one kernel. For PoCL's
/// compiler a kernel costs far more than the few lines of a program.
class IlBatch {
 public:
  IlBatch(opencl::OpenClDevice& device, const std::vector<std::string>& texts,
          const IlInputs& inputs, il::Mode mode)
      : device_(device) {
    std::string kernels, cases;
    TranslationOptions options;
    options.mode = mode;
    options.images = false;
    for (const std::string& text : texts) {
      options.entry = fmt::format("program_{}", programs_.size());
      programs_.push_back(read_program(text, "random.il"));
      kernels += translate(programs_.back(), text, options).kernel;
      cases += fmt::format(
          "    case {}u: {}(i0, i0_shape, cb0, cb0_count, o0, o0_shape, o1, "
          "o1_shape, domain, fault); break;\n",
          programs_.size() - 1, options.entry);
    }
    const std::string dispatcher =
        "__kernel void one_of_many(__global const uint4* restrict i0, const uint4 i0_shape,\n"
        "    __constant uint4* cb0, const uint cb0_count, __global uint4* o0, const uint4 "
        "o0_shape,\n"
        "    __global uint4* o1, const uint4 o1_shape, const uint4 domain, __global uint* fault,\n"
        "    const uint which) {\n  switch (which) {\n" +
        cases + "  }\n}\n";
    const std::string text = whole_preamble(true) + kernels + dispatcher;
    const cl::Program built =
        device.program("random programs", text, build_options(device, mode, true));
    const std::size_t bytes = inputs.texels.size() * 4;
    opencl::checked("preparing random programs", [&] {
      kernel_ = cl::Kernel(built, "one_of_many");
      const auto& context = device.context();
      texels_ = cl::Buffer(context, CL_MEM_READ_ONLY, bytes);
      constants_ = cl::Buffer(context, CL_MEM_READ_ONLY, inputs.constants.size() * 4);
      fault_ = cl::Buffer(context, CL_MEM_READ_WRITE, 4);
      for (cl::Buffer& output : outputs_) output = cl::Buffer(context, CL_MEM_READ_WRITE, bytes);
      device.timed_commands().enqueueWriteBuffer(texels_, CL_TRUE, 0, bytes, inputs.texels.data());
      device.timed_commands().enqueueWriteBuffer(
          constants_, CL_TRUE, 0, inputs.constants.size() * 4, inputs.constants.data());
      const cl_uint4 shape{{kWidth, kHeight, kWidth, 0}};
      kernel_.setArg(0, texels_);
      kernel_.setArg(1, shape);
      kernel_.setArg(2, constants_);
      kernel_.setArg(3, cl_uint{4});
      kernel_.setArg(4, outputs_[0]);
      kernel_.setArg(5, shape);
      kernel_.setArg(6, outputs_[1]);
      kernel_.setArg(7, shape);
      kernel_.setArg(8, cl_uint4{{0, 0, kWidth, kHeight}});
      kernel_.setArg(9, fault_);
    });
  }

  const Program& program(std::size_t k) const { return programs_[k]; }

  IlResults run(std::size_t which) {
    IlResults results;
    opencl::checked("running a random program", [&] {
      kernel_.setArg(10, static_cast<cl_uint>(which));
      device_.timed_commands().enqueueNDRangeKernel(
          kernel_, cl::NullRange, cl::NDRange(kWidth * kHeight), cl::NDRange(kWidth * kHeight));
      for (std::size_t k = 0; k < 2; ++k) {
        results[k].resize(std::size_t{kWidth} * kHeight * 4);
        device_.timed_commands().enqueueReadBuffer(outputs_[k], CL_TRUE, 0, results[k].size() * 4,
                                                   results[k].data());
      }
    });
    return results;
  }

 private:
  opencl::OpenClDevice& device_;
  std::vector<Program> programs_;
  cl::Kernel kernel_;
  cl::Buffer texels_, constants_, fault_;
  std::array<cl::Buffer, 2> outputs_;
};

}  // namespace gputest::test
