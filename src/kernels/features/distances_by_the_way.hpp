// Distances that fall out of contacts: some contact kernels have all the vertices in lanes that distance_lanes.hpp asks
// for, and gathering them once more takes several times as long as choosing among them.
//
//   for each bundle, while its vertices are in lanes: choose the features of its contacts, and stage them
//   for each bundle, when its contacts are made: the distances; left for kernels/features/distance.hpp, which begins with the
//     contact: pairs not certain, those of two tips as low, and what distances_in_lanes leaves open
//
// Which way a pair goes depends on what stands beside it, its distance must not: the features have to be those that
// FeatureLanes finds (feature_lanes.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/sat/contact.hpp"
#include "kernels/features/distance_lanes.hpp"

namespace {

/// The features of W contacts.
template <class L>
struct NearestFeatures {
  using F = DecidingFeatures<typename L::Scalar>;

  Points<L> vertices[F::vertex_count];  ///< offsets from their own bodies' origins
  typename L::Mask of_b;                ///< the second body of the pair, as evaluated, is the reference
  typename L::Mask tied;                ///< there are two tips, or may be
};

/// The same of staged pairs.
template <class T>
struct StagedFeatures {
  using F = DecidingFeatures<T>;
  static constexpr std::size_t size = StagedPairs<T>::size;

  alignas(64) T x[F::vertex_count][size], y[F::vertex_count][size];
  alignas(64) T of_b[size];  ///< 1 or 0
  unsigned tied[size];       ///< of the bundle that begins there: bit l: lane l's is

  template <class L>
  SATCHEL_INLINE void store(std::size_t first, const NearestFeatures<L>& features) {
    for (unsigned vertex = 0; vertex < F::vertex_count; ++vertex) {
      L::store(x[vertex] + first, features.vertices[vertex].x);
      L::store(y[vertex] + first, features.vertices[vertex].y);
    }
    L::store(of_b + first, L::select(features.of_b, L::splat(T(1)), L::splat(T(0))));
    tied[first] = L::bits(features.tied);
  }
};

/// W of these with their contacts, as distances_in_lanes looks at pairs.
template <class L>
struct StagedView {
  using T = typename L::Scalar;
  using Vector = typename L::Vector;
  using F = DecidingFeatures<T>;
  static constexpr bool in_lanes = true, along_contact = true;

  const StagedFeatures<T>& staged;
  std::size_t first;
  const Contacts<L>& found;
  const PairLanes<L>& pairs;
  Vector evaluated_sign, sign;  ///< 1 where the reference is a, else -1; as evaluated, and as given

  SATCHEL_INLINE StagedView(const StagedFeatures<T>& its_staged, std::size_t its_first, const Contacts<L>& its_found,
                            const PairLanes<L>& its_pairs)
      : staged(its_staged), first(its_first), found(its_found), pairs(its_pairs) {
    const Vector zero = L::splat(T(0)), evaluated_b = L::load(staged.of_b + first);
    evaluated_sign = L::splat(T(1)) - (evaluated_b + evaluated_b);
    sign = L::select(pairs.flip > zero, zero - evaluated_sign, evaluated_sign);
  }

  SATCHEL_INLINE Points<L> offset(typename F::Vertex vertex) const {
    return {L::load(staged.x[vertex] + first), L::load(staged.y[vertex] + first)};
  }
  SATCHEL_INLINE Points<L> way() const { return {evaluated_sign * pairs.delta_x, evaluated_sign * pairs.delta_y}; }
  SATCHEL_INLINE Points<L> normal() const { return {sign * found.columns[0], sign * found.columns[1]}; }
  SATCHEL_INLINE Vector separation() const { return found.columns[2]; }
  SATCHEL_INLINE Vector feature() const { return found.columns[3]; }
  SATCHEL_INLINE Vector of_b() const { return L::splat(T(0.5)) * (L::splat(T(1)) - sign); }
  SATCHEL_INLINE Vector size() const { return pairs.size; }
};

/// What goes on from contacts in the kernels' own loops, as ContactsAlone (collide.hpp): finds job.distances_too.
/// @tparam Choose  its `features(...)` chooses the NearestFeatures of what the kernel keeps of a bundle
template <class L, class Choose>
class DistancesByTheWay {
  using T = typename L::Scalar;

 public:
  SATCHEL_INLINE DistancesByTheWay(const PairJob<T>& job, const ContactSink<T>& sink)
      : job_(job), begin_(static_cast<std::size_t>(sink.contacts - job.distances_too->contacts)) {}

  template <class... Kept>
  SATCHEL_INLINE void keep(std::size_t first, const Kept&... kept) {
    staged_.template store<L>(first, Choose::features(kept...));
  }

  SATCHEL_INLINE void go_on(std::size_t first, std::size_t position, std::size_t live, const Contacts<L>& contacts,
                            const PairLanes<L>& pairs, unsigned decided) {
    const DistanceColumns<L> distances =
        distances_in_lanes<L>(StagedView<L>(staged_, first, contacts, pairs), job_.straightest);
    const unsigned right = decided & distances.certain & ~distances.may_be_on_face & ~staged_.tied[first];
    BasicDistance<T>* const results = job_.distances_too->distances;
    std::uint8_t* const found = job_.distances_too->found;
    std::uint32_t places[L::width];
    if (job_.slots != nullptr) {
      for (std::size_t lane = 0; lane < live; ++lane) places[lane] = job_.slots[position + lane];
      for (std::size_t lane = 0; lane < live; ++lane) found[places[lane]] = (right >> lane) & 1u;
      store_distances<L>(distances, places, live, results);
    } else {
      const std::size_t begin = begin_ + position;
      for (std::size_t lane = 0; lane < live; ++lane) found[begin + lane] = (right >> lane) & 1u;
      for (std::size_t lane = 0; lane < live; ++lane) places[lane] = static_cast<std::uint32_t>(lane);
      store_distances<L>(distances, places, live, results + begin);
    }
  }

 private:
  const PairJob<T>& job_;
  std::size_t begin_;  ///< of the job's contacts in the whole call; 0 where it has slots
  StagedFeatures<T> staged_;
};

}  // namespace
