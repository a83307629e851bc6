// Numbers and names as readable text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace satchel::cli {

/// 1234567 as "1,234,567".
std::string grouped(std::size_t number);

/// A length rounded to a few digits, with its unit: "0.0123 m"; the unit may be empty.
std::string length_text(double length, const std::string& units);

/// Text of a file as one line that XML and a terminal take: without control characters; what is no character of UTF-8
/// becomes U+FFFD.
std::string clean_text(std::string_view text);

/// The number of characters of a text in UTF-8.
std::size_t character_count(std::string_view text);

/// The text, cut at its end if it has more characters.
std::string shortened(const std::string& text, std::size_t characters);

/// Text of a file for a message: control characters become escapes such as \u0000; a long text is cut at its end.
std::string printable(std::string_view text);
/// As `printable`, in quotes.
std::string in_quotes(std::string_view text);

/// "1 body", "2 bodies".
std::string count_text(std::size_t count, const char* singular, const char* plural);

}  // namespace satchel::cli
