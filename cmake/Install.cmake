# Install tree: headers, libraries, a package that find_package(satchel) finds, and files for pkg-config. In components, each
# of which is a Debian package: the shared library, what a program is built with, and the tool.
include(CMakePackageConfigHelpers)

install(TARGETS satchel satchel_outline EXPORT satchel
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT library
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(EXPORT satchel NAMESPACE satchel:: FILE satchelTargets.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/satchel COMPONENT development)

# A static library asks its user for what it links, the runtime of C++ too, for programs of C; a shared one has linked it
# already.
set(satchel_pc_requires_private "")
set(satchel_pc_libs_private "")
if(NOT BUILD_SHARED_LIBS)
  set(satchel_runtime ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
  list(FILTER satchel_runtime INCLUDE REGEX "^(stdc\\+\\+|c\\+\\+|m)$")
  list(REMOVE_DUPLICATES satchel_runtime)
  list(TRANSFORM satchel_runtime PREPEND -l)
  list(JOIN satchel_runtime " " satchel_pc_libs_private)
  if(SATCHEL_TBB)
    set(satchel_pc_requires_private "tbb >= 2021.5")
  elseif(satchel_own_threads)
    string(APPEND satchel_pc_libs_private " ${CMAKE_THREAD_LIBS_INIT}")
  endif()
endif()

set(folder ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH satchel_pc_prefix ${folder} ${CMAKE_INSTALL_PREFIX})
file(RELATIVE_PATH satchel_pc_include ${folder} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
configure_file(${PROJECT_SOURCE_DIR}/cmake/satchel.pc.in ${PROJECT_BINARY_DIR}/satchel.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/satchel.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

if(TARGET satchel_c)  # the DLL of Windows, and what links it
  install(TARGETS satchel_c EXPORT satchel ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_BINARY_DIR}/satchel.def ${PROJECT_BINARY_DIR}/satchel.lib DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET satchel_tool)
  install(TARGETS satchel_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
  install(FILES ${PROJECT_SOURCE_DIR}/src/cli/FORMAT.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/satchel COMPONENT tool)  # see --help
  # What `--live` takes, and the pages that need no tool, where preset wasm has made them.
  foreach(file satchel-page.mjs playground.html lockstep.html)
    install(FILES ${PROJECT_SOURCE_DIR}/build/wasm/page/${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/satchel COMPONENT tool OPTIONAL)
  endforeach()
endif()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/satchelConfig.cmake.in
  ${PROJECT_BINARY_DIR}/satchelConfig.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/satchel)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/satchelConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/satchelConfig.cmake ${PROJECT_BINARY_DIR}/satchelConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/satchel COMPONENT development)
include(cmake/packages/Packages.cmake)
include(cmake/Examples.cmake)
