// What shapes are refused: the reason, the item, and that nothing has changed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <satchel/satchel.hpp>

#include "support/exact_alloc.hpp"
#include "support/expect_error.hpp"
#include "support/generators.hpp"
#include "support/queries.hpp"

namespace satchel::test {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();
const Polygon triangle = {{0, 0}, {4, 0}, {0, 3}};
const Polygon pentagram = {{0, 1}, {-.58f, -.8f}, {.95f, .3f}, {-.95f, .3f}, {.58f, -.8f}};

struct Refusal {
  const char* what;
  Polygon polygon;
  ErrorCode code;
  std::optional<std::size_t> vertex = {};  ///< the one at fault, where it is one
};

const std::vector<Refusal>& refusals() {
  static const std::vector<Refusal> list = {
      {"no vertex", {}, ErrorCode::too_few_vertices},
      {"one vertex", {{1, 2}}, ErrorCode::too_few_vertices},
      {"two vertices", {{0, 0}, {1, 0}}, ErrorCode::too_few_vertices},
      {"NaN in x", {{0, 0}, {nan, 0}, {0, 3}}, ErrorCode::not_finite, 1},
      {"NaN in y", {{0, 0}, {4, 0}, {0, nan}}, ErrorCode::not_finite, 2},
      {"infinity", {{-infinity, 0}, {4, 0}, {0, 3}}, ErrorCode::not_finite, 0},
      {"beyond 2^60", {{0, 0}, {0x1.000002p60f, 0}, {0, 3}}, ErrorCode::out_of_range, 1},
      {"beyond -2^60", {{0, 0}, {4, 0}, {0, 3}, {-1, -0x1p61f}}, ErrorCode::out_of_range, 3},
      {"the largest float", {{0, 0}, {4, 0}, {0, std::numeric_limits<float>::max()}}, ErrorCode::out_of_range, 2},
      {"a vertex twice", {{0, 0}, {4, 0}, {4, 0}, {0, 3}}, ErrorCode::repeated_vertex, 2},
      {"the first vertex again at the end", {{0, 0}, {4, 0}, {0, 3}, {0, 0}}, ErrorCode::closed_ring, 3},
      {"0 and -0", {{0, 0}, {4, 0}, {4, -0.f}, {0, 3}}, ErrorCode::repeated_vertex, 2},
      {"on an edge", {{0, 0}, {2, 0}, {4, 0}, {0, 3}}, ErrorCode::collinear, 1},
      {"on the last edge", {{0, 0}, {4, 0}, {0, 4}, {0, 2}}, ErrorCode::collinear, 3},
      {"concave", {{0, 0}, {4, 0}, {1, 1}, {0, 4}}, ErrorCode::not_convex, 2},
      {"concave by an ulp", {{-1, 0}, {0x1p-149f, 0x1p-149f}, {1, 0}, {0, 1}}, ErrorCode::not_convex, 1},
      {"once more around", pentagram, ErrorCode::not_simple},
      {"twice around", {{0, 0}, {4, 0}, {0, 3}, {0.5f, 0.25f}, {3, .5f}, {.5f, 2}}, ErrorCode::not_simple},
  };
  return list;
}

TEST(PolygonErrors, name_the_vertex_and_what_is_wrong_with_it) {
  for (const Refusal& refusal : refusals()) {
    SCOPED_TRACE(refusal.what);
    Scene scene;
    scene.add_box(1, 1);
    if (refusal.vertex) {
      expect_error_at(refusal.code, *refusal.vertex, "vertex", [&] { scene.add_polygon(refusal.polygon); });
    } else {
      expect_error(refusal.code, [&] { scene.add_polygon(refusal.polygon); });
    }
    EXPECT_EQ(scene.shape_count(), 1u);
    EXPECT_EQ(scene.add_polygon(triangle), 1u);
  }
}

TEST(PolygonErrors, tell_clockwise_from_concave_wherever_the_polygon_begins) {
  for (const int n : {3, 4, 5, 12}) {
    Polygon polygon = regular_polygon(n, 1);
    std::reverse(polygon.begin(), polygon.end());
    for (int k = 0; k < n; ++k) {
      std::rotate(polygon.begin(), polygon.begin() + 1, polygon.end());
      Scene scene;
      try {
        scene.add_polygon(polygon);
        ADD_FAILURE() << "not refused";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::clockwise) << error.what();
      }
    }
  }
}

TEST(PolygonErrors, say_that_a_concave_polygon_also_runs_clockwise) {
  Polygon ell = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
  Scene scene;
  expect_error(ErrorCode::not_convex, 3, "^polygon: vertex 3: ", [&] { scene.add_polygon(ell); });
  std::reverse(ell.begin(), ell.end());
  expect_error(ErrorCode::not_convex, 2,
               "^polygon: the vertices run clockwise .*, and vertex 2: ", [&] { scene.add_polygon(ell); });
}

TEST(PolygonErrors, find_the_fault_wherever_the_polygon_begins) {
  for (const Refusal& refusal : refusals()) {
    if (refusal.polygon.empty()) continue;
    Polygon polygon = refusal.polygon;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      std::rotate(polygon.begin(), polygon.begin() + 1, polygon.end());
      Scene scene;
      try {
        scene.add_polygon(polygon);
        ADD_FAILURE() << refusal.what << " not refused";
      } catch (const Error& error) {
        const bool ends_meet = polygon.size() > 2 && polygon.front() == polygon.back();
        const bool repeats = refusal.code == ErrorCode::repeated_vertex || refusal.code == ErrorCode::closed_ring;
        const ErrorCode code = !repeats    ? refusal.code
                               : ends_meet ? ErrorCode::closed_ring
                                           : ErrorCode::repeated_vertex;
        EXPECT_EQ(error.code(), code) << refusal.what << ": " << error.what();
      }
    }
  }
}

TEST(PolygonErrors, say_what_would_be_right) {
  const auto expect_advice = [](ErrorCode code, const char* advice) {
    EXPECT_NE(std::string(message(code)).find(advice), std::string::npos) << message(code);
  };
  for (const ErrorCode code : {ErrorCode::repeated_vertex, ErrorCode::closed_ring, ErrorCode::collinear}) {
    expect_advice(code, "leave it out (clean_ring does)");
    EXPECT_EQ(std::string(message(code)).find("convex_hull"), std::string::npos) << message(code);
  }
  expect_advice(ErrorCode::not_convex, "convex_parts");
  expect_advice(ErrorCode::not_convex, "convex_hull, which is another, larger shape");
  expect_advice(ErrorCode::equal_ends, "add_circle");
  EXPECT_NE(std::string(message(ErrorCode::clockwise)).find("counter-clockwise"), std::string::npos);
  for (int code = 0; code <= static_cast<int>(ErrorCode::bad_angle); ++code) {
    const std::string text = message(static_cast<ErrorCode>(code));
    EXPECT_FALSE(text.empty()) << code;
    for (int other = 0; other < code; ++other) EXPECT_NE(text, message(static_cast<ErrorCode>(other)));
  }
}

TEST(PolygonErrors, spare_the_limits_themselves) {
  Scene scene;
  EXPECT_NO_THROW(scene.add_polygon(Polygon{{0, 0}, {0x1p60f, 0}, {0, 0x1p60f}}));
  EXPECT_NO_THROW(scene.add_polygon(Polygon{{-0x1p60f, -0x1p60f}, {0x1p60f, -0x1p60f}, {0, 0x1p60f}}));
  EXPECT_NO_THROW(scene.add_polygon(Polygon{{0, 0}, {0x1p-149f, 0}, {0, 0x1p-149f}}));
  EXPECT_NO_THROW(scene.add_box(0x1p-149f, 0x1p60f));
  // Strictly convex by the least that float can say.
  EXPECT_NO_THROW(scene.add_polygon(Polygon{{-1, 0}, {0x1p-149f, -0x1p-149f}, {1, 0}, {0, 1}}));
}

TEST(PolygonErrors, refuse_more_than_131072_vertices) {
  Scene scene;
  Polygon polygon = lattice_polygon(131072);
  polygon.push_back({0, 0});
  try {
    scene.add_polygon(polygon);
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::too_many_vertices);
  }
  EXPECT_EQ(scene.shape_count(), 0u);
}

TEST(ShapeErrors, refuse_bad_radii_of_every_shape) {
  Scene scene;
  for (const float bad : {-1.f, -0x1p-149f, nan, infinity, -infinity, 0x1p61f}) {
    expect_error(ErrorCode::bad_radius, [&] { scene.add_polygon(triangle, bad); });
    expect_error(ErrorCode::bad_radius, {}, "box", [&] { scene.add_box(1, 1, bad); });
    expect_error(ErrorCode::bad_radius, {}, "circle", [&] { scene.add_circle({0, 0}, bad); });
    expect_error(ErrorCode::bad_radius, {}, "capsule", [&] { scene.add_capsule({0, 0}, {1, 0}, bad); });
  }
  EXPECT_EQ(scene.shape_count(), 0u);
  for (const float good : {0.f, -0.f, 1.f, 0x1p-149f, 0x1p60f}) {
    EXPECT_EQ(scene.radius(scene.add_polygon(triangle, good)), good);
    EXPECT_EQ(scene.radius(scene.add_box(1, 1, good)), good);
    EXPECT_EQ(scene.radius(scene.add_circle({1, 2}, good)), good);
    const ShapeId capsule = scene.add_capsule({1, 2}, {1, 3}, good);
    EXPECT_EQ(scene.radius(capsule), good);
    EXPECT_FALSE(std::signbit(scene.radius(capsule)));
  }
}

TEST(ShapeErrors, refuse_bad_ends_of_circles_capsules_and_segments) {
  Scene scene;
  expect_error_at(ErrorCode::not_finite, 0, "circle: vertex", [&] { scene.add_circle({0, nan}, 1); });
  expect_error_at(ErrorCode::out_of_range, 0, "circle: vertex", [&] { scene.add_circle({0x1p61f, 0}, 1); });
  expect_error_at(ErrorCode::not_finite, 1, "capsule: vertex", [&] { scene.add_capsule({0, 0}, {infinity, 0}, 1); });
  expect_error_at(ErrorCode::not_finite, 0, "segment: vertex", [&] { scene.add_segment({nan, 0}, {nan, 0}); });
  expect_error(ErrorCode::equal_ends, {}, "capsule.*add_circle", [&] { scene.add_capsule({1, 2}, {1, 2}, 1); });
  expect_error(ErrorCode::equal_ends, {}, "segment.*add_circle", [&] { scene.add_segment({0, 1}, {-0.f, 1}); });
  EXPECT_EQ(scene.shape_count(), 0u);
  Scened fine;
  expect_error(ErrorCode::out_of_range, {}, "circle", [&] { fine.add_circle({0x1p-201, 0}, 1); });
  expect_error(ErrorCode::bad_radius, {}, "circle", [&] { fine.add_circle({0, 0}, 0x1p-201); });
}

TEST(ShapeErrors, refuse_boxes_without_area_or_beyond_the_range) {
  Scene scene;
  for (const float bad : {0.f, -0.f, -1.f, -0x1p-149f, nan, infinity, -infinity, 0x1.000002p60f}) {
    EXPECT_THROW(scene.add_box(bad, 1), Error) << bad;
    EXPECT_THROW(scene.add_box(1, bad), Error) << bad;
    if (std::isfinite(bad)) {
      expect_error(ErrorCode::out_of_range, {}, "box: half-extents: not larger than 0, or out of range",
                   [&] { scene.add_box(bad, 1); });
    }
  }
  const auto code_of = [&](float w, float h) {
    try {
      scene.add_box(w, h);
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::ok;
  };
  EXPECT_EQ(code_of(nan, 1), ErrorCode::not_finite);
  EXPECT_EQ(code_of(1, infinity), ErrorCode::not_finite);
  EXPECT_EQ(code_of(0x1p61f, 1), ErrorCode::out_of_range);
  EXPECT_EQ(scene.shape_count(), 0u);
}

TEST(ShapeErrors, refuse_shapes_that_are_not_there) {
  Scene scene;
  scene.add_box(1, 1);
  const BodyId body = scene.add_body(0);
  std::vector<Vec2> four(4);
  expect_error(ErrorCode::bad_shape, {}, "shape 1 ", [&] { scene.add_body(1); });
  expect_error(ErrorCode::bad_shape, {}, "shape 7 ", [&] { scene.set_shape(body, 7); });
  expect_error_at(ErrorCode::bad_shape, 1, "shape", [&] { (void)scene.vertex_count(1); });
  expect_error_at(ErrorCode::bad_shape, 1, "shape", [&] { (void)scene.radius(1); });
  expect_error_at(ErrorCode::bad_shape, 0xFFFFFFFFu, "shape", [&] { scene.local_vertices(0xFFFFFFFFu, four); });
  EXPECT_EQ(scene.body_count(), 1u);
  EXPECT_EQ(scene.shape(body), 0u);
}

TEST(ShapeErrors, refuse_buffers_of_another_size_than_the_vertices) {
  Scene scene;
  const BodyId body = scene.add_body(scene.add_box(1, 1));
  for (const std::size_t size : {0u, 3u, 5u}) {
    const ExactBuffer<Vec2> out(size);
    expect_error(ErrorCode::size_mismatch, [&] { scene.local_vertices(0, out.span()); });
    expect_error(ErrorCode::size_mismatch, [&] { scene.placed_offsets(body, out.span()); });
    EXPECT_TRUE(out.untouched());
  }
}

TEST(BulkPolygonErrors, name_the_polygon_and_add_nothing) {
  for (const Refusal& refusal : refusals()) {
    SCOPED_TRACE(refusal.what);
    Scene scene;
    scene.add_box(1, 1);
    const std::size_t shapes_before = scene.shape_count();
    std::vector<Vec2> vertices;
    std::vector<std::uint32_t> starts = {0};
    for (const Polygon& polygon : {triangle, triangle, refusal.polygon, triangle, refusal.polygon}) {
      vertices.insert(vertices.end(), polygon.begin(), polygon.end());
      starts.push_back(static_cast<std::uint32_t>(vertices.size()));
    }
    const ExactBuffer<ShapeId> out(5);
    expect_error_at(refusal.code, 2, "polygon", [&] { scene.add_polygons(vertices, starts, out.span()); });
    EXPECT_TRUE(out.untouched());
    EXPECT_EQ(scene.shape_count(), shapes_before);
    EXPECT_EQ(scene.add_polygon(triangle), 1u);
  }
}

TEST(BulkPolygonErrors, refuse_bad_starts_and_spans_of_other_sizes) {
  const std::vector<Vec2> vertices = {{0, 0}, {4, 0}, {0, 3}, {0, 0}, {4, 0}, {0, 3}};
  Scene scene;
  const auto refused = [&](ErrorCode code, const std::vector<std::uint32_t>& starts, std::size_t size) {
    const ExactBuffer<ShapeId> out(size);
    try {
      scene.add_polygons(vertices, starts, out.span());
      ADD_FAILURE() << "not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code) << error.what();
    }
    EXPECT_TRUE(out.untouched());
    EXPECT_EQ(scene.shape_count(), 0u);
  };
  refused(ErrorCode::bad_starts, {1, 3, 6}, 2);     // does not begin at 0
  refused(ErrorCode::bad_starts, {0, 3, 5}, 2);     // ends before the last vertex
  refused(ErrorCode::bad_starts, {0, 3, 7}, 2);     // ends behind it
  refused(ErrorCode::bad_starts, {0, 6, 3, 6}, 3);  // decreases
  refused(ErrorCode::bad_starts, {0, 0xFFFFFFFFu, 6}, 2);
  refused(ErrorCode::size_mismatch, {0, 3, 6}, 1);
  refused(ErrorCode::size_mismatch, {0, 3, 6}, 3);
  EXPECT_THROW(scene.add_polygons(vertices, {}, {}), Error);
  EXPECT_THROW(scene.add_polygons({}, {}, {}), Error);  // n + 1 starts: at least one
  EXPECT_EQ(scene.shape_count(), 0u);
}

/// As from a count that a program computed wrongly: a list of starts that is longer than a vector of them could be.
TEST(OutlineErrors, of_more_starts_than_a_vector_can_hold_are_no_memory) {
  const std::uint32_t starts[] = {0, 0};
  const std::size_t count = std::numeric_limits<std::size_t>::max() / 2;
  Scene scene;
  EXPECT_EQ(scene.try_add_outlines({{}, {starts, count}, {}, {}}, {}).code, ErrorCode::no_memory);
  EXPECT_EQ(scene.shape_count(), 0u);
}

}  // namespace
}  // namespace satchel::test
