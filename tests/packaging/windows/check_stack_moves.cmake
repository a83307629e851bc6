# Whether kernels move no aligned vectors on an unaligned stack: cmake -DCC=... -DOBJDUMP=... -DOBJECTS=a.obj|b.obj -DWORK=... -P this
#
# The stack of Windows is aligned to 16 bytes. Debian's g++ replaces aligned moves of wider vectors by unaligned ones, but misses
# those under a mask; one that addresses the stack by rsp would fault. (By a register that the function aligned itself it is safe.)
string(REPLACE "|" ";" OBJECTS "${OBJECTS}")
if(NOT OBJECTS)
  message(FATAL_ERROR "no object files to look at")
endif()

# moves(OBJECT RESULT): the lines of wide aligned moves whose address begins at rsp; LINES: how many lines there are.
function(moves object result)
  execute_process(COMMAND ${OBJDUMP} -d --no-show-raw-insn ${object}
    COMMAND awk [=[
      /[ \t]vmov(aps|apd|dqa|dqa32|dqa64|ntdq|ntps|ntpd)[ \t].*%[yz]mm/ && /\(%rsp[,)]/ { print }
      END { print NR }]=]
    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "([^\n]*\n)*([0-9]+)$" found "${found}")
  set(lines ${CMAKE_MATCH_2})
  string(REGEX REPLACE "[0-9]+$" "" found "${found}")
  set(${result} "${found}" PARENT_SCOPE)
  set(LINES ${lines} PARENT_SCOPE)
endfunction()

# Such moves are found where there are some.
foreach(move "vmovaps %zmm0, 64(%rsp){%k1}" "vmovdqa64 (%rsp,%rax,8), %zmm31" "vmovapd %ymm3, 32(%rsp)")
  file(WRITE ${WORK}/control.s "${move}\n")
  execute_process(COMMAND ${CC} -c ${WORK}/control.s -o ${WORK}/control.obj COMMAND_ERROR_IS_FATAL ANY)
  moves(${WORK}/control.obj found)
  if(NOT found)
    message(FATAL_ERROR "not found: ${move}")
  endif()
endforeach()

foreach(object IN LISTS OBJECTS)
  moves(${object} found)
  if(found)
    message(SEND_ERROR "${object}: aligned moves on the stack:\n${found}")
  endif()
  if(LINES LESS 100)
    message(SEND_ERROR "${object}: hardly any code; is this a kernel?")
  endif()
endforeach()
