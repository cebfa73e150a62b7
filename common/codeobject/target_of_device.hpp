// The target of a device, derived from its name.
#pragma once

#include <string_view>

namespace gputest {

/// The compilers' name of the target ("sm_90", "gfx906") for a driver's device name ("NVIDIA H100
/// 80GB HBM3"); empty if the name is unknown.
std::string_view target_of_device(std::string_view name);

}  // namespace gputest
