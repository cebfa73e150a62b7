# gputest_simt_kernels(<target> <namespace> <platform header> <extension>)
#
# Compiles every kernel body common/simt/gravity_*.inl for a platform, each in a file of its own, and
# a table of their launch functions: gputest::<namespace>::launchers().
function(gputest_simt_kernels target namespace header extension)
  file(GLOB bodies CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/common/simt/*_*.inl)
  set(declarations "")
  set(entries "")
  foreach(body IN LISTS bodies)
    cmake_path(GET body STEM kernel)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/${namespace}_${kernel}.${extension})
    file(
      CONFIGURE OUTPUT ${file} CONTENT
      "#include \"@header@\"
// After the platform's header.
#include \"common/simt/@kernel@.inl\"

namespace gputest::@namespace@ {

void launch_@kernel@(const KernelCall& call) { simt::launch_@kernel@<Simt>(call); }

}  // namespace gputest::@namespace@
" @ONLY)
    target_sources(${target} PRIVATE ${file})
    string(APPEND declarations "void launch_${kernel}(const KernelCall&);\n")
    string(APPEND entries "      {\"${kernel}\", launch_${kernel}},\n")
  endforeach()
  set(table ${CMAKE_CURRENT_BINARY_DIR}/${namespace}_launchers.cpp)
  file(
    CONFIGURE OUTPUT ${table} CONTENT
    "#include \"common/simt/backend.hpp\"

namespace gputest::@namespace@ {

@declarations@
const simt::Launchers& launchers() {
  static const simt::Launchers all{
@entries@  };
  return all;
}

}  // namespace gputest::@namespace@
" @ONLY)
  target_sources(${target} PRIVATE ${table})
endfunction()
