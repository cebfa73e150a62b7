# gputest_embed_kernel_resources(<target>)
#
# Compiles into <target> what every kernel takes of its GPU, as `kernel_resources()` of
# embed_text.cmake: one file, the JSON of common/codeobject/resource_table.hpp. It is found when the
# kernels have been built, from their code objects, so that the program needs neither a GPU nor a
# disassembler to tell it.
find_program(GPUTEST_LLVM_OBJDUMP NAMES llvm-objdump-15 llvm-objdump)  # hipcc's package brings the first
find_program(GPUTEST_CUOBJDUMP cuobjdump HINTS ${CUDAToolkit_BIN_DIR})
mark_as_advanced(GPUTEST_LLVM_OBJDUMP GPUTEST_CUOBJDUMP)

function(gputest_embed_kernel_resources target)
  set(libraries "")
  set(inputs "")
  foreach(platform cuda hip:nvidia hip:amd)
    string(REPLACE ":" "_" library gputest_${platform})
    if(TARGET ${library})
      list(APPEND libraries ${library})
      list(APPEND inputs ${platform} $<TARGET_FILE:${library}>)
    endif()
  endforeach()
  set(json ${CMAKE_CURRENT_BINARY_DIR}/kernel_resources.json)
  add_custom_command(
    OUTPUT ${json}
    COMMAND
      gputest_kernel_resources ${json} "$<$<BOOL:${GPUTEST_LLVM_OBJDUMP}>:${GPUTEST_LLVM_OBJDUMP}>"
      "$<$<BOOL:${GPUTEST_CUOBJDUMP}>:${GPUTEST_CUOBJDUMP}>" ${inputs}
    DEPENDS gputest_kernel_resources ${libraries}
    COMMENT "Reading what the kernels take of their GPUs"
    VERBATIM)
  gputest_embed_text(${target} kernel_resources ${json})
endfunction()
