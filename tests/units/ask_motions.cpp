#include <cmath>

#include "units/note.hpp"
#include "units/questions.hpp"

namespace satchel::test::units {
namespace {

template <class T>
void ask_sweeps(const Asking& asking, const BasicScene<T>& scene, Answers& answers) {
  const std::vector<Pair>& pairs = asking.pairs;
  std::vector<Motion> motions = motions_of(asking.plan, scene.body_slots(), asking.unit);
  std::vector<BasicImpact<T>> impacts(pairs.size());
  answers.begin("sweep");
  note_list(answers, try_sweep(scene, motions, pairs, impacts), impacts);
  answers.begin("sweep with a tolerance");
  const T tolerance = scaled_to<T>(0x1p-6, asking.unit);
  note_list(answers, try_sweep(scene, motions, pairs, impacts, {.tolerance = tolerance}), impacts);
  answers.begin("sweep that leaves the start");
  note_list(answers, try_sweep(scene, motions, pairs, impacts, {.leaves_start = true}), impacts);
  answers.begin("advance");
  BasicScene<T> end;
  answers.status(try_advance(scene, motions, end));
  for (BodyId body = 0; body < asking.plan.bodies.size(); ++body) {  // without those at the far end
    answers.lengths(Vec2d{end.pose(body).x, end.pose(body).y});
    answers.direction(end.pose(body).rotation.cos, end.pose(body).rotation.sin);
  }
}

template <class T>
void ask_first_hits(const Asking& asking, const BasicScene<T>& scene, Answers& answers) {
  constexpr std::size_t steps = 6, movers = 12, obstacles = 3;
  // Finer numbers would leave the range in the least unit.
  const auto on_grid = [](double x) { return std::round(x / grain) * grain; };
  const auto poses_of = [&](std::size_t first, std::size_t count) {
    std::vector<Pose> poses;
    for (std::size_t k = first; k < first + count; ++k) {
      const Vec2d from = asking.plan.points[k], by = asking.plan.directions[k];
      for (std::size_t step = 0; step < steps; ++step) {
        const double t = static_cast<double>(step) * 0.25;
        poses.push_back(scaled_to(Pose{from.x + on_grid(t * by.x), from.y + on_grid(t * by.y), {}}, asking.unit));
      }
    }
    return poses;
  };
  const auto shapes_of = [&](std::size_t count) {
    std::vector<ShapeId> shapes(count);
    for (std::size_t k = 0; k < count; ++k) shapes[k] = static_cast<ShapeId>(k % scene.shape_count());
    return shapes;
  };
  const std::vector<Pose> poses = poses_of(0, movers), obstacle_poses = poses_of(movers, obstacles);
  const std::vector<ShapeId> shapes = shapes_of(movers), obstacle_shapes = shapes_of(obstacles);
  const Trajectories moving{obstacle_shapes, obstacle_poses, steps};
  std::vector<FirstHit> hits(movers);
  for (const double clearance : {0.0, 0.125}) {
    answers.begin("first_hits");
    const Trajectories all{shapes, poses, steps, {}, {}, std::ldexp(clearance, asking.unit)};
    const auto note_hits = [&](const Status& status) {
      answers.status(status);
      for (const FirstHit& hit : hits) {
        answers.same(hit.step);
        answers.same(hit.step < 0 ? 0 : hit.obstacle);
      }
    };
    note_hits(try_first_hits(scene, all, moving, hits));
    const BasicIndex<T> index(scene);
    note_hits(index.try_first_hits(scene, all, {}, hits));
  }
}

}  // namespace

template <class T>
void ask_about_motions(const Asking& asking, Answers& answers) {
  const BasicScene<T> scene = scene_of<T>(asking.plan, asking.unit);
  ask_sweeps(asking, scene, answers);
  ask_first_hits(asking, scene, answers);
}

template <class T>
void ask_to_push_out(const Asking& asking, Answers& answers) {
  const BasicScene<T> scene = scene_of<T>(asking.plan, asking.unit);
  answers.begin("push_out");
  for (std::size_t k = 0; k < asking.pairs.size(); ++k) {
    const BodyId body = asking.pairs[k].a;
    std::vector<BodyId> others{asking.pairs[k].b};
    for (; k + 1 < asking.pairs.size() && asking.pairs[k + 1].a == body; ++k) others.push_back(asking.pairs[k + 1].b);
    const std::uint32_t starts[] = {0, static_cast<std::uint32_t>(others.size())};
    PushOut result{};
    answers.status(try_push_out(scene, {&body, 1}, starts, others, {&result, 1}));
    answers.lengths(Vec2d{result.x, result.y});
    answers.direction(double(result.left), double(result.is_shortest));
  }
}

template void ask_about_motions<float>(const Asking&, Answers&);
template void ask_about_motions<double>(const Asking&, Answers&);
template void ask_to_push_out<float>(const Asking&, Answers&);
template void ask_to_push_out<double>(const Asking&, Answers&);

}  // namespace satchel::test::units
