# gputest_simt_kernels(<target> <namespace> <platform header> <extension>)
#
# Compiles every kernel body common/<family>/simt/<variant>.inl for a platform, each in a file of its
# own, and a table of what they declare: gputest::<namespace>::kernels(). A kernel's name is made of
# its file's; step_*.inl of `simulate` are kernels of no family. The extension chooses the compiler:
# cpp, cu, or hip for hipcc. CMake makes no unity build of hipcc's and nvcc's files, so it is made
# here, one file per family of three kernels or more, one for fmm, whose kernel takes as long as many,
# and one for the rest: reading headers is a quarter of hipcc's time and half of nvcc's.
function(gputest_simt_kernels target namespace header extension)
  file(GLOB bodies RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
       ${PROJECT_SOURCE_DIR}/common/*/simt/*.inl)
  set(declarations "")
  set(entries "")
  set(files "")
  foreach(body IN LISTS bodies)
    string(REGEX REPLACE "^common/([^/]+)/simt/([^/]+)\\.inl$" "\\1;\\2" parts ${body})
    list(GET parts 0 family)
    list(GET parts 1 variant)
    set(kernel ${family}_${variant})
    if(family STREQUAL "simulate")
      set(kernel ${variant})
    endif()
    set(file ${kernel})
    if(extension MATCHES "^(hip|cu)$" AND CMAKE_UNITY_BUILD)
      set(of_family ${bodies})
      list(FILTER of_family INCLUDE REGEX "^common/${family}/")
      list(LENGTH of_family count)
      if((count LESS 3 AND NOT family STREQUAL "fmm") OR family STREQUAL "simulate")
        set(file others)
      else()
        set(file ${family})
      endif()
    endif()
    list(APPEND files ${file})
    string(APPEND content_${file} "#include \"${body}\"

namespace gputest::${namespace} {
simt::CompiledKernel ${kernel}() {
  return simt::compiled<simt::${kernel}_kernel<Simt>>(\"${family}\", \"${variant}\");
}
}  // namespace gputest::${namespace}
")
    string(APPEND declarations "simt::CompiledKernel ${kernel}();\n")
    string(APPEND entries "      {\"${kernel}\", ${kernel}()},\n")
  endforeach()
  list(REMOVE_DUPLICATES files)
  foreach(name IN LISTS files)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/${namespace}_${name}.${extension})
    file(CONFIGURE OUTPUT ${file} CONTENT "#include \"common/simt/kernel_table.hpp\"
#include \"@header@\"
// After the platform's header.
@content_${name}@" @ONLY)
    if(extension STREQUAL "hip")
      gputest_hipcc(${target} ${file})
    else()
      target_sources(${target} PRIVATE ${file})
    endif()
  endforeach()
  set(table ${CMAKE_CURRENT_BINARY_DIR}/${namespace}_kernels.cpp)
  file(
    CONFIGURE OUTPUT ${table} CONTENT
    "#include \"common/simt/kernel_table.hpp\"

namespace gputest::@namespace@ {

@declarations@
const simt::KernelTable& kernels() {
  static const simt::KernelTable all{
@entries@  };
  return all;
}

}  // namespace gputest::@namespace@
" @ONLY)
  # An object of its own, in whose place tests link another table.
  set_source_files_properties(${table} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${table})
endfunction()

# gputest_simt_family(<family>)
#
# Generates simt_<family>.hpp of the files common/<family>/simt/*.inl, to be included after a
# platform's header: it includes them, and simt::<family>_kernels<Simt>() is the table of them.
function(gputest_simt_family family)
  file(GLOB variants RELATIVE ${PROJECT_SOURCE_DIR}/common/${family}/simt CONFIGURE_DEPENDS
       ${PROJECT_SOURCE_DIR}/common/${family}/simt/*.inl)
  list(TRANSFORM variants REPLACE "\\.inl$" "")
  set(includes "")
  set(entries "")
  foreach(variant IN LISTS variants)
    string(APPEND includes "#include \"common/${family}/simt/${variant}.inl\"\n")
    string(APPEND entries "      {\"${family}_${variant}\",
       compiled<${family}_${variant}_kernel<Simt>>(\"${family}\", \"${variant}\")},\n")
  endforeach()
  file(
    CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/simt_${family}.hpp CONTENT
    "#pragma once
@includes@#include \"common/simt/kernel_table.hpp\"

namespace gputest::simt {

template <class Simt>
KernelTable @family@_kernels() {
  return {
@entries@  };
}

}  // namespace gputest::simt
" @ONLY)
endfunction()

# gputest_nvidia_platform(<target> <namespace> <platform header> <source>...)
#
# A library of the kernels compiled by nvcc and of the back end's sources, which may name the
# architectures as GPUTEST_ARCHITECTURES.
function(gputest_nvidia_platform target namespace header)
  add_library(${target} STATIC ${ARGN})
  # CUB's kernels, graphs, transforms, kernels' names and the driver's rehearsal, of which one copy
  # serves every platform.
  if(NOT TARGET gputest_nvidia)
    add_library(
      gputest_nvidia STATIC
      ${PROJECT_SOURCE_DIR}/common/simt/nvidia_driver.cu
      ${PROJECT_SOURCE_DIR}/common/simt/nvidia_sort.cu
      ${PROJECT_SOURCE_DIR}/common/simt/nvidia_replay.cu
      ${PROJECT_SOURCE_DIR}/common/simt/nvidia_symbols.cu
      ${PROJECT_SOURCE_DIR}/common/simt/nvidia_transform.cpp)
    gputest_vkfft(gputest_nvidia ${PROJECT_SOURCE_DIR}/common/simt/nvidia_transform.cpp)
    # Registrations of kernels go by way of nvidia_symbols.cu.
    target_link_options(gputest_nvidia INTERFACE -Wl,--wrap=__cudaRegisterFunction)
    target_link_libraries(gputest_nvidia PRIVATE gputest_common gputest_settings gputest_cuda_runtime)
    target_compile_options(gputest_nvidia
                           PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${GPUTEST_CUDA_CODE}>")
  endif()
  target_link_libraries(
    ${target}
    PUBLIC gputest_common
    PRIVATE gputest_nvidia gputest_settings gputest_cuda_runtime)
  target_compile_definitions(${target} PRIVATE "GPUTEST_ARCHITECTURES=\"${GPUTEST_CUDA_ARCHITECTURES}\"")
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${GPUTEST_CUDA_CODE}>")
  # Subnormal numbers are zero: naive, tiled and unrolled gain 15 to 18 % on an H100.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-ftz=true>)
  set(machine_code ${CMAKE_CUDA_ARCHITECTURES})
  list(FILTER machine_code EXCLUDE REGEX "-virtual$")
  # Without cuobjdump kernel_resources.cmake reads the PTX. Without machine code a fat binary names
  # its kernels in the PTX alone, where cuda/loaded_kernels.cpp looks for them.
  if(NOT GPUTEST_CUOBJDUMP OR (CMAKE_CUDA_ARCHITECTURES AND NOT machine_code))
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-no-compress>)
  endif()
  gputest_simt_kernels(${target} ${namespace} ${header} cu)
endfunction()
