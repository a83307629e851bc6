// Sorts pairs by the classes of their bodies, so that their deciding features are gathered a vector of pairs at a time.
//
//   for each pair: key = class of its reference body, class of its other body; between two scenes, also their scenes
//   sort the pairs by key: count, then deal
//   for each run of one key: gather in lanes (feature_lanes.hpp) if both are small polygons, else pair by pair
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/features/feature_lanes.hpp"

namespace {

/// The lane class of a body from its kind (Place::kind), for polygons without radius; `none` for other bodies.
struct FeatureClasses {
  static constexpr unsigned none = satchel::kernels::lane_class_count, count = none + 1;

  static constexpr unsigned of(std::uint8_t kind) {
    return kind < none ? kind : kind == satchel::kernels::box_kind ? 0u : none;
  }
};

/// FeatureClasses::of as a table.
struct ClassOfKind {
  std::uint8_t of[256];

  constexpr ClassOfKind() : of{} {
    for (unsigned kind = 0; kind < 256; ++kind) {
      of[kind] = static_cast<std::uint8_t>(FeatureClasses::of(static_cast<std::uint8_t>(kind)));
    }
  }
};
constexpr ClassOfKind class_of_kind;

/// Positions of a job, sorted into runs of one key.
template <class T>
class FeatureRuns {
 public:
  static constexpr std::size_t most = satchel::kernels::most_contacts<T>;  ///< positions

  FeatureRuns(const FeatureRuns&) = delete;  // sorted_ may point to room_
  /// @param positions  1 <= count <= most. Must outlive the runs, because a uniform job's are used in place
  FeatureRuns(const PairJob<T>& job, const BasicContact<T>* contacts, const std::uint32_t* positions, std::size_t count)
      : job_(job), two_scenes_(job.a.bodies != job.b.bodies), sorted_(room_) {
    if (job.uniform) {
      sorted_ = positions;
      const unsigned k = FeatureClasses::of(job.a.kinds[job.pairs[positions[0]].a]);
      for (unsigned key = k * classes + k; key < keys_count; ++key) ends_[key] = static_cast<std::uint32_t>(count);
      return;
    }
    // Selects by the side of the reference in arithmetic, because a branch on it would be mispredicted half of the
    // time.
    const std::uint32_t by_side = two_scenes_ ? classes * classes : 0;
    std::uint8_t keys[most];
    for (std::size_t i = 0; i < count; ++i) {
      const Pair pair = job.pairs[positions[i]];
      const std::uint32_t side = (contacts[positions[i]].feature >> 3) & 1u;
      const std::uint32_t a = class_of_kind.of[job.a.kinds[pair.a]], b = class_of_kind.of[job.b.kinds[pair.b]];
      const std::uint32_t reference = a ^ ((a ^ b) & (0 - side));
      // classes * reference + other, where other = a + b - reference
      const std::uint32_t key = a + b + reference * (classes - 1) + side * by_side;
      keys[i] = static_cast<std::uint8_t>(key);
    }
    for (std::size_t i = 0; i < count; ++i) ++ends_[keys[i]];
    std::uint32_t next[keys_count], sum = 0;
    for (unsigned key = 0; key < keys_count; ++key) {
      next[key] = sum;
      sum += ends_[key];
      ends_[key] = sum;
    }
    for (std::size_t i = 0; i < count; ++i) room_[next[keys[i]]++] = positions[i];
  }

  /// Calls use(run, positions, count) for each run; `run` is null if its classes have no lanes.
  template <class Use>
  SATCHEL_INLINE void for_each(Use use) const {
    std::uint32_t first = 0;
    for (unsigned key = 0; key < keys_count; first = ends_[key++]) {
      if (ends_[key] == first) continue;
      const unsigned reference = key % (classes * classes) / classes, other = key % classes;
      const bool of_b = key >= classes * classes;
      const FeatureRun<T> run = {(of_b ? job_.b.blocks : job_.a.blocks)[reference],
                                 (of_b ? job_.a.blocks : job_.b.blocks)[other], reference, other};
      const bool in_lanes = reference != FeatureClasses::none && other != FeatureClasses::none;
      use(in_lanes ? &run : nullptr, sorted_ + first, ends_[key] - first);
    }
  }

 private:
  static constexpr unsigned classes = FeatureClasses::count, keys_count = 2 * classes * classes;
  static_assert(keys_count <= 256, "a key is a byte");

  const PairJob<T>& job_;
  bool two_scenes_;
  std::uint32_t ends_[keys_count] = {};
  const std::uint32_t* sorted_;
  std::uint32_t room_[most];
};

template <class L, unsigned K, bool for_distance, class T = typename L::Scalar>
[[gnu::noinline]] void put_reference(FeatureLanes<L>& lanes, const T* blocks) {
  lanes.template put_reference<K, for_distance>(blocks);
}
template <class L, unsigned K, bool for_distance, class T = typename L::Scalar>
[[gnu::noinline]] void put_other(FeatureLanes<L>& lanes, const T* blocks) {
  lanes.template put_other<K, for_distance>(blocks);
}

/// Gathers the features of the pairs at `positions` in the job, and calls step(features, in_lanes, positions, slots, n)
/// for every up to DecidingFeatures::size of them, whose results go to `slots`. in_lanes: all are polygons of lane
/// classes, even if they were too few to be gathered in lanes.
/// @tparam L     lanes of T
/// @tparam S     lanes that search the block of a single pair
/// @param count  at most FeatureRuns::most
template <class L, class S, bool for_distance, class Step, class T = typename L::Scalar>
void for_each_features(const PairJob<T>& job, const BasicContact<T>* contacts, const std::uint32_t* positions,
                       std::size_t count, Step step) {
  using Put = void (*)(FeatureLanes<L>&, const T*);
  constexpr Put references[] = {put_reference<L, 0, for_distance>, put_reference<L, 1, for_distance>,
                                put_reference<L, 2, for_distance>, put_reference<L, 3, for_distance>};
  constexpr Put others[] = {put_other<L, 0, for_distance>, put_other<L, 1, for_distance>, put_other<L, 2, for_distance>,
                            put_other<L, 3, for_distance>};
  static_assert(std::size(references) == satchel::kernels::lane_class_count);
  if (count == 0) return;
  DecidingFeatures<T> features;
  const auto gather = [&](const FeatureRun<T>* run, const std::uint32_t* chosen, std::size_t n) {
    if (run == nullptr || 2 * n < L::width) return features.template gather<S, for_distance>(job, contacts, chosen, n);
    for (std::size_t at = 0; at < n; at += L::width) {
      FeatureLanes<L> lanes(features, at, job, *run, contacts, chosen + at, n - at < L::width ? n - at : L::width);
      references[run->reference_class](lanes, run->reference_blocks);
      others[run->other_class](lanes, run->other_blocks);
    }
  };
  const FeatureRuns<T> runs(job, contacts, positions, count);
  std::uint32_t slots_of_batch[DecidingFeatures<T>::size];
  runs.for_each([&](const FeatureRun<T>* run, const std::uint32_t* chosen, std::size_t n) {
    for (std::size_t k = 0; k < n; k += features.size) {
      const std::size_t batch = n - k < features.size ? n - k : features.size;
      gather(run, chosen + k, batch);
      const std::uint32_t* slots = chosen + k;
      if (job.slots != nullptr) {
        for (std::size_t i = 0; i < batch; ++i) slots_of_batch[i] = job.slots[chosen[k + i]];
        slots = slots_of_batch;
      }
      step(features, run != nullptr, chosen + k, slots, batch);
    }
  });
}

}  // namespace
