# gputest_revision: a target that keeps ${PROJECT_BINARY_DIR}/generated/revision.hpp up to date with
# git at every build.
find_package(Git QUIET)
add_custom_target(
  gputest_revision
  COMMAND
    ${CMAKE_COMMAND} -DGIT=${GIT_EXECUTABLE} -DROOT=${PROJECT_SOURCE_DIR}
    -DOUTPUT=${PROJECT_BINARY_DIR}/generated/revision.hpp -P
    ${PROJECT_SOURCE_DIR}/cmake/revision_script.cmake
  BYPRODUCTS ${PROJECT_BINARY_DIR}/generated/revision.hpp
  VERBATIM)
