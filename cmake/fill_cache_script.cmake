# cmake --install runs this if the build is for every GPU. GPUTEST compiles its kernels with default
# options for TARGETS into FILLED. On a machine without a compiler the program takes them from there. A
# target that no compiler here knows is skipped.
file(MAKE_DIRECTORY ${FILLED})
list(JOIN TARGETS " " targets)
execute_process(
  COMMAND
    sh -c "for target in ${targets}; do { '${GPUTEST}' cache fill --target=$target > /dev/null 2>&1 ||
           echo \"No kernels are packed for $target: no compiler here knows it\"; } & done; wait"
  COMMAND_ERROR_IS_FATAL ANY)
