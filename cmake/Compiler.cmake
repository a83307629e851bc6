# Refuses the compiler that cannot build Satchel.
if(MSVC AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "cl cannot build Satchel, which uses vector types and builtins of GCC and clang. Use clang-cl (in Visual Studio: "
    "-T ClangCL; with Ninja: -DCMAKE_CXX_COMPILER=clang-cl), which is untested, or mingw (g++ 12 or newer; preset mingw cross-compiles "
    "with it). Programs of C that cl compiles can use the DLL that mingw builds: satchel.lib.")
endif()
