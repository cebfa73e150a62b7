cmake_policy(VERSION 3.25)
# Writes OUTPUT with the revision of the checkout ROOT, if it changed. See revision.cmake.
set(revision "")
if(GIT AND EXISTS ${ROOT}/.git)
  execute_process(COMMAND ${GIT} -C ${ROOT} describe --always --dirty --abbrev=12
                  OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(revision STREQUAL "")
  set(revision "unknown")
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define GPUTEST_GIT_REVISION \"@revision@\"\n" @ONLY)
