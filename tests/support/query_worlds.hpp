// Scenes and pairs on which every query about pairs has to give the same bits, whoever runs it.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <satchel/satchel.hpp>
#include <span>
#include <utility>
#include <vector>

#include "all_shapes.hpp"
#include "compounds.hpp"
#include "generators.hpp"
#include "query_traits.hpp"
#include "rounded_families.hpp"
#include "scale.hpp"

namespace satchel::test {

/// Everyday shapes of every class and compounds in random order, and hard pairs among them.
template <class T = float>
BasicWorld<T> mixed_world(std::size_t pairs) {
  Random random(20);
  BasicWorld<T> world = crowd<T>(random, pairs / 8 + 1, pairs, 3, 40);
  for (const BasicFamily<T>& family : families<T>()) {
    for (std::size_t k = 0; k < pairs / 500 + 1; ++k) {
      const BasicCouple<T> couple = family.make(random);
      const BodyId a = add(world.scene, couple.a), b = add(world.scene, couple.b);
      world.pairs.push_back({a, b});
      world.pairs.push_back({b, a});
    }
  }
  for (const BasicRoundFamily<T>& family : round_families<T>()) {
    for (std::size_t k = 0; k < pairs / 200 + 1; ++k) {
      const BasicRoundCouple<T> couple = family.make(random);
      const BodyId a = add(world.scene, couple.a), b = add(world.scene, couple.b);
      world.pairs.push_back({a, b});
      world.pairs.push_back({b, a});
      world.pairs.push_back({a, static_cast<BodyId>(random.below(a))});  // against the others
    }
  }
  for (std::size_t k = 0; k < pairs / 100 + 10; ++k) {
    std::vector<ShapeId> parts;
    for (const BasicPolygon<T>& part : random_parts<T>(random, 6)) {
      const std::size_t vertices = random.chance(0.2) ? random.below(3) + 1 : 3;
      parts.push_back(add_part(world.scene, part, vertices, vertices == 3 ? T(0) : T(0.25)));
    }
    const Pose near = world.scene.pose(static_cast<BodyId>(random.below(pairs / 8 + 1)));
    const BodyId a = world.scene.add_body(world.scene.add_compound(parts),
                                          Pose::at(near.x, near.y + random.uniform(-1, 1), random.uniform(0, 6)));
    for (int i = 0; i < 4; ++i) world.pairs.push_back({a, static_cast<BodyId>(random.below(a))});
    world.pairs.push_back({a - 1, a});  // two compounds, but for the first
    world.pairs.push_back({a, a});
  }
  random.shuffle(std::span(world.pairs));
  return world;
}

/// Boxes around their own origins. `flat`: the chance of one to be so flat that no kernel's bound holds for it.
template <class T>
BasicWorld<T> crowd_of_boxes(Random& random, std::size_t bodies, std::size_t pairs, double flat) {
  BasicWorld<T> world;
  for (std::size_t k = 0; k < bodies; ++k) {
    const T height =
        random.chance(flat) ? static_cast<T>(std::ldexp(1.0, -58)) : static_cast<T>(random.uniform(0.2, 1));
    const ShapeId shape = world.scene.add_box(static_cast<T>(random.uniform(0.2, 1)), height);
    world.scene.add_body(shape, Pose::at(random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-4, 4)));
  }
  for (std::size_t k = 0; k < pairs; ++k) {
    world.pairs.push_back({static_cast<BodyId>(random.below(bodies)), static_cast<BodyId>(random.below(bodies))});
  }
  return world;
}

/// Scenes of one class each, whose pairs no sorting has to bring together; mixed ones; boxes, some as flat as only exact
/// arithmetic takes; compounds.
template <class T>
std::vector<std::function<BasicWorld<T>(std::size_t pairs)>> small_worlds() {
  std::vector<std::function<BasicWorld<T>(std::size_t)>> all;
  for (const auto& [least, most] : {std::pair{4, 4}, {3, 4}, {5, 6}, {7, 8}, {12, 16}, {18, 30}, {3, 20}}) {
    all.push_back([least = least, most = most](std::size_t pairs) {
      Random random(130);
      return crowd<T>(random, 60, pairs, least, most);
    });
  }
  all.push_back([](std::size_t pairs) {
    Random random(131);
    return crowd_of_all_shapes<T>(random, 100, pairs);
  });
  for (const double flat : {0.0, 0.3}) {
    all.push_back([flat](std::size_t pairs) {
      Random random(133);
      return crowd_of_boxes<T>(random, 60, pairs, flat);
    });
  }
  all.push_back([](std::size_t pairs) {
    Random random(85);
    CompoundWorld<T> world = compound_crowd<T>(random, 60, pairs, 6, 0.2);
    return BasicWorld<T>{std::move(world.scene), std::move(world.pairs)};
  });
  return all;
}

/// Takes from each compound the parts that overlap an earlier one of it.
template <class T>
void keep_parts_apart(BasicScene<T>& scene) {
  BasicScene<T> local = scene;  // with each shape as a body in its own frame
  std::vector<BodyId> as_body;
  for (ShapeId shape = 0; shape < scene.shape_count(); ++shape) as_body.push_back(local.add_body(shape));
  for (BodyId body = 0; body < scene.body_slots(); ++body) {
    std::vector<ShapeId> parts(scene.part_count(scene.shape(body))), kept;
    if (parts.size() == 1) continue;
    scene.parts(scene.shape(body), parts);
    for (const ShapeId part : parts) {
      std::vector<Pair> pairs;
      for (const ShapeId other : kept) pairs.push_back({as_body[part], as_body[other]});
      std::vector<Verdict> verdicts(pairs.size());
      classify(local, pairs, verdicts);
      if (std::find(verdicts.begin(), verdicts.end(), Verdict::overlapping) == verdicts.end()) kept.push_back(part);
    }
    if (kept.size() < parts.size()) scene.set_shape(body, scene.add_compound(kept));
  }
}

/// Half of the bodies turn.
inline std::vector<Motion> some_motions(std::size_t bodies) {
  Random random(723);
  std::vector<Motion> motions(bodies);
  for (Motion& motion : motions) {
    motion = {random.uniform(-3, 3), random.uniform(-3, 3), random.chance(0.5) ? random.uniform(-1, 1) : 0};
  }
  return motions;
}

}  // namespace satchel::test
