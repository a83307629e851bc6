#include "run_program.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "temporary_folder.hpp"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <sys/wait.h>
#endif

namespace satchel::test {
namespace {

using std::filesystem::path;

#if defined(_WIN32)

std::wstring wide(const std::string& utf8) { return path(std::u8string(utf8.begin(), utf8.end())).wstring(); }

/// As programs of Windows take their command line apart: a quote, and backslashes before one, follow a backslash.
std::wstring quoted(const std::wstring& argument) {
  std::wstring result = L"\"";
  std::size_t backslashes = 0;
  for (const wchar_t c : argument) {
    if (c == L'"') result.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    result += c;
  }
  return result.append(backslashes, L'\\') + L"\"";
}

HANDLE open(const path& name, DWORD access, DWORD disposition) {
  SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
  return CreateFileW(name.c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, disposition, 0, nullptr);
}

int run(const std::vector<std::string>& command, const std::optional<std::string>& isa, const path& out,
        const path& err) {
  std::wstring line;
  for (const std::string& word : command) line += (line.empty() ? L"" : L" ") + quoted(wide(word));
  SetEnvironmentVariableW(L"SATCHEL_ISA", isa ? wide(*isa).c_str() : nullptr);
  STARTUPINFOW start{};
  start.cb = sizeof start;
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = open("NUL", GENERIC_READ, OPEN_EXISTING);
  start.hStdOutput = open(out, GENERIC_WRITE, CREATE_ALWAYS);
  start.hStdError = open(err, GENERIC_WRITE, CREATE_ALWAYS);
  PROCESS_INFORMATION process{};
  DWORD status = static_cast<DWORD>(-1);
  const auto starts = [&] {
    std::wstring its = line;  // is written to
    return CreateProcessW(nullptr, its.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &start, &process) != 0;
  };
  // Under wine a start may fail for no reason that the program has. Each failure is told.
  bool has_started = starts();
  for (int again = 0; again < 3 && !has_started; ++again) {
    std::fprintf(stderr, "CreateProcess failed with error %lu\n", GetLastError());
    Sleep(500);
    has_started = starts();
  }
  if (has_started) {
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &status);
    CloseHandle(process.hProcess);
    CloseHandle(process.hThread);
  }
  for (const HANDLE handle : {start.hStdInput, start.hStdOutput, start.hStdError}) CloseHandle(handle);
  SetEnvironmentVariableW(L"SATCHEL_ISA", nullptr);
  return static_cast<int>(status);
}

#else

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

int run(const std::vector<std::string>& command, const std::optional<std::string>& isa, const path& out,
        const path& err) {
  std::string line = isa ? "env SATCHEL_ISA=" + quoted(*isa) : "env -u SATCHEL_ISA";
  for (const std::string& word : command) line += ' ' + quoted(word);
  line += " >" + quoted(out.string()) + " 2>" + quoted(err.string()) + " </dev/null";
  const int status = std::system(line.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#endif

}  // namespace

std::string file_text(const path& name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Outcome run_program(const std::vector<std::string>& command, const std::optional<std::string>& isa) {
  const TemporaryFolder folder;
  const path out = folder.path() / "out", err = folder.path() / "err";
  const int status = run(command, isa, out, err);
  return {status, file_text(out), file_text(err)};
}

}  // namespace satchel::test
