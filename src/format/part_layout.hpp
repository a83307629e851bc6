// The plain structs that queries of compounds and their kernels share.
#pragma once

#include <cstddef>
#include <cstdint>

#include <satchel/results.hpp>
#include <satchel/types.hpp>

namespace satchel::kernels {

template <class T>
struct OffsetBox;
template <class T>
struct PairJob;
template <class T>
struct OutlineJob;

/// The number of parts of each body in one job, and the number of values that can be read from the last part on.
constexpr std::uint32_t parts_at_once = 64, column_padding = 16;
static_assert(parts_at_once <= 64, "masks of parts are 64 bits");

/// Boxes of parts in columns, with the coordinates of OffsetBox.
template <class T>
struct BoxColumns {
  const T *minus_min_x, *minus_min_y, *max_x, *max_y;
};

/// Up to `parts_at_once` parts of each body of a pair. All boxes hold the radius.
template <class T>
struct NearPartsJob {
  BoxColumns<T> a, b;
  std::uint32_t count_a, count_b;
  const OffsetBox<T>*whole_a, *whole_b;  ///< around all parts of each body
  T delta_x, delta_y;                    ///< from A's origin to B's
  T least, most;                         ///< finds parts whose boxes are farther apart than `least`, up to `most`
};

/// The pairs of parts found: `count` pairs of indices into the job's parts.
struct NearPartsFound {
  static constexpr std::uint32_t most = parts_at_once * parts_at_once;

  std::uint32_t count;
  std::uint32_t a[most + column_padding], b[most + column_padding];
};

/// Two parts, and the larger one of the gaps between their boxes along x and along y.
template <class T>
struct NearestBoxes {
  T gap;
  std::uint32_t part_a, part_b;
};

/// The result of a pair decided in one frame: verdict, side and index, as in the low bits of BasicContact::feature.
/// Side and index name the edge that touches; they are 0 for other verdicts.
using FrameVerdict = std::uint32_t;

/// The kernels for the parts of compounds.
template <class T>
struct CompoundKernels {
  void (*find_near_parts)(const NearPartsJob<T>&, NearPartsFound&);
  /// The parts with the smallest gap; of equal ones the lowest part of B, then of A.
  NearestBoxes<T> (*find_nearest_boxes)(const NearPartsJob<T>&);
  /// Verdicts of pairs whose classes are (ka, kb) and whose origins are the same; returns the number of open ones.
  /// Ignores job.slots and job.some_swapped.
  std::size_t (*decide_in_one_frame)(const PairJob<T>&, unsigned ka, unsigned kb, FrameVerdict*);
  /// Verdicts of pairs of outlines and polygons by their edges; the verdict of pairs[i] goes to
  /// results[job.slots[i]]. Returns the number of pairs, listed in job.open, that it leaves to the kernels of parts.
  std::size_t (*classify_by_outlines)(const OutlineJob<T>&, Verdict* results);
};

}  // namespace satchel::kernels
