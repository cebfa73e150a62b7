# gputest_simt_kernels(<target> <namespace> <platform header> <extension>)
#
# Compiles every kernel body common/simt/*_*.inl for a platform, each in a file of its own, and
# a table of their launch functions: gputest::<namespace>::launchers(). The extension chooses the
# compiler: cpp, cu, or hip for hipcc.
function(gputest_simt_kernels target namespace header extension)
  file(GLOB bodies CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/common/simt/*_*.inl)
  set(declarations "")
  set(entries "")
  foreach(body IN LISTS bodies)
    cmake_path(GET body STEM kernel)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/${namespace}_${kernel}.${extension})
    file(
      CONFIGURE OUTPUT ${file} CONTENT
      "#include \"@header@\"
// After the platform's header.
#include \"common/simt/@kernel@.inl\"

namespace gputest::@namespace@ {

void launch_@kernel@(const KernelCall& call) { simt::launch_@kernel@<Simt>(call); }

}  // namespace gputest::@namespace@
" @ONLY)
    if(extension STREQUAL "hip")
      gputest_hipcc(${target} ${file})
    else()
      target_sources(${target} PRIVATE ${file})
    endif()
    string(APPEND declarations "void launch_${kernel}(const KernelCall&);\n")
    string(APPEND entries "      {\"${kernel}\", launch_${kernel}},\n")
  endforeach()
  set(table ${CMAKE_CURRENT_BINARY_DIR}/${namespace}_launchers.cpp)
  file(
    CONFIGURE OUTPUT ${table} CONTENT
    "#include \"common/simt/backend.hpp\"

namespace gputest::@namespace@ {

@declarations@
const simt::Launchers& launchers() {
  static const simt::Launchers all{
@entries@  };
  return all;
}

}  // namespace gputest::@namespace@
" @ONLY)
  target_sources(${target} PRIVATE ${table})
endfunction()

# gputest_nvidia_platform(<target> <namespace> <platform header> <source>...)
#
# A library of the kernels compiled by nvcc and of the back end's sources, which may name the
# architectures as GPUTEST_ARCHITECTURES.
function(gputest_nvidia_platform target namespace header)
  set(architectures "")
  foreach(architecture IN LISTS CMAKE_CUDA_ARCHITECTURES)
    string(REGEX REPLACE "^([0-9]+)([0-9]).*$" "\\1.\\2" number ${architecture})
    if(NOT architecture MATCHES "-real$|native")  # with PTX, from which later ones are compiled
      string(APPEND number " and later")
    endif()
    list(APPEND architectures ${number})
  endforeach()
  list(JOIN architectures ", " architectures)

  add_library(${target} STATIC ${ARGN})
  if(NOT TARGET gputest_nvidia_sort)  # CUB's kernels, of which one copy serves every platform
    add_library(gputest_nvidia_sort STATIC ${PROJECT_SOURCE_DIR}/common/simt/nvidia_sort.cu)
    target_link_libraries(gputest_nvidia_sort PRIVATE gputest_settings CUDA::cudart_static)
  endif()
  target_link_libraries(
    ${target}
    PUBLIC gputest_common
    PRIVATE gputest_nvidia_sort gputest_settings CUDA::cudart_static)
  target_compile_definitions(${target} PRIVATE "GPUTEST_ARCHITECTURES=\"${architectures}\"")
  # Subnormal numbers are zero: naive, tiled and unrolled gain 15 to 18 % on an H100.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-ftz=true>)
  if(NOT GPUTEST_CUOBJDUMP)  # kernel_resources.cmake then reads the PTX
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-no-compress>)
  endif()
  gputest_simt_kernels(${target} ${namespace} ${header} cu)
endfunction()
