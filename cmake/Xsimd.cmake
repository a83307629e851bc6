# xsimd, as an include directory of the kernels alone.
#
# Debian 12's exported target links a library (xtl) that is not there, and xsimd's version file refuses every other
# major version; so no version is asked for, and only the include directory is taken.
find_package(xsimd CONFIG REQUIRED)
if(xsimd_VERSION VERSION_LESS 8.1)
  message(FATAL_ERROR "xsimd 8.1 or newer is needed, ${xsimd_VERSION} was found: run cmake/bootstrap.sh")
endif()
foreach(name xsimd xsimd::xsimd)
  if(TARGET ${name})
    get_target_property(satchel_xsimd_include ${name} INTERFACE_INCLUDE_DIRECTORIES)
    break()
  endif()
endforeach()
add_library(satchel_xsimd INTERFACE)
target_include_directories(satchel_xsimd SYSTEM INTERFACE ${satchel_xsimd_include})
