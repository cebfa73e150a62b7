# gputest_declared_kernels(<target>)
#
# Gives <target> the kernels of common/*/simt, and their shared kernels, without bodies. The bodies are
# texts that are compiled at run time.
function(gputest_declared_kernels target)
  file(GLOB files RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/common/*/simt/*
       ${PROJECT_SOURCE_DIR}/common/simt/s*_kernels.hpp)
  set(folder ${PROJECT_BINARY_DIR}/generated/declared)
  set(stamp ${folder}/stamp)
  add_executable(gputest_declare ${PROJECT_SOURCE_DIR}/common/texts/declare.cpp)
  target_link_libraries(gputest_declare PRIVATE gputest_settings gputest_untimed)
  list(TRANSFORM files PREPEND ${folder}/ OUTPUT_VARIABLE outputs)
  list(TRANSFORM files PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE inputs)
  add_custom_command(
    OUTPUT ${stamp} BYPRODUCTS ${outputs}
    COMMAND gputest_declare ${folder} ${files}
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    DEPENDS gputest_declare ${inputs}
    VERBATIM)
  add_custom_target(${target}_declared DEPENDS ${stamp})
  add_dependencies(${target} ${target}_declared)
  target_include_directories(${target} BEFORE PRIVATE ${folder})
endfunction()

# gputest_simt_kernels(<target> <namespace> <platform header>)
#
# Compiles the host's part of every kernel file common/<family>/simt/<variant>.inl, each in a separate
# file, and a table of their declarations: gputest::<namespace>::kernels(). A kernel's name comes from
# its file's name; step_*.inl of `simulate` are kernels of no family.
function(gputest_simt_kernels target namespace header)
  file(GLOB bodies RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
       ${PROJECT_SOURCE_DIR}/common/*/simt/*.inl)
  set(declarations "")
  set(entries "")
  foreach(body IN LISTS bodies)
    string(REGEX REPLACE "^common/([^/]+)/simt/([^/]+)\\.inl$" "\\1;\\2" parts ${body})
    list(GET parts 0 family)
    list(GET parts 1 variant)
    set(kernel ${family}_${variant})
    if(family STREQUAL "simulate")
      set(kernel ${variant})
    endif()
    set(file ${CMAKE_CURRENT_BINARY_DIR}/${namespace}_${kernel}.cpp)
    file(CONFIGURE OUTPUT ${file} CONTENT "#include \"common/simt/kernel_table.hpp\"
#include \"@header@\"
// After the platform's header.
#include \"@body@\"

namespace gputest::@namespace@ {
simt::CompiledKernel @kernel@() {
  return simt::compiled<simt::@kernel@_kernel<Simt>>(\"@family@\", \"@variant@\");
}
}  // namespace gputest::@namespace@
" @ONLY)
    target_sources(${target} PRIVATE ${file})
    string(APPEND declarations "simt::CompiledKernel ${kernel}();\n")
    string(APPEND entries "      {\"${kernel}\", ${kernel}()},\n")
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
  # A separate object, because tests replace it by another table.
  set_source_files_properties(${table} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${table})
endfunction()

# gputest_simt_family(<family>)
#
# Generates simt_<family>.hpp from the files common/<family>/simt/*.inl. It must be included after a
# platform's header. It includes the files; simt::<family>_kernels<Simt>() is their table.
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

# gputest_nvidia_platform(<target> <source>...)
#
# A library of a back end's sources over CUDA's run-time API.
function(gputest_nvidia_platform target)
  add_library(${target} STATIC ${ARGN})
  # Graphs, transforms, launches, counters and the driver's rehearsal: every platform uses the same copy.
  if(NOT TARGET gputest_nvidia)
    set(cupti no_cupti)
    if(GPUTEST_CUPTI_INCLUDE)
      set(cupti cupti)
    endif()
    add_library(
      gputest_nvidia STATIC
      ${PROJECT_SOURCE_DIR}/common/simt/${cupti}.cpp
      ${PROJECT_SOURCE_DIR}/common/simt/nvidia_calls.cpp
      ${PROJECT_SOURCE_DIR}/common/simt/nvidia_counts.cpp
      ${PROJECT_SOURCE_DIR}/common/simt/nvidia_driver.cpp
      ${PROJECT_SOURCE_DIR}/common/simt/nvidia_replay.cpp
      ${PROJECT_SOURCE_DIR}/common/simt/nvidia_transform.cpp)
    gputest_vkfft(gputest_nvidia ${PROJECT_SOURCE_DIR}/common/simt/nvidia_transform.cpp)
    target_link_libraries(gputest_nvidia PRIVATE gputest_common gputest_settings gputest_cuda_runtime)
    if(GPUTEST_CUPTI_INCLUDE)
      target_include_directories(gputest_nvidia SYSTEM PRIVATE ${GPUTEST_CUPTI_INCLUDE})
    endif()
  endif()
  target_link_libraries(
    ${target}
    PUBLIC gputest_common
    PRIVATE gputest_gpu gputest_nvidia gputest_settings gputest_untimed gputest_cuda_runtime)
endfunction()
