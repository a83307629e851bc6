// Distances that a contact kernel computes at once, because its lanes already hold the vertices that distance_lanes.hpp
// needs. Choosing among vertices in lanes costs less than gathering them again.
//
//   for each packet, while its vertices are in lanes: choose the features of its contacts and stage them
//   for each packet, when its contacts are made: compute the distances
//   pairs that are undecided, on faces, open in distances_in_lanes, or have two tips of one height are not found here:
//     kernels/features/distance.hpp finds them from the contact
//
// Whether a pair is found here depends on its neighbours in the list, but its distance must not. So the kernels must
// choose the features that FeatureLanes chooses (feature_lanes.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/features/distance_lanes.hpp"
#include "kernels/sat/contact.hpp"

namespace {

/// The features of W contacts.
template <class L>
struct NearestFeatures {
  using F = DecidingFeatures<typename L::Scalar>;

  Points<L> vertices[F::vertex_count];  ///< offsets from their own bodies' origins
  typename L::Mask of_b;                ///< the second body of the pair in the order of evaluation is the reference
  typename L::Mask tied;                ///< two vertices may be the tip, at one height
};

/// The features of staged pairs, in columns.
template <class T>
struct StagedFeatures {
  using F = DecidingFeatures<T>;
  static constexpr std::size_t size = StagedPairs<T>::size;

  alignas(64) T x[F::vertex_count][size], y[F::vertex_count][size];
  alignas(64) T of_b[size];  ///< 1 where the second body in the order of evaluation is the reference, else 0
  unsigned tied[size];       ///< at the first pair of a packet, bit l: lane l is tied

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

/// A packet of W staged pairs and their contacts in the form that distances_in_lanes reads.
template <class L>
struct StagedView {
  using T = typename L::Scalar;
  using Vector = typename L::Vector;
  using F = DecidingFeatures<T>;
  static constexpr bool in_lanes = true, along_contact = true;

  const StagedFeatures<T>& staged;
  std::size_t first;
  const Contacts<L>& contacts;
  const PairLanes<L>& pairs;
  Vector evaluated_sign;  ///< 1 where the first body in the order of evaluation is the reference, else -1
  Vector sign;            ///< 1 where the caller's a is the reference, else -1

  SATCHEL_INLINE StagedView(const StagedFeatures<T>& staged_features, std::size_t first_pair, const Contacts<L>& found,
                            const PairLanes<L>& pair_lanes)
      : staged(staged_features), first(first_pair), contacts(found), pairs(pair_lanes) {
    const Vector zero = L::splat(T(0)), evaluated_b = L::load(staged.of_b + first);
    evaluated_sign = L::splat(T(1)) - (evaluated_b + evaluated_b);
    sign = L::select(pairs.swapped > zero, zero - evaluated_sign, evaluated_sign);
  }

  SATCHEL_INLINE Points<L> offset(typename F::Vertex vertex) const {
    return {L::load(staged.x[vertex] + first), L::load(staged.y[vertex] + first)};
  }
  SATCHEL_INLINE Points<L> delta() const { return {evaluated_sign * pairs.delta_x, evaluated_sign * pairs.delta_y}; }
  SATCHEL_INLINE Points<L> normal() const { return {sign * contacts.columns[0], sign * contacts.columns[1]}; }
  SATCHEL_INLINE Vector separation() const { return contacts.columns[2]; }
  SATCHEL_INLINE Vector feature() const { return contacts.columns[3]; }
  SATCHEL_INLINE Vector of_b() const { return L::splat(T(0.5)) * (L::splat(T(1)) - sign); }
  SATCHEL_INLINE Vector size() const { return pairs.size; }
};

/// The policy of a contact kernel whose sink wants distances, in the place of ContactsAlone (collide.hpp).
/// @tparam Choose  Choose::features(...) chooses NearestFeatures from what the kernel holds of a packet
template <class L, class Choose>
class ContactDistances {
  using T = typename L::Scalar;

 public:
  SATCHEL_INLINE ContactDistances(const PairJob<T>& job, const ContactSink<T>& sink) : job_(job), sink_(sink) {}

  /// Stages the features of the packet of staged pairs that begins at `first`.
  template <class... Kept>
  SATCHEL_INLINE void keep(std::size_t first, const Kept&... kept) {
    staged_.template store<L>(first, Choose::features(kept...));
  }

  /// Writes the distances of a packet, and 1 to `found` where they are final.
  /// @param position  of its first pair in the job
  /// @param decided   bit l: the contact of lane l is decided
  SATCHEL_INLINE void go_on(std::size_t first, std::size_t position, std::size_t live, const Contacts<L>& contacts,
                            const PairLanes<L>& pairs, unsigned decided) {
    const DistanceColumns<L> distances =
        distances_in_lanes<L>(StagedView<L>(staged_, first, contacts, pairs), job_.straightest);
    const unsigned is_final = decided & distances.certain & ~distances.may_be_on_face & ~staged_.tied[first];
    std::uint32_t slots[L::width];
    std::uint8_t* const found = sink_.found;
    if (job_.slots != nullptr) {
      for (std::size_t lane = 0; lane < live; ++lane) slots[lane] = job_.slots[position + lane];
      for (std::size_t lane = 0; lane < live; ++lane) found[slots[lane]] = (is_final >> lane) & 1u;
      store_distances<L>(distances, slots, live, sink_.distances);
    } else {
      for (std::size_t lane = 0; lane < live; ++lane) found[position + lane] = (is_final >> lane) & 1u;
      for (std::size_t lane = 0; lane < live; ++lane) slots[lane] = static_cast<std::uint32_t>(lane);
      store_distances<L>(distances, slots, live, sink_.distances + position);
    }
  }

 private:
  const PairJob<T>& job_;
  const ContactSink<T>& sink_;
  StagedFeatures<T> staged_;
};

}  // namespace
