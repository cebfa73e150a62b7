# gputest_layouts(<variable>)
#
# Writes the list of layouts from the files common/layout/layout_<name>.cpp. The variable is the source
# file that defines all_layouts(). A layout that kernels load from plain buffers also has a file
# load_<name>.h, and is listed in ${PROJECT_BINARY_DIR}/generated/buffer_layouts.hpp.
function(gputest_layouts variable)
  set(folder ${PROJECT_SOURCE_DIR}/common/layout)
  file(GLOB layouts RELATIVE ${folder} CONFIGURE_DEPENDS ${folder}/layout_*.cpp)
  file(GLOB buffers RELATIVE ${folder} CONFIGURE_DEPENDS ${folder}/load_*.h)
  set(headers "")
  set(entries "")
  foreach(file IN LISTS buffers)
    string(REGEX REPLACE "^load_(.*)\\.h$" "\\1" name ${file})
    string(TOUPPER ${name} macro)
    string(SUBSTRING ${macro} 0 1 first)
    string(SUBSTRING ${name} 1 -1 rest)
    string(APPEND headers "#include \"common/layout/${file}\"\n")
    string(APPEND entries " \\\n  X(${first}${rest}Bodies, ${name}, ${macro})")
  endforeach()
  file(
    CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/buffer_layouts.hpp CONTENT
    "// Made by the build of the files common/layout/load_<name>.h.
#pragma once
@headers@
#define GPUTEST_BUFFER_LAYOUTS(X)@entries@
" @ONLY)
  set(declarations "")
  set(entries "")
  foreach(file IN LISTS layouts)
    string(REGEX REPLACE "\\.cpp$" "" name ${file})
    string(APPEND declarations "extern const Layout ${name};\n")
    string(APPEND entries "&${name}, ")
  endforeach()
  set(table ${PROJECT_BINARY_DIR}/generated/layouts.cpp)
  file(
    CONFIGURE OUTPUT ${table} CONTENT
    "// Made by the build of the files common/layout/layout_<name>.cpp.
#include \"common/layout/layout.hpp\"

namespace gputest {

@declarations@
const std::vector<const Layout*>& all_layouts() {
  static const std::vector<const Layout*> all{@entries@};
  return all;
}

}  // namespace gputest
" @ONLY)
  set(${variable} ${table} PARENT_SCOPE)
endfunction()
