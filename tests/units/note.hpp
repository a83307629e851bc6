// Adds results of the library to answers.
#pragma once

#include <satchel/satchel.hpp>

#include "units/answers.hpp"

namespace satchel::test::units {

inline void note(Answers& answers, const Pair& pair) { answers.same(pair.a), answers.same(pair.b); }
inline void note(Answers& answers, const PartPair& parts) { answers.chosen(parts.a), answers.chosen(parts.b); }
inline void note(Answers& answers, const ImagePair& pair) {
  for (const double n : {double(pair.a), double(pair.b), double(pair.image_x), double(pair.image_y)}) answers.same(n);
}
inline void note(Answers& answers, Verdict verdict) { answers.same(static_cast<double>(verdict)); }
inline void note(Answers& answers, const FoundBody& found) { answers.same(found.query), answers.same(found.body); }
inline void note(Answers& answers, const BodyAtPose& found) {
  answers.same(found.query), answers.same(found.body);
  note(answers, found.verdict);
}
template <class T>
void note(Answers& answers, const BasicContact<T>& contact) {
  answers.direction(contact.normal_x, contact.normal_y);
  answers.length(static_cast<double>(contact.separation));
  note(answers, verdict(contact));
  answers.chosen(contact.feature);
}
template <class T>
void note(Answers& answers, const BasicDistance<T>& distance) {
  answers.direction(distance.normal_x, distance.normal_y);
  answers.length(static_cast<double>(distance.distance));
  note(answers, verdict(distance));
  answers.chosen(distance.feature);
  answers.chosen_point(distance.point_a);
  answers.chosen_point(distance.point_b);
}
template <class T>
void note(Answers& answers, const BasicManifold<T>& manifold) {
  answers.direction(manifold.normal_x, manifold.normal_y);
  note(answers, verdict(manifold));
  answers.chosen(manifold.feature);
  answers.chosen(manifold.count);  // rounding decides whether a point that lies on an end is one
  T deepest = 0;
  for (const BasicManifoldPoint<T>& point : manifold.points) {
    answers.chosen_point(BasicVec2<T>{point.x, point.y});
    answers.chosen_length(static_cast<double>(point.separation));
    answers.chosen(point.id);
    deepest = point.separation < deepest ? point.separation : deepest;
  }
  answers.length(static_cast<double>(deepest));
}
template <class T>
void note(Answers& answers, const BasicPartManifold<T>& found) {
  answers.same(found.pair);
  note(answers, found.parts);
  note(answers, found.manifold);
}
template <class T>
void note(Answers& answers, const BasicImpact<T>& impact) {
  answers.same(impact.hit);
  answers.ratio(static_cast<double>(impact.time));
  answers.direction(impact.normal_x, impact.normal_y);
  answers.length(impact.point_x);
  answers.length(impact.point_y);
}
template <class T>
void note(Answers& answers, const BasicHit<T>& hit) {
  note(answers, hit.pair);
  answers.same(hit.index);
  note(answers, hit.contact);
}

/// A list of results, or the status of the call that refused to give it.
template <class List>
void note_list(Answers& answers, const Status& status, const List& list) {
  answers.status(status);
  if (!status.ok()) return;
  for (const auto& item : list) note(answers, item);
}

}  // namespace satchel::test::units
