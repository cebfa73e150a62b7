#include "common/particles/formats.hpp"

#include <fmt/format.h>

#include <array>

namespace gputest {

// The order matters if one format's test is looser than another's: a table is any line of numbers,
// and an XYZ file anything that begins with a line of one number.
#define GPUTEST_FORMATS(FORMAT) \
  FORMAT(gadget)                \
  FORMAT(tipsy)                 \
  FORMAT(lammps_dump)           \
  FORMAT(lammps_data)           \
  FORMAT(nbody)                 \
  FORMAT(xyz)                   \
  FORMAT(table)

#define GPUTEST_DECLARE(name) extern const Format name##_format;
GPUTEST_FORMATS(GPUTEST_DECLARE)

std::span<const Format* const> formats() {
#define GPUTEST_ADDRESS(name) &name##_format,
  static constexpr const Format* all[] = {GPUTEST_FORMATS(GPUTEST_ADDRESS)};
  return all;
}

std::string format_names() {
  std::string names;
  for (const Format* format : formats()) {
    if (!names.empty()) names += ", ";
    names += format->name;
  }
  return names;
}

}  // namespace gputest
