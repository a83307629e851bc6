// Every question of the library, asked about a plan in some unit.
#pragma once

#include "units/answers.hpp"
#include "units/plan.hpp"

namespace satchel::test::units {

/// What is asked: pairs are the same in every unit, so that a wrong broad phase does not hide other answers.
struct Asking {
  const Plan& plan;
  int unit;
  std::vector<Pair> pairs;
  bool in_order = true;  ///< whether the order in which a search finds pairs counts
};

/// The asking of a plan, with the pairs of the bodies that are near each other in units of 1, and of some others.
template <class T>
Asking asking_of(const Plan& plan);

using Ask = void (*)(const Asking&, Answers&);

// Each adds the answers to some questions.
template <class T>
void ask_about_contacts(const Asking& asking, Answers& answers);
template <class T>
void ask_about_containment(const Asking& asking, Answers& answers);
template <class T>
void ask_about_distances(const Asking& asking, Answers& answers);
template <class T>
void ask_about_areas(const Asking& asking, Answers& answers);
template <class T>
void ask_about_motions(const Asking& asking, Answers& answers);
template <class T>
void ask_to_push_out(const Asking& asking, Answers& answers);
template <class T>
void ask_broad_phase(const Asking& asking, Answers& answers);
template <class T>
void ask_index(const Asking& asking, Answers& answers);
template <class T>
void ask_nearest(const Asking& asking, Answers& answers);
template <class T>
void ask_about_distances_of_images(const Asking& asking, Answers& answers);
template <class T>
void ask_about_images(const Asking& asking, Answers& answers);
template <class T>
void ask_about_seams(const Asking& asking, Answers& answers);
template <class T>
void ask_about_points_at_seams(const Asking& asking, Answers& answers);
template <class T>
void ask_about_rings(const Asking& asking, Answers& answers);

/// Of the component `outline`, which not every build has.
template <class T>
void ask_about_parts(const Asking& asking, Answers& answers);

}  // namespace satchel::test::units
