# Cross building for Windows with the compiler of Debian's g++-mingw-w64-x86-64-posix; programs run under wine:
#   bash cmake/bootstrap.sh --mingw
#   cmake -S . -B build/mingw -G Ninja --toolchain cmake/mingw.cmake -DSATCHEL_TBB=OFF
#
# The posix variant has std::thread. SATCHEL_TBB=OFF: there is no oneTBB for the target.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)  # GoogleTest's build asks for one
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_CXX_FLAGS_INIT -fno-ipa-ra)  # what is built beside our own code, too: Flags.cmake says why
# Programs need no other DLL than those of Windows: the runtime of g++ is linked into them.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -static)
# Debian has no wine64 on the path of programs but in a folder of its own.
find_program(satchel_wine NAMES wine64 wine PATHS /usr/lib/wine REQUIRED)
# A home of its own, so that nothing of the user's changes; without its messages about what it lacks.
get_filename_component(satchel_wine_home ${CMAKE_CURRENT_LIST_DIR}/../build/wine ABSOLUTE)
set(CMAKE_CROSSCOMPILING_EMULATOR env WINEDEBUG=-all WINEPREFIX=${satchel_wine_home} ${satchel_wine})

# What bootstrap.sh --mingw unpacked, for libpugixml-dev has no sources.
get_filename_component(satchel_pugixml ${CMAKE_CURRENT_LIST_DIR}/../build/pugixml ABSOLUTE)
set(satchel_tool_headers ON)
include(${CMAKE_CURRENT_LIST_DIR}/HeadersOfTheHost.cmake)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32 ${satchel_headers})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# The tests build GoogleTest from the sources that libgtest-dev brings.
set(SATCHEL_GTEST_SOURCE /usr/src/googletest CACHE PATH "GoogleTest's source tree")
