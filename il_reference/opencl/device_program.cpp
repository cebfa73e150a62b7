#include "il_reference/opencl/device_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/core/error.hpp"
#include "il_reference/language/instructions.hpp"
#include "il_reference/language/located_error.hpp"
#include "il_reference/opencl/preamble.hpp"

namespace gputest::il {
namespace {

using opencl::checked;
using Kind = KernelArgument::Kind;

template <class Map>
const typename Map::mapped_type& bound(const Map& map, std::uint32_t number, const char* prefix) {
  const auto found = map.find(number);
  if (found == map.end())
    throw Error(Status::bad_input, fmt::format("the kernel's {}{} is not bound", prefix, number));
  return found->second;
}

std::map<std::uint32_t, Format> formats_of(const auto& surfaces) {
  std::map<std::uint32_t, Format> formats;
  for (const auto& [number, surface] : surfaces) formats[number] = surface.format;
  return formats;
}

cl_uint4 shape_of(const auto& surface) {
  return {{surface.width, surface.height, surface.pitch, surface.depth}};
}

std::size_t bytes_of(const auto& span) { return span.size_bytes(); }

}  // namespace

bool prefers_images(const opencl::OpenClDevice& device) {
  return device.info().max_image_width != 0 &&
         (device.handle().getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
}

std::string build_options(const opencl::OpenClDevice& device, Mode mode, bool doubles) {
  if (doubles && !device.info().fp64)
    throw Error(Status::unavailable,
                fmt::format("{} has no fp64, which the kernel uses", device.info().id));
  if (mode == Mode::fast) return std::string(fast_build_options);
  const auto arithmetic = device.handle().getInfo<CL_DEVICE_SINGLE_FP_CONFIG>();
  if ((arithmetic & CL_FP_DENORM) == 0)
    throw Error(Status::unavailable,
                fmt::format("{} flushes denormals, so it has no strict mode", device.info().id));
  if ((arithmetic & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0)
    return fmt::format("{} -cl-fp32-correctly-rounded-divide-sqrt", strict_build_options);
  if (!device.info().fp64)
    throw Error(Status::unavailable,
                fmt::format("{} neither rounds quotients correctly nor has fp64, so nothing is "
                            "strict there",
                            device.info().id));
  return fmt::format("{} -DIL_DOUBLE -DIL_DIVIDE_IN_DOUBLE", strict_build_options);
}

DeviceProgram::DeviceProgram(opencl::OpenClDevice& device, const Program& program,
                             std::string_view source, const Bindings& bindings,
                             const Settings& settings)
    : device_(device), program_(program), threads_per_group_(settings.threads_per_group) {
  TranslationOptions options;
  options.mode = settings.mode;
  options.images = settings.images.value_or(prefers_images(device));
  options.resources = formats_of(bindings.resources);
  options.outputs = formats_of(bindings.outputs);
  options.uavs = formats_of(bindings.uavs);
  options.loop_limit = settings.loop_limit;
  translation_ = translate(program, source, options);
  const cl::Program built =
      device.program("the translation", translation_.text(),
                     build_options(device, settings.mode, uses_doubles(program)));
  checked("allocating on " + device.info().id, [&] {
    kernel_ = cl::Kernel(built, translation_.entry.c_str());
    for (const KernelArgument& argument : translation_.arguments) allocate(argument, bindings);
  });
}

void DeviceProgram::allocate(const KernelArgument& argument, const Bindings& bindings) {
  auto index = static_cast<cl_uint>(0);
  for (const KernelArgument& before : translation_.arguments) {
    if (&before == &argument) break;
    const bool alone =
        before.kind == Kind::image || before.kind == Kind::domain || before.kind == Kind::fault;
    index += alone ? 1 : before.kind == Kind::uav ? 3 : 2;
  }
  const auto buffer = [&](std::size_t bytes, cl_mem_flags flags) {
    const std::size_t allocated = std::max<std::size_t>(bytes, 16);
    cl::Buffer made(device_.context(), flags, allocated);
    kernel_.setArg(index, made);
    memory_.push_back({argument, made, allocated});
    return made;
  };
  switch (argument.kind) {
    case Kind::image: {
      const ReadSurface& surface = bound(bindings.resources, argument.number, "i");
      const cl::Image2D image(device_.context(), CL_MEM_READ_ONLY,
                              cl::ImageFormat(CL_RGBA, CL_UNSIGNED_INT32), surface.width,
                              surface.height);
      kernel_.setArg(index, image);
      memory_.push_back({argument, image, 0});
      break;
    }
    case Kind::resource: {
      const ReadSurface& surface = bound(bindings.resources, argument.number, "i");
      buffer(bytes_of(surface.memory), CL_MEM_READ_ONLY);
      kernel_.setArg(index + 1, shape_of(surface));
      break;
    }
    case Kind::constant: {
      const auto& constants = bound(bindings.constants, argument.number, "cb");
      buffer(bytes_of(constants), CL_MEM_READ_ONLY);
      kernel_.setArg(index + 1, static_cast<cl_uint>(constants.size() / 4));
      break;
    }
    case Kind::output: {
      const Surface& surface = bound(bindings.outputs, argument.number, "o");
      buffer(bytes_of(surface.memory), CL_MEM_READ_WRITE);
      kernel_.setArg(index + 1, shape_of(surface));
      break;
    }
    case Kind::global:
      if (bindings.global.empty()) throw Error(Status::bad_input, "the kernel's g[] is not bound");
      buffer(bytes_of(bindings.global), CL_MEM_READ_WRITE);
      kernel_.setArg(index + 1, static_cast<cl_uint>(bindings.global.size() / 4));
      break;
    case Kind::uav: {
      const WithGds with_gds(program_, bindings);
      const UavBinding& uav = bound(with_gds.bindings.uavs, argument.number, "uav");
      buffer(bytes_of(uav.memory), CL_MEM_READ_WRITE);
      kernel_.setArg(index + 1, cl_uint4{{static_cast<cl_uint>(uav.memory.size()), uav.width,
                                          uav.height, uav.pitch}});
      kernel_.setArg(index + 2, static_cast<cl_uint>(uav.depth));
      break;
    }
    case Kind::domain:
      domain_index_ = index;
      break;
    case Kind::fault:
      fault_ = buffer(sizeof(cl_uint), CL_MEM_READ_WRITE);
      break;
  }
}

void DeviceProgram::upload(const Bindings& bindings) {
  const auto& queue = device_.timed_commands();
  const auto write = [&](const Memory& memory, const auto& words) {
    queue.enqueueWriteBuffer(static_cast<const cl::Buffer&>(memory.object), CL_TRUE, 0,
                             bytes_of(words), words.data());
  };
  checked("copying to " + device_.info().id, [&] {
    for (const Memory& memory : memory_) {
      const std::uint32_t n = memory.argument.number;
      switch (memory.argument.kind) {
        case Kind::image: {
          const ReadSurface& surface = bound(bindings.resources, n, "i");
          queue.enqueueWriteImage(static_cast<const cl::Image&>(memory.object), CL_TRUE, {0, 0, 0},
                                  {surface.width, surface.height, 1},
                                  std::size_t{surface.pitch} * 16, 0, surface.memory.data());
          break;
        }
        case Kind::resource:
          write(memory, bound(bindings.resources, n, "i").memory);
          break;
        case Kind::constant:
          write(memory, bound(bindings.constants, n, "cb"));
          break;
        case Kind::output:
          write(memory, bound(bindings.outputs, n, "o").memory);
          break;
        case Kind::global:
          write(memory, bindings.global);
          break;
        case Kind::uav:
          if (is_gds(n)) break;  // every launch begins with zeros
          write(memory, bound(bindings.uavs, n, "uav").memory);
          break;
        case Kind::domain:
        case Kind::fault:
          break;
      }
    }
    queue.enqueueFillBuffer(fault_, cl_uint{0}, 0, sizeof(cl_uint));
    queue.finish();
  });
}

void DeviceProgram::enqueue(const cl_uint4& domain, std::uint64_t groups,
                            std::uint32_t threads_per_group) {
  checked("launching on " + device_.info().id, [&] {
    kernel_.setArg(domain_index_, domain);
    for (const Memory& memory : memory_) {
      if (memory.argument.kind != Kind::uav || !is_gds(memory.argument.number)) continue;
      const auto& buffer = static_cast<const cl::Buffer&>(memory.object);
      device_.timed_commands().enqueueFillBuffer(buffer, cl_uint{0}, 0, memory.bytes);
    }
    device_.timed_commands().enqueueNDRangeKernel(kernel_, cl::NullRange,
                                                  cl::NDRange(groups * threads_per_group),
                                                  cl::NDRange(threads_per_group), nullptr, &event_);
  });
}

void DeviceProgram::launch(const Domain& domain) {
  const std::uint64_t threads = std::uint64_t{domain.width} * domain.height;
  if (threads == 0) return;
  enqueue({{domain.x, domain.y, domain.width, domain.height}},
          (threads + threads_per_group_ - 1) / threads_per_group_, threads_per_group_);
}

void DeviceProgram::launch(const Groups& groups) {
  const auto size = group_size(program_);
  const std::uint64_t count = std::uint64_t{groups[0]} * groups[1] * groups[2];
  if (count == 0) return;
  enqueue({{groups[0], groups[1], groups[2], 0}}, count, size[0] * size[1] * size[2]);
}

void DeviceProgram::finish() {
  cl_uint fault = 0;
  checked("running on " + device_.info().id, [&] {
    device_.timed_commands().enqueueReadBuffer(fault_, CL_TRUE, 0, sizeof fault, &fault);
  });
  if (fault == 0) return;
  const Instruction& instruction = program_.instructions.at(fault - 1);
  throw LocatedError(instruction.location, is_loop(instruction.opcode)
                                               ? "a thread passed the step limit in this loop"
                                               : "a thread goes out of bounds here");
}

void DeviceProgram::download(const Bindings& bindings) {
  const auto& queue = device_.timed_commands();
  const auto read = [&](const Memory& memory, std::span<std::uint32_t> words) {
    queue.enqueueReadBuffer(static_cast<const cl::Buffer&>(memory.object), CL_TRUE, 0,
                            bytes_of(words), words.data());
  };
  checked("copying from " + device_.info().id, [&] {
    for (const Memory& memory : memory_) {
      const std::uint32_t n = memory.argument.number;
      if (memory.argument.kind == Kind::output)
        read(memory, bound(bindings.outputs, n, "o").memory);
      if (memory.argument.kind == Kind::global) read(memory, bindings.global);
      if (memory.argument.kind == Kind::uav && !is_gds(n))
        read(memory, bound(bindings.uavs, n, "uav").memory);
    }
  });
}

}  // namespace gputest::il
