// A file that appears whole or not at all.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace satchel::cli {

/// Writes to a temporary file beside the target; `commit` puts it in the target's place. Without a commit nothing
/// remains. A target that is no regular file (a pipe, /dev/null) is written directly. Every function throws `Failure`
/// (file) that names the target and the reason.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  [[noreturn]] void fail(int reason) const;

  std::string path_;       // as the user gave it, for messages
  std::string target_;     // the file behind it, links followed
  std::string temporary_;  // empty: the target is written directly, or all is done
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace satchel::cli
