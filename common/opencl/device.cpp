#include "common/opencl/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "common/core/error.hpp"
#include "common/core/host.hpp"

namespace gputest::opencl {
namespace {

std::string device_type(cl_device_type type) {
  if (type & CL_DEVICE_TYPE_GPU) return "GPU";
  if (type & CL_DEVICE_TYPE_ACCELERATOR) return "accelerator";
  if (type & CL_DEVICE_TYPE_CPU) return "CPU";
  return "other";
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

// Queries of cl_khr_pci_bus_info, cl_nv_device_attribute_query and cl_amd_device_attribute_query.
constexpr cl_device_info kPciBusInfoKhr = 0x410F;
constexpr cl_device_info kPciBusNv = 0x4008, kPciSlotNv = 0x4009, kPciDomainNv = 0x400A;
constexpr cl_device_info kTopologyAmd = 0x4037;

/// The answer to an extension's query; none unless the driver returns exactly that many bytes.
template <class Value>
std::optional<Value> queried(const cl::Device& device, cl_device_info name) {
  Value value{};
  std::size_t bytes = 0;
  if (clGetDeviceInfo(device(), name, sizeof value, &value, &bytes) != CL_SUCCESS ||
      bytes != sizeof value)
    return std::nullopt;
  return value;
}

/// Empty if the device does not report it; a processor has none.
std::string pci_address_of(const cl::Device& device) {
  const std::string extensions = device.getInfo<CL_DEVICE_EXTENSIONS>();
  const auto has = [&](const char* name) { return extensions.find(name) != std::string::npos; };
  if (has("cl_khr_pci_bus_info"))
    if (const auto pci = queried<std::array<cl_uint, 4>>(device, kPciBusInfoKhr))
      return pci_address((*pci)[0], (*pci)[1], (*pci)[2], (*pci)[3]);
  if (has("cl_nv_device_attribute_query")) {
    const auto bus = queried<cl_uint>(device, kPciBusNv),
               slot = queried<cl_uint>(device, kPciSlotNv);
    const auto domain = queried<cl_uint>(device, kPciDomainNv);
    // The slot is eight times the device's number on the bus, plus the function.
    if (bus && slot) return pci_address(domain.value_or(0), *bus, *slot >> 3, *slot & 7);
  }
  if (has("cl_amd_device_attribute_query")) {
    // cl_device_topology_amd: a type, 17 unused bytes, bus, device and function.
    const auto topology = queried<std::array<unsigned char, 24>>(device, kTopologyAmd);
    if (topology && (*topology)[0] == 1)
      return pci_address(0, (*topology)[21], (*topology)[22], (*topology)[23]);
  }
  return "";
}

DeviceInfo describe(const cl::Platform& platform, const cl::Device& device) {
  const std::string platform_name = platform.getInfo<CL_PLATFORM_NAME>();
  DeviceInfo info;
  info.name = trimmed(device.getInfo<CL_DEVICE_NAME>());
  info.vendor = trimmed(device.getInfo<CL_DEVICE_VENDOR>());
  info.driver = fmt::format("{} {}", platform_name, device.getInfo<CL_DRIVER_VERSION>());
  info.emulated = platform_name == "Oclgrind";
  info.fp64 = device.getInfo<CL_DEVICE_EXTENSIONS>().find("cl_khr_fp64") != std::string::npos;
  info.memory_bytes = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
  info.cache_bytes = device.getInfo<CL_DEVICE_GLOBAL_MEM_CACHE_SIZE>();
  info.on_host = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;
  info.pci_address = pci_address_of(device);
  info.max_array_bytes = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
  if (device.getInfo<CL_DEVICE_IMAGE_SUPPORT>()) {
    info.max_image_width = device.getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>();
    info.max_image_height = device.getInfo<CL_DEVICE_IMAGE2D_MAX_HEIGHT>();
  }
  info.max_block = static_cast<std::uint32_t>(device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
  info.compute_units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  info.properties = {{"platform", trimmed(platform.getInfo<CL_PLATFORM_VERSION>())},
                     {"type", device_type(device.getInfo<CL_DEVICE_TYPE>())},
                     {"OpenCL C", trimmed(device.getInfo<CL_DEVICE_OPENCL_C_VERSION>())},
                     {"local memory", format_bytes(device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>())}};
  return info;
}

// Queries of the extension cl_nv_device_attribute_query.
constexpr cl_device_info kComputeCapabilityMajor = 0x4000, kComputeCapabilityMinor = 0x4001;

cl_uint attribute(const cl::Device& device, cl_device_info name) {
  cl_uint value = 0;
  device.getInfo(name, &value);
  return value;
}

/// Further options for programs. PoCL 7.1 declares image functions in OpenCL C 1.2 only if this
/// macro of OpenCL C 3.0 is defined.
std::string options_of(const DeviceInfo& device) {
  const bool is_pocl = device.driver.starts_with("Portable Computing Language");
  return is_pocl && device.max_image_width > 0 ? " -D__opencl_c_images=1" : "";
}

std::vector<cl::Platform> platforms() {
  constexpr cl_int kNoPlatform = -1001;  // CL_PLATFORM_NOT_FOUND_KHR
  std::vector<cl::Platform> all;
  try {
    cl::Platform::get(&all);
  } catch (const cl::Error& error) {
    if (error.err() != kNoPlatform) throw;
  }
  return all;
}

}  // namespace

std::vector<ListedDevice> list_devices() {
  std::vector<ListedDevice> listed;
  if (!load().empty()) return listed;
  checked("listing the OpenCL devices", [&] {
    for (const cl::Platform& platform : platforms()) {
      std::vector<cl::Device> devices;
      try {
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
      } catch (const cl::Error& error) {
        if (error.err() != CL_DEVICE_NOT_FOUND) throw;
      }
      for (const cl::Device& device : devices)
        listed.push_back({describe(platform, device), device});
    }
  });
  std::stable_partition(listed.begin(), listed.end(),
                        [](const ListedDevice& device) { return !device.info.emulated; });
  for (std::size_t k = 0; k < listed.size(); ++k) listed[k].info.id = fmt::format("opencl:{}", k);
  return listed;
}

OpenClDevice::OpenClDevice(const ListedDevice& device)
    : Device(device.info), handle_(device.handle) {
  checked("opening " + info().id, [&] {
    context_ = cl::Context(handle_);
    commands_ = cl::CommandQueue(context_, handle_);
    timed_commands_ = cl::CommandQueue(context_, handle_, CL_QUEUE_PROFILING_ENABLE);
    const auto extensions = handle_.getInfo<CL_DEVICE_EXTENSIONS>();
    if (extensions.find("cl_nv_device_attribute_query") != std::string::npos)
      compute_capability_ = 10 * attribute(handle_, kComputeCapabilityMajor) +
                            attribute(handle_, kComputeCapabilityMinor);
  });
}

double seconds_of(const cl::Event& first, const cl::Event& last) {
  const auto start = first.getProfilingInfo<CL_PROFILING_COMMAND_START>();
  const auto end = last.getProfilingInfo<CL_PROFILING_COMMAND_END>();
  return static_cast<double>(end - start) * 1e-9;
}

void OpenClDevice::flush_cache() {
  checked("flushing the caches of " + info().id, [&] {
    const std::uint64_t bytes = flush_bytes(info());
    if (flushed_() == nullptr) flushed_ = cl::Buffer(context_, CL_MEM_READ_WRITE, bytes);
    commands_.enqueueFillBuffer(flushed_, cl_uint{0}, 0, bytes / sizeof(cl_uint) * sizeof(cl_uint));
    commands_.finish();
  });
}

bool OpenClDevice::keeps_local_values() {
  if (keeps_local_values_) return *keeps_local_values_;
  // Each item takes its neighbour's value at the same time; the last takes the first one's.
  constexpr const char* kText = R"(
__kernel void gt_take_from_neighbour(__global int* taken) {
  __local int values[32];
  const int l = get_local_id(0);
  values[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int value = values[(l + 1) % 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  values[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  taken[l] = values[l];
}
)";
  std::array<cl_int, 32> taken{};
  const cl::Program probe = program("a probe of local memory", kText, "-cl-std=CL1.2");
  checked("probing " + info().id, [&] {
    cl::Kernel kernel(probe, "gt_take_from_neighbour");
    const cl::Buffer buffer(context_, CL_MEM_READ_WRITE, sizeof taken);
    kernel.setArg(0, buffer);
    commands_.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(32), cl::NDRange(32));
    commands_.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof taken, taken.data());
  });
  bool is_right = true;
  for (std::size_t l = 0; l < taken.size(); ++l)
    is_right = is_right && taken[l] == static_cast<cl_int>((l + 1) % taken.size());
  keeps_local_values_ = is_right;
  return is_right;
}

cl::Program OpenClDevice::program(const std::string& name, const std::string& text,
                                  const std::string& options) {
  cl::Program& program = programs_[options + "\n" + text];
  if (program() != nullptr) return program;
  checked("building " + name, [&] {
    cl::Program fresh(context_, text);
    try {
      fresh.build({handle_}, (options + options_of(info())).c_str());
    } catch (const cl::BuildError& error) {
      const std::string log = error.getBuildLog().empty() ? "" : error.getBuildLog()[0].second;
      throw Error(Status::bad_input, fmt::format("{} does not build on {}", name, info().id),
                  ApiFailure{"opencl", "clBuildProgram", error.err(), log});
    }
    program = fresh;
  });
  return program;
}

}  // namespace gputest::opencl
