// Base64, for the arrays of a page.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace satchel::cli {

/// Appends bytes as base64, without line breaks.
void append_base64(std::string& text, std::span<const unsigned char> bytes);

/// Appends the bytes of an array of plain numbers.
template <class Number>
void append_base64(std::string& text, std::span<const Number> numbers) {
  append_base64(text, std::span(reinterpret_cast<const unsigned char*>(numbers.data()), numbers.size_bytes()));
}

}  // namespace satchel::cli
