// The broad phase: from bodies to sorted candidate pairs.
//
// Two bodies are a pair where their bounding boxes (`bounding_box`), grown by the margin on every side, have a point in
// common. The boxes and the margin are rounded outward, so no pair that `collide` calls touching or overlapping is
// missing, however far from the origin; and what is found is one well-defined set, in one order, whatever the threads
// and the instruction set. Pairs are sorted by (a, b), as `collide` likes them best.
//
// O(bodies + pairs) where bodies are spread as they are in most scenes, whatever their sizes and wherever they are;
// bodies that lie so close together that no grid tells them apart are tested against each other in vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel {

namespace detail {
class BroadPhaseData;
}

/// Which bodies may be a pair. Where both groups are equal and not 0, the group decides: positive always, negative
/// never. Else each one's category has to be in the other's mask. Two static bodies never are a pair.
struct Filter {
  std::uint64_t category = 1, mask = ~std::uint64_t{0};
  std::int32_t group = 0;
  bool is_static = false;
};

struct PairOptions {
  /// Each box is grown by this on every side, so boxes up to twice as far apart are found. Finite, 0 or more.
  float margin = 0;
  /// Empty, or one a body: body_slots() of them (for two scenes first those of a, then those of b). Read during the
  /// call; may alias nothing that is written.
  std::span<const Filter> filters{};
  /// Empty, or one a body, in the same order: the world that it is in. Bodies of different worlds never are a pair, and
  /// cost nothing: for thousands of training environments, or the time steps of a recording, in one scene.
  std::span<const std::uint32_t> worlds{};
  /// Threads and executor. `stats` is not used.
  Options run{};
  /// More pairs than this are refused (`too_many_pairs`) instead of filling the memory: a million bodies in one spot
  /// have 500 billion. A pair takes about 16 bytes during the call, so the default of 2^28 is about 4 GiB.
  std::uint32_t max_pairs = std::uint32_t{1} << 28;
};

/// Finds candidate pairs, and keeps its memory from call to call: a call on a scene no larger than the last one, with
/// no more pairs, allocates nothing. It keeps nothing else: every call looks at all bodies anew. One call at a time.
class BroadPhase {
 public:
  SATCHEL_API BroadPhase();
  SATCHEL_API BroadPhase(BroadPhase&&) noexcept;  ///< what was moved from may only be assigned to or destroyed
  SATCHEL_API BroadPhase& operator=(BroadPhase&&) noexcept;
  SATCHEL_API ~BroadPhase();

  /// All pairs a < b of one scene, sorted by (a, b), each once.
  /// @param pairs  replaced by the pairs; resized, its capacity is used
  /// Throws `Error`: bad_margin, size_mismatch (filters, worlds) before anything is written; too_many_pairs, no_memory,
  /// cancelled, internal during the work, after which the contents of `pairs` are unspecified.
  SATCHEL_API void find_pairs(const Scene& scene, std::vector<Pair>& pairs, const PairOptions& options = {});

  /// The same between two scenes: pair.a is a body of `scene_a`, pair.b one of `scene_b`, sorted by (a, b).
  SATCHEL_API void find_pairs(const Scene& scene_a, const Scene& scene_b, std::vector<Pair>& pairs,
                              const PairOptions& options = {});

  SATCHEL_API Status find_pairs(std::nothrow_t, const Scene& scene, std::vector<Pair>& pairs,
                                const PairOptions& options = {}) noexcept;
  SATCHEL_API Status find_pairs(std::nothrow_t, const Scene& scene_a, const Scene& scene_b, std::vector<Pair>& pairs,
                                const PairOptions& options = {}) noexcept;

  // The same in double precision.

  SATCHEL_API void find_pairs(const Scened& scene, std::vector<Pair>& pairs, const PairOptions& options = {});
  SATCHEL_API void find_pairs(const Scened& scene_a, const Scened& scene_b, std::vector<Pair>& pairs,
                              const PairOptions& options = {});
  SATCHEL_API Status find_pairs(std::nothrow_t, const Scened& scene, std::vector<Pair>& pairs,
                                const PairOptions& options = {}) noexcept;
  SATCHEL_API Status find_pairs(std::nothrow_t, const Scened& scene_a, const Scened& scene_b, std::vector<Pair>& pairs,
                                const PairOptions& options = {}) noexcept;

  /// Bytes of memory held.
  [[nodiscard]] SATCHEL_API std::size_t memory_bytes() const noexcept;

 private:
  std::unique_ptr<detail::BroadPhaseData> data_;
};

/// The same in one line, with memory for this call alone.
SATCHEL_API void candidate_pairs(const Scene& scene, std::vector<Pair>& pairs, const PairOptions& options = {});
SATCHEL_API void candidate_pairs(const Scene& scene_a, const Scene& scene_b, std::vector<Pair>& pairs,
                                 const PairOptions& options = {});
SATCHEL_API Status candidate_pairs(std::nothrow_t, const Scene& scene, std::vector<Pair>& pairs,
                                   const PairOptions& options = {}) noexcept;
SATCHEL_API Status candidate_pairs(std::nothrow_t, const Scene& scene_a, const Scene& scene_b, std::vector<Pair>& pairs,
                                   const PairOptions& options = {}) noexcept;

SATCHEL_API void candidate_pairs(const Scened& scene, std::vector<Pair>& pairs, const PairOptions& options = {});
SATCHEL_API void candidate_pairs(const Scened& scene_a, const Scened& scene_b, std::vector<Pair>& pairs,
                                 const PairOptions& options = {});
SATCHEL_API Status candidate_pairs(std::nothrow_t, const Scened& scene, std::vector<Pair>& pairs,
                                   const PairOptions& options = {}) noexcept;
SATCHEL_API Status candidate_pairs(std::nothrow_t, const Scened& scene_a, const Scened& scene_b,
                                   std::vector<Pair>& pairs, const PairOptions& options = {}) noexcept;

}  // namespace satchel
