# What `cpack` makes of the install tree: on Linux Debian packages of the shared library, of what programs are built with, and of
# the tool (BUILD_SHARED_LIBS=ON and -DCMAKE_INSTALL_PREFIX=/usr); on Windows one zip. `cmake --workflow --preset
# release-artefacts` calls it.
set(SATCHEL_MAINTAINER "The Satchel authors <satchel@example.org>" CACHE STRING
  "Who answers for packages that are made here, as Debian writes it: Name <address>")

set(CPACK_PACKAGE_NAME satchel)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "The Satchel authors")
set(CPACK_PACKAGE_CONTACT ${SATCHEL_MAINTAINER})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_OUTPUT_FILE_PREFIX packages)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)

if(WIN32)
  set(CPACK_GENERATOR ZIP)
  set(CPACK_PACKAGE_FILE_NAME satchel-${PROJECT_VERSION}-windows-x86_64)
  # Licences of what is inside, as Debian has them, where this is built there.
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION .)
  foreach(part libxsimd-dev nlohmann-json3-dev libcli11-dev libfmt-dev libpugixml-dev libboost1.74-dev mingw-w64-x86-64-dev
      g++-mingw-w64-x86-64-posix)
    install(FILES /usr/share/doc/${part}/copyright DESTINATION licences RENAME ${part}.txt OPTIONAL)
  endforeach()
elseif(CMAKE_SYSTEM_NAME STREQUAL Linux AND BUILD_SHARED_LIBS)
  set(CPACK_GENERATOR DEB)
  include(${CMAKE_CURRENT_LIST_DIR}/Debian.cmake)
else()
  set(CPACK_GENERATOR TGZ)
endif()
include(CPack)

option(SATCHEL_RELEASE_ARTEFACTS "Make all that a release consists of (preset release-artefacts)" OFF)
if(SATCHEL_RELEASE_ARTEFACTS)
  cmake_path(GET PROJECT_BINARY_DIR PARENT_PATH folder)
  add_custom_target(satchel_release_artefacts ALL COMMAND ${CMAKE_CURRENT_LIST_DIR}/make_artefacts ${PROJECT_BINARY_DIR} ${folder}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} USES_TERMINAL VERBATIM)
  add_dependencies(satchel_release_artefacts satchel satchel_tool)
endif()
