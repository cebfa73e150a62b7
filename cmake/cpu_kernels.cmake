# gputest_cpu_kernels(<variable>) writes the table of the CPU's kernels as a source file and puts its path
# into the variable. Each file common/<family>/cpu/<variant>.cpp defines one cpu::Declaration.
function(gputest_cpu_kernels variable)
  file(GLOB files RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
       ${PROJECT_SOURCE_DIR}/common/*/cpu/*.cpp)
  set(declarations "")
  set(entries "")
  foreach(file IN LISTS files)
    string(REGEX REPLACE "^common/([^/]+)/cpu/([^/]+)\\.cpp$" "\\1;\\2" parts ${file})
    list(GET parts 0 family)
    list(GET parts 1 variant)
    set(kernel ${family}_${variant})
    if(family STREQUAL "simulate") # step_move: no kernel of a family
      set(kernel ${variant})
    endif()
    string(APPEND declarations "extern const Declaration ${kernel}_cpu;\n")
    string(APPEND entries "      {\"${family}\", \"${variant}\", &${kernel}_cpu},\n")
  endforeach()
  set(table ${PROJECT_BINARY_DIR}/generated/cpu_kernels.cpp)
  file(
    CONFIGURE OUTPUT ${table} CONTENT
    "#include \"common/cpu/declaration.hpp\"

namespace gputest::cpu {

@declarations@
const std::vector<CompiledKernel>& compiled_kernels() {
  static const std::vector<CompiledKernel> all{
@entries@  };
  return all;
}

}  // namespace gputest::cpu
" @ONLY)
  set(${variable} ${table} PARENT_SCOPE)
endfunction()
