# HIP's platforms: `host` needs Boost.Context alone, `amd` hipcc, `nvidia` HIP's headers and a CUDA
# compiler.
find_package(Boost 1.74 QUIET COMPONENTS context)
find_path(GPUTEST_HIP_INCLUDE hip/nvidia_detail/nvidia_hip_runtime_api.h)
find_program(GPUTEST_HIPCC hipcc)
mark_as_advanced(GPUTEST_HIP_INCLUDE GPUTEST_HIPCC)
set(GPUTEST_HIP_AMD_TARGETS gfx803 gfx906 gfx90a gfx1030 CACHE STRING
    "AMD GPUs to compile for, as hipcc names them; empty: hip:amd is left out")

set(GPUTEST_HAVE_HIP_HOST FALSE)
set(GPUTEST_REASON_HIP_HOST "")
if(TARGET Boost::context)
  set(GPUTEST_HAVE_HIP_HOST TRUE)
  set(found TRUE)
else()
  set(GPUTEST_REASON_HIP_HOST
      "not built: Boost.Context was not found (Debian: libboost-context-dev)")
  set(reason "${GPUTEST_REASON_HIP_HOST}")
endif()

set(GPUTEST_HAVE_HIP_AMD FALSE)
set(GPUTEST_REASON_HIP_AMD "")
if(GPUTEST_HIP_AMD_TARGETS STREQUAL "")
  set(GPUTEST_REASON_HIP_AMD "not built: GPUTEST_HIP_AMD_TARGETS is empty")
elseif(NOT GPUTEST_HIPCC OR NOT GPUTEST_HIP_INCLUDE)
  set(GPUTEST_REASON_HIP_AMD "not built: hipcc was not found (Debian: hipcc, libamdhip64-dev)")
else()
  set(GPUTEST_HAVE_HIP_AMD TRUE)
  set(found TRUE)
endif()

set(GPUTEST_HAVE_HIP_NVIDIA FALSE)
set(GPUTEST_REASON_HIP_NVIDIA "")
if(NOT GPUTEST_HAVE_CUDA)
  set(GPUTEST_REASON_HIP_NVIDIA "not built: it needs the CUDA API, which this build lacks")
elseif(NOT GPUTEST_HIP_INCLUDE)
  set(GPUTEST_REASON_HIP_NVIDIA
      "not built: HIP's headers were not found (Debian: libamdhip64-dev)")
else()
  set(GPUTEST_HAVE_HIP_NVIDIA TRUE)
  set(found TRUE)
endif()
