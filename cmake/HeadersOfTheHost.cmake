# Included by the files for cross building: libraries made of headers alone serve every processor, but the host's include
# directory as a whole would bring the host's C library along. So those that are needed get a folder of links of their
# own, satchel_headers, which belongs into CMAKE_FIND_ROOT_PATH. Where satchel_tool_headers is set, the libraries of the tool are
# among them: fmt as headers alone, pugixml as its sources (bootstrap.sh --mingw).
set(satchel_headers ${CMAKE_BINARY_DIR}/headers-of-the-host)

# satchel_header_package(NAME VERSION TARGET LINES...): a package file, in place of the host's, which names the directory that must
# not be used. LINES may say more of the target.
function(satchel_header_package name version target)
  list(JOIN ARGN "" lines)
  file(WRITE ${satchel_headers}/lib/cmake/${name}/${name}Config.cmake
    "set(${name}_VERSION ${version})\n"
    "if(NOT TARGET ${target})\n"
    "  add_library(${target} INTERFACE IMPORTED GLOBAL)\n"
    "  target_include_directories(${target} SYSTEM INTERFACE ${satchel_headers}/include)\n"
    "${lines}"
    "endif()\n")
endfunction()

if(NOT EXISTS ${satchel_headers})
  file(MAKE_DIRECTORY ${satchel_headers}/include)
  set(satchel_libraries xsimd boost)
  if(satchel_tool_headers)
    list(APPEND satchel_libraries nlohmann CLI fmt)
  endif()
  foreach(library IN LISTS satchel_libraries)
    find_path(satchel_${library} ${library} PATHS /usr/include /usr/local/include NO_DEFAULT_PATH NO_CACHE REQUIRED
      NO_CMAKE_FIND_ROOT_PATH)
    file(CREATE_LINK ${satchel_${library}}/${library} ${satchel_headers}/include/${library} SYMBOLIC)
  endforeach()
  file(STRINGS ${satchel_headers}/include/xsimd/config/xsimd_config.hpp version REGEX "XSIMD_VERSION_(MAJOR|MINOR|PATCH) ")
  string(REGEX REPLACE "[^0-9;]" "" version "${version}")
  list(JOIN version "." version)
  satchel_header_package(xsimd ${version} xsimd)
  if(satchel_tool_headers)
    satchel_header_package(nlohmann_json "" nlohmann_json::nlohmann_json)
    satchel_header_package(CLI11 "" CLI11::CLI11)
    satchel_header_package(fmt "" fmt::fmt "  target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)\n")
    satchel_header_package(Boost "" Boost::headers)
    satchel_header_package(pugixml "" pugixml::pugixml
      "  add_library(satchel_pugixml STATIC ${satchel_pugixml}/src/pugixml.cpp)\n"
      "  target_include_directories(pugixml::pugixml SYSTEM INTERFACE ${satchel_pugixml}/src)\n"
      "  target_link_libraries(pugixml::pugixml INTERFACE satchel_pugixml)\n")
  endif()
endif()
