#include "il_reference/r600/place.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "common/core/printable.hpp"

namespace gputest::r600 {

std::string where(const std::string& kernel, const Place& place, const Operation& at) {
  std::string told = fmt::format("kernel {}, step {}", printable(kernel), place.step);
  if (place.bundle) told += fmt::format(", bundle {}", *place.bundle + 1);
  told += fmt::format(", instruction \"{}\"", printable(at.text));
  if (at.line != 0)
    told += fmt::format(" ({}:{})", printable(std::filesystem::path(at.file).filename().string()),
                        at.line);
  if (place.group)
    told += fmt::format(", group ({}, {}, {}), wavefront {}", (*place.group)[0], (*place.group)[1],
                        (*place.group)[2], place.wavefront);
  if (place.lane) told += fmt::format(", lane {}", *place.lane);
  return told;
}

}  // namespace gputest::r600
