#include "cli/support/input_text.hpp"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include <fmt/core.h>

#include "cli/support/failure.hpp"

namespace satchel::cli {

std::string input_text(const std::string& path) {
  const auto fail = [&](int reason) {
    throw Failure(ExitStatus::file,
                  fmt::format("{}: cannot be read: {}", path, std::generic_category().message(reason)));
  };
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (!file) {
    fail(errno);
  }
  std::string text;
  constexpr std::size_t step = std::size_t{1} << 20;
  for (std::size_t got = step; got == step;) {
    const std::size_t size = text.size();
    text.resize(size + step);
    got = std::fread(text.data() + size, 1, step, file.get());
    text.resize(size + got);
  }
  if (std::ferror(file.get()) != 0) {
    fail(errno);
  }
  if (text.starts_with("\xef\xbb\xbf")) {
    text.erase(0, 3);
  }
  return text;
}

}  // namespace satchel::cli
