# The CUDA toolkit, and which architectures to compile for: the machine's own where it has a GPU, else
# one with its PTX, or all of them for a package.
#
# Sets GPUTEST_CUDA_CODE, nvcc's options for the architectures where CMAKE_CUDA_ARCHITECTURES does
# not give them, GPUTEST_CUDA_ARCHITECTURES, the architectures in words, and GPUTEST_HAS_NVIDIA_GPU.
include(CheckLanguage)
execute_process(COMMAND nvidia-smi -L OUTPUT_VARIABLE gpus ERROR_QUIET RESULT_VARIABLE no_gpu)
set(GPUTEST_HAS_NVIDIA_GPU FALSE)
if(no_gpu EQUAL 0 AND gpus MATCHES "GPU 0")
  set(GPUTEST_HAS_NVIDIA_GPU TRUE)
endif()
check_language(CUDA)
if(CMAKE_CUDA_COMPILER)
  execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --version OUTPUT_VARIABLE nvcc ERROR_QUIET)
  string(REGEX MATCH "release ([0-9.]+)" nvcc "${nvcc}")
  set(nvcc "${CMAKE_MATCH_1}")
endif()
if(CMAKE_CUDA_COMPILER AND nvcc VERSION_LESS 12)
  set(reason "not built: nvcc ${nvcc} is too old, 12.0 or later is needed for C++20")
elseif(CMAKE_CUDA_COMPILER)
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    if(GPUTEST_ALL_ARCHITECTURES)
      set(architectures OFF)
    elseif(GPUTEST_HAS_NVIDIA_GPU)
      set(architectures native)
    else()
      set(architectures 90)
    endif()
    set(CMAKE_CUDA_ARCHITECTURES ${architectures} CACHE STRING "CUDA architectures")
  endif()
  set(GPUTEST_CUDA_CODE "")
  if(CMAKE_CUDA_ARCHITECTURES)
    set(words "")
    foreach(architecture IN LISTS CMAKE_CUDA_ARCHITECTURES)
      string(REGEX REPLACE "^([0-9]+)([0-9]).*$" "\\1.\\2" number ${architecture})
      if(NOT architecture MATCHES "-real$|native")  # with PTX, from which later ones are compiled
        string(APPEND number " and later")
      endif()
      list(APPEND words ${number})
    endforeach()
    list(JOIN words ", " GPUTEST_CUDA_ARCHITECTURES)
  else()
    # Two passes of the compiler's front end rather than six, which takes half as long: no kernel
    # has code of its own for 8.x or 10.0.
    set(GPUTEST_CUDA_CODE --generate-code=arch=compute_75,code=[sm_75,sm_80,sm_86,sm_89]
                          --generate-code=arch=compute_90,code=[sm_90,sm_100,compute_90])
    set(GPUTEST_CUDA_ARCHITECTURES "7.5, 8.0, 8.6, 8.9, 9.0, 10.0 and later")
  endif()
  message(STATUS "NVIDIA GPUs that cuda is compiled for, by compute capability: ${GPUTEST_CUDA_ARCHITECTURES}")
  enable_language(CUDA)
  # nvcc's -O is the host's alone, and what the host does of a launch takes longer to optimise than to
  # run.
  string(REPLACE "-O3" "-O1" CMAKE_CUDA_FLAGS_RELEASE "${CMAKE_CUDA_FLAGS_RELEASE}")
  find_package(CUDAToolkit REQUIRED)
  include(cuda_runtime)
  if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake 3.25 does not know that nvcc 13 takes C++20
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
  endif()
  set(found TRUE)
else()
  set(reason "not built: no CUDA compiler (nvcc) was found")
endif()
