// The broad phase: finds the candidate pairs of bodies, sorted.
//
// Two bodies are a pair if their bounding boxes (`bounding_box`), each enlarged by half the margin on every side, have a
// point in common. Boxes and margin are rounded outward, those of compounds with rounded parts to T, so that every pair that
// `collide` calls touching or overlapping is found, at any distance from the origin. The set of pairs and its order do not
// depend on threads or instruction set. Pairs are sorted by (a, b), the fastest order for `collide`; as an option, they are
// in no such order.
//
// O(bodies + pairs) if few bodies crowd in one place; sizes and positions of bodies may differ widely. Bodies that
// crowd in one cell of the finest grid are tested against each other, in vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/filter.hpp>
#include <satchel/image_pair.hpp>
#include <satchel/options.hpp>
#include <satchel/output.hpp>
#include <satchel/scene.hpp>
#include <satchel/scene_pair.hpp>
#include <satchel/types.hpp>

namespace satchel {

namespace detail {
class BroadPhaseData;
}

template <class T>
struct BasicPairOptions {
  /// The whole gap between two bodies, in the scene's unit: each box is enlarged by half of it on every side, so that all
  /// pairs of bodies whose distance is at most the margin are found. Finite, 0 or more.
  T margin = 0;
  /// Empty, or a margin of each body, in the order of `filters`: the box of the body is enlarged by it on every side, so
  /// that a pair is found up to the sum of the margins of its bodies (and `margin`). Finite, 0 or more; those of removed
  /// bodies, too.
  std::span<const T> margins{};
  /// Empty, or the motion of each body over a step, in the order of `filters`: then two bodies are a pair if the boxes
  /// of what they sweep have a point in common, so that every pair that meets is found. A body that turns may be anywhere
  /// within its reach (the largest distance of its points from its origin). `sweep` also reports bodies that pass each
  /// other within its tolerance (of turning ones, and of rounded ones); give that as `margin` to find all of these.
  std::span<const Motion> motions{};
  /// Empty, or one filter a body: body_slots() elements; for two scenes the filters of scene_a, then those of scene_b.
  /// Read during the call; may not alias the pairs.
  std::span<const Filter> filters{};
  /// Empty, or the world of each body, in the order of `filters`. Bodies of different worlds are never a pair and are
  /// not tested against each other. Use: thousands of training environments, or time steps of a recording, in one
  /// scene.
  std::span<const std::uint32_t> worlds{};
  /// Threads, executor and progress of the call. `stats` is ignored.
  Options run{};
  /// Limit of the number of pairs; a call that finds more throws `too_many_pairs` (a million bodies in one place have
  /// 500 billion pairs). A pair takes about 16 bytes during the call, so the default of 2^28 pairs takes about 4 GiB.
  std::uint32_t max_pairs = std::uint32_t{1} << 28;
  /// Whether the list is sorted. If not: the same pairs, each once with a < b, in an order that saves the time for
  /// sorting. The order does not depend on threads or instruction set, but may change from version to version.
  bool sorted = true;
};
using PairOptions = BasicPairOptions<float>;
using PairOptionsd = BasicPairOptions<double>;

/// Finds candidate pairs and keeps its memory from call to call. The memory grows to the most that a call has needed, which
/// depends on the numbers of bodies and pairs and on how the bodies lie: a call without periods on bodies that lie about as
/// before allocates next to nothing. Results do not depend on earlier calls. Only one call at a time may run on a BroadPhase.
class SATCHEL_API BroadPhase {
 public:
  BroadPhase();
  BroadPhase(BroadPhase&&) noexcept;  ///< a moved-from object may only be assigned to or destroyed
  BroadPhase& operator=(BroadPhase&&) noexcept;
  ~BroadPhase();

  /// Finds all pairs, sorted by (a, b), each once; in one scene a < b, and between two pair.a is a body of the first,
  /// pair.b one of the second.
  /// @param scenes  one scene, or two
  /// @param pairs   a vector, or {room, count} (`Output`); aliases no input
  /// Throws `Error`: bad_margin (of all bodies, or index: of the body); size_mismatch (filters, worlds, margins,
  /// motions); not_finite, out_of_range (index: of the body; its motion) before anything is written; too_many_pairs,
  /// no_room, no_memory, cancelled, internal during the work.
  template <class T>
  [[nodiscard]] Status try_find_pairs(BasicScenePair<T> scenes, Output<Pair> pairs,
                                      const BasicPairOptions<std::type_identity_t<T>>& options = {}) noexcept;
  template <class T>
  [[nodiscard]] Status try_find_pairs(const BasicScene<T>& scene, Output<Pair> pairs,
                                      const BasicPairOptions<std::type_identity_t<T>>& options = {}) noexcept {
    return try_find_pairs(BasicScenePair<T>(scene), pairs, options);
  }
  template <class T>
  [[nodiscard]] Status try_find_pairs(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, Output<Pair> pairs,
                                      const BasicPairOptions<std::type_identity_t<T>>& options = {}) noexcept {
    return try_find_pairs(BasicScenePair<T>(scene_a, scene_b), pairs, options);
  }
  template <class T>
  void find_pairs(const BasicScene<T>& scene, Output<Pair> pairs,
                  const BasicPairOptions<std::type_identity_t<T>>& options = {}) {
    throw_unless_ok(try_find_pairs(scene, pairs, options));
  }
  template <class T>
  void find_pairs(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, Output<Pair> pairs,
                  const BasicPairOptions<std::type_identity_t<T>>& options = {}) {
    throw_unless_ok(try_find_pairs(scene_a, scene_b, pairs, options));
  }

  /// Finds all image pairs (a, b, image_x, image_y) of a periodic world, each once, in one scene those with a <= b, between
  /// two all: the boxes of body a and of body b at the image have a point in common, exactly those of a body made there
  /// (see periodic.hpp). Sorted by all four. Several images of one body, images of a itself (a == b; of each two opposite
  /// ones the one with image > (0, 0)), and bodies wider than a period are found. Origins may lie anywhere; the image
  /// (0, 0) is the body where it is.
  /// O(bodies + image pairs), and O(bodies log bodies + image pairs) if bodies are wider than some periods; a pair takes
  /// about 50 bytes during the call.
  /// Throws `Error` as above; also not_finite, out_of_range (a period that is negative or outside the range of
  /// coordinates; or index: of a body whose images are 2^30 periods away or more); too_many (two bodies, or a body and
  /// its own images, may meet at more than 2^20 = 1,048,576 images: give larger periods).
  template <class T>
  [[nodiscard]] Status try_find_pairs(BasicScenePair<T> scenes, const Periods& periods, Output<ImagePair> pairs,
                                      const BasicPairOptions<std::type_identity_t<T>>& options = {}) noexcept;
  template <class T>
  [[nodiscard]] Status try_find_pairs(const BasicScene<T>& scene, const Periods& periods, Output<ImagePair> pairs,
                                      const BasicPairOptions<std::type_identity_t<T>>& options = {}) noexcept {
    return try_find_pairs(BasicScenePair<T>(scene), periods, pairs, options);
  }
  template <class T>
  [[nodiscard]] Status try_find_pairs(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,
                                      const Periods& periods, Output<ImagePair> pairs,
                                      const BasicPairOptions<std::type_identity_t<T>>& options = {}) noexcept {
    return try_find_pairs(BasicScenePair<T>(scene_a, scene_b), periods, pairs, options);
  }
  template <class T>
  void find_pairs(const BasicScene<T>& scene, const Periods& periods, Output<ImagePair> pairs,
                  const BasicPairOptions<std::type_identity_t<T>>& options = {}) {
    throw_unless_ok(try_find_pairs(scene, periods, pairs, options));
  }
  template <class T>
  void find_pairs(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
                  Output<ImagePair> pairs, const BasicPairOptions<std::type_identity_t<T>>& options = {}) {
    throw_unless_ok(try_find_pairs(scene_a, scene_b, periods, pairs, options));
  }

  /// Bytes of memory held.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  std::unique_ptr<detail::BroadPhaseData> data_;
};

/// As `BroadPhase::find_pairs`, with memory for this call alone.
template <class T>
[[nodiscard]] SATCHEL_API Status try_find_pairs(BasicScenePair<T> scenes, Output<Pair> pairs,
                                                const BasicPairOptions<std::type_identity_t<T>>& options = {}) noexcept;
template <class T>
[[nodiscard]] SATCHEL_API Status try_find_pairs(BasicScenePair<T> scenes, const Periods& periods,
                                                Output<ImagePair> pairs,
                                                const BasicPairOptions<std::type_identity_t<T>>& options = {}) noexcept;
template <class T>
[[nodiscard]] Status try_find_pairs(const BasicScene<T>& scene, Output<Pair> pairs,
                                    const BasicPairOptions<std::type_identity_t<T>>& options = {}) noexcept {
  return try_find_pairs(BasicScenePair<T>(scene), pairs, options);
}
template <class T>
[[nodiscard]] Status try_find_pairs(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, Output<Pair> pairs,
                                    const BasicPairOptions<std::type_identity_t<T>>& options = {}) noexcept {
  return try_find_pairs(BasicScenePair<T>(scene_a, scene_b), pairs, options);
}
template <class T>
void find_pairs(const BasicScene<T>& scene, Output<Pair> pairs,
                const BasicPairOptions<std::type_identity_t<T>>& options = {}) {
  throw_unless_ok(try_find_pairs(scene, pairs, options));
}
template <class T>
void find_pairs(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, Output<Pair> pairs,
                const BasicPairOptions<std::type_identity_t<T>>& options = {}) {
  throw_unless_ok(try_find_pairs(scene_a, scene_b, pairs, options));
}
template <class T>
[[nodiscard]] Status try_find_pairs(const BasicScene<T>& scene, const Periods& periods, Output<ImagePair> pairs,
                                    const BasicPairOptions<std::type_identity_t<T>>& options = {}) noexcept {
  return try_find_pairs(BasicScenePair<T>(scene), periods, pairs, options);
}
template <class T>
[[nodiscard]] Status try_find_pairs(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
                                    Output<ImagePair> pairs,
                                    const BasicPairOptions<std::type_identity_t<T>>& options = {}) noexcept {
  return try_find_pairs(BasicScenePair<T>(scene_a, scene_b), periods, pairs, options);
}
template <class T>
void find_pairs(const BasicScene<T>& scene, const Periods& periods, Output<ImagePair> pairs,
                const BasicPairOptions<std::type_identity_t<T>>& options = {}) {
  throw_unless_ok(try_find_pairs(scene, periods, pairs, options));
}
template <class T>
void find_pairs(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
                Output<ImagePair> pairs, const BasicPairOptions<std::type_identity_t<T>>& options = {}) {
  throw_unless_ok(try_find_pairs(scene_a, scene_b, periods, pairs, options));
}

}  // namespace satchel
