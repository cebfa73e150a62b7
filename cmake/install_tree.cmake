# The files of `cmake --install`: the program, the sources of kernels, and suites. It also installs the files
# that the program writes about itself (man pages, completions, the schema), and the documents, so that their
# links work.
include(GNUInstallDirs)

# zsh looks here below /usr/local; Debian's packages have share/zsh/vendor-completions.
set(GPUTEST_ZSH_COMPLETIONS ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING
    "The folder of zsh's completion, below the prefix")

install(TARGETS gputest RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

# The program writes its own pages when it is installed, so building the target gputest is enough.
install(CODE "set(GPUTEST \"$<TARGET_FILE:gputest>\")
set(ROOT \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
set(MAN \"${CMAKE_INSTALL_MANDIR}/man1\")
set(BASH \"${CMAKE_INSTALL_DATADIR}/bash-completion/completions/gputest\")
set(ZSH \"${GPUTEST_ZSH_COMPLETIONS}/_gputest\")
set(FISH \"${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d/gputest.fish\")
set(SCHEMA \"${CMAKE_INSTALL_DATADIR}/gputest/result.schema.json\")
include(\"${PROJECT_SOURCE_DIR}/cmake/install_pages_script.cmake\")")

if(GPUTEST_ALL_ARCHITECTURES)
  install(CODE "set(GPUTEST \"$<TARGET_FILE:gputest>\")
set(FILLED \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/gputest/cache\")
set(ENV{GPUTEST_CACHE_DIR} \"\${FILLED}\")
set(TARGETS sm_75 sm_80 sm_86 sm_89 sm_90 sm_100 sm_120 gfx906 gfx90a gfx942 gfx1030 gfx1100 gfx1200)
include(\"${PROJECT_SOURCE_DIR}/cmake/fill_cache_script.cmake\")")
endif()

install(DIRECTORY ${PROJECT_SOURCE_DIR}/suites DESTINATION ${CMAKE_INSTALL_DATADIR}/gputest)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/tasks DESTINATION ${CMAKE_INSTALL_DATADIR}/gputest)
set(texts ${CMAKE_INSTALL_DATADIR}/gputest/kernels)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/opencl/kernels/ DESTINATION ${texts}/opencl)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/il_reference/kernels/ DESTINATION ${texts}/il)

# The same folders as in the tree, so every link between documents works.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
        PATTERN *.dox EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
set(documents "")
foreach(pattern *.md CITATION* LICEN[CS]E* COPYING* hip/*/*.md il_reference/*.md il_reference/*/*.md)
  file(GLOB found RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${pattern})
  list(APPEND documents ${found})
endforeach()
foreach(document IN LISTS documents)
  cmake_path(GET document PARENT_PATH folder)
  install(FILES ${PROJECT_SOURCE_DIR}/${document} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()

# The notices of the libraries that are compiled into the program.
include(notices)
install(FILES ${PROJECT_BINARY_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
