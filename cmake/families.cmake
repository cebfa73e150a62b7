# gputest_families(<families> <source>)
#
# Sets <families> to the names of the families, the folders of common/ with a family.cpp. Sets <source>
# to the file that registers them: each common/<family>/family.hpp declares make_<family>().
function(gputest_families families source)
  file(GLOB names RELATIVE ${PROJECT_SOURCE_DIR}/common CONFIGURE_DEPENDS
       ${PROJECT_SOURCE_DIR}/common/*/family.cpp)
  list(TRANSFORM names REPLACE "/family\\.cpp$" "")
  list(REMOVE_ITEM names run) # the interface
  set(includes "")
  set(entries "")
  foreach(name IN LISTS names)
    string(APPEND includes "#include \"common/${name}/family.hpp\"\n")
    string(APPEND entries "  registry.add(make_${name}());\n")
  endforeach()
  set(file ${PROJECT_BINARY_DIR}/generated/families.cpp)
  file(
    CONFIGURE OUTPUT ${file} CONTENT
    "#include \"common/families.hpp\"

@includes@
namespace gputest {

void register_families(Registry& registry) {
@entries@}

}  // namespace gputest
" @ONLY)
  set(${families} ${names} PARENT_SCOPE)
  set(${source} ${file} PARENT_SCOPE)
endfunction()
