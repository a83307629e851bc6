# The C interface as a DLL of Windows, beside the static library of mingw: satchel.dll needs no other DLL but those of Windows, and
# any compiler can link it (cl by satchel.lib) or load it. satchel.def names what it exports.
file(STRINGS ${PROJECT_SOURCE_DIR}/src/symbols.txt satchel_exports REGEX "^satchel_")
list(JOIN satchel_exports "\n  " satchel_exports)
set(satchel_def ${PROJECT_BINARY_DIR}/satchel.def)
file(CONFIGURE OUTPUT ${satchel_def} CONTENT "LIBRARY satchel.dll\nEXPORTS\n  @satchel_exports@\n" @ONLY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/symbols.txt)

file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/c_dll.cpp CONTENT "")
add_library(satchel_c SHARED ${CMAKE_CURRENT_BINARY_DIR}/c_dll.cpp ${satchel_def})
add_library(satchel::c ALIAS satchel_c)
set_target_properties(satchel_c PROPERTIES EXPORT_NAME c PREFIX "" RUNTIME_OUTPUT_NAME satchel LINK_DEPENDS ${satchel_def})
target_link_libraries(satchel_c PRIVATE -Wl,--whole-archive satchel -Wl,--no-whole-archive)
target_link_options(satchel_c PRIVATE $<$<CONFIG:Release>:-s>)
target_include_directories(satchel_c INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_definitions(satchel_c INTERFACE SATCHEL_SHARED)

# The import library for cl; that of the linker is for mingw.
set(satchel_lib ${PROJECT_BINARY_DIR}/satchel.lib)
add_custom_command(OUTPUT ${satchel_lib} DEPENDS ${satchel_def}
  COMMAND ${CMAKE_DLLTOOL} --machine i386:x86-64 --input-def ${satchel_def} --dllname satchel.dll --output-lib ${satchel_lib}
  VERBATIM)
add_custom_target(satchel_lib ALL DEPENDS ${satchel_lib})
