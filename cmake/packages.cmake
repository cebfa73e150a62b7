# `cpack`: a Debian package or, with the preset "portable", an archive of the program that needs no
# library except glibc. scripts/package.sh puts these and the source archive into dist/.
set(CPACK_PACKAGE_NAME gputest)
set(CPACK_PACKAGE_VENDOR gputest)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "compute kernels over GPU APIs and memory layouts, verified and timed")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_THREADS 0)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
if(GPUTEST_PORTABLE)
  set(CPACK_GENERATOR TXZ)
  set(CPACK_PACKAGE_FILE_NAME gputest-${PROJECT_VERSION}-linux-x86_64)
else()
  set(CPACK_GENERATOR DEB)
endif()

# A package for private use needs no valid mail address.
set(GPUTEST_PACKAGE_MAINTAINER "gputest <packager@localhost>" CACHE STRING
    "The maintainer of the Debian package: Name <address>")

set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${GPUTEST_PACKAGE_MAINTAINER})
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "gputest runs the same algorithms through CUDA, HIP, OpenCL, the CPU and AMD
CAL IL, in several memory layouts and precisions, over one host framework
and one double-precision reference. Every answer is verified before and
after it is timed.
.
It needs no GPU: OpenCL runs on the CPU through PoCL, and HIP through an
emulation of its own.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# dpkg-shlibdeps finds linked libraries. It does not find programs that gputest starts, nor libraries
# that it opens at run time: the loader of OpenCL's drivers, a driver for a machine without a GPU, the
# vendors' libraries.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "ocl-icd-libopencl1 | libopencl1")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "pocl-opencl-icd | opencl-icd, libfftw3-double3, libfftw3-single3, libhdf5-103-1 | libhdf5-310 | libhdf5-320")
set(suggested libcuda1 libnvidia-ml1 librocm-smi64-1
              "libllvm15 | libllvm17 | libllvm19 | libllvm14" # hip/isa/ uses its disassembler
              "c++-compiler") # for users' kernels
if(GPUTEST_HIP_VERSION_MAJOR)
  list(APPEND suggested libamdhip64-${GPUTEST_HIP_VERSION_MAJOR})
endif()
list(JOIN suggested ", " CPACK_DEBIAN_PACKAGE_SUGGESTS)

# Settings only for a Debian package.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian_files_script.cmake)
set(CPACK_GPUTEST_CHANGELOG ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
set(CPACK_GPUTEST_DOC ${CMAKE_INSTALL_DOCDIR})
set(CPACK_GPUTEST_MAN ${CMAKE_INSTALL_MANDIR})

# git archives the source (scripts/package.sh), because it knows the files.
set(CPACK_SOURCE_GENERATOR TXZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME gputest-${PROJECT_VERSION})
set(CPACK_SOURCE_IGNORE_FILES "/build[^/]*/" "/dist/" "/\\.git/" "/\\.git$" __pycache__ "\\.pytest_cache")
include(CPack)
