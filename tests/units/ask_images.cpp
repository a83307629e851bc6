#include "units/note.hpp"
#include "units/questions.hpp"

namespace satchel::test::units {

template <class T>
void ask_about_images(const Asking& asking, Answers& answers) {
  const BasicScene<T> scene = scene_of<T>(asking.plan, asking.unit);
  const Periods periods{std::ldexp(asking.plan.period_x, asking.unit), std::ldexp(asking.plan.period_y, asking.unit)};
  const T margin = scaled_to<T>(0.25, asking.unit);

  answers.begin("find_pairs of images");
  std::vector<ImagePair> pairs;
  note_list(answers, try_find_pairs(scene, periods, pairs, {.margin = margin}), pairs);
  const std::size_t count = pairs.size();
  answers.begin("classify images");
  std::vector<Verdict> verdicts(count);
  note_list(answers, try_classify(scene, periods, pairs, verdicts), verdicts);
  answers.begin("collide images");
  std::vector<BasicContact<T>> contacts(count);
  note_list(answers, try_collide(scene, periods, pairs, contacts), contacts);
  answers.begin("bodies_at_poses of images");
  std::vector<Pose> poses;
  std::vector<ShapeId> shapes;
  for (const Vec2d& point : asking.plan.points) {
    shapes.push_back(static_cast<ShapeId>(poses.size() % scene.shape_count()));
    poses.push_back(scaled_to(Pose{point.x, point.y, {}}, asking.unit));
  }
  const BasicIndex<T> index(scene);
  std::vector<FoundImage> found;
  answers.status(index.try_bodies_at_poses(scene, periods, shapes, poses, found));
  for (const FoundImage& image : found) {
    answers.same(image.query);
    note(answers, ImagePair{0, image.body, image.image_x, image.image_y});
    note(answers, image.verdict);
  }
}

template <class T>
void ask_about_distances_of_images(const Asking& asking, Answers& answers) {
  const BasicScene<T> scene = scene_of<T>(asking.plan, asking.unit);
  const Periods periods{std::ldexp(asking.plan.period_x, asking.unit), std::ldexp(asking.plan.period_y, asking.unit)};
  const T margin = scaled_to<T>(0.25, asking.unit);
  std::vector<ImagePair> pairs;
  find_pairs(scene, periods, pairs, {.margin = margin});
  const std::size_t count = pairs.size();
  answers.begin("distances of images");
  std::vector<BasicDistance<T>> distances(count);
  note_list(answers, try_distances(scene, periods, pairs, distances), distances);
  answers.begin("manifolds of images");
  std::vector<BasicManifold<T>> manifolds(count);
  note_list(answers, try_manifolds(scene, periods, pairs, manifolds, {.margin = margin}), manifolds);
}

template void ask_about_distances_of_images<float>(const Asking&, Answers&);
template void ask_about_distances_of_images<double>(const Asking&, Answers&);
template void ask_about_images<float>(const Asking&, Answers&);
template void ask_about_images<double>(const Asking&, Answers&);

}  // namespace satchel::test::units
