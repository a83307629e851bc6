#include "cli/support/text.hpp"

#include <fmt/core.h>

namespace satchel::cli {

std::string grouped(std::size_t number) {
  const std::string digits = fmt::format("{}", number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) {
      text += ',';
    }
    text += digits[i];
  }
  return text;
}

std::string length_text(double length, const std::string& units) {
  return units.empty() ? fmt::format("{:.3g}", length) : fmt::format("{:.3g} {}", length, units);
}

std::string shortened(const std::string& name, std::size_t characters) {
  std::string text;
  std::size_t count = 0;
  for (const char byte : name) {
    const auto code = static_cast<unsigned char>(byte);
    const bool begins_character = (code & 0xc0u) != 0x80u;  // all other bytes of UTF-8 continue a character
    if (begins_character && ++count > characters) {
      return text + "\u2026";
    }
    if (code >= 0x20 && code != 0x7f) {
      text += byte;
    }
  }
  return text;
}

std::string printable(std::string_view text) {
  constexpr std::size_t longest = 400;
  std::string result;
  for (const char byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    const bool begins_character = (code & 0xc0u) != 0x80u;
    if (begins_character && result.size() > longest) {
      return result + "\u2026";
    }
    if (code < 0x20 || code == 0x7f) {
      result += fmt::format("\\u{:04x}", code);
    } else {
      result += byte;
    }
  }
  return result;
}

std::string in_quotes(std::string_view text) { return '"' + printable(text) + '"'; }

std::string count_text(std::size_t count, const char* singular, const char* plural) {
  return fmt::format("{} {}", grouped(count), count == 1 ? singular : plural);
}

}  // namespace satchel::cli
