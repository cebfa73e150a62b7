# HIP's platforms: `host` needs Boost.Context alone, `amd` hipcc, `nvidia` HIP's headers and a CUDA
# compiler.
if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW) # Boost's own description of itself, where CMake has none any more
endif()
find_package(Boost 1.74 QUIET COMPONENTS context)
find_path(GPUTEST_HIP_INCLUDE hip/hip_runtime_api.h)
# Debian's packages of HIP 6 and later have AMD's headers alone.
find_path(GPUTEST_HIP_NVIDIA_INCLUDE hip/nvidia_detail/nvidia_hip_runtime_api.h)
find_path(GPUTEST_ROCPRIM_INCLUDE rocprim/rocprim.hpp)
find_program(GPUTEST_HIPCC hipcc)
find_file(GPUTEST_HIP_VERSION hip/hip_version.h)
mark_as_advanced(GPUTEST_HIP_INCLUDE GPUTEST_HIP_NVIDIA_INCLUDE GPUTEST_HIPCC GPUTEST_ROCPRIM_INCLUDE
                 GPUTEST_HIP_VERSION)
# As in the name of AMD's library that the program opens, libamdhip64.so.5; empty without headers.
set(GPUTEST_HIP_VERSION_MAJOR "")
if(GPUTEST_HIP_VERSION)
  file(STRINGS ${GPUTEST_HIP_VERSION} GPUTEST_HIP_VERSION_MAJOR REGEX "#define HIP_VERSION_MAJOR ")
  string(REGEX REPLACE "[^0-9]+" "" GPUTEST_HIP_VERSION_MAJOR "${GPUTEST_HIP_VERSION_MAJOR}")
endif()

# The AMD GPUs to compile for: every one that gputest knows and that the compiler has, with a device
# library, for a package, those of this machine where it has some, else one.
function(gputest_amd_targets variable)
  set(known gfx803 gfx906 gfx90a gfx942 gfx1030 gfx1100 gfx1200)
  if(GPUTEST_ALL_ARCHITECTURES AND GPUTEST_HIPCC)
    set(targets "")
    file(WRITE ${CMAKE_BINARY_DIR}/amd_target.hip "")
    foreach(target IN LISTS known)
      execute_process(
        COMMAND ${CMAKE_COMMAND} -E env HIP_PLATFORM=amd ${GPUTEST_HIPCC} --offload-arch=${target}
                --cuda-device-only -nogpuinc -fsyntax-only ${CMAKE_BINARY_DIR}/amd_target.hip
        OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE failed)
      if(failed EQUAL 0)
        list(APPEND targets ${target})
      endif()
    endforeach()
    set(${variable} ${targets} PARENT_SCOPE)
    return()
  endif()
  execute_process(COMMAND amdgpu-arch OUTPUT_VARIABLE own ERROR_QUIET RESULT_VARIABLE failed)
  if(failed EQUAL 0 AND own MATCHES "gfx")
    string(REGEX MATCHALL "gfx[0-9a-f]+" own ${own})
    list(REMOVE_DUPLICATES own)
    set(${variable} ${own} PARENT_SCOPE)
  else()
    set(${variable} gfx90a PARENT_SCOPE)
  endif()
endfunction()
if(NOT DEFINED GPUTEST_HIP_AMD_TARGETS)
  gputest_amd_targets(targets)
  set(GPUTEST_HIP_AMD_TARGETS ${targets} CACHE STRING
      "AMD GPUs to compile for, as hipcc names them; empty: hip:amd is left out")
endif()

if(GPUTEST_HIPCC AND GPUTEST_HIP_AMD_TARGETS)
  list(JOIN GPUTEST_HIP_AMD_TARGETS ", " targets)
  message(STATUS "AMD GPUs that hip:amd is compiled for: ${targets}")
endif()

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
elseif(NOT GPUTEST_ROCPRIM_INCLUDE)
  set(GPUTEST_REASON_HIP_AMD "not built: rocPRIM was not found (Debian: librocprim-dev)")
else()
  set(GPUTEST_HAVE_HIP_AMD TRUE)
  set(found TRUE)
endif()

option(GPUTEST_HIP_NVIDIA "Build hip:nvidia, HIP over CUDA" ON)
set(GPUTEST_HAVE_HIP_NVIDIA FALSE)
set(GPUTEST_REASON_HIP_NVIDIA "")
if(NOT GPUTEST_HAVE_CUDA)
  set(GPUTEST_REASON_HIP_NVIDIA "not built: it needs the CUDA API, which this build lacks")
elseif(NOT GPUTEST_HIP_NVIDIA_INCLUDE)
  set(GPUTEST_REASON_HIP_NVIDIA
      "not built: HIP's headers for NVIDIA were not found (Debian 12 and 13: libamdhip64-dev)")
elseif(NOT GPUTEST_HIP_NVIDIA)
  set(GPUTEST_REASON_HIP_NVIDIA "not built: GPUTEST_HIP_NVIDIA=OFF")
else()
  set(GPUTEST_HAVE_HIP_NVIDIA TRUE)
  set(found TRUE)
endif()
