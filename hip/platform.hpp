// HIP on the host as a platform of common/simt; the C++ compiler compiles its kernels.
#pragma once

#include <hip/hip_runtime.h>

#include "common/device/kernel_call.hpp"
#include "common/simt/simt.hpp"
#include "hip/host_simt.hpp"
