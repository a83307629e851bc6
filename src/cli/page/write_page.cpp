#include "cli/page/write_page.hpp"

#include <cstddef>

#include <fmt/core.h>

#include "cli/support/failure.hpp"
#include "cli/support/input_text.hpp"
#include "cli/support/text.hpp"

extern const char* const satchel_page[];  // pieces of the page up to a null pointer; src/page/bundle.cmake makes them

namespace satchel::cli {
namespace {

std::string as_markup(const std::string& text) {
  std::string markup;
  for (const char c : text) {
    markup += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  }
  return markup;
}

}  // namespace

void write_page(OutputFile& out, const std::string& title, std::string_view data, bool live) {
  const std::string markup = as_markup(shortened(title, 80));
  std::string page;
  for (const char* const* piece = satchel_page; *piece != nullptr; ++piece) {
    page += *piece;
  }
  std::string_view rest = page;
  const auto write_up_to = [&](std::string_view mark, std::string_view then) {
    const std::size_t at = rest.find(mark);
    out.write(rest.substr(0, at));
    out.write(then);
    rest.remove_prefix(at + mark.size());
  };
  write_up_to("@script_sources@", live ? " blob: 'wasm-unsafe-eval'" : "");
  write_up_to("@title@", markup);
  write_up_to("@data@", data);
  out.write(rest);
}

std::string read_live_module(const std::string& path) {
  constexpr const char* how =
      "bash cmake/bootstrap.sh --wasm && cmake --workflow --preset wasm makes it: build/wasm/page/satchel-page.mjs";
  std::string text;
  try {
    text = input_text(path);
  } catch (const Failure& failure) {
    throw Failure(failure.status(), fmt::format("--live {}\n{}", failure.what(), how));
  }
  if (text.find("export default") == std::string::npos || text.find("WebAssembly") == std::string::npos) {
    throw Failure(ExitStatus::bad_input, fmt::format("--live {}: is not the module of a live page\n{}", path, how));
  }
  return text;
}

}  // namespace satchel::cli
