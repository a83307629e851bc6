#include "cli/support/system.hpp"

#include <string_view>
#include <system_error>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <windows.h>
#else
#include <unistd.h>
#endif

namespace satchel::cli {
namespace fs = std::filesystem;
namespace {

#if defined(_WIN32)
bool is_device(const std::string& path) {
  wchar_t full[MAX_PATH] = L"";  // a device's is short
  GetFullPathNameW(path_of(path).c_str(), MAX_PATH, full, nullptr);
  return std::wstring_view(full).starts_with(LR"(\\.\)");
}

bool are_equal(const fs::path& a, const fs::path& b) {
  return CompareStringOrdinal(a.c_str(), -1, b.c_str(), -1, TRUE) == CSTR_EQUAL;
}
#else
bool is_device(const std::string&) { return false; }  // beyond what the file system says

bool are_equal(const fs::path& a, const fs::path& b) { return a == b; }
#endif

}  // namespace

#if defined(_WIN32)
void write_bytes_as_they_are() {
  _setmode(_fileno(stdout), _O_BINARY);
  _setmode(_fileno(stderr), _O_BINARY);
}

bool errors_go_to_terminal() { return _isatty(_fileno(stderr)) != 0; }

std::FILE* open_new_file(const std::string& path) {  // fopen's "x" is not in every C library of Windows
  const int file = _open(path.c_str(), _O_CREAT | _O_EXCL | _O_WRONLY | _O_BINARY, _S_IREAD | _S_IWRITE);
  return file < 0 ? nullptr : _fdopen(file, "wb");
}

std::FILE* open_own_stream(const std::string&) { return nullptr; }
#else
void write_bytes_as_they_are() {}

bool errors_go_to_terminal() { return isatty(STDERR_FILENO) != 0; }

std::FILE* open_new_file(const std::string& path) { return std::fopen(path.c_str(), "wbx"); }

std::FILE* open_own_stream(const std::string& path) {
  const bool is_output = path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
  const bool is_error = path == "/dev/stderr" || path == "/dev/fd/2" || path == "/proc/self/fd/2";
  return is_output || is_error ? fdopen(dup(is_output ? STDOUT_FILENO : STDERR_FILENO), "wb") : nullptr;
}
#endif

fs::path path_of(const std::string& name) { return std::u8string(name.begin(), name.end()); }

std::string name_of(const fs::path& path) {
  const std::u8string name = path.u8string();
  return {name.begin(), name.end()};
}

fs::file_type type_of(const std::string& path) {
  if (is_device(path)) {
    return fs::file_type::character;
  }
  std::error_code ignored;
  return fs::status(path_of(path), ignored).type();
}

bool are_same_file(const std::string& path_a, const std::string& path_b) {
  const auto whole = [](const std::string& path) {  // absolute first: a name that does not exist stays relative
    std::error_code ignored;
    return fs::weakly_canonical(fs::absolute(path_of(path), ignored), ignored);
  };
  return are_equal(whole(path_a), whole(path_b));
}

}  // namespace satchel::cli
