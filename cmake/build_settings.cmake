# Language, warnings and include root, for every target of the project, and of an engine that is built
# as a separate project.
get_filename_component(GPUTEST_ROOT ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# The oldest compilers with the C++20 features that the code uses (constrained templates, atomic_ref).
set(oldest_GNU 12)
set(oldest_Clang 14)
if(DEFINED oldest_${CMAKE_CXX_COMPILER_ID} AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS
                                               oldest_${CMAKE_CXX_COMPILER_ID})
  message(FATAL_ERROR "gputest needs at least GCC ${oldest_GNU} or Clang ${oldest_Clang}; "
                      "${CMAKE_CXX_COMPILER} is ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
endif()
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# A compiler cache, if there is one, for the preset "dev".
option(GPUTEST_CCACHE "Compile through ccache if it is installed" OFF)
if(GPUTEST_CCACHE)
  find_program(GPUTEST_CCACHE_PROGRAM ccache)
  mark_as_advanced(GPUTEST_CCACHE_PROGRAM)
  if(GPUTEST_CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${GPUTEST_CCACHE_PROGRAM})
  endif()
endif()

# The settings that `target_link_libraries(x PRIVATE gputest_settings)` gives.
add_library(gputest_settings INTERFACE)
target_include_directories(gputest_settings INTERFACE $<BUILD_INTERFACE:${GPUTEST_ROOT}>
                                                      $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>)
set(cxx_options -Wall -Wextra -Wpedantic -Wshadow -Wconversion $<$<BOOL:${GPUTEST_WERROR}>:-Werror>
                # square roots need not set errno, so they can be vectorised
                -fno-math-errno
                # no other library replaces functions of libraries/, so calls of them cost no more than
                # in a program
                $<$<AND:$<BOOL:${CMAKE_POSITION_INDEPENDENT_CODE}>,$<CXX_COMPILER_ID:GNU>>:-fno-semantic-interposition>
                # GCC collects garbage later; the collection took a tenth of its time
                $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=400000>
                # no GCC notes that vectors by value were passed differently before version 4.6
                $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>
                # Clang's -Wconversion includes this warning, GCC's does not; and no Clang warnings of
                # loops that it was asked to vectorise and did not, for example under a sanitizer
                $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>
                $<$<CXX_COMPILER_ID:Clang>:-Wno-pass-failed>)
target_compile_options(gputest_settings INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${cxx_options}>")

# For targets that are never timed: optimising them takes longer than running them. `unhurried` is for those
# that only read, print and draw: GCC's -Og takes four fifths of the time of -O1. It then warns of
# uninitialised values within the standard library; Clang checks these files too.
add_library(gputest_untimed INTERFACE)
add_library(gputest_unhurried INTERFACE)
target_compile_options(gputest_untimed INTERFACE $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O1>)
target_compile_options(
  gputest_unhurried INTERFACE "$<$<AND:$<CONFIG:Release>,$<COMPILE_LANG_AND_ID:CXX,GNU>>:-Og;-Wno-maybe-uninitialized>"
                              $<$<AND:$<CONFIG:Release>,$<COMPILE_LANG_AND_ID:CXX,Clang>>:-O1>)
# Also under a sanitizer, but not for a fuzzer, which calls the code a million times.
if(NOT GPUTEST_FUZZ)
  foreach(target gputest_untimed gputest_unhurried)
    target_compile_options(${target} INTERFACE $<$<CONFIG:RelWithDebInfo>:-O0>)
  endforeach()
endif()

# The headers that nearly every file includes, parsed once per target.
function(gputest_precompile target)
  target_precompile_headers(${target} PRIVATE <fmt/format.h> <nlohmann/json.hpp> <algorithm> <functional>
                            <map> <memory> <string> <vector> ${ARGN})
endfunction()
