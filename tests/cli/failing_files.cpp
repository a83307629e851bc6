// Preloaded before a program (LD_PRELOAD), makes one call fail that ends the writing of a file: SATCHEL_FAILS=CALL:NUMBER:ERRNO,
// with CALL write (of stdio, to a file), close (likewise) or rename, and its number from 1.
#include <dlfcn.h>
#include <stdio_ext.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

/// Whether this call is the one to fail; sets errno then.
bool fails(const char* call, int& count) {
  const char* const wanted = std::getenv("SATCHEL_FAILS");
  const std::size_t length = std::strlen(call);
  if (wanted == nullptr || std::strncmp(wanted, call, length) != 0 || wanted[length] != ':') return false;
  int number = 0, reason = 0;
  if (std::sscanf(wanted + length + 1, "%d:%d", &number, &reason) != 2 || ++count != number) return false;
  errno = reason;
  return true;
}

template <class Function>
Function of_system(Function, const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

bool is_standard(const std::FILE* file) { return file == stdin || file == stdout || file == stderr; }

int writes = 0, closes = 0, renames = 0;

}  // namespace

extern "C" {

std::size_t fwrite(const void* data, std::size_t size, std::size_t count, std::FILE* file) {
  static const auto original = of_system(&fwrite, "fwrite");
  if (!is_standard(file) && fails("write", writes)) return 0;
  return original(data, size, count, file);
}

int fclose(std::FILE* file) {
  static const auto original = of_system(&fclose, "fclose");
  const bool is_wanted = !is_standard(file) && __fwriting(file) != 0 && fails("close", closes);
  const int reason = errno, result = original(file);
  if (!is_wanted) return result;
  errno = reason;
  return EOF;
}

int rename(const char* from, const char* to) {
  static const auto original = of_system(&rename, "rename");
  return fails("rename", renames) ? -1 : original(from, to);
}

}  // extern "C"
