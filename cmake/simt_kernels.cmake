# gputest_simt_kernels(<target> <namespace> <platform header> <extension>)
#
# Compiles every kernel body common/<family>/simt/<variant>.inl for a platform, each in a file of its own, and
# a table of their launch functions: gputest::<namespace>::launchers(). The extension chooses the
# compiler: cpp, cu, or hip for hipcc. CMake knows nothing of hipcc's files, so a unity build of
# them, a file an algorithm, is made here: reading HIP's headers is a quarter of their time.
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
    if(family STREQUAL "simulate")  # step_move: no kernel of a family
      set(kernel ${variant})
    endif()
    set(file ${kernel})
    if(extension STREQUAL "hip" AND CMAKE_UNITY_BUILD)
      set(file ${family})
    endif()
    list(APPEND files ${file})
    string(APPEND content_${file} "#include \"${body}\"

namespace gputest::${namespace} {
void launch_${kernel}(const KernelCall& call) { simt::launch_${kernel}<Simt>(call); }
}  // namespace gputest::${namespace}
")
    string(APPEND declarations "void launch_${kernel}(const KernelCall&);\n")
    string(APPEND entries "      {\"${kernel}\", launch_${kernel}},\n")
  endforeach()
  list(REMOVE_DUPLICATES files)
  foreach(name IN LISTS files)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/${namespace}_${name}.${extension})
    file(CONFIGURE OUTPUT ${file} CONTENT "#include \"@header@\"
// After the platform's header.
@content_${name}@" @ONLY)
    if(extension STREQUAL "hip")
      gputest_hipcc(${target} ${file})
    else()
      target_sources(${target} PRIVATE ${file})
    endif()
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
  add_library(${target} STATIC ${ARGN})
  if(NOT TARGET gputest_nvidia_sort)  # CUB's kernels, of which one copy serves every platform
    add_library(gputest_nvidia_sort STATIC ${PROJECT_SOURCE_DIR}/common/simt/nvidia_sort.cu)
    target_link_libraries(gputest_nvidia_sort PRIVATE gputest_settings CUDA::cudart_static)
    target_compile_options(gputest_nvidia_sort
                           PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${GPUTEST_CUDA_CODE}>")
  endif()
  target_link_libraries(
    ${target}
    PUBLIC gputest_common
    PRIVATE gputest_nvidia_sort gputest_settings CUDA::cudart_static)
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
