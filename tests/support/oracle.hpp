// What the right answer is, from the definitions alone: nothing here is shared with the library but its plain types.
//
// Verdicts are exact: signs come from long double where its error bound allows, else from big integers. Separations
// are good to 2^-33 u D' (float) or 2^-50 u D' (double), by far finer than what is asked of the library.
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <satchel/satchel.hpp>
#include <string>

#include "placed_polygon.hpp"

namespace satchel::test {

/// 2^-24 for float, 2^-53 for double.
template <class T>
constexpr double unit_roundoff = static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;

template <class T>
struct BasicAnswer {
  Verdict verdict = Verdict::disjoint;
  long double separation = 0;  ///< largest over the edges of the least signed distance of the other's vertices
  long double extent = 0;      ///< D': the longer side of the common bounding box, or the largest offset
};
using Answer = BasicAnswer<float>;
using Answerd = BasicAnswer<double>;

/// The answer for two polygons whose hulls have an area.
template <class T>
BasicAnswer<T> judge(const BasicPlacedPolygon<T>& a, const BasicPlacedPolygon<T>& b);

/// 6 u D', the error that every test allows a separation, and some steps of the smallest number of T.
template <class T>
double tolerance(const BasicAnswer<T>& answer) {
  return 6 * unit_roundoff<T> * static_cast<double>(answer.extent) +
         8 * static_cast<double>(std::numeric_limits<T>::denorm_min());
}

/// What is to be said of one contact.
struct Finding {
  Verdict verdict;         ///< exactly
  double error = 0;        ///< of the separation, in u D'; 0 where the verdict is wrong
  bool too_large = false;  ///< that error is not within the tolerance
  std::string fault;       ///< what else is wrong, the verdict before all; empty: nothing
};

/// Everything a contact promises: the exact verdict, the separation within 6 u D' and of the verdict's sign, a unit
/// normal on which the gap is that separation, and an edge that the normal is square to. No minus zero anywhere.
template <class T>
Finding inspect(const BasicPlacedPolygon<T>& a, const BasicPlacedPolygon<T>& b, const BasicContact<T>& contact);

template <class T>
testing::AssertionResult contact_is_right(const BasicPlacedPolygon<T>& a, const BasicPlacedPolygon<T>& b,
                                          const BasicContact<T>& contact);

/// The same for bodies of one scene or of two.
template <class T>
testing::AssertionResult contact_is_right(const BasicScene<T>& scene, Pair pair, const BasicContact<T>& contact);
template <class T>
testing::AssertionResult contact_is_right(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, Pair pair,
                                          const BasicContact<T>& contact);

const char* name(Verdict verdict);

}  // namespace satchel::test
