// HIP on the host as a platform of common/simt, for its kernels, which the C++ compiler compiles.
#pragma once

#include <hip/hip_runtime.h>

#include "common/device/kernel_call.hpp"
#include "common/simt/simt.hpp"
#include "hip/host_simt.hpp"
