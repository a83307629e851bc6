// Only the pairs that touch or overlap.
#pragma once

#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// A pair that touches or overlaps.
template <class T>
struct BasicHit {
  Pair pair;                ///< as given
  std::uint32_t index;      ///< its place in the list of pairs
  BasicContact<T> contact;  ///< as by `collide`
  friend bool operator==(const BasicHit&, const BasicHit&) = default;
};
using Hit = BasicHit<float>;
using Hitd = BasicHit<double>;

/// What `collide` answers, for the pairs that touch or overlap alone, in the order of the pairs, whatever the threads.
/// Costs what `collide` costs, and spares the caller an array of contacts as long as the list.
/// @param pairs  up to 2^32 - 1 pairs, as for `collide`
/// @param hits   replaced by the hits; grows as they come, its capacity is used. Besides it, a call allocates an amount
///               that depends on the threads alone.
/// Throws `Error` as `collide` does, and too_many; after an error during the work `hits` is unspecified.
SATCHEL_API void collide_hits(const Scene& scene, std::span<const Pair> pairs, std::vector<Hit>& hits,
                              const Options& options = {});
SATCHEL_API void collide_hits(const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                              std::vector<Hit>& hits, const Options& options = {});

SATCHEL_API Status collide_hits(std::nothrow_t, const Scene& scene, std::span<const Pair> pairs, std::vector<Hit>& hits,
                                const Options& options = {}) noexcept;
SATCHEL_API Status collide_hits(std::nothrow_t, const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                                std::vector<Hit>& hits, const Options& options = {}) noexcept;

// The same in double precision.

SATCHEL_API void collide_hits(const Scened& scene, std::span<const Pair> pairs, std::vector<Hitd>& hits,
                              const Options& options = {});
SATCHEL_API void collide_hits(const Scened& scene_a, const Scened& scene_b, std::span<const Pair> pairs,
                              std::vector<Hitd>& hits, const Options& options = {});

SATCHEL_API Status collide_hits(std::nothrow_t, const Scened& scene, std::span<const Pair> pairs,
                                std::vector<Hitd>& hits, const Options& options = {}) noexcept;
SATCHEL_API Status collide_hits(std::nothrow_t, const Scened& scene_a, const Scened& scene_b,
                                std::span<const Pair> pairs, std::vector<Hitd>& hits,
                                const Options& options = {}) noexcept;

}  // namespace satchel
