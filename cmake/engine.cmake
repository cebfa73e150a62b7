# For an engine (il_reference/, hip/isa/) that is built as a separate project: the settings, common/core,
# the engine's tests and its installation.
set(GPUTEST_ENGINE_VERSION 0.2.0)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
include(CTest)
set(CMAKE_UNITY_BUILD ON CACHE BOOL "Compile several files as one, which takes a third of the time")
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
include(build_settings)
include(portable)
include(embed_text)
include(simd_targets)
add_subdirectory(${GPUTEST_ROOT}/common/core core EXCLUDE_FROM_ALL)

function(gputest_unit_tests program)
  set_target_properties(${program} PROPERTIES UNITY_BUILD_BATCH_SIZE 10)
  add_test(NAME ${program} COMMAND ${program})
endfunction()

# gputest_install_engine(<package> <target> <library>...): find_package(<package>) then gives the target
# as <package>::<package>.
function(gputest_install_engine package target)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${package})
  install(
    TARGETS ${target} ${ARGN} gputest_fmt gputest_highway gputest_settings gputest_untimed
    EXPORT ${package}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${package}
    FILE_SET within DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${package})
  set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/${package})
  install(EXPORT ${package} NAMESPACE ${package}:: DESTINATION ${folder} FILE ${package}-targets.cmake)
  file(WRITE ${PROJECT_BINARY_DIR}/${package}-config.cmake
       "include(CMakeFindDependencyMacro)\n"
       "foreach(needed fmt hwy nlohmann_json OpenMP)\n"
       "  find_dependency(\${needed})\n"
       "endforeach()\n"
       "include(\${CMAKE_CURRENT_LIST_DIR}/${package}-targets.cmake)\n")
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/${package}-config-version.cmake
                                   VERSION ${GPUTEST_ENGINE_VERSION} COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/${package}-config.cmake
                ${PROJECT_BINARY_DIR}/${package}-config-version.cmake DESTINATION ${folder})
endfunction()
