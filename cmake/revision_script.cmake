cmake_policy(VERSION 3.25)
# Writes OUTPUT with the revision of the checkout ROOT and its day, if they changed. See
# revision.cmake. An archive made by `git archive` has them in cmake/revision.txt.
set(revision "")
set(day "")
if(GIT AND EXISTS ${ROOT}/.git)
  execute_process(COMMAND ${GIT} -C ${ROOT} describe --always --dirty --abbrev=12
                  OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${GIT} -C ${ROOT} log -1 --format=%cs
                  OUTPUT_VARIABLE day OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
else()
  file(STRINGS ${ROOT}/cmake/revision.txt exported)
  if(exported MATCHES "^([0-9a-f]+) ([0-9-]+)$")
    string(SUBSTRING ${CMAKE_MATCH_1} 0 12 revision)
    set(day ${CMAKE_MATCH_2})
  endif()
endif()
if(revision STREQUAL "")
  set(revision "unknown")
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define GPUTEST_GIT_REVISION \"@revision@\"
#define GPUTEST_REVISION_DATE \"@day@\"\n" @ONLY)
