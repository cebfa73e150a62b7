// What the environment says of an accelerator library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace gputest::libraries {

/// How the kernels compute.
enum class Arithmetic {
  fp32,
  double_single,  ///< coordinates and sums as two floats, an interaction in fp32
  fp64
};

/// The variables of the environment, as a library reads them when it is opened.
struct Settings {
  std::string api;                       ///< GPUTEST_API; empty: any
  std::string device;                    ///< GPUTEST_DEVICE: an id or a part of a name; empty: any
  std::optional<Arithmetic> arithmetic;  ///< GPUTEST_PRECISION; none: the library's own
  std::optional<std::uint32_t> pipelines;  ///< GPUTEST_PIPELINES; none: the library's own
};

/// VG_DEVICEID, by which MR3's programs choose a device: from 0 to 63, 0 where it is not set.
/// Throws Error(bad_input) where it is none.
unsigned vg_device_id();

/// Throws Error(bad_input) where a variable has a value that it cannot have.
Settings settings_of_environment();

}  // namespace gputest::libraries
