#include <algorithm>

#include "units/note.hpp"
#include "units/questions.hpp"

namespace satchel::test::units {
namespace {

/// Bodies at the far end have the highest numbers; what they alone answer is left out.
bool is_near(const Asking& asking, BodyId body) { return body < asking.plan.bodies.size(); }

/// @param find  finds them
template <class Find>
void note_pairs(const Asking& asking, Answers& answers, const Find& find) {
  std::vector<Pair> pairs;
  answers.status(find(pairs));
  for (const Pair& pair : pairs) {
    if (is_near(asking, pair.a) && is_near(asking, pair.b)) note(answers, pair);
  }
}

std::vector<Ray> rays_of(const Plan& plan, int unit) {
  std::vector<Ray> rays;
  for (std::size_t k = 0; k < plan.points.size(); ++k) {
    const Vec2d direction = scaled_to(plan.directions[k], unit);
    // From some points in several directions: a fan.
    rays.push_back({scaled_to(plan.points[k], unit), direction, 8});
    rays.push_back({scaled_to(plan.points[k & ~std::size_t{3}], unit), direction, 8});
    rays.push_back({scaled_to(plan.points[0], unit), {direction.x, direction.y + direction.x * 0x1p-5}, 2});
  }
  return rays;
}

template <class T>
void ask_rays(const Asking& asking, const BasicScene<T>& scene, const BasicIndex<T>& index, Answers& answers) {
  const std::vector<Ray> rays = rays_of(asking.plan, asking.unit);
  const auto note_hit = [&](const RayHit& hit) {
    answers.ratio(hit.time);
    answers.direction(hit.normal_x, hit.normal_y);
    answers.same(hit.body);
  };
  std::vector<RayHit> hits(rays.size());
  answers.begin("cast_rays");
  answers.status(try_cast_rays(scene, rays, hits));
  for (const RayHit& hit : hits) note_hit(hit);
  answers.begin("cast_rays of an index");
  answers.status(index.try_cast_rays(scene, rays, hits));
  for (const RayHit& hit : hits) note_hit(hit);
  answers.begin("rays_blocked");
  std::vector<std::uint8_t> blocked(rays.size());
  answers.status(index.try_rays_blocked(scene, rays, blocked));
  for (const std::uint8_t is_blocked : blocked) answers.same(is_blocked);
  answers.begin("all_ray_hits");
  std::vector<FoundRayHit> all;
  answers.status(index.try_all_ray_hits(scene, rays, all));
  for (const FoundRayHit& found : all) {
    answers.same(found.query);
    note_hit(found.hit);
  }
}

template <class T>
void ask_places(const Asking& asking, const BasicScene<T>& scene, const BasicIndex<T>& index, Answers& answers) {
  std::vector<Vec2d> points;
  std::vector<Box> boxes;
  std::vector<Pose> poses;
  std::vector<ShapeId> shapes;
  for (std::size_t k = 0; k < asking.plan.points.size(); ++k) {
    const Vec2d p = scaled_to(asking.plan.points[k], asking.unit),
                d = scaled_to(asking.plan.directions[k], asking.unit);
    points.push_back(p);
    boxes.push_back({p.x, p.y, p.x + std::fabs(d.x), p.y + std::fabs(d.y)});
    poses.push_back({p.x, p.y, {}});
    shapes.push_back(static_cast<ShapeId>(k % scene.shape_count()));
  }
  std::vector<FoundBody> found;
  answers.begin("bodies_at_points");
  note_list(answers, try_bodies_at_points(scene, points, found), found);
  note_list(answers, index.try_bodies_at_points(scene, points, found), found);
  answers.begin("bodies_in_boxes");
  note_list(answers, try_bodies_in_boxes(scene, boxes, found), found);
  note_list(answers, index.try_bodies_in_boxes(scene, boxes, found), found);
  answers.begin("bodies_at_poses");
  std::vector<BodyAtPose> met;
  note_list(answers, index.try_bodies_at_poses(scene, shapes, poses, met), met);
}

}  // namespace

template <class T>
void ask_broad_phase(const Asking& asking, Answers& answers) {
  BasicScene<T> scene = scene_of<T>(asking.plan, asking.unit);
  const T margin = scaled_to<T>(0.25, asking.unit);
  using Pairs = std::vector<Pair>;
  for (const bool sorted : {true, false}) {
    if (!sorted && !asking.in_order) continue;
    answers.begin(sorted ? "find_pairs" : "find_pairs in the order of the search");
    note_pairs(asking, answers,
               [&](Pairs& to) { return try_find_pairs(scene, to, {.margin = margin, .sorted = sorted}); });
  }
  answers.begin("find_pairs of bodies that move");
  const std::vector<Motion> motions = motions_of(asking.plan, scene.body_slots(), asking.unit);
  note_pairs(asking, answers, [&](Pairs& to) { return try_find_pairs(scene, to, {.motions = motions}); });
  answers.begin("find_pairs of two scenes");
  Plan other = asking.plan;
  std::reverse(other.bodies.begin(), other.bodies.end());
  other.far.clear();
  const BasicScene<T> other_scene = scene_of<T>(other, asking.unit);
  note_pairs(asking, answers, [&](Pairs& to) { return try_find_pairs(scene, other_scene, to); });

  answers.begin("KeptPairs");
  BasicIndex<T> index(scene);
  BasicKeptPairs<T> kept;
  const auto update = [&](Pairs& to) {
    const Status status = kept.try_update(scene, index, {.margin = margin});
    to.assign(kept.pairs().begin(), kept.pairs().end());
    return status;
  };
  note_pairs(asking, answers, update);
  for (std::size_t k = 0; k < asking.plan.bodies.size(); k += 9) {
    Pose pose = scaled_to(asking.plan.bodies[k].pose, asking.unit);
    pose.x += std::ldexp(0.75, asking.unit);
    scene.set_pose(static_cast<BodyId>(k), pose);
  }
  index.update(scene);
  note_pairs(asking, answers, update);
  answers.begin("bounding_box");
  for (BodyId body = 0; is_near(asking, body); ++body) {
    const Box box = scene.bounding_box(body);
    answers.lengths(Vec2d{box.min_x, box.min_y});
    answers.lengths(Vec2d{box.max_x, box.max_y});
  }
}

template <class T>
void ask_index(const Asking& asking, Answers& answers) {
  BasicScene<T> scene = scene_of<T>(asking.plan, asking.unit);
  BasicIndex<T> index(scene);
  ask_rays(asking, scene, index, answers);
  ask_places(asking, scene, index, answers);
  // After some have moved there and back.
  for (const double by : {0.75, 0.0}) {
    for (std::size_t k = 0; k < asking.plan.bodies.size(); k += 9) {
      Pose pose = scaled_to(asking.plan.bodies[k].pose, asking.unit);
      pose.x += std::ldexp(by, asking.unit);
      scene.set_pose(static_cast<BodyId>(k), pose);
    }
    index.update(scene);
    ask_rays(asking, scene, index, answers);
  }
}

template <class T>
void ask_nearest(const Asking& asking, Answers& answers) {
  const BasicScene<T> scene = scene_of<T>(asking.plan, asking.unit);
  const BasicIndex<T> index(scene);
  std::vector<Pose> poses;
  std::vector<ShapeId> shapes;
  for (const Vec2d& point : asking.plan.points) {
    shapes.push_back(static_cast<ShapeId>(poses.size() % scene.shape_count()));
    poses.push_back(scaled_to(Pose{point.x, point.y, {}}, asking.unit));
  }
  answers.begin("nearest_bodies");
  for (const double most : {2.0, 64.0}) {
    std::vector<BasicNearBody<T>> near;
    answers.status(index.try_nearest_bodies(scene, shapes, poses, 3, std::ldexp(most, asking.unit), near));
    for (const BasicNearBody<T>& one : near) {
      answers.same(one.query);
      answers.same(one.body);
      note(answers, one.distance);
    }
  }
}

template void ask_nearest<float>(const Asking&, Answers&);
template void ask_nearest<double>(const Asking&, Answers&);
template void ask_broad_phase<float>(const Asking&, Answers&);
template void ask_broad_phase<double>(const Asking&, Answers&);
template void ask_index<float>(const Asking&, Answers&);
template void ask_index<double>(const Asking&, Answers&);

}  // namespace satchel::test::units
