#include "il_reference/cal/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/names.hpp"

namespace gputest::cal {
namespace {

constexpr std::uint64_t kMiB = 1u << 20;
constexpr std::uint64_t kMaxWidth = 8192;  // of a 1D resource, and of each side of a 2D one

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

}  // namespace

const std::vector<DeviceAttributes>& device_attributes() {
  static const std::vector<DeviceAttributes> all{
      {.target = "RV670",
       .product = "ATI Radeon HD 3870",
       .simds = 4,
       .wavefront_size = 64,
       .engine_mhz = 775,
       .memory_mhz = 1125,
       .local_bytes = 512 * kMiB,
       .remote_bytes = 1024 * kMiB,
       .max_1d_width = kMaxWidth,
       .max_2d_width = kMaxWidth,
       .max_2d_height = kMaxWidth,
       .pitch_alignment = 64,
       .double_precision = true,
       .compute_shader = false,
       .local_data_share_bytes = 0,
       .max_group_threads = 0},
      {.target = "RV770",
       .product = "ATI Radeon HD 4870",
       .simds = 10,
       .wavefront_size = 64,
       .engine_mhz = 750,
       .memory_mhz = 900,
       .local_bytes = 512 * kMiB,
       .remote_bytes = 1024 * kMiB,
       .max_1d_width = kMaxWidth,
       .max_2d_width = kMaxWidth,
       .max_2d_height = kMaxWidth,
       .pitch_alignment = 64,
       .double_precision = true,
       .compute_shader = true,
       .local_data_share_bytes = 16384,
       .max_group_threads = 1024},
      {.target = "Cypress",
       .product = "ATI Radeon HD 5870",
       .simds = 20,
       .wavefront_size = 64,
       .engine_mhz = 850,
       .memory_mhz = 1200,
       .local_bytes = 1024 * kMiB,
       .remote_bytes = 1024 * kMiB,
       .max_1d_width = kMaxWidth,
       .max_2d_width = kMaxWidth,
       .max_2d_height = kMaxWidth,
       .pitch_alignment = 64,
       .double_precision = true,
       .compute_shader = true,
       .local_data_share_bytes = 32768,
       .max_group_threads = 1024},
  };
  return all;
}

const DeviceAttributes& device_attributes(std::string_view target) {
  std::vector<std::string> known;
  for (const DeviceAttributes& attributes : device_attributes()) {
    if (lower(attributes.target) == lower(target)) return attributes;
    known.emplace_back(attributes.target);
  }
  throw Error(Status::usage, no_such("CAL device", target, known));
}

void check_extent(const DeviceAttributes& attributes, const Extent& extent) {
  if (extent.width == 0 || extent.height == 0)
    throw Error(Status::bad_input,
                fmt::format("{}: a resource has at least one element, not {} x {}",
                            attributes.target, extent.width, extent.height));
  if (!extent.two_dimensional && extent.width > attributes.max_1d_width)
    throw Error(Status::bad_input,
                fmt::format("{}: a 1D resource holds at most {} elements, not {}",
                            attributes.target, attributes.max_1d_width, extent.width));
  if (extent.two_dimensional &&
      (extent.width > attributes.max_2d_width || extent.height > attributes.max_2d_height))
    throw Error(Status::bad_input,
                fmt::format("{}: a 2D resource has at most {} x {} elements, not {} x {}",
                            attributes.target, attributes.max_2d_width, attributes.max_2d_height,
                            extent.width, extent.height));
}

std::shared_ptr<Resource> Device::allocate(const Extent& extent, const Format& format,
                                           Resource::Place place, std::uint64_t pitch) {
  check_extent(attributes_, extent);
  if (format.has_doubles() && !attributes_.double_precision)
    throw Error(Status::bad_input, fmt::format("{}: there is no CAL_FORMAT_{} without fp64",
                                               attributes_.target, format.calname));
  const std::uint64_t bytes = pitch * extent.height * extent.depth * format.bytes();
  const bool local = place == Resource::Place::local;
  const std::uint64_t left = local ? available_local() : available_remote();
  if (bytes > left)
    throw Error(
        Status::out_of_memory,
        fmt::format("{}: {} x {} elements of CAL_FORMAT_{} need {} and {} of {} memory are "
                    "left of {}",
                    attributes_.target, extent.width, extent.height, format.calname,
                    format_bytes(bytes), format_bytes(left), local ? "local" : "remote",
                    format_bytes(local ? attributes_.local_bytes : attributes_.remote_bytes)));
  require_host_memory(bytes, "a CAL resource");
  return std::make_shared<Resource>(*this, extent.width, extent.height, extent.two_dimensional,
                                    pitch, format, place, extent.depth);
}

std::uint64_t Device::pitch_of(std::uint64_t width) const {
  return (width / attributes_.pitch_alignment + 1) * attributes_.pitch_alignment;
}

void Device::count_copy(const Resource& from, const Resource& to) {
  if (from.place() == to.place()) return;
  (to.place() == Resource::Place::local ? transfers_.to_device : transfers_.from_device) +=
      to.bytes();
}

std::shared_ptr<Resource> Device::alloc_local_1d(std::uint64_t width, const Format& format) {
  return allocate({width, 1, false}, format, Resource::Place::local, pitch_of(width));
}

std::shared_ptr<Resource> Device::alloc_local_2d(std::uint64_t width, std::uint64_t height,
                                                 const Format& format) {
  return allocate({width, height, true}, format, Resource::Place::local, pitch_of(width));
}

std::shared_ptr<Resource> Device::alloc_local_3d(std::uint64_t width, std::uint64_t height,
                                                 std::uint64_t depth, const Format& format) {
  return allocate({width, height, true, depth}, format, Resource::Place::local, pitch_of(width));
}

std::shared_ptr<Resource> Device::alloc_global_buffer(std::uint64_t width, std::uint64_t height,
                                                      const Format& format, std::uint64_t depth) {
  return allocate({width, height, true, depth}, format, Resource::Place::local, width);
}

std::shared_ptr<Resource> Device::alloc_remote_1d(std::uint64_t width, const Format& format) {
  return allocate({width, 1, false}, format, Resource::Place::remote, pitch_of(width));
}

std::shared_ptr<Resource> Device::alloc_remote_2d(std::uint64_t width, std::uint64_t height,
                                                  const Format& format) {
  return allocate({width, height, true}, format, Resource::Place::remote, pitch_of(width));
}

}  // namespace gputest::cal
