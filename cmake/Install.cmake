# Install tree: headers, library, and a package that find_package(satchel) finds.
include(CMakePackageConfigHelpers)

set(satchel_libraries satchel)
set(satchel_has_outline OFF)
if(TARGET satchel_outline)
  list(APPEND satchel_libraries satchel_outline)
  set(satchel_has_outline ON)
endif()
install(TARGETS ${satchel_libraries} EXPORT satchel
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET satchel_tool)
  install(TARGETS satchel_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(EXPORT satchel NAMESPACE satchel:: FILE satchelTargets.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/satchel)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/satchelConfig.cmake.in
  ${PROJECT_BINARY_DIR}/satchelConfig.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/satchel)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/satchelConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/satchelConfig.cmake ${PROJECT_BINARY_DIR}/satchelConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/satchel)
