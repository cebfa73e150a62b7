#include "common/device/watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "common/core/defences.hpp"
#include "common/core/sanitizers.hpp"

namespace gputest {
namespace {

constexpr std::uint64_t kPage = 4096;

/// Word k of the watched bytes of an array. It is NaN in either precision, so that a result
/// computed from it is visibly wrong.
///
/// Even words as fp32, and all pairs of words as fp64, are signalling NaNs, which any addition to
/// them changes. All words differ, so that a copy from another array's is noticed too.
std::uint32_t nan_word(std::size_t array, std::size_t k) {
  const auto payload = static_cast<std::uint32_t>((array + 1) << 12 | (k & 0xFFF));
  return (k % 2 == 0 ? 0x7F80'0000 : 0x7FF0'0000) | payload;
}

std::vector<std::byte> nans(std::size_t array, std::size_t first, std::uint64_t bytes) {
  std::vector<std::byte> pattern(bytes);
  for (std::size_t at = 0; at < bytes; at += sizeof(std::uint32_t)) {
    const std::uint32_t word = nan_word(array, first + at / sizeof word);
    std::memcpy(&pattern[at], &word, std::min(sizeof word, bytes - at));
  }
  return pattern;
}

std::uint64_t up_to_page(std::uint64_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

std::vector<std::byte> read_part(const DeviceMemory& memory, std::uint64_t first,
                                 std::uint64_t bytes) {
  std::vector<std::byte> now(bytes);
  memory.read_part(first, bytes, now.data());
  return now;
}

}  // namespace

Overrun::Overrun(const std::string& sentence) : Error(Status::verification_failed, sentence) {}

WatchedBytes watched_bytes(const DeviceInfo& device, const ArrayShape& shape) {
  if (GT_ASAN || shape.is_image() || shape.is_on_host()) return {};
  const WatchedBytes wanted{kPage, up_to_page(shape.bytes()) - shape.bytes() + kPage};
  if (device.max_array_bytes == 0) return wanted;
  const std::uint64_t room = device.max_array_bytes - shape.bytes();
  if (wanted.before + wanted.behind <= room) return wanted;
  return {0, std::min(wanted.behind, room)};
}

std::uint64_t allocated_bytes(const DeviceInfo& device, const KernelSignature& arguments) {
  std::uint64_t sum = arguments.device_bytes();
  for (const auto* arrays : {&arguments.inputs, &arguments.outputs, &arguments.scratch})
    for (const ArrayShape& shape : *arrays) {
      const WatchedBytes watched = watched_bytes(device, shape);
      sum += watched.before + watched.behind;
    }
  return sum;
}

WatchedArray::WatchedArray(Queue& queue, const DeviceInfo& device, const ArrayShape& shape,
                           std::size_t index, bool read_only, std::uint32_t copies)
    : shape_(shape), index_(index), fills_around_(!queue.guards_allocations()) {
  if (!queue.sees_every_access()) watched_ = watched_bytes(device, shape);
  if (queue.guards_allocations()) watched_.before = 0;
  if (watched_.behind == 0) {
    for (std::uint32_t copy = 0; copy < copies; ++copy)
      copies_.push_back(queue.allocate_array(shape, shape.bytes(), read_only));
    return;
  }
  stride_ = shape.bytes() + watched_.behind;
  whole_ = queue.allocate_array(shape, watched_.before + copies * stride_, read_only);
  for (std::uint32_t copy = 0; copy < copies; ++copy)
    copies_.push_back(queue.part_of(*whole_, begin_of(copy), shape.bytes()));
}

void WatchedArray::watch(Queue& queue) {
  if (!is_watched()) return;
  if (watched_.before > 0) whole_->write_part(0, watched_.before, before().data());
  for (std::uint32_t copy = 0; copy < copies_.size(); ++copy)
    whole_->write_part(begin_of(copy) + shape_.bytes(), watched_.behind, behind(0, {}).data());
  if (watched_.before > 0) queue.forbid(*whole_, 0, watched_.before, shape_, begin_of(0));
  queue.forbid(*whole_, begin_of(0) + shape_.bytes(), watched_.behind, shape_, begin_of(0));
}

std::vector<std::byte> WatchedArray::before() const {
  return nans(index_, 2 * kPage / sizeof(std::uint32_t), watched_.before);
}

std::vector<std::byte> WatchedArray::behind(std::uint32_t copy,
                                            const std::vector<std::byte>& content) const {
  std::vector<std::byte> bytes = nans(index_, 0, watched_.behind);
  if (copy % 2 == 0 || content.empty()) return bytes;
  for (std::size_t k = 0; k < std::min<std::size_t>(bytes.size(), kPage / 2); ++k)
    bytes[k] = content[k % content.size()];
  return bytes;
}

void WatchedArray::write(std::uint32_t copy, const std::vector<std::byte>& content) {
  copies_[copy]->write_part(0, content.size(), content.data());
  if (!is_watched() || copy % 2 == 0) return;
  whole_->write_part(begin_of(copy) + content.size(), watched_.behind,
                     behind(copy, content).data());
}

void WatchedArray::check_input(std::uint32_t copy, const std::vector<std::byte>& content) const {
  if (shape_.is_image() || shape_.is_on_host()) return;
  if (is_watched()) check(copy, before(), behind(copy, content));
  if (is_left_out(Defence::inputs)) return;
  constexpr std::uint64_t kBlock = 64 << 20;  // bytes on the host
  for (std::uint64_t first = 0; first < content.size(); first += kBlock) {
    const std::uint64_t bytes = std::min<std::uint64_t>(kBlock, content.size() - first);
    const std::vector<std::byte> now = read_part(*copies_[copy], first, bytes);
    if (!std::equal(now.begin(), now.end(), content.begin() + static_cast<std::ptrdiff_t>(first)))
      throw Overrun(fmt::format("the kernel changes its input {}", shape_.name));
  }
}

void WatchedArray::fill(unsigned char byte) {
  if (is_watched() && fills_around_) {
    filled_ = byte;
    return whole_->fill(byte);
  }
  for (const auto& copy : copies_) copy->fill(byte);
}

void WatchedArray::check_filled(std::uint32_t copy) const {
  if (!is_watched()) return;
  if (!filled_) return check(copy, before(), behind(0, {}));
  check(copy, std::vector<std::byte>(watched_.before, std::byte{*filled_}),
        std::vector<std::byte>(watched_.behind, std::byte{*filled_}));
}

void WatchedArray::check(std::uint32_t copy, const std::vector<std::byte>& before,
                         const std::vector<std::byte>& behind) const {
  if (is_left_out(Defence::guards)) return;
  if (read_part(*whole_, begin_of(copy) + shape_.bytes(), behind.size()) != behind)
    throw Overrun(fmt::format("the kernel writes beyond the end of {}", shape_.name));
  if (read_part(*whole_, 0, before.size()) != before)
    throw Overrun(fmt::format("the kernel writes before the beginning of {}", shape_.name));
}

}  // namespace gputest
