// One pair per lane: contacts and verdicts for the classes of up to 16 vertices.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/contact.hpp"
#include "kernels/exact_lanes.hpp"
#include "kernels/prefetch.hpp"

namespace {

/// Calls step(position, live, pairs in lanes, their polygons) for each W pairs of the job.
template <class L, unsigned KA, unsigned KB, class Step, class T = typename L::Scalar>
SATCHEL_INLINE void for_each_bundle(const PairJob<T>& job, Step step) {
  constexpr std::size_t CA = satchel::kernels::vertices_of(KA), CB = satchel::kernels::vertices_of(KB);
  StagedPairs<T> staged;
  Prefetcher<T> prefetcher(job);
  // A few lines at a time, between the pieces of the work: the core has room for some sixteen requests under way.
  const auto ask = [&]() __attribute__((always_inline)) {
    if (job.prefetch) prefetcher.ask_for(L::width < 4 ? 1 : L::width / 4);
  };
  for (std::size_t i = 0; i < job.count; i += staged.size) {
    const std::size_t count = job.count - i < staged.size ? job.count - i : staged.size;
    staged.template look_up<L>(job, job.pairs + i, count, KA, KB);
    for (std::size_t j = 0; j < count; j += L::width) {
      const std::size_t live = count - j < L::width ? count - j : L::width;
      const PairLanes<L> pairs = staged.template lanes<L>(j, job.some_turned);
      PolygonPairs<L, CA, CB> polygons;
      ask();
      load_polygons<L, KA>(job.blocks_a[KA], staged.blocks_a + j, polygons.a, polygons.ex, polygons.ey);
      ask();
      load_polygons<L, KB>(job.blocks_b[KB], staged.blocks_b + j, polygons.b, polygons.ex + CA, polygons.ey + CA);
      move_to_centre<L>(polygons.a, polygons.b, pairs);
      ask();
      step(i + j, live, pairs, polygons);
      ask();
    }
  }
}

/// One contact of four T a lane.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void store_contacts(T* const* rows, const Contacts<L>& contacts) {
  static_assert(sizeof(BasicContact<T>) == 4 * sizeof(T));
  for (std::size_t k = 0; k < 4; k += L::row) {
    T* at[L::width];
    for (std::size_t lane = 0; lane < L::width; ++lane) at[lane] = rows[lane] + k;
    store_columns<L>(at, contacts.columns + k);
  }
}

template <class L, unsigned KA, unsigned KB, class T = typename L::Scalar>
std::size_t collide_lanes(const PairJob<T>& job, BasicContact<T>* contacts) {
  std::size_t uncertain = 0;
  for_each_bundle<L, KA, KB>(
      job, [&](std::size_t i, std::size_t live, const auto& pairs,
               const auto& polygons) __attribute__((always_inline)) {
        const Contacts<L> found = contacts_of<L>(best_axis<L>(polygons), pairs);
        T* rows[L::width];
        if (live < L::width) {
          BasicContact<T> spill[L::width];  // where the lanes of a tail go that have no pair
          for (std::size_t lane = 0; lane < L::width; ++lane) rows[lane] = reinterpret_cast<T*>(spill + lane);
          for (std::size_t lane = 0; lane < live; ++lane) {
            rows[lane] = reinterpret_cast<T*>(contacts + (job.slots != nullptr ? job.slots[i + lane] : i + lane));
          }
          store_contacts<L>(rows, found);
        } else if (job.slots != nullptr) {
          for (std::size_t lane = 0; lane < L::width; ++lane) {
            rows[lane] = reinterpret_cast<T*>(contacts + job.slots[i + lane]);
          }
          store_contacts<L>(rows, found);
        } else {
          for (std::size_t lane = 0; lane < L::width; ++lane) rows[lane] = reinterpret_cast<T*>(contacts + i + lane);
          store_contacts<L>(rows, found);
        }
        uncertain = append_uncertain(job.uncertain, uncertain, i, found.certain, live);
      });
  return uncertain == 0 ? 0 : keep_inexact<L, KA, KB>(job, uncertain, contacts);
}

/// Verdicts need no normalised axis: an edge decides if its gap is beyond the band times a bound of its length,
/// |ex| + |ey| >= |e|.
///
///   disjoint is certain if h > band |e| for some edge; overlapping if h < -band |e| for all (zero-length ones aside)
template <class L>
struct VerdictBounds {
  typename L::Vector lower, upper;  ///< largest over the edges of h - slack, h + slack

  /// C edges with their starts against the vertices of the other.
  template <std::size_t C, std::size_t CO>
  SATCHEL_INLINE void meet(const Vertices<L, C>& starts, const typename L::Vector* ex, const typename L::Vector* ey,
                           const Vertices<L, CO>& other, typename L::Vector band) {
    for (std::size_t i = 0; i < C; ++i) {
      const auto h = edge_gap<L, CO>(ex[i], ey[i], starts.x[i], starts.y[i], other);
      const auto slack = band * (L::abs(ex[i]) + L::abs(ey[i]));
      lower = L::max(lower, h - slack);
      upper = L::max(upper, h + slack);  // 0 for an edge of length 0: no objection to overlapping
    }
  }
};

/// Decides the `count` pairs of job.uncertain as `collide_lanes` does, so that both queries agree; keeps those that it
/// leaves open, and returns their number.
template <class L, unsigned KA, unsigned KB, class T = typename L::Scalar>
[[gnu::noinline]] std::size_t classify_by_contacts(const PairJob<T>& job, std::size_t count, Verdict* verdicts) {
  constexpr std::size_t few = 64;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; k += few) {
    const std::size_t live = count - k < few ? count - k : few;
    Pair pairs[few];
    BasicContact<T> contacts[few];
    std::uint32_t open[few];
    for (std::size_t i = 0; i < live; ++i) pairs[i] = job.pairs[job.uncertain[k + i]];
    PairJob<T> again = job;
    again.prefetch = false;
    again.pairs = pairs;
    again.slots = nullptr;
    again.count = live;
    again.uncertain = open;
    const std::size_t still_open = collide_lanes<L, KA, KB>(again, contacts);
    for (std::size_t i = 0; i < live; ++i) {
      const std::uint32_t at = job.uncertain[k + i];
      verdicts[job.slots != nullptr ? job.slots[at] : at] = static_cast<Verdict>(contacts[i].feature & 3u);
    }
    for (std::size_t i = 0; i < still_open; ++i) job.uncertain[kept++] = job.uncertain[k + open[i]];
  }
  return kept;
}

template <class L, unsigned KA, unsigned KB, class T = typename L::Scalar>
std::size_t classify_lanes(const PairJob<T>& job, Verdict* verdicts) {
  constexpr std::size_t CA = satchel::kernels::vertices_of(KA);
  std::size_t uncertain = 0;
  for_each_bundle<L, KA, KB>(
      job, [&](std::size_t i, std::size_t live, const auto& pairs, const auto& polygons)
               __attribute__((always_inline)) {
                 const auto zero = L::splat(T(0));
                 const auto lowest = L::splat(static_cast<T>(-__builtin_huge_val()));
                 VerdictBounds<L> bounds{lowest, lowest};
                 bounds.meet(polygons.a, polygons.ex, polygons.ey, polygons.b, pairs.band);
                 bounds.meet(polygons.b, polygons.ex + CA, polygons.ey + CA, polygons.a, pairs.band);
                 const unsigned disjoint = L::bits(bounds.lower > zero);
                 const unsigned doubtful = L::bits(bounds.upper > zero) & ~disjoint;
                 for (std::size_t lane = 0; lane < live; ++lane) {
                   verdicts[job.slots != nullptr ? job.slots[i + lane] : i + lane] =
                       ((disjoint >> lane) & 1u) != 0 ? Verdict::disjoint : Verdict::overlapping;
                 }
                 uncertain = append_uncertain(job.uncertain, uncertain, i, ~doubtful, live);
               });
  return uncertain == 0 ? 0 : classify_by_contacts<L, KA, KB>(job, uncertain, verdicts);
}

}  // namespace
