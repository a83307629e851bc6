// Resolves one pair exactly (verdict, separation, normal, deciding feature), for pairs that the kernels leave open.
#pragma once

#include <cstddef>
#include <cstdint>

#include <satchel/results.hpp>
#include <satchel/types.hpp>

namespace satchel::exact {

/// The core of one body: its placed vertices are the exact real points origin + (x[i], y[i]).
template <class T>
struct Core {
  const T* x;  ///< offsets, `count` of them
  const T* y;
  std::uint32_t count;
  double origin_x, origin_y;
  bool strictly_convex;  ///< false: a point, a segment, or a polygon made non-convex by rounding; its hull replaces it
  T radius = 0;          ///< around the core
  const std::uint64_t* inner_edges = nullptr;  ///< a bit an edge; 1: the edge decides no contact; null: all decide
};

/// The stage that decided the verdict: doubles with an error bound, or expansions.
enum class Stage : std::uint8_t { filtered, expansions };

/// Verdict, normal, separation and feature of (a, b); ties go to a's edges. The sign of the separation agrees with the
/// verdict (touching: exactly +0). Side 0 in `feature` is a.
/// @param stage  set to the stage that decided the verdict
template <class T>
BasicContact<T> resolve_contact(const Core<T>& a, const Core<T>& b, Stage& stage);

/// The contact of two polygons without radius that are known to touch along edge `index` of the core on `side`.
template <class T>
BasicContact<T> touch_contact(const Core<T>& a, const Core<T>& b, Side side, std::uint32_t index);

/// The verdict alone; always equal to the verdict of `resolve_contact`.
template <class T>
Verdict resolve_verdict(const Core<T>& a, const Core<T>& b, Stage& stage);

}  // namespace satchel::exact
