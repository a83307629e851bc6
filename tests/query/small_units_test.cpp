// Distances, manifolds and nearest bodies of one world in units of 2^k: scaled exactly, and right where it is so small
// that floats cannot have the same bits.
#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <satchel/satchel.hpp>
#include <type_traits>

#include "support/all_shapes.hpp"
#include "support/isa_param.hpp"
#include "support/right_distances.hpp"
#include "support/right_manifolds.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

template <class T>
struct Units {
  BasicWorld<T> world;
  double unit;

  T operator()(double length) const { return static_cast<T>(length * unit); }
};

/// A crowd of every kind of shape, the same for every unit but for that unit, a power of two.
template <class T>
Units<T> crowd_in(double unit, std::uint64_t seed, bool with_compounds) {
  Random random(seed);
  Units<T> in{{}, unit};
  BasicScene<T>& scene = in.world.scene;
  for (int i = 0; i < 60; ++i) add_any_shape(scene, random, unit * random.uniform(0.3, 1.5));
  for (int i = 0; i < 6 && with_compounds; ++i) {
    const auto any = [&] { return static_cast<ShapeId>(random.below(60)); };
    scene.add_compound(std::vector<ShapeId>{any(), any(), any()});
  }
  if (with_compounds) {
    const auto at = [&](double x, double y) { return BasicVec2<T>{in(x), in(y)}; };
    scene.add_chain(std::vector<BasicVec2<T>>{at(-2, 0), at(-0.5, 0.25), at(0.75, 0), at(2, -0.5)});
  }
  const auto somewhere = [&] { return unit * random.uniform(-2.5, 2.5); };
  for (int i = 0; i < 300; ++i) {
    const double x = somewhere(), y = somewhere();
    const auto shape = static_cast<ShapeId>(random.below(scene.shape_count()));
    scene.add_body(shape, Pose::at(x, y, random.chance(0.1) ? 0 : random.uniform(-4, 4)));
  }
  for (std::size_t i = 0; i < scaled(1500); ++i) {
    const auto a = static_cast<BodyId>(random.below(300)), b = static_cast<BodyId>(random.below(300));
    if (a != b) in.world.pairs.push_back({a, b});
  }
  return in;
}

template <class T>
bool same_scaled(T one, T in_unit, double unit) {
  return static_cast<T>(static_cast<double>(one) * unit) == in_unit;
}
template <class T>
bool same_scaled(BasicVec2<T> one, BasicVec2<T> in_unit, double unit) {
  return same_scaled(one.x, in_unit.x, unit) && same_scaled(one.y, in_unit.y, unit);
}
template <class T>
bool same_scaled(const BasicDistance<T>& one, const BasicDistance<T>& in_unit, double unit) {
  return one.normal_x == in_unit.normal_x && one.normal_y == in_unit.normal_y && one.feature == in_unit.feature &&
         same_scaled(one.distance, in_unit.distance, unit) && same_scaled(one.point_a, in_unit.point_a, unit) &&
         same_scaled(one.point_b, in_unit.point_b, unit);
}
template <class T>
bool same_scaled(const BasicManifold<T>& one, const BasicManifold<T>& in_unit, double unit) {
  bool same = one.normal_x == in_unit.normal_x && one.normal_y == in_unit.normal_y && one.feature == in_unit.feature &&
              one.count == in_unit.count;
  for (std::uint32_t k = 0; k < one.count && same; ++k) {
    const auto &p = one.points[k], &q = in_unit.points[k];
    same = p.id == q.id && same_scaled(p.separation, q.separation, unit) && same_scaled(p.x, q.x, unit) &&
           same_scaled(p.y, q.y, unit);
  }
  return same;
}
template <class T>
bool same_scaled(const BasicPartManifold<T>& one, const BasicPartManifold<T>& in_unit, double unit) {
  return one.pair == in_unit.pair && one.parts == in_unit.parts && same_scaled(one.manifold, in_unit.manifold, unit);
}
template <class T>
bool same_scaled(const BasicNearBody<T>& one, const BasicNearBody<T>& in_unit, double unit) {
  return one.query == in_unit.query && one.body == in_unit.body && same_scaled(one.distance, in_unit.distance, unit);
}

template <class Result>
void expect_same(const char* what, const std::vector<Result>& one, const std::vector<Result>& in_unit, double unit) {
  ASSERT_EQ(one.size(), in_unit.size()) << what << " in units of 2^" << std::ilogb(unit);
  std::size_t wrong = 0, first = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (!same_scaled(one[i], in_unit[i], unit) && wrong++ == 0) first = i;
  }
  EXPECT_EQ(wrong, 0u) << what << " in units of 2^" << std::ilogb(unit) << ", first " << first;
}

template <class T>
std::vector<BasicPartManifold<T>> part_manifolds_in(const Units<T>& in) {
  std::vector<BasicPartManifold<T>> found;
  part_manifolds(in.world.scene, in.world.pairs, found, {.margin = in(0.2)});
  return found;
}
template <class T>
std::vector<BasicNearBody<T>> nearest_in(const Units<T>& in) {
  std::vector<ShapeId> shapes;
  std::vector<Pose> poses;
  Random random(3);
  for (int i = 0; i < 40; ++i) {
    shapes.push_back(static_cast<ShapeId>(random.below(in.world.scene.shape_count())));
    const double x = in.unit * random.uniform(-9, 9), y = in.unit * random.uniform(-9, 9);
    poses.push_back(Pose::at(x, y, random.uniform(-3, 3)));
  }
  std::vector<BasicNearBody<T>> found;
  BasicIndex<T>(in.world.scene).nearest_bodies(in.world.scene, shapes, poses, 7, 5 * in.unit, found);
  return found;
}
template <class T>
std::vector<ImagePair> images_in(const Units<T>& in) {
  std::vector<ImagePair> pairs;
  for (const Pair& pair : in.world.pairs) pairs.push_back({pair.a, pair.b, pair.a % 2 == 0 ? 1 : 0, -1});
  return pairs;
}

template <class T>
void expect_scaled(std::initializer_list<int> exponents) {
  for (const bool with_compounds : {false, true}) {
    const Units<T> one = crowd_in<T>(1, 910, with_compounds);
    const auto distances_of_one = distances_of<T>(one.world.scene, one.world.pairs);
    const auto manifolds_of_one = manifolds_of<T>(one.world.scene, one.world.pairs, one(0.2));
    const auto parts_of_one = part_manifolds_in(one);
    const auto nearest_of_one = nearest_in(one);
    const auto images_of_one = [](const Units<T>& in) {
      std::vector<BasicDistance<T>> found(in.world.pairs.size());
      distances(in.world.scene, Periods{3 * in.unit, 4 * in.unit}, images_in(in), found);
      return found;
    };
    const auto image_distances = images_of_one(one);
    EXPECT_GT(parts_of_one.size(), scaled(1500) / 15);
    EXPECT_GT(nearest_of_one.size(), 100u);
    for (const int exponent : exponents) {
      const double unit = std::ldexp(1.0, exponent);
      const Units<T> in = crowd_in<T>(unit, 910, with_compounds);
      expect_same("distances", distances_of_one, distances_of<T>(in.world.scene, in.world.pairs), unit);
      expect_same("manifolds", manifolds_of_one, manifolds_of<T>(in.world.scene, in.world.pairs, in(0.2)), unit);
      expect_same("part_manifolds", parts_of_one, part_manifolds_in(in), unit);
      if (std::abs(exponent) <= 100) expect_same("nearest_bodies", nearest_of_one, nearest_in(in), unit);
      expect_same("distances of images", image_distances, images_of_one(in), unit);
    }
  }
}

class SmallUnitsOnIsa : public OnEveryIsa {};

TEST_P(SmallUnitsOnIsa, answers_of_doubles_are_scaled_exactly) {
  expect_scaled<double>({-185, -130, -119, -100, -70, -61, -30, 60, 130, 196});
}
TEST_P(SmallUnitsOnIsa, answers_of_floats_are_scaled_exactly) { expect_scaled<float>({-25, -10, 30, 56}); }

/// Floats below 2^-50 take other kernels, and below 2^-126 have fewer bits; their answers are right all the same.
TEST_P(SmallUnitsOnIsa, answers_of_floats_are_right_down_to_their_least) {
  for (const int exponent : {-40, -60, -71, -80, -100, -120}) {
    SCOPED_TRACE(exponent);
    const Units<float> in = crowd_in<float>(std::ldexp(1.0, exponent), 911, false);
    expect_right_distances<float>(in.world.scene, in.world.pairs);
    expect_right_manifolds<float>(in.world.scene, in.world.pairs, in(0.2));
  }
}
TEST_P(SmallUnitsOnIsa, answers_of_doubles_are_right_down_to_their_least) {
  for (const int exponent : {-61, -120, -185}) {
    SCOPED_TRACE(exponent);
    const Units<double> in = crowd_in<double>(std::ldexp(1.0, exponent), 912, false);
    expect_right_distances<double>(in.world.scene, in.world.pairs);
    expect_right_manifolds<double>(in.world.scene, in.world.pairs, in(0.2));
  }
}

/// The inputs of the reports.
TEST_P(SmallUnitsOnIsa, two_triangles_and_two_boxes) {
  Scened triangles;
  const auto corner = [](double x, double y) { return Vec2d{x * 1e-20, y * 1e-20}; };
  triangles.add_body(triangles.add_polygon(std::vector<Vec2d>{corner(-1.5, -0.5), corner(1, -0.5), corner(-1, 0.5)}),
                     Pose{-1.5e-20, -1.5e-20});
  triangles.add_body(triangles.add_polygon(std::vector<Vec2d>{corner(0.5, -1.5), corner(0.5, 1), corner(-0.5, -1)}),
                     Pose{0.5e-20, 0.5e-20});
  const std::vector<Pair> pair = {{0, 1}};
  EXPECT_NEAR(distances_of<double>(triangles, pair)[0].distance, 1.56524758e-20, 1e-28);

  Scene boxes;
  const ShapeId box = boxes.add_box(2e-23f, 1e-23f);
  boxes.add_body(box);
  boxes.add_body(box, Pose::at(3e-23, 1.5e-23, 0.3));
  const Manifold found = manifolds_of<float>(boxes, pair, 3e-23f)[0];
  ASSERT_EQ(found.count, 2u);
  const bool swapped = found.points[0].y < found.points[1].y;
  const ManifoldPoint &upper = found.points[swapped ? 1 : 0], &lower = found.points[swapped ? 0 : 1];
  EXPECT_NEAR(upper.x, 1.57e-23, 1e-25);
  EXPECT_NEAR(upper.y, 8.67e-24, 1e-25);
  EXPECT_NEAR(lower.x, 1.69e-23, 1e-25);
  EXPECT_NEAR(lower.y, 4.9e-25, 1e-26);
}

/// Products of a short edge with small offsets are below the range of floats: however many pairs are asked about together,
/// the same vertex is the lowest.
TEST_P(SmallUnitsOnIsa, short_edges_have_the_same_tips_in_every_batch) {
  Scene scene;
  const float half = 0x1p-46f;
  const ShapeId small = scene.add_polygon({{-half, -half}, {half, -half}, {half, half}, {-half, half}});
  const ShapeId other = scene.add_polygon({{0x1p-110f, 1}, {0, 0}, {1, 0}, {1, 1}});
  scene.add_body(small, Pose{-0x1p-47, 0.5, {}});
  scene.add_body(other);
  const Distance alone = distances_of<float>(scene, std::vector<Pair>{{0, 1}})[0];
  EXPECT_EQ(alone.point_a.y, -half);
  for (std::size_t count = 2; count <= 40; ++count) {
    for (const Distance& one : distances_of<float>(scene, std::vector<Pair>(count, Pair{0, 1}))) {
      ASSERT_EQ(one, alone) << count;
    }
    for (const Manifold& one : manifolds_of<float>(scene, std::vector<Pair>(count, Pair{0, 1}), 0)) {
      ASSERT_EQ(one, manifolds_of<float>(scene, std::vector<Pair>{{0, 1}}, 0)[0]) << count;
    }
  }
}

/// Halves of a rectangle touch along its diagonal: the normals are the same in every unit.
TEST_P(SmallUnitsOnIsa, halves_of_a_rectangle_have_the_same_normals) {
  for (const int power : {-190, -120, -47, -41, -39, 30, 190}) {
    for (int x = 1; x < 12; ++x) {
      for (int y = 1; y < 12; ++y) {
        const auto contact_in = [&](int k) {
          const double w = std::ldexp(x, k), h = std::ldexp(y, k);
          Scened scene;
          scene.add_body(scene.add_polygon({{0, 0}, {w, 0}, {0, h}}));
          scene.add_body(scene.add_polygon({{w, 0}, {w, h}, {0, h}}));
          return collided(scene, std::vector<Pair>{{0, 1}})[0];
        };
        ASSERT_EQ(contact_in(power), contact_in(0)) << power << " " << x << " " << y;
      }
    }
  }
}

SATCHEL_ON_EVERY_ISA(SmallUnitsOnIsa);

}  // namespace
}  // namespace satchel::test
