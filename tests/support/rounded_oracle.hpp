// What the right answer is where a core has a radius, or one or two vertices: in integers and fifty digits, from the
// definitions alone.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>

#include "oracle.hpp"

namespace satchel::test {

using Real = boost::multiprecision::cpp_bin_float_50;

/// A body: everything within `radius` of its core.
template <class T>
struct BasicRounded {
  BasicPlacedPolygon<T> core;
  T radius = 0;
};

template <class T>
BasicRounded<T> placed_rounded(const BasicScene<T>& scene, BodyId body);

struct RoundedAnswer {
  Verdict verdict = Verdict::disjoint;
  Real separation = 0;
  Real extent = 0;  ///< D', radii included
};

/// The answer for any two bodies.
template <class T>
RoundedAnswer judge(const BasicRounded<T>& a, const BasicRounded<T>& b);

/// Everything a contact promises, as the `inspect` of polygons.
template <class T>
Finding inspect(const BasicRounded<T>& a, const BasicRounded<T>& b, const BasicContact<T>& contact);

}  // namespace satchel::test
