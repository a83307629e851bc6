// Verdicts of pairs with an outline, from the outlines of their bodies (outline_pairs.hpp).
//
//   for up to outlines_at_once pairs at a time:
//     look up the blocks of outlines and prefetch them; make the outlines of polygons
//     begin each pair; decide all; finish each: a verdict, or open
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"
#include "format/outline_layout.hpp"
#include "format/prefetch_line.hpp"
#include "kernels/outline/outline_pairs.hpp"
#include "kernels/outline/polygon_outlines.hpp"

namespace {

using satchel::Pair;
using satchel::kernels::OutlineJob;
using satchel::kernels::OutlineTable;
using satchel::kernels::prefetch_line_into_l1;

/// What is prefetched of an outline: all of one of up to 24 vertices.
constexpr std::size_t prefetched_values = 112;

/// The outline of a body, made for a polygon; null: a compound has none.
template <class T>
SATCHEL_INLINE const T* outline_of(const BodyRecord<T>& body, const OutlineTable<T>& table, const T* const* blocks,
                                   const satchel::kernels::ShapeRecord<T>* shapes, PolygonOutlines<T>& polygons) {
  if (!body.place.is_compound()) {
    const T* const kept = polygons.find(body);
    return kept != nullptr ? kept : make_outline(body, blocks, shapes, polygons);
  }
  if (!body.place.is_outline()) return nullptr;
  const T* const outline = table.of(body.place);
  for (std::size_t value = 0; value < prefetched_values; value += 64 / sizeof(T))
    prefetch_line_into_l1(outline + value);
  return outline;
}

/// Writes the verdicts of the pairs that outlines decide to their slots in `results`, and lists the indices of the
/// others in job.pairs.open.
/// @return  the number of indices listed
template <class T>
std::size_t classify_by_outlines(const OutlineJob<T>& job, Verdict* results) {
  const satchel::kernels::PairJob<T>& pairs = job.pairs;
  const auto is_empty = [](const T* outline) { return OutlineBlock<const T>::header_of(outline).count == 0; };
  constexpr unsigned open = OutlinePairs<T>::open;
  OutlinePairs<T> work;
  std::size_t left = 0;
  std::uint32_t overlapping = 0;  // pairs of the last round
  PolygonOutlines<T> polygons;
  for (std::size_t begin = 0, end = 0; begin < pairs.count; begin = end) {
    const std::size_t most = pairs.count - begin < outlines_at_once ? pairs.count : begin + outlines_at_once;
    std::uint32_t begun[outlines_at_once], count = 0;
    polygons.make_room();
    const T *outlines_a[outlines_at_once], *outlines_b[outlines_at_once];
    for (; end < most && polygons.has_room(); ++end) {
      const Pair pair = pairs.pairs[end];
      outlines_a[end - begin] = outline_of(pairs.a.bodies[pair.a], job.a, pairs.a.blocks, pairs.a.shapes, polygons);
      outlines_b[end - begin] = outline_of(pairs.b.bodies[pair.b], job.b, pairs.b.blocks, pairs.b.shapes, polygons);
    }
    for (std::size_t i = begin; i < end; ++i) {
      const BodyRecord<T>& a = pairs.a.bodies[pairs.pairs[i].a];
      const BodyRecord<T>& b = pairs.b.bodies[pairs.pairs[i].b];
      const T *const outline_a = outlines_a[i - begin], *const outline_b = outlines_b[i - begin];
      if (outline_a == nullptr || outline_b == nullptr || is_empty(outline_a) || is_empty(outline_b)) {
        pairs.open[left++] = static_cast<std::uint32_t>(i);
        continue;
      }
      work.begin(count, a, b, outline_a, outline_b);
      begun[count++] = static_cast<std::uint32_t>(i);
    }
    work.decide(4 * overlapping > count);
    overlapping = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      const unsigned found = work.finish(k);
      overlapping += found == static_cast<unsigned>(Verdict::overlapping) ? 1 : 0;
      if (found == open) {
        pairs.open[left++] = begun[k];
      } else {
        results[pairs.slots[begun[k]]] = static_cast<Verdict>(found);
      }
    }
  }
  return left;
}

}  // namespace
