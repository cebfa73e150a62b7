# Part of `cmake --install`: the program GPUTEST writes its own files below ROOT: man pages into the
# folder MAN, completions for shells to BASH, ZSH and FISH, the schema of results to SCHEMA.
file(MAKE_DIRECTORY "${ROOT}/${MAN}")
execute_process(COMMAND "${GPUTEST}" help --format=man "--folder=${ROOT}/${MAN}"
                COMMAND_ERROR_IS_FATAL ANY)
foreach(shell bash zsh fish)
  string(TOUPPER ${shell} variable)
  set(page_${variable} completion ${shell})
endforeach()
set(page_SCHEMA schema)
foreach(variable BASH ZSH FISH SCHEMA)
  set(path "${ROOT}/${${variable}}")
  cmake_path(GET path PARENT_PATH folder)
  file(MAKE_DIRECTORY "${folder}")
  execute_process(COMMAND "${GPUTEST}" ${page_${variable}} OUTPUT_FILE "${path}"
                  COMMAND_ERROR_IS_FATAL ANY)
  message(STATUS "Made: ${path}")
endforeach()
file(GLOB pages "${ROOT}/${MAN}/gputest*.1")
file(CHMOD ${pages} "${ROOT}/${BASH}" "${ROOT}/${ZSH}" "${ROOT}/${FISH}" "${ROOT}/${SCHEMA}"
     PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
