// The settings of an accelerator library, from the environment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace gputest::libraries {

/// The arithmetic of the kernels.
enum class Arithmetic {
  fp32,
  double_single,  ///< coordinates and sums as two floats, an interaction in fp32
  fp64
};

/// The environment variables that a library reads when it is opened.
struct Settings {
  std::string api;                       ///< GPUTEST_API; empty: any
  std::string device;                    ///< GPUTEST_DEVICE: an id or a part of a name; empty: any
  std::optional<Arithmetic> arithmetic;  ///< GPUTEST_PRECISION; none: the library's default
  std::optional<std::uint32_t> pipelines;  ///< GPUTEST_PIPELINES; none: the library's default
};

/// VG_DEVICEID, with which MR3's programs choose a device: from 0 to 63, 0 if it is not set. Throws
/// Error(bad_input) if it is not such a number.
unsigned vg_device_id();

/// Throws Error(bad_input) if a variable has an invalid value.
Settings settings_of_environment();

}  // namespace gputest::libraries
