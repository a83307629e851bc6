// The number that is nearest to a decimal text, whatever the locale says of points and commas.
#pragma once

#include <charconv>
#include <system_error>

#if !defined(_WIN32)
#include <locale.h>
#include <stdlib.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

#include <cerrno>
#include <cmath>
#include <concepts>
#include <string>
#endif

namespace satchel::cli {

#if !defined(_WIN32)
/// What `std::from_chars` says and gives, by the C library's conversion, which rounds exactly, too.
template <std::floating_point T>
std::from_chars_result from_chars_by_strtod(const char* first, const char* last, T& number) {
  static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", locale_t{});
  std::string text(first, last);  // strtod needs an end
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  const char begin = sign < text.size() ? text[sign] : '\0';
  // strtod skips blanks and a plus sign before a number, and reads hexadecimal digits.
  const bool is_number =
      (begin >= '0' && begin <= '9') || begin == '.' || (begin | 0x20) == 'i' || (begin | 0x20) == 'n';
  if (!is_number || c_locale == locale_t{}) {
    return {first, std::errc::invalid_argument};
  }
  if (begin == '0' && sign + 1 < text.size() && (text[sign + 1] | 0x20) == 'x') {
    text.resize(sign + 1);
  }
  const int errno_before = errno;
  errno = 0;
  char* end = nullptr;
  T result = 0;
  if constexpr (std::same_as<T, float>) {
    result = strtof_l(text.c_str(), &end, c_locale);
  } else {
    result = strtod_l(text.c_str(), &end, c_locale);
  }
  // Numbers below the smallest normal one are out of the range of strtod, too, but given.
  const bool is_lost = errno == ERANGE && (result == 0 || std::isinf(result));
  errno = errno_before;
  const char* const stop = first + (end - text.c_str());
  if (stop == first) {
    return {first, std::errc::invalid_argument};
  }
  if (is_lost) {
    return {stop, std::errc::result_out_of_range};
  }
  number = result;
  return {stop, std::errc()};
}
#endif

/// As `std::from_chars`, which libc++ lacks for such numbers before its version 20.
template <class T>
std::from_chars_result decimal(const char* first, const char* last, T& number) {
#if defined(__cpp_lib_to_chars)
  return std::from_chars(first, last, number);
#else
  return from_chars_by_strtod(first, last, number);
#endif
}

}  // namespace satchel::cli
