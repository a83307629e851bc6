#include "units/note.hpp"
#include "units/questions.hpp"

namespace satchel::test::units {

template <class T>
void ask_about_areas(const Asking& asking, Answers& answers) {
  const BasicScene<T> scene = scene_of<T>(asking.plan, asking.unit);
  const std::vector<Pair>& pairs = asking.pairs;
  const std::size_t count = pairs.size();

  answers.begin("overlap_areas");
  std::vector<T> numbers(count);
  answers.status(try_overlap_areas(scene, pairs, numbers));
  for (const T area : numbers) answers.area(static_cast<double>(area));
  answers.begin("ious");
  answers.status(try_ious(scene, pairs, numbers));
  for (const T iou : numbers) answers.same(static_cast<double>(iou));
  answers.begin("overlaps");
  std::vector<BasicOverlap<T>> overlaps(count);
  answers.status(try_overlap_measures(scene, pairs, overlaps));
  for (const BasicOverlap<T>& overlap : overlaps) {
    answers.area(static_cast<double>(overlap.area));
    answers.direction(overlap.iou, overlap.fraction);
  }
  answers.begin("intersections");
  for (const Pair& pair : pairs) {  // rounded bodies are refused
    std::vector<IntersectionPiece> pieces;
    std::vector<BasicVec2<T>> vertices;
    answers.status(try_intersections(scene, {&pair, 1}, pieces, vertices));
    for (const IntersectionPiece& piece : pieces) {
      answers.same(piece.count);
      note(answers, piece.parts);
    }
    for (const BasicVec2<T>& vertex : vertices) answers.lengths(vertex);
  }
  answers.begin("shape_areas");
  std::vector<T> areas(scene.shape_count());
  answers.status(try_shape_areas(scene, areas));
  for (const T area : areas) answers.area(static_cast<double>(area));
  answers.begin("nms");
  std::vector<T> scores(scene.body_slots());
  for (std::size_t k = 0; k < scores.size(); ++k) scores[k] = static_cast<T>(k % 7) + static_cast<T>(k) / 1024;
  for (const T threshold : {T(0), T(0.25), T(0.6)}) {
    std::vector<BodyId> kept;
    answers.status(try_nms(scene, scores, threshold, kept));
    for (const BodyId body : kept) answers.same(body);
  }
}

template void ask_about_areas<float>(const Asking&, Answers&);
template void ask_about_areas<double>(const Asking&, Answers&);

}  // namespace satchel::test::units
