# gputest_embed_report_page(<target>)
#
# Compiles the pages of reports into <target>. report_page_files() is the page of `gputest report`
# (app/report/page/), its skeleton first and its scripts in the order in which they run.
# certificate_page_files() is the page of `gputest verify --report`, in the same order.
# report_chart_files() is Vega, which draws the charts, if Debian's libjs-vega is installed. Without it
# the page has only tables.

set(GPUTEST_REPORT_CHARTS AUTO CACHE STRING "Charts in the page of `gputest report`: AUTO, ON, OFF")

# Vega's modules for the charts, each after the modules that it needs.
set(gputest_vega_modules
    util canvas time format loader dataflow statistics scale scenegraph encode transforms
    view-transforms expression event-selector selection functions runtime parser view interpreter)

# Sets <variable> to the files of Vega's modules, or to nothing.
function(gputest_find_vega variable)
  set(files "")
  set(missing "")
  if(GPUTEST_REPORT_CHARTS)
    find_path(GPUTEST_VEGA vega-view.min.js PATHS /usr/share/javascript/vega NO_DEFAULT_PATH)
    foreach(module IN LISTS gputest_vega_modules)
      set(file ${GPUTEST_VEGA}/vega-${module}.min.js)
      if(NOT EXISTS ${file})
        list(APPEND missing vega-${module})
      endif()
      list(APPEND files ${file})
    endforeach()
    if(missing AND GPUTEST_REPORT_CHARTS STREQUAL "AUTO")
      message(STATUS "Charts of gputest report: off (libjs-vega is not installed); its pages have only tables")
      set(files "")
    elseif(missing)
      list(GET missing 0 first)
      message(FATAL_ERROR "GPUTEST_REPORT_CHARTS=ON needs Debian's libjs-vega: there is no ${first}.min.js")
    else()
      message(STATUS "Charts of gputest report: on (Vega)")
    endif()
  else()
    message(STATUS "Charts of gputest report: off (GPUTEST_REPORT_CHARTS=OFF); its pages have only tables")
  endif()
  set(${variable} "${files}" PARENT_SCOPE)
endfunction()

function(gputest_embed_report_page target)
  set(folder ${PROJECT_SOURCE_DIR}/app/report/page)
  set(files page.html page.css)
  # Each script follows those that it uses.
  list(APPEND files dom.js sections.js units.js data.js theme.js save.js data_table.js charts.js facts.js
       heading.js
       verdict.js rows.js bars.js sizes.js settings.js roofline.js bounds.js errors.js energy.js plans.js counts.js
       comparison.js
       main.js)
  list(TRANSFORM files PREPEND ${folder}/)
  gputest_embed_text(${target} report_page_files ${files})
  set(files page.html page.css dom.js sections.js units.js theme.js save.js data_table.js facts.js
            certificate.js)
  list(TRANSFORM files PREPEND ${folder}/)
  gputest_embed_text(${target} certificate_page_files ${files})
  gputest_find_vega(vega)
  set(charts "")
  if(vega)
    set(charts ${CMAKE_CURRENT_BINARY_DIR}/vega.js)
    add_custom_command(
      OUTPUT ${charts}
      COMMAND ${CMAKE_COMMAND} -DOUTPUT=${charts} -DLOADER=${folder}/modules.txt
              -DLICENCE=${folder}/vega_licence.txt "-DFILES=${vega}" -P
              ${PROJECT_SOURCE_DIR}/cmake/report_page_script.cmake
      DEPENDS ${vega} ${folder}/modules.txt ${folder}/vega_licence.txt
              ${PROJECT_SOURCE_DIR}/cmake/report_page_script.cmake
      VERBATIM)
  endif()
  gputest_embed_text(${target} report_chart_files ${charts})
endfunction()
