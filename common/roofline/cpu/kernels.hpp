// The roofline's kernel of the CPU. It takes the arguments that make_roofline() states.
#pragma once

#include "common/device/kernel_call.hpp"

namespace gputest::cpu {

/// Bodies in float4, eight vectors of numbers at a time (Highway), OpenMP over chunks.
void roofline_fma(const KernelCall& call);

}  // namespace gputest::cpu
