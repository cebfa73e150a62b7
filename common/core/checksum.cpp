#include "common/core/checksum.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>

namespace gputest {
namespace {

constexpr std::uint64_t kStart = 0xcbf29ce484222325u;

/// The hash after one more byte.
std::uint64_t with(std::uint64_t hash, unsigned char byte) {
  return (hash ^ byte) * 0x100000001b3u;
}

}  // namespace

std::string checksum(std::initializer_list<const std::vector<double>*> arrays) {
  std::uint64_t hash = kStart;
  for (const std::vector<double>* values : arrays)
    for (const double value : *values)
      for (const auto byte : std::bit_cast<std::array<unsigned char, sizeof value>>(value))
        hash = with(hash, byte);
  return fmt::format("{:016x}", hash);
}

std::string checksum(std::string_view text) {
  std::uint64_t hash = kStart;
  for (const char byte : text) hash = with(hash, static_cast<unsigned char>(byte));
  return fmt::format("{:016x}", hash);
}

}  // namespace gputest
