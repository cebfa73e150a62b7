# Run by cmake --install where the build is for every GPU: has GPUTEST compile its kernels at their
# defaults for TARGETS into FILLED, from which the program takes them where there is no compiler. A
# target that no compiler here knows is left out.
file(MAKE_DIRECTORY ${FILLED})
list(JOIN TARGETS " " targets)
execute_process(
  COMMAND
    sh -c "for target in ${targets}; do { '${GPUTEST}' cache fill --target=$target > /dev/null 2>&1 ||
           echo \"No kernels are packed for $target: no compiler here knows it\"; } & done; wait"
  COMMAND_ERROR_IS_FATAL ANY)
