// Compounds to try, beside the same parts as bodies of their own, which say what is right.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

#include "generators.hpp"
#include "queries.hpp"
#include "random.hpp"

namespace satchel::test {

template <class T>
struct CompoundWorld {
  BasicScene<T> scene;
  BasicScene<T> flat;                 ///< each part of each body as a body
  std::vector<BodyId> first_of_body;  ///< in `flat`
  std::vector<std::uint32_t> parts_of_body;
  std::vector<Pair> pairs;

  void set_poses(std::span<const Pose> poses) {
    scene.set_poses(poses);
    for (BodyId body = 0; body < poses.size(); ++body) {
      for (std::uint32_t k = 0; k < parts_of_body[body]; ++k) flat.set_pose(first_of_body[body] + k, poses[body]);
    }
  }
};

/// Poses as stretch(scene, random) gives them.
template <class T>
void stretch(CompoundWorld<T>& world, Random& random) {
  std::vector<Pose> poses;
  for (BodyId body = 0; body < world.scene.body_slots(); ++body) {
    poses.push_back(stretched(world.scene.pose(body), random));
  }
  world.set_poses(poses);
}

/// What a pair comes to, by its definition.
template <class T>
struct Reduced {
  BasicContact<T> contact;
  PartPair parts;
  double key;
};

/// The result of parts (i, j) of a pair; a before b in evaluation order.
template <class T>
BasicContact<T> contact_of_parts(const CompoundWorld<T>& world, BodyId a, BodyId b, PartPair parts) {
  const Pair pair{world.first_of_body[a] + parts.a, world.first_of_body[b] + parts.b};
  BasicContact<T> contact;
  collide(world.flat, world.flat, {&pair, 1}, {&contact, 1});
  return contact;
}

/// Separation, or the gap between the boxes if that is larger.
template <class T>
double distance_key(const CompoundWorld<T>& world, BodyId a, BodyId b, PartPair parts, const BasicContact<T>& contact) {
  const Box p = world.flat.bounding_box(world.first_of_body[a] + parts.a);
  const Box q = world.flat.bounding_box(world.first_of_body[b] + parts.b);
  return std::max({static_cast<double>(contact.separation), q.min_x - p.max_x, p.min_x - q.max_x, q.min_y - p.max_y,
                   p.min_y - q.max_y});
}

template <class T>
Reduced<T> reduced(const CompoundWorld<T>& world, BodyId a, BodyId b) {
  std::vector<Reduced<T>> all;
  for (std::uint32_t i = 0; i < world.parts_of_body[a]; ++i) {
    for (std::uint32_t j = 0; j < world.parts_of_body[b]; ++j) {
      const BasicContact<T> contact = contact_of_parts(world, a, b, {i, j});
      const double key = verdict(contact) == Verdict::disjoint ? distance_key(world, a, b, {i, j}, contact)
                                                               : static_cast<double>(contact.separation);
      all.push_back({contact, {i, j}, key});
    }
  }
  return *std::min_element(all.begin(), all.end(), [](const Reduced<T>& p, const Reduced<T>& q) {
    if (verdict(p.contact) != verdict(q.contact)) return verdict(p.contact) > verdict(q.contact);
    return p.key < q.key;  // min_element keeps the first of equal ones: the lowest parts
  });
}

/// Some parts, overlapping or apart, small and large; of few ones that rounding spoils, or of many vertices.
template <class T>
std::vector<BasicPolygon<T>> random_parts(Random& random, int most) {
  std::vector<BasicPolygon<T>> parts;
  for (int k = random.integer(1, most); k > 0; --k) {
    if (random.chance(0.05)) {
      parts.push_back(nearly_collinear<T>(random));
    } else {
      const int vertices = random.chance(0.1) ? random.integer(17, 32) : random.integer(3, 12);
      parts.push_back(round_polygon<T>(random, vertices, random.uniform(0.1, 0.6),
                                       {random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5)}));
    }
  }
  return parts;
}

/// A part in the scene: the polygon, rounded or not, or what is left of it with one or two vertices.
template <class T>
ShapeId add_part(BasicScene<T>& scene, const BasicPolygon<T>& polygon, std::size_t vertices, T radius) {
  if (vertices == 1) return scene.add_circle(polygon[0], radius);
  if (vertices == 2) return scene.add_capsule(polygon[0], polygon[1], radius);
  return scene.add_polygon(polygon, radius);
}

/// Pairs in any order, some of a body with itself.
inline std::vector<Pair> random_pairs(Random& random, std::size_t bodies, std::size_t count) {
  std::vector<Pair> pairs(count);
  for (Pair& pair : pairs)
    pair = {static_cast<BodyId>(random.below(bodies)), static_cast<BodyId>(random.below(bodies))};
  return pairs;
}

/// Compounds and convex bodies, crowded; pairs in any order, some of a body with itself.
/// @param rounded  how many of the parts are so
template <class T>
CompoundWorld<T> compound_crowd(Random& random, std::size_t bodies, std::size_t pairs, int most_parts,
                                double rounded = 0, double spacing = 1.6) {
  CompoundWorld<T> world;
  const double side = spacing * std::sqrt(static_cast<double>(bodies));
  for (std::size_t k = 0; k < bodies; ++k) {
    const std::vector<BasicPolygon<T>> parts = random_parts<T>(random, random.chance(0.3) ? 1 : most_parts);
    std::vector<ShapeId> ids, flat_ids;
    for (const BasicPolygon<T>& part : parts) {
      const std::size_t vertices = random.chance(rounded) ? random.below(3) + 1 : 3;
      const T radius = vertices == 3 && !random.chance(rounded) ? T(0) : static_cast<T>(random.uniform(0, 0.4));
      ids.push_back(add_part(world.scene, part, vertices, radius));
      flat_ids.push_back(add_part(world.flat, part, vertices, radius));
    }
    const Pose pose = Pose::at(random.uniform(0, side), random.uniform(0, side), random.uniform(0, 6));
    const bool convex = parts.size() == 1 && random.chance(0.5);
    world.scene.add_body(convex ? ids[0] : world.scene.add_compound(ids), pose);
    world.first_of_body.push_back(static_cast<BodyId>(world.flat.body_slots()));
    world.parts_of_body.push_back(static_cast<std::uint32_t>(parts.size()));
    for (const ShapeId id : flat_ids) world.flat.add_body(id, pose);
  }
  world.pairs = random_pairs(random, bodies, pairs);
  return world;
}

/// A square, a bar, a disc or an octagon around a point.
template <class T>
ShapeId add_symmetric(BasicScene<T>& scene, std::size_t kind, BasicVec2<T> at) {
  if (kind == 0) return scene.add_circle(at, T(0.5));
  static const std::vector<BasicVec2<T>> cores[] = {
      {{-2, -2}, {2, -2}, {2, 2}, {-2, 2}},
      {{-14, -2}, {14, -2}, {14, 2}, {-14, 2}},
      {{-1, -2}, {1, -2}, {2, -1}, {2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}}};
  std::vector<BasicVec2<T>> vertices = cores[kind - 1];
  for (BasicVec2<T>& v : vertices) v = {at.x + v.x / 4, at.y + v.y / 4};
  return scene.add_polygon(vertices);
}

/// Compounds and convex bodies of symmetric parts at even coordinates, unturned: many pairs of parts are equally far
/// apart, exactly.
template <class T>
CompoundWorld<T> lattice_crowd(Random& random, std::size_t bodies, std::size_t pairs, int most_parts) {
  const auto even = [&](int most) { return 2 * random.integer(-most, most); };
  CompoundWorld<T> world;
  for (std::size_t k = 0; k < bodies; ++k) {
    const int parts = random.chance(0.3) ? 1 : random.integer(2, most_parts);
    const Pose pose{static_cast<double>(even(6)), static_cast<double>(even(6))};
    world.first_of_body.push_back(static_cast<BodyId>(world.flat.body_slots()));
    world.parts_of_body.push_back(static_cast<std::uint32_t>(parts));
    std::vector<ShapeId> ids;
    for (int part = 0; part < parts; ++part) {
      const std::size_t kind = random.below(4);
      const BasicVec2<T> at{static_cast<T>(even(2)), static_cast<T>(even(2))};
      ids.push_back(add_symmetric(world.scene, kind, at));
      world.flat.add_body(add_symmetric(world.flat, kind, at), pose);
    }
    world.scene.add_body(parts == 1 ? ids[0] : world.scene.add_compound(ids), pose);
  }
  world.pairs = random_pairs(random, bodies, pairs);
  return world;
}

}  // namespace satchel::test
