// Words for the errors of rings, shared by clean_ring and convex_parts.
#pragma once

#include <charconv>
#include <cstddef>
#include <string>

#include "format/layout.hpp"
#include "outline/simple_rings.hpp"

namespace satchel::outline {

/// The most vertices of a polygon and of an outline with its holes.
constexpr std::size_t most_vertices = kernels::vertices_of(kernels::polygon_class_count - 1);

template <class T>
std::string text(T number) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

/// "meet at (x, y)" in the digits of T.
template <class T>
std::string place_text(const Meeting& meeting) {
  std::string place = "meet at (";
  place += text(static_cast<T>(meeting.x));
  place += ", ";
  place += text(static_cast<T>(meeting.y));
  place += ')';
  return place;
}

}  // namespace satchel::outline
