# Cross building for AArch64 with the compiler of Debian's g++-aarch64-linux-gnu; programs run under qemu-user:
#   cmake -S . -B build/aarch64 -G Ninja --toolchain cmake/aarch64-linux-gnu.cmake -DSATCHEL_TBB=OFF -DSATCHEL_TOOL=OFF
#
# SATCHEL_TBB=OFF: there is no oneTBB for the target, and oneTBB 2021.8 hangs under qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)  # GoogleTest's build asks for one
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
find_program(satchel_qemu NAMES qemu-aarch64 qemu-aarch64-static REQUIRED)
set(CMAKE_CROSSCOMPILING_EMULATOR ${satchel_qemu} -L /usr/aarch64-linux-gnu)

# Libraries made of headers alone serve every processor, but the host's include directory as a whole would bring the
# host's C library along. So those that are needed get a folder of links of their own.
set(satchel_headers ${CMAKE_BINARY_DIR}/headers-of-the-host)
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu ${satchel_headers})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
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

# The tests build GoogleTest from the sources that libgtest-dev brings.
set(SATCHEL_GTEST_SOURCE /usr/src/googletest CACHE PATH "GoogleTest's source tree")
