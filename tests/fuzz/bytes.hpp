// The fuzzer's bytes as numbers. Where they end, zeros follow, so that every input means something.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

namespace satchel::fuzz {

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  [[nodiscard]] std::size_t left() const { return left_; }

  /// The next sizeof(N) bytes.
  template <class N>
  N raw() {
    N number{};
    const std::size_t count = std::min(sizeof(N), left_);
    if (count > 0) std::memcpy(&number, data_, count);
    data_ += count;
    left_ -= count;
    return number;
  }
  std::uint8_t byte() { return raw<std::uint8_t>(); }
  /// In [low, high], from one byte.
  int integer(int low, int high) { return low + byte() % (high - low + 1); }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

/// How coordinates come from bytes.
enum class Style : std::uint8_t {
  grid,       ///< small integers: contacts are exact
  near_grid,  ///< these, moved by some units in the last place
  even,       ///< 16 bits, evenly spread
  any_bits    ///< any bits that are in range
};
constexpr int style_count = 4;

template <class T>
T stepped(T x, int steps) {
  for (; steps > 0; --steps) x = std::nextafter(x, std::numeric_limits<T>::infinity());
  for (; steps < 0; ++steps) x = std::nextafter(x, -std::numeric_limits<T>::infinity());
  return x;
}

/// Sign and fraction as given, the exponent folded into the range that scenes take.
template <class T>
T in_range(T x) {
  constexpr bool narrow = sizeof(T) == sizeof(float);
  if (!std::isfinite(x)) x = std::copysign(T(1), x);
  if (x == 0) return x;
  int exponent = 0;
  const T fraction = std::frexp(x, &exponent);  // in [1/2, 1)
  const int low = narrow ? -100 : -199, high = narrow ? 60 : 200;
  if (exponent > high || exponent < (narrow ? -148 : low)) exponent = low + std::abs(exponent) % (high - low);
  return std::ldexp(fraction, exponent);
}

/// A coordinate of about 2^scale, but for `any_bits`.
template <class T>
T coordinate(Bytes& bytes, Style style, int scale) {
  switch (style) {
    case Style::grid:
      return std::ldexp(static_cast<T>(bytes.integer(-8, 8)), scale - 3);
    case Style::near_grid: {
      const int packed = bytes.byte();
      const T node = std::ldexp(static_cast<T>(packed % 17 - 8), scale - 3);
      return node == 0 ? node : stepped(node, packed / 17 % 5 - 2);
    }
    case Style::even:
      return std::ldexp(static_cast<T>(bytes.raw<std::int16_t>()), scale - 15);
    case Style::any_bits:
      break;
  }
  return in_range(bytes.raw<T>());
}

}  // namespace satchel::fuzz
