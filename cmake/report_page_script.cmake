cmake_policy(VERSION 3.25)
# Writes OUTPUT, one script of Vega's modules FILES: each is a function that LOADER calls, since in
# Debian 12 a module that is loaded by itself takes the place of those before it. See
# report_page.cmake.
file(READ ${LICENCE} licence)
file(READ ${LOADER} loader)
file(WRITE ${OUTPUT} "/*\n${licence}*/\n${loader}")
foreach(file IN LISTS FILES)
  cmake_path(GET file FILENAME name)
  string(REPLACE ".min.js" "" name ${name})
  file(READ ${file} text)
  string(FIND "${text}" "\n//# sourceMappingURL" map REVERSE)
  if(map GREATER -1)
    string(SUBSTRING "${text}" 0 ${map} text)
  endif()
  string(REPLACE "</script" "<\\/script" text "${text}")
  string(REPLACE "<!--" "<\\!--" text "${text}")
  file(APPEND ${OUTPUT} "vegaModule(\"${name}\", function (exports, module, require) {\n${text}\n});\n")
endforeach()
