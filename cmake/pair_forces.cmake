# Writes the list of pair forces from the files common/lj/pair/<name>.{h,cpp}. Every evaluator in both
# precisions is in ${PROJECT_BINARY_DIR}/generated/pair_forces.hpp. gputest_pair_forces(<variable>) sets
# the variable to the source file with the host's table of PairForce.
function(gputest_pair_forces variable)
  file(GLOB files RELATIVE ${PROJECT_SOURCE_DIR}/common/lj/pair CONFIGURE_DEPENDS
       ${PROJECT_SOURCE_DIR}/common/lj/pair/*.cpp)
  list(TRANSFORM files REPLACE "\\.cpp$" "")
  list(REMOVE_ITEM files lj)
  list(PREPEND files lj) # the default
  set(headers "")
  set(structs "")
  set(names "")
  set(declarations "")
  set(entries "")
  foreach(name IN LISTS files)
    string(APPEND headers "#include \"common/lj/pair/${name}.h\"\n")
    string(APPEND structs "GPUTEST_PAIR_FORCE(${name})\n")
    string(APPEND declarations "extern const PairForce pair_force_${name};\n")
    string(APPEND entries "&pair_force_${name}, ")
  endforeach()
  list(JOIN files ", " names)
  file(
    CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/pair_forces.hpp CONTENT
    "// Made by the build of the files in common/lj/pair. After common/lj/pair.hpp's macros.
#if defined(GPUTEST_PAIR_HEADERS)
@headers@#elif defined(GPUTEST_PAIR_FORCE)
@structs@#elif defined(GPUTEST_PAIR_NAMES)
@names@
#endif
" @ONLY)
  set(table ${PROJECT_BINARY_DIR}/generated/pair_forces.cpp)
  file(
    CONFIGURE OUTPUT ${table} CONTENT
    "#include \"common/lj/pair_force.hpp\"

namespace gputest {

@declarations@
const std::vector<const PairForce*>& pair_forces() {
  static const std::vector<const PairForce*> all{@entries@};
  return all;
}

}  // namespace gputest
" @ONLY)
  set(${variable} ${table} PARENT_SCOPE)
endfunction()
