# Whether the object files of the kernels keep to themselves: cmake -DNM=... -DOBJDUMP=... -DOBJECTS=a.o|b.o -P this
# (or -DFOLDER=... -DONLY=...: every tables/*.o below it of the target ONLY).
#
# A file compiled for AVX-512 must not define a weak symbol: the linker keeps one copy of an inline function for the
# whole program, and if it is this one the program crashes on older machines. Nor has it anything to export but its
# table of kernels, nor variables of its own. And no fused multiply-add may be in it: that rounds once where others
# round twice, so the bits would differ between instruction sets.
if(FOLDER)
  file(GLOB_RECURSE OBJECTS ${FOLDER}/*.o ${FOLDER}/*.obj)
  list(FILTER OBJECTS INCLUDE REGEX "/${ONLY}[.]dir/.*kernels/tables/")
else()
  string(REPLACE "|" ";" OBJECTS "${OBJECTS}")
endif()
if(NOT OBJECTS)
  message(FATAL_ERROR "no object files to look at")
endif()

# Prints the number of lines, then the first fused multiply-add.
set(look_for_fused [=[
  /[ \t](vfn?m(add|sub)[a-z0-9]*|fn?m(add|sub)|fml[as]l?2?|fcmla|bfmmla)[ \t]/ && !fused { fused = $0 }
  END { print NR; print fused }]=])

foreach(object IN LISTS OBJECTS)
  execute_process(COMMAND ${NM} --defined-only --demangle ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE ";" " " symbols "${symbols}")
  string(REGEX MATCHALL "[^\n]+" lines "${symbols}")
  set(tables "")
  foreach(line IN LISTS lines)
    if(line MATCHES "^[0-9a-f]+ [a-z] .*(_GLOBAL__sub_I|__cxx_global_var_init)")
      message(SEND_ERROR "${object}: runs code before main: ${line}")
    elseif(line MATCHES "^[0-9a-f]+ [tr] ")
      continue()  # local code and constants
    elseif(line MATCHES "^[0-9a-f]+ [RD] ")
      list(APPEND tables "${line}")
    else()
      message(SEND_ERROR "${object}: defines more than its table: ${line}")
    endif()
  endforeach()
  list(LENGTH tables count)
  if(NOT count EQUAL 1)
    message(SEND_ERROR "${object}: ${count} global constants instead of one table: ${tables}")
  endif()

  # Tens of megabytes of text, which CMake's own expressions take half a minute for.
  execute_process(COMMAND ${OBJDUMP} -d --no-show-raw-insn ${object}
    COMMAND awk "${look_for_fused}"
    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "^([0-9]+)\n?(.*)" found "${found}")
  if(CMAKE_MATCH_2)
    message(SEND_ERROR "${object}: a fused multiply-add: ${CMAKE_MATCH_2}")
  endif()
  if(NOT CMAKE_MATCH_1 GREATER 100)
    message(SEND_ERROR "${object}: hardly any code; is this a kernel?")
  endif()
endforeach()
