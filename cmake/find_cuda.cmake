# Finds the CUDA Toolkit's headers and run-time library below CUDAToolkit_ROOT, next to an installed nvcc,
# or where NVIDIA's packages put them. Kernels are compiled at run time, so the build needs no CUDA
# compiler; CMake's own FindCUDAToolkit requires one.
find_program(GPUTEST_NVCC nvcc)
set(roots ${CUDAToolkit_ROOT} $ENV{CUDAToolkit_ROOT} $ENV{CUDA_PATH})
if(GPUTEST_NVCC)
  file(REAL_PATH ${GPUTEST_NVCC} root)
  cmake_path(GET root PARENT_PATH root)
  cmake_path(GET root PARENT_PATH root)
  list(APPEND roots ${root})
endif()
list(APPEND roots /usr/local/cuda)
find_path(GPUTEST_CUDA_INCLUDE cuda_runtime_api.h HINTS ${roots} PATH_SUFFIXES include targets/${CMAKE_SYSTEM_PROCESSOR}-linux/include)
find_library(GPUTEST_CUDART_STATIC cudart_static HINTS ${roots}
             PATH_SUFFIXES lib64 lib targets/${CMAKE_SYSTEM_PROCESSOR}-linux/lib)
find_library(GPUTEST_CUDART cudart HINTS ${roots}
             PATH_SUFFIXES lib64 lib targets/${CMAKE_SYSTEM_PROCESSOR}-linux/lib)
# Hardware counters: the toolkit has this header since 12.6.
find_path(GPUTEST_CUPTI_INCLUDE cupti_range_profiler.h HINTS ${GPUTEST_CUDA_INCLUDE} ${roots}
          PATH_SUFFIXES include extras/CUPTI/include)
mark_as_advanced(GPUTEST_CUPTI_INCLUDE GPUTEST_NVCC GPUTEST_CUDA_INCLUDE GPUTEST_CUDART_STATIC GPUTEST_CUDART)
if(NOT GPUTEST_CUDA_INCLUDE OR NOT GPUTEST_CUDART_STATIC)
  set(reason "not built: the CUDA Toolkit's headers and libcudart_static.a were not found")
else()
  file(STRINGS ${GPUTEST_CUDA_INCLUDE}/cuda_runtime_api.h version REGEX "#define CUDART_VERSION ")
  string(REGEX REPLACE "[^0-9]+" "" version "${version}")
  math(EXPR GPUTEST_CUDA_MAJOR "${version} / 1000")
  if(GPUTEST_CUDA_MAJOR LESS 12)
    set(reason "not built: the CUDA Toolkit ${GPUTEST_CUDA_MAJOR} is too old, 12.0 or later is needed")
  else()
    include(cuda_runtime)
    set(found TRUE)
  endif()
endif()
