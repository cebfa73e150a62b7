#include "common/device/device.hpp"

#include <fmt/format.h>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/device/watch.hpp"

namespace gputest {
namespace {

void check_image(const DeviceInfo& device, const ArrayShape& shape) {
  if (device.max_image_width == 0)
    throw Error(Status::unavailable, fmt::format("{} has no 2D images", device.id));
  if (shape.image_width <= device.max_image_width &&
      shape.image_height() <= device.max_image_height)
    return;
  throw Error(Status::bad_input,
              fmt::format("an image of {} x {} texels exceeds the limit of {}, {} x {}; "
                          "choose another --image-width or a smaller -n",
                          shape.image_width, shape.image_height(), device.id,
                          device.max_image_width, device.max_image_height));
}

}  // namespace

std::string pci_address(unsigned domain, unsigned bus, unsigned device, unsigned function) {
  return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", domain, bus, device, function);
}

std::string gpu_uuid(const char* bytes) {
  std::string text = "GPU";
  for (int k = 0; k < 16; ++k) {
    if (k == 0 || k == 4 || k == 6 || k == 8 || k == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned>(static_cast<unsigned char>(bytes[k])));
  }
  return text;
}

std::uint64_t flush_bytes(const DeviceInfo& device) {
  constexpr std::uint64_t kUnknown = std::uint64_t{256} << 20;
  return device.cache_bytes == 0 ? kUnknown : 2 * device.cache_bytes;
}

void check_limits(const DeviceInfo& device, const KernelSignature& arguments) {
  for (const auto* arrays : {&arguments.inputs, &arguments.outputs, &arguments.scratch})
    for (const ArrayShape& shape : *arrays) {
      if (shape.is_on_host()) continue;
      if (shape.is_image()) check_image(device, shape);
      if (device.max_array_bytes != 0 && shape.bytes() > device.max_array_bytes)
        throw Error(Status::out_of_memory,
                    fmt::format("array {} needs {}, but {} allows at most {} per array", shape.name,
                                format_bytes(shape.bytes()), device.id,
                                format_bytes(device.max_array_bytes)));
    }
  const std::uint64_t bytes = allocated_bytes(device, arguments);
  if (device.memory_bytes != 0 && bytes > device.memory_bytes)
    throw Error(Status::out_of_memory,
                fmt::format("the arrays need {}, but {} has {}", format_bytes(bytes), device.id,
                            format_bytes(device.memory_bytes)));
}

}  // namespace gputest
