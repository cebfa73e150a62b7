# HIP's platforms: `host` needs Boost.Context alone, `nvidia` HIP's headers and a CUDA compiler.
find_package(Boost 1.74 QUIET COMPONENTS context)
find_path(GPUTEST_HIP_INCLUDE hip/nvidia_detail/nvidia_hip_runtime_api.h)
mark_as_advanced(GPUTEST_HIP_INCLUDE)

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
