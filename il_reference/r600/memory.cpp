#include "il_reference/r600/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "common/core/error.hpp"

namespace gputest::r600 {

std::uint32_t Memory::place(std::string name, std::uint32_t* words, std::size_t size,
                            bool writable) {
  constexpr std::uint64_t kApart = 1u << 16, kAlignment = 256, kEnd = std::uint64_t{1} << 32;
  if (size >= kEnd || next_ + 4 * std::uint64_t{size} + kApart >= kEnd)
    throw Error(
        Status::out_of_memory,
        fmt::format("{} and the buffers before it exceed the 4 GiB of 32-bit addresses", name));
  Buffer buffer{std::move(name), static_cast<std::uint32_t>(next_),     size, words,
                writable,        std::make_unique<std::uint8_t[]>(size)};
  std::fill_n(buffer.known.get(), size, std::uint8_t{1});
  buffers_.push_back(std::move(buffer));
  next_ = (next_ + 4 * std::uint64_t{size} + kApart + kAlignment - 1) / kAlignment * kAlignment;
  return buffers_.back().begin;
}

std::uint32_t Memory::add(std::string name, std::span<std::uint32_t> words) {
  return place(std::move(name), words.data(), words.size(), true);
}

std::uint32_t Memory::add_constant(std::string name, std::span<const std::uint32_t> words) {
  return place(std::move(name), const_cast<std::uint32_t*>(words.data()), words.size(), false);
}

std::optional<Memory::Place> Memory::find(std::uint32_t address, std::uint32_t words) const {
  for (const Buffer& buffer : buffers_) {
    if (address < buffer.begin) continue;
    const std::uint64_t word = (address - buffer.begin) / 4;
    if (word + words > buffer.size) continue;
    return Place{buffer.words + word, buffer.known.get() + word, buffer.writable};
  }
  return std::nullopt;
}

std::optional<std::size_t> Memory::first_unknown(std::uint32_t address) const {
  for (const Buffer& buffer : buffers_) {
    if (buffer.begin != address) continue;
    const std::span<const std::uint8_t> known(buffer.known.get(), buffer.size);
    const auto found = std::find(known.begin(), known.end(), std::uint8_t{0});
    if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
  }
  return std::nullopt;
}

}  // namespace gputest::r600
