# gputest_embed_text(<target> <name> <file>...)
#
# Compiles text files into <target> as `const std::vector<gputest::EmbeddedFile>& <name>()`, each
# under its path from the project's root, with the types of common/core/embedded.hpp.
function(gputest_embed_text target name)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${source} -DNAME=${name} -DROOT=${GPUTEST_ROOT}
            "-DFILES=${ARGN}" -P ${GPUTEST_ROOT}/cmake/embed_text_script.cmake
    WORKING_DIRECTORY ${GPUTEST_ROOT}
    DEPENDS ${ARGN} ${GPUTEST_ROOT}/cmake/embed_text_script.cmake
    VERBATIM)
  # A separate object, because tests replace it by another. Its texts may be long.
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
                                                   SKIP_PRECOMPILE_HEADERS ON
                                                   COMPILE_OPTIONS -Wno-overlength-strings)
  target_sources(${target} PRIVATE ${source})
endfunction()
