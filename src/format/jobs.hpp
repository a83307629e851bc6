// What kernels are given: views of scenes, lists of pairs, and where results go. Jobs are values: copying one copies
// pointers, and a kernel writes nothing but results and what the list of open pairs points to.
#pragma once

#include <cstddef>
#include <cstdint>

#include <satchel/results.hpp>
#include <satchel/types.hpp>

#include "format/layout.hpp"

namespace satchel::kernels {

/// What kernels read of one scene: of its bodies, or of the parts of its compounds.
template <class T>
struct SceneView {
  const BodyRecord<T>* bodies;
  const std::uint8_t* kinds;      ///< Place::kind of each body
  const T* inner;                 ///< ShapeRecord::inner of each body; of parts it is not known
  const Rotation* rotations;      ///< of each body
  const T* blocks[class_count];   ///< first block of each class
  const ShapeRecord<T>* shapes;
  const T* fans;                  ///< edge fans of long shapes
};

/// Pairs and the places of their results.
struct PairList {
  const Pair* pairs;           ///< `count` pairs
  const std::uint32_t* slots;  ///< the result of pairs[i] is number slots[i]; null: number i
  std::size_t count;

  SATCHEL_INLINE std::uint32_t slot(std::size_t i) const { return slots != nullptr ? slots[i] : static_cast<std::uint32_t>(i); }
};

/// Pairs of one kind, for the kernels that answer each pair.
template <class T>
struct PairJob : PairList {
  SceneView<T> a, b;   ///< of one scene: the same
  bool some_swapped;   ///< one scene, and some pair has b < a: the lower index is evaluated first
  bool uniform;        ///< one scene of polygons of one lane class, all: bodies need not be asked for theirs
  bool prefetch;       ///< the scenes lie outside the second-level cache: ask for lines ahead of their use
  bool knows_inner;    ///< `inner` of both views is known
  T straightest;       ///< no corner of either scene's shapes is less far from the chord of its neighbours

  std::uint32_t* open;      ///< out: positions i whose verdict is not certified; room for `count`
  std::size_t* in_doubles;  ///< out: counted up by the pairs that doubles decided
  bool may_stop;            ///< of long bodies: any separation certainly beyond enough[i] will do for pair i
  const T* enough;          ///< if may_stop: one a pair

  SATCHEL_INLINE void take(const PairList& list) { static_cast<PairList&>(*this) = list; }
};

/// Where the results of a job's pairs go: as contacts, or as verdicts alone; beside contacts maybe distances, of those
/// pairs whose nearest features the kernel has in lanes anyhow.
template <class T>
struct ContactSink {
  enum class Form : std::uint8_t { contacts, verdicts, contacts_and_distances };

  Form form;
  BasicContact<T>* contacts = nullptr;  ///< unless the form is verdicts
  Verdict* verdicts = nullptr;          ///< if the form is verdicts
  BasicDistance<T>* distances = nullptr;  ///< if the form says so; as many as contacts
  std::uint8_t* found = nullptr;          ///< if the form says so: set to 1 where the distance has been found

  SATCHEL_INLINE ContactSink(BasicContact<T>* to) : form(Form::contacts), contacts(to) {}
  SATCHEL_INLINE ContactSink(Verdict* to) : form(Form::verdicts), verdicts(to) {}
  SATCHEL_INLINE ContactSink(BasicContact<T>* to, BasicDistance<T>* distances_to, std::uint8_t* found_to)
      : form(Form::contacts_and_distances), contacts(to), distances(distances_to), found(found_to) {}

  SATCHEL_INLINE bool wants_verdicts() const { return form == Form::verdicts; }
  SATCHEL_INLINE bool wants_distances() const { return form == Form::contacts_and_distances; }
  /// The sink of the results from number `first` on.
  SATCHEL_INLINE ContactSink from(std::size_t first) const {
    ContactSink sink = *this;
    if (wants_verdicts()) {
      sink.verdicts += first;
    } else {
      sink.contacts += first;
      if (wants_distances()) {
        sink.distances += first;
        sink.found += first;
      }
    }
    return sink;
  }
};

/// Bodies to be placed.
template <class T>
struct PlaceJob {
  BodyRecord<T>* bodies;
  const ShapeId* body_shapes;
  OffsetBox<T>* boxes;
  Rotation* rotations;
  const ShapeRecord<T>* shapes;
  T* blocks[class_count];
  const T* shape_blocks[class_count];

  const Pose* poses;      ///< `count` poses
  const BodyId* indices;  ///< poses[i] is that of body indices[i]; null: of body first + i
  std::size_t first;
  std::size_t count;
};

/// Positions of pairs that a kernel could not prove and leaves to another one.
struct Unproved {
  std::uint32_t* positions;
  std::size_t count;
};

/// The most contacts that one call goes on from: 64 KB of them, for they lie on the stack. (4,096 of floats
/// cost 4 % less a pair than 2,048: fewer lanes stay empty at the end of each run of one class.)
template <class T>
constexpr std::size_t most_contacts = (std::size_t{1} << 16) / sizeof(BasicContact<T>);

/// Pairs on the move.
template <class T>
struct SweepJob {
  PairJob<T> pairs;
  const Motion* motions_a;
  const Motion* motions_b;
};

/// What one pass over a list of pairs tells.
struct PairSurvey {
  Pair largest;      ///< largest a, largest b
  bool some_swapped;  ///< some pair has b < a
};

}  // namespace satchel::kernels
