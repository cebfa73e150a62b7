# Chooses Highway's targets for the CPU's kernels: the best of this machine's processor; if that is not
# known, the least of all processors, which Highway adds by itself; for a package all targets, each
# separately.
#
# Sets GPUTEST_SKIPPED_TARGETS to the skipped targets, Highway's names joined by |. Sets
# GPUTEST_SIMD_DEFINITIONS, for files of kernels, so that only the best target is compiled, and
# GPUTEST_VECTOR_LEVELS, for files with functions of several levels.
set(GPUTEST_SIMD_TARGET best CACHE STRING
    "Vector target of the CPU's kernels: best (of this processor) or least (of any processor)")
set(GPUTEST_SKIPPED_TARGETS 0)
set(GPUTEST_SIMD_DEFINITIONS "")
set(GPUTEST_VECTOR_LEVELS "")
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
  # A sanitizer finds the same errors with the least target as with the best; Highway adds the least.
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    set(best "")
  endif()
  # Each version of Highway has different names for the targets above AVX3.
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
    # For common/core/widest_vectors.hpp.
    if(best STREQUAL HWY_AVX3)
      set(GPUTEST_VECTOR_LEVELS GPUTEST_VECTOR_LEVELS="arch=x86-64-v4")
    elseif(best STREQUAL HWY_AVX2)
      set(GPUTEST_VECTOR_LEVELS GPUTEST_VECTOR_LEVELS="arch=x86-64-v3")
    endif()
    message(STATUS "CPU kernels: ${best}")
  else()
    message(STATUS "CPU kernels: for any processor")
  endif()
endif()

# gputest_simd_files_apart(<source>...)
#
# Excludes from unity builds the files that Highway compiles several times, once for each target.
function(gputest_simd_files_apart)
  foreach(file IN LISTS ARGN)
    file(STRINGS ${file} includes REGEX "hwy/foreach_target.h" LIMIT_COUNT 1)
    if(includes)
      set_source_files_properties(${file} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()
