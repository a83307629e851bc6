#include <algorithm>

#include "units/note.hpp"
#include "units/questions.hpp"

namespace satchel::test::units {
namespace {

/// A floor of linked tiles and a one-sided chain, with the planned shapes strewn over them.
template <class T>
void ask_floor(const Asking& asking, double tolerance, bool is_about_points, Answers& answers) {
  const int unit = asking.unit;
  BasicScene<T> scene;
  std::vector<Pair> pairs;
  const ShapeId tile = scene.add_box(scaled_to<T>(0.5, unit), scaled_to<T>(0.25, unit));
  std::vector<BodyId> tiles;
  for (int k = 0; k < 8; ++k) tiles.push_back(scene.add_body(tile, scaled_to(Pose{k + 0.5, -0.25, {}}, unit)));
  answers.begin("link_shared_edges");
  std::size_t seams = 0;
  answers.status(scene.try_link_shared_edges(tiles, std::ldexp(tolerance, unit), seams));
  answers.same(static_cast<double>(seams));
  const std::vector<Vec2d> points{{8, 0}, {6, 0.25}, {4, 0.25}, {2, -0.5}, {0, 0}};
  tiles.push_back(scene.add_body(scene.add_chain(scaled_points<T>(points, unit), false, true)));
  for (const PlannedShape& shape : asking.plan.shapes) {
    if (shape.kind != Kind::polygon && shape.kind != Kind::box && shape.kind != Kind::capsule) continue;
    const auto vertices = scaled_points<T>(shape.points, unit);
    const T radius = scaled_to<T>(shape.radius, unit);
    const ShapeId id = shape.kind == Kind::polygon ? scene.add_polygon(vertices, radius)
                       : shape.kind == Kind::box   ? scene.add_box(vertices[0].x, vertices[0].y, radius)
                                                   : scene.add_capsule(vertices[0], vertices[1], radius);
    const Vec2d at = asking.plan.points[id % asking.plan.points.size()];
    const BodyId body = scene.add_body(id, scaled_to(Pose{std::fabs(at.x), 0.5, {}}, unit));
    for (const BodyId under : tiles) pairs.push_back({under, body});
  }
  if (!is_about_points) {
    answers.begin("collide with linked bodies");
    std::vector<BasicContact<T>> contacts(pairs.size());
    return note_list(answers, try_collide(scene, pairs, contacts), contacts);
  }
  answers.begin("manifolds with linked bodies");
  std::vector<BasicManifold<T>> manifolds(pairs.size());
  note_list(answers, try_manifolds(scene, pairs, manifolds, {.margin = scaled_to<T>(0.25, unit)}), manifolds);
}

}  // namespace

template <class T>
void ask_about_seams(const Asking& asking, Answers& answers) {
  ask_floor<T>(asking, 0, false, answers);
  ask_floor<T>(asking, 0x1p-8, false, answers);
}

template <class T>
void ask_about_points_at_seams(const Asking& asking, Answers& answers) {
  ask_floor<T>(asking, 0, true, answers);
}

template <class T>
void ask_about_rings(const Asking& asking, Answers& answers) {
  for (const std::vector<Vec2d>& planned : asking.plan.rings) {
    const std::vector<BasicVec2<T>> points = scaled_points<T>(planned, asking.unit);
    answers.begin("clean_ring");
    BasicRing<T> ring;
    answers.status(try_clean_ring(std::span<const BasicVec2<T>>(points), Winding::counter_clockwise, ring));
    for (const BasicVec2<T>& vertex : ring.vertices) answers.lengths(vertex);
    for (const std::uint32_t index : ring.indices) answers.same(index);
    answers.begin("convex_hull");
    for (const BasicVec2<T>& vertex : convex_hull(std::span<const BasicVec2<T>>(points))) answers.lengths(vertex);
  }
}

template void ask_about_points_at_seams<float>(const Asking&, Answers&);
template void ask_about_points_at_seams<double>(const Asking&, Answers&);
template void ask_about_seams<float>(const Asking&, Answers&);
template void ask_about_seams<double>(const Asking&, Answers&);
template void ask_about_rings<float>(const Asking&, Answers&);
template void ask_about_rings<double>(const Asking&, Answers&);

}  // namespace satchel::test::units
