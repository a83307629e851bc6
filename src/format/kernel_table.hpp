// What an instruction set has to offer: a table of its kernels, each subject by precision. The jobs that they are given
// stand in layout.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"

namespace satchel::kernels {

/// The contact kernels of one instruction set, for one precision. Verdicts are theirs too: a job says where results go.
template <class T>
struct CollideKernels {
  /// Contacts of pairs whose classes are (ka, kb), a before b in evaluation order; returns the number of uncertain
  /// ones, whose contacts are left unspecified.
  std::size_t (*collide[lane_class_count][lane_class_count])(const PairJob<T>&, const ContactSink<T>&);
  /// As `collide`, but by the facing parts alone: appends those pairs to `unproved`, which has room for all, that
  /// `collide` has to do. null: not worth while, or not possible.
  std::size_t (*facing[lane_class_count][lane_class_count])(const PairJob<T>&, const ContactSink<T>&, Unproved& unproved);
  /// The same of any classes of up to eight vertices; null: telling them apart is cheaper.
  std::size_t (*facing_up_to_8)(const PairJob<T>&, const ContactSink<T>&, Unproved& unproved);
  /// The same for pairs of centred boxes.
  std::size_t (*collide_boxes)(const PairJob<T>&, const ContactSink<T>&);
  /// The same for any lane classes, one pair at a time: for a handful of pairs.
  std::size_t (*collide_singly)(const PairJob<T>&, const ContactSink<T>&);
  /// The same for any classes, one pair at a time.
  std::size_t (*collide_long)(const PairJob<T>&, const ContactSink<T>&);
  /// Verdicts of any bodies by discs alone; the others are left open.
  std::size_t (*classify_by_discs)(const PairJob<T>&, Verdict*);
  /// Of any bodies the pairs that discs do not tell to be farther apart than `margin`: copies them to `near`, their
  /// positions to `positions`, both with room for all, and returns their number.
  std::size_t (*near_by_discs)(const PairJob<T>&, T margin, Pair* near, std::uint32_t* positions);
  /// As `facing`, for what else collide_long does.
  std::size_t (*facing_long)(const PairJob<T>&, const ContactSink<T>&, Unproved& unproved);
};

constexpr unsigned core_size_count = 5;  ///< 1, 2, 4, 8 and 16 vertices

/// The same for pairs of which one has a radius or fewer than three vertices, by the binary logarithms of the sizes.
template <class T>
struct RoundedKernels {
  std::size_t (*collide[core_size_count][core_size_count])(const PairJob<T>&, const ContactSink<T>&);
  /// As CollideKernels::facing_up_to_8, of polygons one of which has a radius; asks for job.inner_a.
  std::size_t (*facing_up_to_8)(const PairJob<T>&, const ContactSink<T>&, Unproved& unproved);
  /// The same for pairs of circles around their own origins.
  std::size_t (*collide_circles)(const PairJob<T>&, const ContactSink<T>&);
  /// And for pairs of centred boxes of which one has a radius.
  std::size_t (*collide_boxes)(const PairJob<T>&, const ContactSink<T>&);
};

/// The kernel that makes manifolds of contacts.
template <class T>
struct ManifoldKernels {
  /// @param contacts   job.count contacts, at most most_contacts, of job.pairs
  /// @param manifolds  that of pairs[i] goes to manifolds[job.slots[i]], or, slots being null, to manifolds[i]: all of
  ///                   its bytes are 0 and, where there are no points, stay so
  void (*manifolds)(const PairJob<T>&, const BasicContact<T>* contacts, T margin, BasicManifold<T>* manifolds);
};

/// The kernel that makes distances of contacts.
template <class T>
struct DistanceKernels {
  /// As ManifoldKernels, but whatever `distances` held. Returns the number of pairs, listed in job.uncertain, whose
  /// nearest points it did not find.
  std::size_t (*distances)(const PairJob<T>&, const BasicContact<T>* contacts, BasicDistance<T>* distances);
  /// As CollideKernels::facing and ::facing_up_to_8, and as many of job.distances_too as this finds by the way; null:
  /// not by the way.
  std::size_t (*facing[lane_class_count][lane_class_count])(const PairJob<T>&, const ContactSink<T>&, Unproved& unproved);
  std::size_t (*facing_up_to_8)(const PairJob<T>&, const ContactSink<T>&, Unproved& unproved);
  /// The same for CollideKernels::collide_boxes.
  std::size_t (*boxes)(const PairJob<T>&, const ContactSink<T>&);
};

/// The sweep kernels, by the classes of the bodies: polygons without radius that do not turn.
template <class T>
struct SweepKernels {
  /// Of the `count` pairs that job.pairs.uncertain lists, all of these classes and apart at the start: writes the
  /// impacts of those that meet, lists those that it cannot tell, and returns their number.
  /// @param impacts  one for each of job.pairs; of those listed they say "no hit"
  std::size_t (*impacts[lane_class_count][lane_class_count])(const SweepJob<T>& job, std::size_t count,
                                                             BasicImpact<T>* impacts);
};

/// The kernels that place bodies and deal with their boxes.
template <class T>
struct SceneKernels {
  /// Whether every pose may be set: finite numbers, origins in range, a rotation.
  bool (*valid_poses)(const Pose* poses, std::size_t count);
  /// Writes origins, rotations, offsets and offset boxes. Poses are valid; removed bodies are passed over.
  void (*place)(const PlaceJob<T>&);
  /// The bucket of each body of the job, or `no_bucket`.
  void (*find_buckets)(const BoxJob<T>&, std::uint32_t* buckets);
  /// Writes each body's box and index to the next place of its bucket; `next` is counted up.
  void (*deal_boxes)(const BoxJob<T>&, const std::uint32_t* buckets, std::uint32_t* next, Box* boxes, BodyId* ids);
};

/// The kernels of one subject, in both precisions.
template <template <class> class Kernels>
struct ByPrecision {
  const Kernels<float>& of_float;
  const Kernels<double>& of_double;

  template <class T>
  const Kernels<T>& of() const {
    if constexpr (sizeof(T) == sizeof(float)) {
      return of_float;
    } else {
      return of_double;
    }
  }
};

/// The kernels that walk a tree of boxes along a ray.
struct RayKernels {
  void (*find_on_ray)(const RayJob&);
};

/// Everything one instruction set has. Each subject is a file of tables/, compiled once for each instruction set and
/// precision.
struct KernelTable {
  const char* name;
  ByPrecision<CollideKernels> collide;
  ByPrecision<RoundedKernels> rounded;
  ByPrecision<SceneKernels> scene;
  ByPrecision<ManifoldKernels> manifold;
  ByPrecision<DistanceKernels> distance;
  ByPrecision<SweepKernels> sweep;
  ByPrecision<CompoundKernels> compound;
  PairSurvey (*survey)(const Pair* pairs, std::size_t count);
  /// Bodies whose boxes overlap, in no particular order.
  void (*find_overlaps)(const OverlapJob&);
  const RayKernels* rays;
};

extern const KernelTable scalar_kernels, sse42_kernels, avx2_kernels, avx512_kernels, neon64_kernels;

}  // namespace satchel::kernels
