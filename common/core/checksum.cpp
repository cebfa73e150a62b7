#include "common/core/checksum.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>

namespace gputest {

std::string checksum(std::initializer_list<const std::vector<double>*> arrays) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::vector<double>* values : arrays)
    for (const double value : *values)
      for (const auto byte : std::bit_cast<std::array<unsigned char, sizeof value>>(value))
        hash = (hash ^ byte) * 0x100000001b3u;
  return fmt::format("{:016x}", hash);
}

}  // namespace gputest
