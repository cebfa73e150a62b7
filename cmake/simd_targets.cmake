# Which of Highway's targets the CPU's kernels are compiled for: the best that this machine's processor
# has; where that is not known the least that any has, which Highway adds by itself; for a package all
# of them, each apart.
#
# Sets GPUTEST_SKIPPED_TARGETS, those that are left out, as Highway's own names joined by |, and
# GPUTEST_SIMD_DEFINITIONS, for files of kernels, by which the best alone is compiled.
set(GPUTEST_SIMD_TARGET best CACHE STRING
    "Vector target of the CPU's kernels: best, this processor's, or least, any processor's")
set(GPUTEST_SKIPPED_TARGETS 0)
set(GPUTEST_SIMD_DEFINITIONS "")
find_path(GPUTEST_HIGHWAY_INCLUDE hwy/detect_targets.h)
mark_as_advanced(GPUTEST_HIGHWAY_INCLUDE)
if(NOT GPUTEST_ALL_ARCHITECTURES AND EXISTS /proc/cpuinfo AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  file(STRINGS /proc/cpuinfo flags REGEX "^flags" LIMIT_COUNT 1)
  string(REGEX MATCHALL "[a-z0-9_]+" flags "${flags}")
  set(best "")
  set(needs_SSE4 sse4_2 aes pclmulqdq)
  set(needs_AVX2 ${needs_SSE4} avx2 fma f16c abm bmi1 bmi2)
  set(needs_AVX3 ${needs_AVX2} avx512f avx512vl avx512dq avx512bw)
  foreach(target SSE4 AVX2 AVX3)
    set(missing ${needs_${target}})
    list(REMOVE_ITEM missing ${flags})
    if(NOT missing)
      set(best HWY_${target})
    endif()
  endforeach()
  # A sanitizer sees with the least target what it would with the best, and Highway adds the least.
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    set(best "")
  endif()
  # Each version of Highway has names of its own for what goes beyond AVX3.
  file(STRINGS ${GPUTEST_HIGHWAY_INCLUDE}/hwy/detect_targets.h lines
       REGEX "^#define HWY_(SSSE3|SSE4|AVX[0-9_A-Z]*) ")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "HWY_[A-Z0-9_]+" name "${line}")
    if(NOT name STREQUAL best)
      list(APPEND names ${name})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES names)
  list(JOIN names "|" GPUTEST_SKIPPED_TARGETS)
  if(best AND GPUTEST_SIMD_TARGET STREQUAL "best")
    set(GPUTEST_SIMD_DEFINITIONS HWY_BASELINE_TARGETS=${best} HWY_COMPILE_ONLY_STATIC)
    message(STATUS "CPU kernels: ${best}")
  else()
    message(STATUS "CPU kernels: for any processor")
  endif()
endif()

# gputest_simd_files_apart(<source>...)
#
# Leaves those out of a unity build that Highway compiles several times, once for each target.
function(gputest_simd_files_apart)
  foreach(file IN LISTS ARGN)
    file(STRINGS ${file} includes REGEX "hwy/foreach_target.h" LIMIT_COUNT 1)
    if(includes)
      set_source_files_properties(${file} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()
