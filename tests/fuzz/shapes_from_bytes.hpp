// Polygons and poses from the fuzzer's bytes.
#pragma once

#include <numbers>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

#include "bytes.hpp"

namespace satchel::fuzz {

/// The hull of some points: empty where it has no area, else what `add_polygon` takes.
template <class T>
std::vector<BasicVec2<T>> polygon_from(Bytes& bytes) {
  const auto style = static_cast<Style>(bytes.integer(0, style_count - 1));
  const int kind = bytes.byte();
  const int scale = kind < 200 ? 0 : (kind - 228) * 3 / 2;  // mostly units, else from 2^-42 to 2^40
  std::vector<BasicVec2<T>> points;
  if (kind % 8 == 7) {  // many vertices cost few bytes
    const int count = bytes.integer(3, 40);
    const double radius = std::ldexp(1.0 + bytes.byte() / 64.0, scale), turn = bytes.byte() / 32.0;
    for (int k = 0; k < count; ++k) {
      const double angle = turn + 2 * std::numbers::pi * k / count;
      points.push_back({static_cast<T>(radius * std::cos(angle)), static_cast<T>(radius * std::sin(angle))});
    }
  }
  for (int k = kind % 8 == 7 ? bytes.integer(0, 4) : bytes.integer(3, 14); k > 0; --k) {
    const T x = coordinate<T>(bytes, style, scale);
    points.push_back({x, coordinate<T>(bytes, style, scale)});
  }
  std::vector<BasicVec2<T>> hull = convex_hull(std::span<const BasicVec2<T>>(points));
  if (hull.size() < 3) hull.clear();
  return hull;
}

template <class T>
Pose pose_from(Bytes& bytes) {
  const int kind = bytes.byte();
  const auto style = static_cast<Style>(kind % style_count);
  Pose pose;
  pose.x = coordinate<double>(bytes, style, 1);
  pose.y = coordinate<double>(bytes, style, 1);
  if (style == Style::any_bits && sizeof(T) == sizeof(float)) {  // an origin is double; its range is that of the scene
    for (double* const origin : {&pose.x, &pose.y}) {
      while (std::abs(*origin) > 0x1p60) *origin *= 0x1p-80;
    }
  }
  constexpr double quarter[] = {1, 0, -1, 0, 1};
  switch (kind / style_count % 4) {
    case 0:
      break;
    case 1: {
      const int turn = bytes.integer(0, 3);
      pose.rotation.cos = quarter[turn];
      pose.rotation.sin = quarter[turn + 1] == 0 ? 0 : -quarter[turn + 1];
      break;
    }
    case 2: {
      const Pose turned = Pose::at(0, 0, bytes.raw<std::int16_t>() * 0x1p-12);
      pose.rotation.cos = turned.rotation.cos;
      pose.rotation.sin = turned.rotation.sin;
      break;
    }
    default: {  // as far off a rotation as is allowed
      const Pose turned = Pose::at(0, 0, bytes.raw<std::int16_t>() * 0x1p-12);
      const double factor = 1 + bytes.raw<std::int8_t>() * 3.8e-9;
      pose.rotation.cos = turned.rotation.cos * factor;
      pose.rotation.sin = turned.rotation.sin * factor;
    }
  }
  return pose;
}

}  // namespace satchel::fuzz
