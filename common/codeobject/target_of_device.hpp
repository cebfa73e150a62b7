// Which target a device's machine code is of, by the device's name alone.
#pragma once

#include <string_view>

namespace gputest {

/// As the compilers name it ("sm_90", "gfx906"), of what a driver calls the device ("NVIDIA H100
/// 80GB HBM3"); empty where the name does not tell.
std::string_view target_of_device(std::string_view name);

}  // namespace gputest
