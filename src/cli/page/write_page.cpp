#include "cli/page/write_page.hpp"

#include <cstddef>

#include "cli/output/text.hpp"

extern const char satchel_page[];  // src/page/bundle.cmake makes it

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

void write_page(OutputFile& out, const std::string& title, std::string_view data) {
  const std::string markup = as_markup(shortened(title, 80));
  std::string_view rest = satchel_page;
  const auto write_up_to = [&](std::string_view mark, std::string_view then) {
    const std::size_t at = rest.find(mark);
    out.write(rest.substr(0, at));
    out.write(then);
    rest.remove_prefix(at + mark.size());
  };
  write_up_to("@script_sources@", "");
  write_up_to("@title@", markup);
  write_up_to("@data@", data);
  out.write(rest);
}

}  // namespace satchel::cli
