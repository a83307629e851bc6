#include "cli/support/text.hpp"

#include <algorithm>

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

namespace {

/// Whether a byte of UTF-8 begins a character; all others continue one.
bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0u) != 0x80u; }

/// The character at the front of a text: its code and its bytes. What is no character has the code 0xfffd and one byte.
struct Character {
  char32_t code;
  std::size_t bytes;
};
Character first_character(std::string_view text) {
  constexpr Character none{0xfffd, 1};
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) {
    return {first, 1};
  }
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < bytes) {
    return none;
  }
  char32_t code = first & (0x7fu >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) {
    if (begins_character(text[k])) {
      return none;
    }
    code = code << 6 | (static_cast<unsigned char>(text[k]) & 0x3fu);
  }
  constexpr char32_t least[] = {0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  return code < least[bytes - 2] || code > 0x10ffff || is_surrogate ? none : Character{code, bytes};
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto [code, bytes] = first_character(text.substr(at));
    const bool is_control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    if (code >= 0xfffd && code <= 0xffff) {
      result += "\ufffd";
    } else if (!is_control) {
      result += text.substr(at, bytes);
    }
    at += bytes;
  }
  return result;
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string shortened(const std::string& text, std::size_t characters) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (begins_character(text[at]) && ++count > characters) {
      return text.substr(0, at) + "\u2026";
    }
  }
  return text;
}

std::string printable(std::string_view text) {
  constexpr std::size_t longest = 400;
  std::string result;
  for (const char byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    if (begins_character(byte) && result.size() > longest) {
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
