# Included by the files for cross building: libraries made of headers alone serve every processor, but the host's include
# directory as a whole would bring the host's C library along. So those that are needed get a folder of links of their
# own, satchel_headers, which belongs into CMAKE_FIND_ROOT_PATH.
set(satchel_headers ${CMAKE_BINARY_DIR}/headers-of-the-host)
if(NOT EXISTS ${satchel_headers})
  file(MAKE_DIRECTORY ${satchel_headers}/include ${satchel_headers}/lib/cmake/xsimd)
  foreach(library xsimd boost)
    find_path(satchel_${library} ${library} PATHS /usr/include /usr/local/include NO_DEFAULT_PATH NO_CACHE REQUIRED
      NO_CMAKE_FIND_ROOT_PATH)
    file(CREATE_LINK ${satchel_${library}}/${library} ${satchel_headers}/include/${library} SYMBOLIC)
  endforeach()
  # xsimd's own package file names the directory that must not be used.
  file(STRINGS ${satchel_headers}/include/xsimd/config/xsimd_config.hpp version REGEX "XSIMD_VERSION_(MAJOR|MINOR|PATCH) ")
  string(REGEX REPLACE "[^0-9;]" "" version "${version}")
  list(JOIN version "." version)
  file(WRITE ${satchel_headers}/lib/cmake/xsimd/xsimdConfig.cmake
    "set(xsimd_VERSION ${version})\n"
    "add_library(xsimd INTERFACE IMPORTED)\n"
    "target_include_directories(xsimd INTERFACE ${satchel_headers}/include)\n")
endif()
