# Debian packages, one a component of the install tree: libsatchel0.9 (the number is the soname's), libsatchel-dev, satchel.
set(packages ${PROJECT_BINARY_DIR}/debian)
set(library libsatchel${satchel_soversion})
set(revision 0satchel1)  # not one of Debian's own

# Beside the packages' files Debian wants a copyright, both changelogs, compressed without the time, and a list of symbols.
find_program(SATCHEL_GZIP gzip REQUIRED)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(${CMAKE_CURRENT_LIST_DIR}/changelog.in ${packages}/changelog @ONLY)
foreach(pair "${packages}/changelog|changelog.Debian" "${PROJECT_SOURCE_DIR}/CHANGELOG.md|changelog"
    "${PROJECT_SOURCE_DIR}/src/cli/satchel.1|satchel.1")
  string(REPLACE "|" ";" pair ${pair})
  list(GET pair 0 source)
  list(GET pair 1 name)
  execute_process(COMMAND ${SATCHEL_GZIP} -9nc ${source} OUTPUT_FILE ${packages}/${name}.gz COMMAND_ERROR_IS_FATAL ANY)
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  ${PROJECT_SOURCE_DIR}/src/symbols.txt)
foreach(pair "library|${library}" "development|libsatchel-dev" "tool|satchel")
  string(REPLACE "|" ";" pair ${pair})
  list(GET pair 0 component)
  list(GET pair 1 name)
  install(FILES ${CMAKE_CURRENT_LIST_DIR}/copyright ${packages}/changelog.Debian.gz ${packages}/changelog.gz
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component})
endforeach()
install(FILES ${packages}/satchel.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tool)
# src/symbols.txt is what the shared library exports; a test compares them.
file(STRINGS ${PROJECT_SOURCE_DIR}/src/symbols.txt symbols)
list(TRANSFORM symbols PREPEND " ")
list(TRANSFORM symbols APPEND "@Base ${PROJECT_VERSION}")
list(JOIN symbols "\n" symbols)
file(WRITE ${packages}/symbols "libsatchel.so.${satchel_soversion} ${library} #MINVER#\n${symbols}\n")

set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "exact overlap tests of 2D shapes by the batch")
set(about "For pairs of convex polygons, boxes, discs, capsules, compounds and outlines
with holes: whether they overlap, by which translation they come apart,
distances, contact points, times of impact, areas. Verdicts are exact, and
results have the same bits on every instruction set.
.")
set(CPACK_COMPONENTS_ALL library development tool)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
  WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${revision})
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/src)

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
# The trigger calls ldconfig. CPack would write scripts that call it again; two names of files that do not exist prevent that.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${packages}/symbols ${CMAKE_CURRENT_LIST_DIR}/triggers
  ${packages}/none/postinst ${packages}/none/postrm)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "${about}
This package has the shared library.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libsatchel-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${library} (= ${PROJECT_VERSION}-${revision})")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "${about}
This package has the headers of C and C++, a CMake package, and a file for
pkg-config.")
set(CPACK_DEBIAN_TOOL_PACKAGE_NAME satchel)
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION science)
set(CPACK_DEBIAN_TOOL_PACKAGE_DEPENDS "${library} (= ${PROJECT_VERSION}-${revision})")
set(CPACK_COMPONENT_TOOL_DESCRIPTION "${about}
This package has the tool, which reads scenes, WKT and GeoJSON, and writes
tables, pictures and pages.")
