# Cross building for AArch64 with the compiler of Debian's g++-aarch64-linux-gnu; programs run under qemu-user:
#   cmake -S . -B build/aarch64 -G Ninja --toolchain cmake/aarch64-linux-gnu.cmake -DSATCHEL_TBB=OFF -DSATCHEL_TOOL=OFF
#
# SATCHEL_TBB=OFF: there is no oneTBB for the target, and oneTBB 2021.8 hangs under qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)  # GoogleTest's build asks for one
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
find_program(satchel_qemu NAMES qemu-aarch64 qemu-aarch64-static REQUIRED)
if(NOT DEFINED CMAKE_CROSSCOMPILING_EMULATOR)  # the Python package has none: its build runs this machine's Python
  set(CMAKE_CROSSCOMPILING_EMULATOR ${satchel_qemu} -L /usr/aarch64-linux-gnu)
endif()

include(${CMAKE_CURRENT_LIST_DIR}/HeadersOfTheHost.cmake)
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu ${satchel_headers})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# The tests build GoogleTest from the sources that libgtest-dev brings.
set(SATCHEL_GTEST_SOURCE /usr/src/googletest CACHE PATH "GoogleTest's source tree")
