# Language, warnings and include root, for every target of the project, and of an engine that is one
# of its own.
get_filename_component(GPUTEST_ROOT ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# C++20 as the code uses it (constrained templates, atomic_ref) begins here.
set(oldest_GNU 12)
set(oldest_Clang 14)
if(DEFINED oldest_${CMAKE_CXX_COMPILER_ID} AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS
                                               oldest_${CMAKE_CXX_COMPILER_ID})
  message(FATAL_ERROR "gputest needs GCC ${oldest_GNU} or Clang ${oldest_Clang} at least; "
                      "${CMAKE_CXX_COMPILER} is ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
endif()
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# A compiler cache, where there is one, for the preset "dev".
option(GPUTEST_CCACHE "Compile through ccache where it is installed" OFF)
if(GPUTEST_CCACHE)
  find_program(GPUTEST_CCACHE_PROGRAM ccache)
  mark_as_advanced(GPUTEST_CCACHE_PROGRAM)
  if(GPUTEST_CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${GPUTEST_CCACHE_PROGRAM})
  endif()
endif()

# What `target_link_libraries(x PRIVATE gputest_settings)` gives.
add_library(gputest_settings INTERFACE)
target_include_directories(gputest_settings INTERFACE $<BUILD_INTERFACE:${GPUTEST_ROOT}>
                                                      $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>)
set(cxx_options -Wall -Wextra -Wpedantic -Wshadow -Wconversion $<$<BOOL:${GPUTEST_WERROR}>:-Werror>
                # square roots need not set errno, so that they can be vectorised
                -fno-math-errno
                # of a library's functions none is replaced by another's (libraries/), so that they
                # cost no more than a program's
                $<$<AND:$<BOOL:${CMAKE_POSITION_INDEPENDENT_CODE}>,$<CXX_COMPILER_ID:GNU>>:-fno-semantic-interposition>
                # GCC collects its garbage later, which was a tenth of its time
                $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=400000>
                # GCC notes that vectors by value were passed otherwise before its version 4.6
                $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>
                # which Clang's -Wconversion has within it and GCC's has not; and what it says of a loop that
                # is asked to be vectorised where it makes no vectors, as under a sanitizer
                $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>
                $<$<CXX_COMPILER_ID:Clang>:-Wno-pass-failed>)
target_compile_options(gputest_settings INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${cxx_options}>")

# For targets of which nothing is timed: they take longer to optimise than to run.
add_library(gputest_untimed INTERFACE)
target_compile_options(gputest_untimed INTERFACE $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O1>)
# Under a sanitizer too, but not for a fuzzer, which calls the code a million times.
if(NOT GPUTEST_FUZZ)
  target_compile_options(gputest_untimed INTERFACE $<$<CONFIG:RelWithDebInfo>:-O0>)
endif()

# The headers that nearly every file includes, parsed once per target.
function(gputest_precompile target)
  target_precompile_headers(${target} PRIVATE <fmt/format.h> <nlohmann/json.hpp> <algorithm> <functional>
                            <map> <memory> <string> <vector> ${ARGN})
endfunction()
