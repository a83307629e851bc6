#include "cli/geometry_file/raw_geometries.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <span>
#include <utility>

#include <fmt/core.h>

#include "cli/raw_scene/shape_message.hpp"
#include "cli/support/failure.hpp"
#include "cli/support/rounding.hpp"

namespace satchel::cli {
namespace {

/// A multiple, near the middle of all geometries that floats may have around some origin, of a power of two that is not
/// less than their extent. So it is 0 for points around zero, and has few digits, so that the differences to it are
/// mostly exact.
Vec2d common_origin(const Geometries& geometries, const std::vector<bool>& apart) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Box box{infinity, infinity, -infinity, -infinity};
  for (std::size_t i = 0; i < geometries.geometries.size(); ++i) {
    const Geometry& geometry = geometries.geometries[i];
    if (!geometry.left_out.empty() || (!apart.empty() && apart[i])) continue;
    Box own{infinity, infinity, -infinity, -infinity};
    bool is_in_range = true;
    for (const RawRing& ring : std::span(geometries.rings).subspan(geometry.first_ring, geometry.ring_count)) {
      for (const Vec2d& point : std::span(geometries.points).subspan(ring.first_vertex, ring.vertex_count)) {
        is_in_range = is_in_range && std::fabs(point.x) <= 0x1p61 && std::fabs(point.y) <= 0x1p61;
        own = {std::min(own.min_x, point.x), std::min(own.min_y, point.y), std::max(own.max_x, point.x),
               std::max(own.max_y, point.y)};
      }
    }
    if (!is_in_range) continue;  // refused, or left out
    box = {std::min(box.min_x, own.min_x), std::min(box.min_y, own.min_y), std::max(box.max_x, own.max_x),
           std::max(box.max_y, own.max_y)};
  }
  const double extent = std::max(box.max_x - box.min_x, box.max_y - box.min_y);
  if (!(extent > 0) || !std::isfinite(extent)) {
    return {0, 0};
  }
  const double step = std::exp2(std::ceil(std::log2(extent)));
  const auto nearest = [&](double low, double high) { return step * std::round((low + (high - low) / 2) / step); };
  return {nearest(box.min_x, box.max_x), nearest(box.min_y, box.max_y)};
}

/// a - b - difference, exactly, for the rounded difference (Knuth's TwoDiff).
double error_of_difference(double a, double b, double difference) {
  const double about_b = a - difference;
  return (a - (difference + about_b)) + (about_b - b);
}

}  // namespace

template <class T>
RawScene<T> raw_geometries(Geometries&& geometries, FileForm form, bool skip_invalid, std::optional<Vec2d> given,
                           const std::vector<bool>& apart) {
  RawScene<T> raw;
  raw.form = form;
  const Vec2d origin = !std::same_as<T, float> ? Vec2d{0, 0} : given ? *given : common_origin(geometries, apart);
  raw.rings = std::move(geometries.rings);
  raw.empty_parts = geometries.empty_parts;
  raw.map_origin = origin;
  for (const Geometry& geometry : geometries.geometries) {
    double rounding = 0;
    const auto local = [&](double value, double from) {
      constexpr T most = std::numeric_limits<T>::max();
      const double offset = value - from;
      if (std::isfinite(offset) && std::abs(offset) > double{most}) {
        if (skip_invalid) {
          return offset < 0 ? -most : most;  // the scene refuses it, too
        }
        throw Failure(ExitStatus::bad_input, fmt::format("{}: {}", shape_name(form, geometry.number),
                                                         out_of_range_text<T>(fmt::format("{}", value), value)));
      }
      const T rounded = static_cast<T>(offset);
      if constexpr (std::same_as<T, double>) {
        rounding = std::max(rounding, rounding_bound(value, value));
      } else if (std::isfinite(offset)) {
        rounding = std::max(rounding, std::abs((offset - double{rounded}) + error_of_difference(value, from, offset)));
      }
      return rounded;
    };
    const auto body = static_cast<BodyId>(raw.body_shapes.size());
    raw.x_y_angle.insert(raw.x_y_angle.end(), {origin.x, origin.y, 0});
    if (!geometry.left_out.empty()) {
      raw.body_shapes.push_back(no_raw_shape);
      raw.left_out.push_back({body, shape_name(form, geometry.number), geometry.left_out});
      continue;
    }
    for (const RawRing& ring : std::span(raw.rings).subspan(geometry.first_ring, geometry.ring_count)) {
      for (const Vec2d& point : std::span(geometries.points).subspan(ring.first_vertex, ring.vertex_count)) {
        const T x = local(point.x, origin.x);
        raw.vertices.push_back({x, local(point.y, origin.y)});
      }
    }
    raw.body_shapes.push_back(static_cast<ShapeId>(raw.shapes.size()));
    raw.shapes.push_back({ShapeType::outline, geometry.first_ring, geometry.ring_count, T(0), geometry.number});
    raw.shapes.back().rounding = rounding;
  }
  return raw;
}

template RawScene<float> raw_geometries(Geometries&&, FileForm, bool, std::optional<Vec2d>, const std::vector<bool>&);
template RawScene<double> raw_geometries(Geometries&&, FileForm, bool, std::optional<Vec2d>, const std::vector<bool>&);

}  // namespace satchel::cli
