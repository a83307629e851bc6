// Input that a program writes out between braces is what a vector with the same elements would be, in both precisions.
#include <gtest/gtest.h>

#include <vector>

#include <satchel/satchel.hpp>

namespace satchel {
namespace {

template <class T>
std::vector<BasicVec2<T>> vertices_of(const BasicScene<T>& scene, ShapeId shape) {
  std::vector<BasicVec2<T>> vertices(scene.vertex_count(shape));
  scene.local_vertices(shape, vertices);
  return vertices;
}

template <class T>
class ListsInBraces : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ListsInBraces, Scalars);

TYPED_TEST(ListsInBraces, are_polygons_and_chains) {
  using Points = std::vector<BasicVec2<TypeParam>>;
  BasicScene<TypeParam> scene;
  const ShapeId polygon = scene.add_polygon({{0, 0}, {1, 0}, {0, 1}});
  EXPECT_EQ(vertices_of(scene, polygon), (Points{{0, 0}, {1, 0}, {0, 1}}));
  EXPECT_EQ(scene.radius(scene.add_polygon({{0, 0}, {1, 0}, {0, 1}}, TypeParam(0.5))), TypeParam(0.5));
  ShapeId tried = 0;
  EXPECT_TRUE(scene.try_add_polygon({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 0, tried).ok());
  EXPECT_EQ(scene.vertex_count(tried), 4u);
  EXPECT_EQ(scene.try_add_polygon({{0, 0}, {0, 1}, {1, 0}}, 0, tried).code, ErrorCode::clockwise);
  EXPECT_EQ(scene.try_add_polygon({}, 0, tried).code, ErrorCode::too_few_vertices);
  EXPECT_EQ(scene.try_add_polygon({{0, 0}, {1, 0}}, 0, tried).code, ErrorCode::too_few_vertices);
  const Points points{{0, 0}, {1, 0}, {1, 1}};
  EXPECT_EQ(vertices_of(scene, scene.add_polygon({points.data(), points.size()})), points);  // as before: a span

  const ShapeId chain = scene.add_chain({{0, 0}, {2, 0}, {3, 1}}, true);
  EXPECT_EQ(scene.part_count(chain), 3u);
  EXPECT_TRUE(scene.try_add_chain({{0, 0}, {2, 0}, {3, 1}}, false, true, {.before = {{-1, 0}}}, tried).ok());
  EXPECT_EQ(scene.part_count(tried), 2u);
}

TYPED_TEST(ListsInBraces, are_parts_links_and_bodies) {
  BasicScene<TypeParam> scene;
  const ShapeId left = scene.add_box(1, 1), right = scene.add_polygon({{1, -1}, {3, -1}, {3, 1}, {1, 1}});
  const ShapeId both = scene.add_compound({left, right});
  EXPECT_EQ(scene.part_count(both), 2u);
  ShapeId tried = 0;
  EXPECT_EQ(scene.try_add_compound({left, both}, {}, tried).code, ErrorCode::nested_compound);

  const BodyId a = scene.add_body(left), b = scene.add_body(left, {2, 0}), c = scene.add_body(left, {4, 0});
  EXPECT_EQ(scene.link_shared_edges({a, b}), 1u);
  EXPECT_FALSE(scene.is_linked(c));
  scene.link_edges({{.body = c, .edge = 0, .one_sided = true}});
  EXPECT_TRUE(scene.is_linked(c));
  EXPECT_EQ(scene.try_link_edges({{.body = a}, {.body = 9}}).index, 1u);
  std::size_t seams = 0;
  EXPECT_EQ(scene.try_link_shared_edges({a, b, 9}, 0, seams).index, 2u);
}

TYPED_TEST(ListsInBraces, are_points_of_hulls_and_rings) {
  using T = TypeParam;
  using Points = std::vector<BasicVec2<TypeParam>>;
  const Points corners{{0, 0}, {2, 0}, {0, 2}};
  EXPECT_EQ(convex_hull<T>({{0, 0}, {2, 0}, {1, 0}, {0, 2}, {0.5, 0.5}}), corners);
  EXPECT_EQ(convex_hull({corners[0], corners[1], corners[2]}), corners);
  Points hull;
  EXPECT_TRUE(try_convex_hull({corners[0], corners[1], corners[2]}, hull).ok());
  EXPECT_EQ(hull, corners);
  EXPECT_TRUE(clean_ring<T>({{0, 0}, {0, 2}, {2, 0}, {0, 0}}).reversed);
  EXPECT_FALSE(clean_ring<T>({{0, 0}, {0, 2}, {2, 0}, {0, 0}}, Winding::clockwise).reversed);
  BasicRing<T> ring;
  EXPECT_TRUE(try_clean_ring({{0, 0}, {2, 0}, {0, 2}, {0, 0}}, Winding::counter_clockwise, ring).ok());
  EXPECT_TRUE(ring.closed);
  EXPECT_EQ(ring.vertices, corners);
}

TEST(UntypedListsInBraces, without_a_type_are_floats) {
  const std::vector<Vec2> hull = convex_hull({{0, 0}, {2, 0}, {0, 2}});
  EXPECT_EQ(hull.size(), 3u);
  const Ring ring = clean_ring({{0, 0}, {2, 0}, {0, 2}});
  EXPECT_TRUE(ring.convex);
}

}  // namespace
}  // namespace satchel
