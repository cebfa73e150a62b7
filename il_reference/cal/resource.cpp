#include "il_reference/cal/resource.hpp"

#include <algorithm>

#include "common/core/error.hpp"
#include "il_reference/cal/device.hpp"

namespace gputest::cal {
namespace {

/// The content of new memory and of padding: NaN as a float, -1 as an integer.
constexpr std::uint32_t kGarbage = 0xFFFFFFFFu;

}  // namespace

Resource::Resource(Device& device, std::uint64_t width, std::uint64_t height, bool two_dimensional,
                   std::uint64_t pitch, const Format& format, Place place, std::uint64_t depth)
    : device_(device),
      width_(width),
      height_(height),
      two_dimensional_(two_dimensional),
      pitch_(pitch),
      format_(format),
      place_(place),
      depth_(depth),
      memory_(pitch * height * depth * format.words, kGarbage) {
  device_.used_[static_cast<int>(place_)] += bytes();
}

Resource::~Resource() { device_.used_[static_cast<int>(place_)] -= bytes(); }

Resource::Mapping Resource::map() {
  if (mapped_) throw Error(Status::usage, "calResMap of a resource that is already mapped");
  mapped_ = true;
  if (place_ == Place::remote) return {memory_, pitch_};
  host_copy_ = memory_;
  device_.transfers_.from_device += bytes();
  return {host_copy_, pitch_};
}

void Resource::unmap() {
  if (!mapped_) throw Error(Status::usage, "calResUnmap of a resource that is not mapped");
  mapped_ = false;
  if (place_ == Place::remote) return;
  memory_.swap(host_copy_);
  host_copy_ = {};
  device_.transfers_.to_device += bytes();
}

void Resource::write(std::span<const std::uint32_t> words) {
  const Mapping mapping = map();
  const std::uint64_t row = width_ * format_.words;
  for (std::uint64_t y = 0; y < height_ * depth_ && y * row < words.size(); ++y) {
    const auto from = words.subspan(y * row, std::min<std::uint64_t>(row, words.size() - y * row));
    std::copy(from.begin(), from.end(),
              mapping.words.begin() + static_cast<std::ptrdiff_t>(y * pitch_ * format_.words));
  }
  unmap();
}

std::vector<std::uint32_t> Resource::read() {
  const Mapping mapping = map();
  std::vector<std::uint32_t> words;
  words.reserve(width_ * height_ * depth_ * format_.words);
  for (std::uint64_t y = 0; y < height_ * depth_; ++y) {
    const auto row = mapping.words.subspan(y * pitch_ * format_.words, width_ * format_.words);
    words.insert(words.end(), row.begin(), row.end());
  }
  unmap();
  return words;
}

}  // namespace gputest::cal
