// Collects rows of CSV, so that the file is written in large pieces.
#pragma once

#include <cstddef>
#include <iterator>
#include <string_view>

#include <fmt/compile.h>
#include <fmt/format.h>

#include "cli/support/output_file.hpp"

namespace satchel::cli {

class CsvRows {
 public:
  CsvRows(OutputFile& out, std::string_view header) : out_(out) { buffer_.append(header); }

  template <class Format, class... Values>
  void add(const Format& format, const Values&... values) {
    fmt::format_to(std::back_inserter(buffer_), format, values...);
    if (buffer_.size() > (std::size_t{1} << 20)) {
      flush();
    }
  }

  void flush() {
    out_.write({buffer_.data(), buffer_.size()});
    buffer_.clear();
  }

 private:
  OutputFile& out_;
  fmt::memory_buffer buffer_;
};

}  // namespace satchel::cli
