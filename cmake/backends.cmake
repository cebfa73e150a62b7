# The APIs of this build. GPUTEST_<API> is AUTO (build it if possible, otherwise print the reason), ON
# (fail if it is not possible) or OFF.

# gputest_find_backend(<API> <api>): sets GPUTEST_HAVE_<API> and GPUTEST_REASON_<API>. The check
# itself is cmake/find_<api>.cmake, which sets `found`, and `reason` if it is not found.
macro(gputest_find_backend API api)
  set(GPUTEST_${API} AUTO CACHE STRING "Build the ${api} API: AUTO, ON or OFF")
  set_property(CACHE GPUTEST_${API} PROPERTY STRINGS AUTO ON OFF)
  string(TOUPPER "${GPUTEST_${API}}" wanted)
  set(found FALSE)
  set(reason "")
  if(wanted STREQUAL "OFF")
    set(reason "not built: GPUTEST_${API}=OFF")
  elseif(wanted STREQUAL "ON" OR wanted STREQUAL "AUTO")
    include(find_${api})
  else()
    message(FATAL_ERROR "GPUTEST_${API} must be AUTO, ON or OFF, not ${GPUTEST_${API}}")
  endif()
  if(NOT found AND wanted STREQUAL "ON")
    message(FATAL_ERROR "GPUTEST_${API}=ON, but ${reason}")
  endif()
  set(GPUTEST_HAVE_${API} ${found})
  set(GPUTEST_REASON_${API} "${reason}")
  if(found)
    message(STATUS "API ${api}: on")
  else()
    message(STATUS "API ${api}: off (${reason})")
  endif()
endmacro()
