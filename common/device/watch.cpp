#include "common/device/watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "common/core/sanitizers.hpp"

namespace gputest {
namespace {

/// Word k behind an array. It is NaN in either precision, so that a result computed from it is
/// visibly wrong.
///
/// Even words as fp32, and all pairs of words as fp64, are signalling NaNs, which any addition to
/// them changes. All words differ, so that a copy from behind another array is noticed too.
std::uint32_t word_behind(std::size_t array, std::size_t k) {
  const auto payload = static_cast<std::uint32_t>((array + 1) << 10 | k);
  return (k % 2 == 0 ? 0x7F80'0000 : 0x7FF0'0000) | payload;
}

std::vector<std::byte> pattern_behind(std::size_t array, std::uint64_t bytes) {
  std::vector<std::byte> pattern(bytes);
  for (std::size_t at = 0; at < bytes; at += sizeof(std::uint32_t)) {
    const std::uint32_t word = word_behind(array, at / sizeof word);
    std::memcpy(&pattern[at], &word, std::min(sizeof word, bytes - at));
  }
  return pattern;
}

}  // namespace

Overrun::Overrun(const std::string& array)
    : Error(Status::verification_failed,
            fmt::format("the kernel writes beyond the end of {}", array)) {}

std::uint64_t watched_bytes(const DeviceInfo& device, const ArrayShape& shape) {
  constexpr std::uint64_t kWatched = 4096;
  if (GT_ASAN || shape.is_image() || shape.is_on_host()) return 0;
  if (device.max_array_bytes == 0) return kWatched;
  return std::min(kWatched, device.max_array_bytes - shape.bytes());
}

std::uint64_t allocated_bytes(const DeviceInfo& device, const KernelSignature& arguments) {
  std::uint64_t sum = arguments.device_bytes();
  for (const auto* arrays : {&arguments.inputs, &arguments.outputs, &arguments.scratch})
    for (const ArrayShape& shape : *arrays) sum += watched_bytes(device, shape);
  return sum;
}

void Watch::add(const ArrayShape& array, std::uint64_t bytes, DeviceMemory& memory) {
  if (bytes == 0) return;
  memory.write_part(array.bytes(), bytes, pattern_behind(watched_.size(), bytes).data());
  watched_.push_back({array, bytes, &memory});
}

void Watch::check() {
  if (std::exchange(was_checked_, true)) return;
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    std::vector<std::byte> now(watched_[k].bytes);
    watched_[k].memory->read_part(watched_[k].array.bytes(), now.size(), now.data());
    if (now != pattern_behind(k, now.size())) throw Overrun(watched_[k].array.name);
  }
}

}  // namespace gputest
