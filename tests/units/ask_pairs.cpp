#include <algorithm>

#include "units/note.hpp"
#include "units/questions.hpp"

namespace satchel::test::units {

template <class T>
Asking asking_of(const Plan& plan) {
  Asking asking{plan, 0, {}};
  const BasicScene<T> scene = scene_of<T>(plan, 0);
  find_pairs(scene, asking.pairs, {.margin = T(0.5)});
  const auto bodies = static_cast<BodyId>(plan.bodies.size());
  std::erase_if(asking.pairs, [&](const Pair& pair) { return pair.b >= bodies; });
  for (BodyId body = 0; body + 7 < bodies; body += 5) asking.pairs.push_back({body + 7, body});
  asking.pairs.push_back({0, 0});
  return asking;
}

template <class T>
void ask_about_contacts(const Asking& asking, Answers& answers) {
  const BasicScene<T> scene = scene_of<T>(asking.plan, asking.unit);
  const std::vector<Pair>& pairs = asking.pairs;
  const std::size_t count = pairs.size();

  answers.begin("classify");
  std::vector<Verdict> verdicts(count);
  note_list(answers, try_classify(scene, pairs, verdicts), verdicts);
  answers.begin("collide");
  std::vector<BasicContact<T>> contacts(count);
  note_list(answers, try_collide(scene, pairs, contacts), contacts);
  answers.begin("collide with parts");
  std::vector<PartPair> parts(count);
  note_list(answers, try_collide(scene, pairs, contacts, parts), parts);
  answers.begin("find_hits");
  std::vector<BasicHit<T>> hits;
  answers.status(try_find_hits(scene, pairs, hits));
  for (const BasicHit<T>& hit : hits) note(answers, hit);
}

template <class T>
void ask_about_containment(const Asking& asking, Answers& answers) {
  const BasicScene<T> scene = scene_of<T>(asking.plan, asking.unit);
  answers.begin("within");
  for (const Pair& pair : asking.pairs) {  // some bodies are refused
    Within within{};
    answers.status(try_within(scene, {&pair, 1}, {&within, 1}));
    answers.same(static_cast<double>(within));
  }
}

template <class T>
void ask_about_distances(const Asking& asking, Answers& answers) {
  const BasicScene<T> scene = scene_of<T>(asking.plan, asking.unit);
  const std::vector<Pair>& pairs = asking.pairs;
  const std::size_t count = pairs.size();
  const T margin = scaled_to<T>(0.25, asking.unit);

  answers.begin("distances");
  std::vector<BasicDistance<T>> distances(count);
  note_list(answers, try_distances(scene, pairs, distances), distances);
  std::vector<BasicManifold<T>> manifolds(count);
  answers.begin("manifolds");
  note_list(answers, try_manifolds(scene, pairs, manifolds), manifolds);
  answers.begin("manifolds within a margin");
  note_list(answers, try_manifolds(scene, pairs, manifolds, {.margin = margin}), manifolds);
  answers.begin("part_manifolds");
  std::vector<BasicPartManifold<T>> found;
  answers.status(try_part_manifolds(scene, pairs, found, {.margin = margin}));
  for (const BasicPartManifold<T>& one : found) note(answers, one);
}

template Asking asking_of<float>(const Plan&);
template Asking asking_of<double>(const Plan&);
template void ask_about_containment<float>(const Asking&, Answers&);
template void ask_about_containment<double>(const Asking&, Answers&);
template void ask_about_distances<float>(const Asking&, Answers&);
template void ask_about_distances<double>(const Asking&, Answers&);
template void ask_about_contacts<float>(const Asking&, Answers&);
template void ask_about_contacts<double>(const Asking&, Answers&);

}  // namespace satchel::test::units
