# cmake -DSOURCE=FOLDER -DHEADER=FILE -P commit.cmake: writes the commit that is built, where that has changed.
find_package(Git QUIET)
set(commit unknown)
if(Git_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --dirty --abbrev=12 --exclude=* WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(described)
    set(commit ${described})
  endif()
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define SATCHEL_BENCH_COMMIT \"${commit}\"\n")
