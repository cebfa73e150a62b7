# cpack runs this on the installed tree of a Debian package. It compresses the man pages and CHANGELOG.md
# under Debian's names for them, and writes changelog.Debian.gz from the versions and days in
# CHANGELOG.md.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(tree ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})

file(STRINGS ${CPACK_GPUTEST_CHANGELOG} headings REGEX "^## \\[[0-9.]+\\] - [0-9-]+$")
set(text "")
foreach(heading IN LISTS headings)
  string(REGEX MATCH "\\[([0-9.]+)\\] - (.*)$" matched ${heading})
  set(version ${CMAKE_MATCH_1})
  execute_process(COMMAND env LC_ALL=C date -u -R -d ${CMAKE_MATCH_2} OUTPUT_VARIABLE date
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(APPEND text "gputest (${version}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
         "  * Version ${version}; changelog.gz says what changed.\n\n"
         " -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${date}\n\n")
endforeach()
set(doc ${tree}/${CPACK_GPUTEST_DOC})
file(WRITE ${doc}/changelog.Debian "${text}")
file(RENAME ${doc}/CHANGELOG.md ${doc}/changelog)
file(GLOB_RECURSE documents ${doc}/*.md)
foreach(document IN LISTS documents)
  execute_process(COMMAND sed -i "s/CHANGELOG\\.md\\([)#]\\)/changelog.gz\\1/g" ${document}
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(GLOB pages ${tree}/${CPACK_GPUTEST_MAN}/man1/*.1 ${tree}/${CPACK_GPUTEST_MAN}/man3/*.3)
execute_process(COMMAND gzip -9 -n -f ${doc}/changelog.Debian ${doc}/changelog ${pages}
                COMMAND_ERROR_IS_FATAL ANY)
