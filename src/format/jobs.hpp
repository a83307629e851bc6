// The inputs of kernels: views of scenes, lists of pairs, and sinks of results. Jobs are values: copying a job copies
// pointers. A kernel writes only results and the list of open pairs.
#pragma once

#include <cstddef>
#include <cstdint>

#include <satchel/results.hpp>
#include <satchel/types.hpp>

#include "format/layout.hpp"
#include "format/outline_layout.hpp"

namespace satchel::kernels {

/// What kernels read from one scene: its bodies, or the parts of its compounds.
template <class T>
struct SceneView {
  const BodyRecord<T>* bodies;
  const std::uint8_t* kinds;     ///< Place::kind of each body
  const T* inner;                ///< ShapeRecord::inner of each body; not known for parts
  const Rotation* rotations;     ///< of each body
  const T* blocks[class_count];  ///< first block of each class
  const ShapeRecord<T>* shapes;
  const T* fans;  ///< edge fans of long shapes
};

/// Pairs and the numbers of their results.
struct PairList {
  const Pair* pairs;           ///< `count` pairs
  const std::uint32_t* slots;  ///< the result of pairs[i] is number slots[i]; null: number i
  std::size_t count;

  SATCHEL_INLINE std::uint32_t slot(std::size_t i) const {
    return slots != nullptr ? slots[i] : static_cast<std::uint32_t>(i);
  }
};

/// Pairs of one kind, for the kernels that answer each pair.
template <class T>
struct PairJob : PairList {
  SceneView<T> a, b;  ///< equal if the pairs are in one scene
  bool some_swapped;  ///< one scene, and some pair has b < a
  bool uniform;       ///< one scene, whose bodies are all polygons of one lane class, or all boxes
  bool prefetch;      ///< prefetch, because the scenes do not fit the caches nearby (query/pipeline/batch.hpp)
  bool knows_inner;   ///< `inner` of both views is known
  bool sharp;         ///< certainly no body has a radius
  T straightest;      ///< the least distance of a corner of either scene's shapes from the chord of its neighbours

  std::uint32_t* open;      ///< out: positions i whose verdict is not certified; room for `count`
  std::size_t* in_doubles;  ///< out: increased by the number of pairs that doubles decided
  bool may_stop;            ///< long bodies: a separation beyond enough[i] suffices. Areas: those of doubles suffice
  const T* enough;          ///< if may_stop: one per pair

  SATCHEL_INLINE void set_list(const PairList& list) { static_cast<PairList&>(*this) = list; }
  /// Whether a pair is evaluated as (b, a). In one scene A is the body with the lower index, so that (a, b) and (b, a) have
  /// the same bits. Between two scenes A is always the body of `a`.
  SATCHEL_INLINE bool is_swapped(Pair pair) const { return some_swapped && pair.b < pair.a; }
};

/// Where a kernel writes results: contacts, verdicts alone, or contacts and distances. Distances are written only for
/// pairs whose nearest features the kernel already has in lanes.
template <class T>
struct ContactSink {
  enum class Form : std::uint8_t { contacts, verdicts, contacts_and_distances };

  Form form;
  BasicContact<T>* contacts = nullptr;    ///< unless the form is verdicts
  Verdict* verdicts = nullptr;            ///< if the form is verdicts
  BasicDistance<T>* distances = nullptr;  ///< for contacts_and_distances; as many as contacts
  std::uint8_t* found = nullptr;          ///< for contacts_and_distances: 1 where the distance was found

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

/// The placed parts of compounds and outlines, by the index of the part, and the blocks of outlines.
template <class T>
struct PartsToPlace {
  BodyRecord<T>* bodies;
  const ShapeId* shapes;
  OffsetBox<T>* boxes;  ///< with the radius
  T* columns[4];        ///< `boxes` as BoxColumns
  Rotation* rotations;

  const OutlineShape* outline_shapes;  ///< by Place::block of the shape
  T* outline_values;
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
  PartsToPlace<T> parts;

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

/// The most contacts that one call takes: 64 KB, because they lie on the stack. Larger calls leave fewer lanes empty at
/// the ends of runs of one class.
template <class T>
constexpr std::size_t most_contacts = (std::size_t{1} << 16) / sizeof(BasicContact<T>);

/// Pairs on the move.
template <class T>
struct SweepJob {
  PairJob<T> pairs;
  const Motion* motions_a;
  const Motion* motions_b;
  std::uint32_t mask_b;  ///< the motion of body b is motions_b[b & mask_b]: 0 if all of them have one motion
};

/// Facts about a list of pairs that one pass finds.
struct PairSurvey {
  Pair largest;       ///< largest a, largest b
  bool some_swapped;  ///< some pair has b < a
};

}  // namespace satchel::kernels
