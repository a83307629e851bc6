#include "cli/output/write_left_out.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/core.h>

#include "cli/support/text.hpp"

namespace satchel::cli {
namespace {

/// A field of CSV: in double quotes, which are doubled inside.
std::string quoted(const std::string& text) {
  std::string field = "\"";
  for (const char c : text) {
    field += c == '"' ? "\"\"" : std::string(1, c);
  }
  return field + '"';
}

}  // namespace

LeftOutReport::LeftOutReport(const std::string& path) {
  if (!path.empty()) {
    out_.emplace(path);
    out_->write("file,body,place,reason\n");
  }
}

void LeftOutReport::add(const std::string& file, std::span<const LeftOut> left_out, std::size_t taken) {
  constexpr std::size_t most_named = 10;
  if (!left_out.empty()) {
    fmt::print(stderr, "satchel: {}: {} of {} left out\n", file, grouped(left_out.size()),
               count_text(left_out.size() + taken, "geometry", "geometries"));
  }
  for (const LeftOut& geometry : left_out.first(std::min(left_out.size(), most_named))) {
    fmt::print(stderr, "  {}: {}\n", geometry.place, geometry.reason);
  }
  if (left_out.size() > most_named) {
    fmt::print(stderr, "  and {} more{}\n", grouped(left_out.size() - most_named),
               out_ ? "" : "; --skipped FILE.csv lists all");
  }
  for (const LeftOut& geometry : left_out) {
    if (out_) {
      out_->write(
          fmt::format("{},{},{},{}\n", quoted(file), geometry.body, quoted(geometry.place), quoted(geometry.reason)));
    }
  }
}

void LeftOutReport::finish() {
  if (out_) {
    out_->commit();
  }
}

}  // namespace satchel::cli
