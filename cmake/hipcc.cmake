# gputest_hipcc(<target> <file>)
#
# Compiles a HIP source for the GPUs of GPUTEST_HIP_AMD_TARGETS and adds the object to <target>.
# CMake's own HIP language does not find its way in Debian's packages, so hipcc is called here.
function(gputest_hipcc target file)
  cmake_path(GET file FILENAME name)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
  list(TRANSFORM GPUTEST_HIP_AMD_TARGETS PREPEND --offload-arch= OUTPUT_VARIABLE targets)
  add_custom_command(
    OUTPUT ${object}
    COMMAND
      ${CMAKE_COMMAND} -E env HIP_PLATFORM=amd ${GPUTEST_HIPCC} -std=c++20 -O3 ${targets}
      # Subnormal numbers are zero, as they are for CUDA.
      -fgpu-flush-denormals-to-zero -DGPUTEST_HIP_AMD -I${PROJECT_SOURCE_DIR} -I${PROJECT_BINARY_DIR}/generated -Wall -Wextra
      $<$<BOOL:${CMAKE_POSITION_INDEPENDENT_CODE}>:-fPIC> $<$<BOOL:${GPUTEST_WERROR}>:-Werror> -MD -MF ${object}.d -MT ${object} -c ${file} -o ${object}
    DEPENDS ${file}
    DEPFILE ${object}.d
    COMMENT "Building HIP object ${object}"
    COMMAND_EXPAND_LISTS VERBATIM)
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE)
  target_sources(${target} PRIVATE ${object})
endfunction()
