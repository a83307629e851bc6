// Shapes from any bits: what is accepted is exactly a strictly convex polygon in range, all of these are accepted, and
// what `convex_hull` returns is one of them.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <satchel/satchel.hpp>
#include <span>
#include <string>
#include <vector>

#include "bytes.hpp"
#include "exact_verdict.hpp"
#include "target.hpp"

namespace satchel::fuzz {
namespace {

template <class T>
using Points = std::vector<BasicVec2<T>>;

template <class T>
bool is_in_range(T value) {
  constexpr bool narrow = sizeof(T) == sizeof(float);
  const T magnitude = std::abs(value);
  return magnitude == 0 ||
         (magnitude >= (narrow ? T(0x1p-149) : T(0x1p-200)) && magnitude <= (narrow ? T(0x1p60) : T(0x1p200)));
}
template <class T>
bool is_in_range(const BasicVec2<T>& v) {
  return is_in_range(v.x) && is_in_range(v.y);
}

/// One strictly left turn after another, once around. The winding number is a sum of angles, of which doubles give the
/// size to 2^-50 and, once it is known, do not decide the sign.
template <class T>
bool is_strictly_convex(std::span<const BasicVec2<T>> polygon) {
  const std::size_t n = polygon.size();
  if (n < 3) return false;
  double turned = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto &o = polygon[i], &p = polygon[(i + 1) % n], &q = polygon[(i + 2) % n];
    if (turn(o, p, q) <= 0) return false;
    const double ux = double{p.x} - o.x, uy = double{p.y} - o.y, vx = double{q.x} - p.x, vy = double{q.y} - p.y;
    turned += std::abs(std::atan2(ux * vy - uy * vx, ux * vx + uy * vy));
  }
  return std::abs(turned - 2 * std::numbers::pi) < 1e-3;
}

template <class T>
bool is_valid(std::span<const BasicVec2<T>> polygon) {
  return std::all_of(polygon.begin(), polygon.end(), [](const auto& v) { return is_in_range(v); }) &&
         is_strictly_convex(polygon);
}

/// What a scene says about a polygon: nothing where it takes it.
template <class T>
std::optional<Status> refusal(BasicScene<T>& scene, std::span<const BasicVec2<T>> polygon) {
  const std::size_t shapes = scene.shape_count();
  try {
    require(scene.add_polygon(polygon) == shapes, "another index than the next");
    return {};
  } catch (const Error& error) {
    require(scene.shape_count() == shapes, "a refused polygon has been added");
    return error.status();
  }
}

/// Points that are any bits, or such that polygons become likely.
template <class T>
Points<T> points_from(Bytes& bytes) {
  const int kind = bytes.integer(0, 2 * style_count - 1), count = bytes.integer(0, 40);
  Points<T> points;
  for (int k = 0; k < count && bytes.left() > 0; ++k) {
    if (kind < style_count) {
      const T x = coordinate<T>(bytes, static_cast<Style>(kind), 0);
      points.push_back({x, coordinate<T>(bytes, static_cast<Style>(kind), 0)});
    } else {
      const T x = bytes.raw<T>();
      points.push_back({x, bytes.raw<T>()});
    }
  }
  return points;
}

template <class T>
void check_added(const BasicScene<T>& scene, ShapeId shape, std::span<const BasicVec2<T>> polygon) {
  Points<T> stored(scene.vertex_count(shape));
  scene.local_vertices(shape, stored);
  require(std::equal(stored.begin(), stored.end(), polygon.begin(), polygon.end()), "the vertices are not those given");
}

/// A body of the shape under some rotation: its box is the smallest that holds its placed vertices.
template <class T>
void check_placed(BasicScene<T>& scene, ShapeId shape, Bytes& bytes) {
  const BodyId body = scene.add_body(shape, Pose::at(bytes.integer(-9, 9), 0.5, bytes.raw<std::int16_t>() * 0x1p-12));
  Points<T> offsets(scene.vertex_count(shape));
  scene.placed_offsets(body, offsets);
  const Box box = scene.bounding_box(body);
  const Pose pose = scene.pose(body);
  bool at_left = false, at_right = false;
  for (const auto& v : offsets) {
    require(std::isfinite(v.x) && std::isfinite(v.y), "a placed vertex that is not finite");
    const double x = pose.x + double{v.x}, y = pose.y + double{v.y};
    require(box.min_x <= x && x <= box.max_x && box.min_y <= y && y <= box.max_y, "a vertex outside the bounding box");
    at_left |= x <= std::nextafter(box.min_x, HUGE_VAL);
    at_right |= x >= std::nextafter(box.max_x, -HUGE_VAL);
  }
  require(at_left && at_right, "a bounding box larger than the body");
}

template <class T>
void try_polygon(BasicScene<T>& scene, const Points<T>& points, Bytes& bytes) {
  const std::span<const BasicVec2<T>> polygon(points);
  const std::optional<Status> refused = refusal(scene, polygon);
  require(refused.has_value() != is_valid(polygon), refused ? std::string("refused: ") + message(refused->code)
                                                            : std::string("accepted, but not strictly convex"));
  if (!refused) {
    const auto shape = static_cast<ShapeId>(scene.shape_count() - 1);
    check_added(scene, shape, polygon);
    check_placed(scene, shape, bytes);
  } else if (refused->code == ErrorCode::not_finite || refused->code == ErrorCode::out_of_range) {
    const auto first = std::find_if(polygon.begin(), polygon.end(), [](const auto& v) { return !is_in_range(v); });
    require(refused->index == static_cast<std::size_t>(first - polygon.begin()), "not the first vertex out of range");
  }
}

template <class T>
void try_hull(BasicScene<T>& scene, const Points<T>& points, Bytes& bytes) {
  const std::span<const BasicVec2<T>> given(points);
  const bool good = std::all_of(given.begin(), given.end(), [](const auto& v) { return is_in_range(v); });
  Points<T> hull;
  try {
    hull = convex_hull(given);
  } catch (const Error& error) {
    require(!good, std::string("convex_hull refuses points in range: ") + error.what());
    require(error.index() < given.size() && !is_in_range(given[error.index()]), "convex_hull blames a good point");
    return;
  }
  require(good, "convex_hull takes a point out of range");
  for (const auto& v : hull) require(std::find(given.begin(), given.end(), v) != given.end(), "a vertex of its own");
  if (hull.size() < 3) {
    require(hull_of(given).size() == hull.size(), "too few vertices of a hull");
    return;
  }
  require(!refusal(scene, std::span<const BasicVec2<T>>(hull)), "add_polygon refuses a hull");
  for (const auto& v : given) {
    for (std::size_t i = 0; i < hull.size(); ++i) {
      const auto &s = hull[i], &e = hull[(i + 1) % hull.size()];
      require(turn(s, e, v) >= 0, "a point outside its hull");
    }
  }
  check_placed(scene, static_cast<ShapeId>(scene.shape_count() - 1), bytes);
}

/// Many polygons at once: all of them, or none and the first that is at fault.
template <class T>
void try_polygons(BasicScene<T>& scene, const Points<T>& points, Bytes& bytes) {
  std::vector<std::uint32_t> starts = {0};
  const int count = bytes.integer(0, 5);
  for (int k = 0; k < count; ++k) starts.push_back(starts.back() + static_cast<std::uint32_t>(bytes.integer(0, 12)));
  if (bytes.byte() % 4 != 0) starts.back() = static_cast<std::uint32_t>(points.size());
  std::vector<ShapeId> ids(static_cast<std::size_t>(std::max(0, count + (bytes.byte() % 16 == 0 ? 1 : 0))), 12345u);
  const bool starts_are_good = ids.size() + 1 == starts.size() && starts.front() == 0 &&
                               std::is_sorted(starts.begin(), starts.end()) && starts.back() == points.size();
  const auto polygon = [&](std::size_t i) {
    return std::span<const BasicVec2<T>>(points).subspan(starts[i], starts[i + 1] - starts[i]);
  };
  const std::size_t before = scene.shape_count();
  try {
    scene.add_polygons(points, starts, ids);
    require(starts_are_good, "starts that are none are taken");
    require(scene.shape_count() == before + ids.size(), "another number of shapes");
    for (std::size_t i = 0; i < ids.size(); ++i) {
      require(ids[i] == before + i && is_valid(polygon(i)), "accepted, but not strictly convex");
      check_added(scene, ids[i], polygon(i));
    }
  } catch (const Error& error) {
    require(scene.shape_count() == before, "a shape has been added in spite of an error");
    require(std::all_of(ids.begin(), ids.end(), [](ShapeId id) { return id == 12345u; }), "an id has been written");
    if (error.code() == ErrorCode::size_mismatch || error.code() == ErrorCode::bad_starts) {
      require(!starts_are_good, error.what());
      return;
    }
    std::size_t first = 0;
    while (first < ids.size() && is_valid(polygon(first))) ++first;
    require(error.index() == first, "not the first polygon at fault");
  }
}

template <class T>
void try_shapes(Bytes& bytes) {
  BasicScene<T> scene;
  const int what = bytes.integer(0, 2);
  const Points<T> points = points_from<T>(bytes);
  if (what == 0) try_polygon(scene, points, bytes);
  if (what == 1) try_hull(scene, points, bytes);
  if (what == 2) try_polygons(scene, points, bytes);
}

}  // namespace
}  // namespace satchel::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  satchel::fuzz::Bytes bytes(data, size);
  if (bytes.byte() % 2 == 0) {
    satchel::fuzz::try_shapes<float>(bytes);
  } else {
    satchel::fuzz::try_shapes<double>(bytes);
  }
  return 0;
}
