// The verdict of one pair, exactly, with its separation, normal and deciding edge: for the pairs that the kernels could
// not certify.
#pragma once

#include <cstddef>
#include <cstdint>

#include <satchel/types.hpp>

namespace satchel::exact {

/// The core of one body: its placed vertices, origin + (x[i], y[i]), as exact real numbers.
template <class T>
struct Core {
  const T* x;  ///< offsets, `count` of them
  const T* y;
  std::uint32_t count;
  double origin_x, origin_y;
  bool strictly_convex;  ///< false: a point, a segment, or a polygon that rounding made non-convex; its hull counts
  T radius = 0;          ///< around the core
  bool may_share_vertices = false;  ///< with the other core, as parts of outlines do: it pays to look for that first
  const std::uint64_t* ignored_edges = nullptr;  ///< a bit an edge: it decides no overlap and no touch; null: all may
};

/// Which stage of the cascade decided the verdict.
enum class Stage : std::uint8_t { filtered, expansions };

/// Verdict, normal, separation and feature of (a, b), ties to a's edges. The separation agrees in sign with the verdict
/// (touching: exactly +0). Sides in `feature`: 0 is a.
/// @param stage  which stage decided
template <class T>
BasicContact<T> resolve_contact(const Core<T>& a, const Core<T>& b, Stage& stage);

/// The contact of a pair of polygons without radius that is known to touch along edge `index` of a or of b.
template <class T>
BasicContact<T> touch_contact(const Core<T>& a, const Core<T>& b, Side side, std::uint32_t index);

/// The verdict alone; always that of `resolve_contact`.
template <class T>
Verdict resolve_verdict(const Core<T>& a, const Core<T>& b, Stage& stage);

}  // namespace satchel::exact
