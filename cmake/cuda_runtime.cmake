# The choice of CUDA's run-time library: static or shared.
#
# gputest_cuda_runtime is the library that GPUTEST_CUDA_RUNTIME chooses for every program. A program's
# property CUDA_RUNTIME_LIBRARY overrides it.
set(GPUTEST_CUDA_RUNTIME static CACHE STRING
    "CUDA's run-time library: static, within the program, or shared, libcudart.so of the machine")
set_property(CACHE GPUTEST_CUDA_RUNTIME PROPERTY STRINGS static shared)
if(GPUTEST_CUDA_RUNTIME STREQUAL "static")
  set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
elseif(NOT GPUTEST_CUDA_RUNTIME STREQUAL "shared")
  message(FATAL_ERROR "GPUTEST_CUDA_RUNTIME must be static or shared, not ${GPUTEST_CUDA_RUNTIME}")
elseif(GPUTEST_PORTABLE)
  message(FATAL_ERROR "GPUTEST_PORTABLE needs the static run-time library of CUDA; "
                      "remove GPUTEST_CUDA_RUNTIME=shared")
elseif(NOT GPUTEST_CUDART)
  message(FATAL_ERROR "GPUTEST_CUDA_RUNTIME=shared, but this CUDA Toolkit has no libcudart.so")
else()
  set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
endif()

find_package(Threads REQUIRED)
set(shared_wanted $<STREQUAL:$<TARGET_PROPERTY:CUDA_RUNTIME_LIBRARY>,Shared>)
set(within ${GPUTEST_CUDART_STATIC} rt Threads::Threads ${CMAKE_DL_LIBS})
add_library(gputest_cuda_runtime INTERFACE)
target_include_directories(gputest_cuda_runtime SYSTEM INTERFACE ${GPUTEST_CUDA_INCLUDE})
target_link_libraries(gputest_cuda_runtime
                      INTERFACE "$<IF:${shared_wanted},${GPUTEST_CUDART},${within}>")
