// An output file that is written completely or not at all.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace satchel::cli {

/// Writes to a temporary file beside the target; `commit` renames it to the target. Without a commit the temporary file
/// is removed. A target that is no regular file (a pipe, /dev/null) is written directly. Every function throws
/// `Failure` (file) with the target and the reason.
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
  std::string target_;     // the file that path_ refers to, links followed
  std::string temporary_;  // empty: the target is written directly, or the file is committed
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace satchel::cli
