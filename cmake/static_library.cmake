# gputest_static_library(<objects> <file> <call>...): makes one archive with one object from the object
# library <objects> and everything that it needs of this build. Only the calls, which may contain *, are
# global symbols. GPUTEST_STATIC_NEEDS lists the other libraries that its clients link.
set(GPUTEST_STATIC_NEEDS "-lfmt -lhwy -lz -lzstd -lstdc++ -lgomp -lpthread -ldl -lm")
if(TARGET gputest_hip_host)
  string(PREPEND GPUTEST_STATIC_NEEDS "-lboost_context ")
endif()
if(GPUTEST_HAVE_CUDA)
  string(APPEND GPUTEST_STATIC_NEEDS " ${GPUTEST_CUDART_STATIC} -lrt")
endif()

# Every static library of this build that a target links, directly or indirectly.
function(gputest_static_needs target out)
  set(found ${${out}})
  get_target_property(libraries ${target} LINK_LIBRARIES)
  get_target_property(interface ${target} INTERFACE_LINK_LIBRARIES)  # HIP's routes
  list(APPEND libraries ${interface})
  foreach(library IN LISTS libraries)
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" library "${library}")
    if(NOT TARGET ${library} OR library IN_LIST found)
      continue()
    endif()
    get_target_property(type ${library} TYPE)
    get_target_property(imported ${library} IMPORTED)
    if(type STREQUAL "STATIC_LIBRARY" AND NOT imported)
      list(APPEND found ${library})
      gputest_static_needs(${library} found)
    endif()
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

function(gputest_static_library objects file)
  set(needed "")
  gputest_static_needs(${objects} needed)
  set(archives "")
  foreach(library IN LISTS needed)
    list(APPEND archives $<TARGET_FILE:${library}>)
  endforeach()
  list(TRANSFORM ARGN PREPEND --keep-global-symbol= OUTPUT_VARIABLE kept)
  cmake_path(REPLACE_EXTENSION file LAST_ONLY o OUTPUT_VARIABLE object)
  add_custom_command(
    OUTPUT ${file}
    COMMAND ${CMAKE_LINKER} -r -d --force-group-allocation -o ${object}
            $<TARGET_OBJECTS:${objects}> --start-group ${archives} --end-group
    COMMAND ${CMAKE_OBJCOPY} --wildcard ${kept} ${object}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${file}
    COMMAND ${CMAKE_AR} crs ${file} ${object}
    COMMAND ${CMAKE_COMMAND} -E rm ${object}
    DEPENDS $<TARGET_OBJECTS:${objects}> ${needed}
    COMMENT "Making ${file}"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${objects}_static ALL DEPENDS ${file})
endfunction()
