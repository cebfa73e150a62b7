# GPUTEST_PORTABLE: a program that needs only glibc on the machine that runs it, so it can be copied to
# a GPU node that has only a driver. The drivers' libraries are opened on first use of an API, as in
# any build. scripts/portable.sh builds and checks it.
option(GPUTEST_PORTABLE "Link everything except glibc statically" OFF)

# The targets to link for fmt and Highway, because Debian has only their shared libraries.
add_library(gputest_fmt INTERFACE)
add_library(gputest_highway INTERFACE)
find_package(fmt 9 REQUIRED)
find_package(hwy 1.0.3 REQUIRED)

if(GPUTEST_PORTABLE)
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" OR NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    message(FATAL_ERROR "GPUTEST_PORTABLE needs x86-64 and GCC")
  endif()
  target_link_libraries(gputest_fmt INTERFACE fmt::fmt-header-only)
  target_sources(gputest_highway
                 INTERFACE ${GPUTEST_ROOT}/common/cpu/highway_targets.cpp)
  set(Boost_USE_STATIC_LIBS ON)
  find_library(PNG_LIBRARY_RELEASE NAMES libpng.a REQUIRED)
  find_library(ZLIB_LIBRARY_RELEASE NAMES libz.a REQUIRED)
  find_library(GPUTEST_ZSTD_LIBRARY NAMES libzstd.a REQUIRED)
  find_library(GPUTEST_SECCOMP_LIBRARY NAMES libseccomp.a)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libgomp.a
                  OUTPUT_VARIABLE gomp OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(OpenMP_gomp_LIBRARY ${gomp} CACHE FILEPATH "" FORCE)
  add_link_options(-static-libgcc -static-libstdc++)
else()
  target_link_libraries(gputest_fmt INTERFACE fmt::fmt)
  target_link_libraries(gputest_highway INTERFACE hwy::hwy)
endif()
