# gputest_hip_routes(<target>)
#
# Makes a library of the functions of HIP's run-time API that <target>, a static library, calls. Each is
# a jump to the function of the run-time library, once that has been opened (hip/amd/routes.hpp). The
# calls in HIP's headers differ between releases, so the list is read from the objects.
enable_language(ASM)
function(gputest_hip_routes target)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/hip_routes.S)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DLIBRARY=$<TARGET_FILE:${target}> -DOUTPUT=${source}
            -P ${PROJECT_SOURCE_DIR}/cmake/hip_routes_script.cmake
    DEPENDS ${target} $<TARGET_FILE:${target}> ${PROJECT_SOURCE_DIR}/cmake/hip_routes_script.cmake
    VERBATIM)
  add_library(${target}_routes STATIC ${source})
  set_target_properties(${target}_routes PROPERTIES UNITY_BUILD OFF)
  target_link_libraries(${target} INTERFACE ${target}_routes)
  # Until HIP is opened, a route jumps to a function of <target>, so linkers must read <target> again.
  target_link_libraries(${target}_routes INTERFACE ${target})
endfunction()
