// Numbers and names as people read them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace satchel::cli {

/// 1234567 as "1,234,567".
std::string grouped(std::size_t number);

/// A length of a few digits with its unit: "0.0123 m"; the unit may be empty.
std::string length_text(double length, const std::string& units);

/// A name as a line of text: control characters left out (XML has none), the end of a long one cut.
std::string shortened(const std::string& name, std::size_t characters);

/// Text from a file within a message: control characters as \u0000, the end of a long one cut.
std::string printable(std::string_view text);
/// The same in quotes.
std::string in_quotes(std::string_view text);

/// "1 body", "2 bodies".
std::string count_text(std::size_t count, const char* singular, const char* plural);

}  // namespace satchel::cli
