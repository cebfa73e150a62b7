# /usr/bin first: Debian's Python is the one that has Debian's python3-pytest.
find_program(GPUTEST_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(GPUTEST_PYTHON python3 REQUIRED)
set(tiers quick all nightly)
list(FIND tiers "${GPUTEST_TIER}" chosen_tier)
if(chosen_tier EQUAL -1)
  message(FATAL_ERROR "GPUTEST_TIER must be quick, all or nightly, not '${GPUTEST_TIER}'")
endif()

# gputest_suite(<name> [TIER all|nightly] [SECONDS <n>] [PROCESSORS <n>] [LABELS <label>]
#               [ENVIRONMENT <variable>...] COMMAND <command>...)
#
# A test of ctest for its tier and the larger ones; suite.py records its cost. The longest begin first:
# SECONDS are processor seconds on a fresh clone. The time limit is ten times as long, plus 600 s.
function(gputest_suite name)
  cmake_parse_arguments(suite "" "TIER;SECONDS;PROCESSORS;LABELS" "ENVIRONMENT;COMMAND" ${ARGN})
  if(suite_TIER)
    list(FIND tiers ${suite_TIER} tier)
    if(tier GREATER chosen_tier)
      return()
    endif()
  endif()
  if(NOT suite_SECONDS)
    set(suite_SECONDS 10)
  endif()
  if(NOT suite_PROCESSORS)
    set(suite_PROCESSORS 1)
  endif()
  add_test(NAME ${name} COMMAND ${GPUTEST_PYTHON} ${PROJECT_SOURCE_DIR}/tests/suite.py run
                                ${PROJECT_BINARY_DIR}/Testing/suites ${name} ${suite_COMMAND})
  math(EXPR timeout "600 + 10 * ${suite_SECONDS}")
  set_tests_properties(
    ${name} PROPERTIES ENVIRONMENT "${test_environment};${suite_ENVIRONMENT}" LABELS "${suite_LABELS}"
                       COST ${suite_SECONDS} PROCESSORS ${suite_PROCESSORS} TIMEOUT ${timeout})
endfunction()

# gputest_built_for(<tier> <target>...): a smaller tier builds these only if they are named.
function(gputest_built_for tier)
  list(FIND tiers ${tier} least)
  if(chosen_tier LESS least)
    set_target_properties(${ARGN} PROPERTIES EXCLUDE_FROM_ALL TRUE)
  endif()
endfunction()
