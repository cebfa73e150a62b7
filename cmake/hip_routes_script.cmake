cmake_policy(VERSION 3.25)
# Writes OUTPUT, an assembly file (hip/amd/routes.hpp). It has a jump for every function of HIP's run-time
# API that LIBRARY calls but does not define, and a table of the jumps' targets.
execute_process(COMMAND ${NM} -g ${LIBRARY} OUTPUT_VARIABLE symbols ERROR_QUIET
                RESULT_VARIABLE failed)
if(NOT failed EQUAL 0)
  message(FATAL_ERROR "${NM} cannot read ${LIBRARY}")
endif()
string(REGEX MATCHALL " U hip[A-Za-z0-9_]+" called "${symbols}")
string(REGEX MATCHALL " T hip[A-Za-z0-9_]+" defined "${symbols}")
list(TRANSFORM called REPLACE "^ U " "")
list(TRANSFORM defined REPLACE "^ T " "")
list(REMOVE_DUPLICATES called)
list(REMOVE_ITEM called ${defined})
list(SORT called)

set(jumps "")
set(table "")
set(names "")
set(strings "")
set(k 0)
foreach(name IN LISTS called)
  string(APPEND jumps "  GT_JUMP(${name}, ${k})\n")
  string(APPEND table "  .quad gputest_hip_no_library\n")
  string(APPEND names "  .quad gputest_hip_name_${k}\n")
  string(APPEND strings "gputest_hip_name_${k}: .asciz \"${name}\"\n")
  math(EXPR k "${k} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Made by cmake/hip_routes_script.cmake of what the back end's objects call.
#if defined(__x86_64__)
#define GT_JUMP(name, k) .globl name; .type name, %function; name: jmp *gputest_hip_routes + 8 * k(%rip); .size name, . - name
#elif defined(__aarch64__)
#define GT_JUMP(name, k) .globl name; .type name, %function; name: adrp x16, gputest_hip_routes + 8 * k; ldr x16, [x16, :lo12:gputest_hip_routes + 8 * k]; br x16; .size name, . - name
#else
#error \"hip:amd has no jumps for this processor\"
#endif
  .text
${jumps}
  .data
  .balign 8
  .globl gputest_hip_routes
gputest_hip_routes:
${table}
  .globl gputest_hip_route_names
gputest_hip_route_names:
${names}  .quad 0
${strings}
  .section .note.GNU-stack, \"\", %progbits
")
