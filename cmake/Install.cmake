# Install tree: headers, libraries, a package that find_package(satchel) finds, and files for pkg-config.
include(CMakePackageConfigHelpers)

# satchel_install_library(TARGET EXPORT_FILE): the library, its headers and its imported target.
function(satchel_install_library target file)
  install(TARGETS ${target} EXPORT ${target}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT ${target} NAMESPACE satchel:: FILE ${file} DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/satchel)
endfunction()

# satchel_install_pc(NAME DESCRIPTION REQUIRES REQUIRES_PRIVATE LIBS_PRIVATE): NAME.pc of lib${NAME}.
function(satchel_install_pc name description requires requires_private libs_private)
  set(satchel_pc_name ${name})
  set(satchel_pc_description "${description}")
  set(satchel_pc_requires "${requires}")
  set(satchel_pc_requires_private "${requires_private}")
  set(satchel_pc_libs_private "${libs_private}")
  set(folder ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
  file(RELATIVE_PATH satchel_pc_prefix ${folder} ${CMAKE_INSTALL_PREFIX})
  file(RELATIVE_PATH satchel_pc_include ${folder} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/satchel.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

# A static library asks its user for what it links, the runtime of C++ too, for programs of C; a shared one has linked it
# already.
set(satchel_requires_private "")
set(satchel_libs_private "")
set(satchel_outline_libs_private "")
if(NOT BUILD_SHARED_LIBS)
  set(satchel_runtime ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
  list(FILTER satchel_runtime INCLUDE REGEX "^(stdc\\+\\+|c\\+\\+|m)$")
  list(REMOVE_DUPLICATES satchel_runtime)
  list(TRANSFORM satchel_runtime PREPEND -l)
  list(JOIN satchel_runtime " " satchel_libs_private)
  if(SATCHEL_TBB)
    set(satchel_requires_private "tbb >= 2021.5")
  endif()
  set(satchel_outline_libs_private -lgeos_c)  # not geos.pc: its --static asks for a libgeos.a, which Debian has not
endif()

satchel_install_library(satchel satchelTargets.cmake)
satchel_install_pc(satchel "${PROJECT_DESCRIPTION}" "" "${satchel_requires_private}" "${satchel_libs_private}")
set(satchel_has_outline OFF)
if(TARGET satchel_outline)
  # Its target stands in a file of its own, because it names GEOS, which users of the library alone need not have.
  set(satchel_has_outline ON)
  satchel_install_library(satchel_outline satchelOutlineTargets.cmake)
  satchel_install_pc(satchel_outline "Convex parts of concave outlines" "satchel = ${PROJECT_VERSION}" ""
    "${satchel_outline_libs_private}")
endif()
if(TARGET satchel_tool)
  install(TARGETS satchel_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/satchelConfig.cmake.in
  ${PROJECT_BINARY_DIR}/satchelConfig.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/satchel)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/satchelConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/satchelConfig.cmake ${PROJECT_BINARY_DIR}/satchelConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/satchel)
