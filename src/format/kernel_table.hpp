// What an instruction set has to offer: a table of its kernels, each subject by precision. The jobs that they are given
// stand in jobs.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/jobs.hpp"

namespace satchel::kernels {

/// Whether an instruction set has a facing kernel for pairs of these lane classes.
///
/// Two blocks of four vertices have no more than the facing parts; of a block of sixteen the repeated vertices, which
/// may be seven, would fail the test. Where rows are permuted one kernel takes all classes of up to eight vertices.
constexpr bool has_facing_kernel(unsigned ka, unsigned kb, bool permutes_rows) {
  if (ka == 3 && kb == 3) return true;
  return ka < 3 && kb < 3 && ka + kb > 0 && (ka == kb || !permutes_rows);
}

/// The contact kernels of one instruction set, for one precision. A kernel writes the contacts, or verdicts, that it
/// can certify to the sink, lists the positions of the other pairs in job.open, and returns their number.
template <class T>
struct CollideKernels {
  using Kernel = std::size_t (*)(const PairJob<T>&, const ContactSink<T>&);
  /// Appends the pairs that facing parts do not prove to `unproved`, which has room for all: they are left to the
  /// kernels of all edges.
  using FacingKernel = std::size_t (*)(const PairJob<T>&, const ContactSink<T>&, Unproved& unproved);

  bool permutes_rows;  ///< the facing kernels permute rows of vertices, so that one takes all classes of up to eight

  Kernel collide[lane_class_count][lane_class_count];        ///< by lane class, a before b in evaluation order
  FacingKernel facing[lane_class_count][lane_class_count];   ///< where has_facing_kernel says so
  FacingKernel facing_up_to_8;                               ///< any classes of up to eight; where rows are permuted
  FacingKernel facing_long;                                  ///< of two bodies that collide_long takes
  Kernel collide_boxes;                                      ///< two centred boxes
  Kernel classify_boxes;                                     ///< the same, for sinks that want verdicts
  Kernel collide_singly;                                     ///< any lane classes, one pair at a time: for a few pairs
  Kernel collide_long;                                       ///< some body of more than 16 vertices

  /// Verdicts of any bodies by discs alone; the others are left open.
  std::size_t (*classify_by_discs)(const PairJob<T>&, Verdict*);
  /// Copies the pairs of any bodies that discs do not tell to be farther apart than `margin` to `near`, their positions
  /// to `positions`, both with room for all, and returns their number.
  std::size_t (*near_by_discs)(const PairJob<T>&, T margin, Pair* near, std::uint32_t* positions);
};

constexpr unsigned core_size_count = 5;  ///< 1, 2, 4, 8 and 16 vertices

/// The same for pairs of which one has a radius or fewer than three vertices, by the binary logarithms of the sizes.
template <class T>
struct RoundedKernels {
  using Kernel = typename CollideKernels<T>::Kernel;
  using FacingKernel = typename CollideKernels<T>::FacingKernel;

  Kernel collide[core_size_count][core_size_count];
  FacingKernel facing_up_to_8;  ///< polygons one of which has a radius; where rows are permuted; asks for `inner`
  Kernel collide_circles;       ///< two circles around their own origins
  Kernel collide_boxes;         ///< two centred boxes of which one has a radius
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
  /// As ManifoldKernels, but whatever `distances` held. Returns the number of pairs, listed in job.open, whose nearest
  /// points it did not find.
  /// @param is_found  if some_found: 1 for each of job.pairs whose distance is there
  std::size_t (*distances)(const PairJob<T>&, const BasicContact<T>* contacts, bool some_found,
                           const std::uint8_t* is_found, BasicDistance<T>* distances);
  /// As the contact kernels of these names, for sinks that want distances; null: the instruction set has none.
  typename CollideKernels<T>::FacingKernel facing[lane_class_count][lane_class_count];
  typename CollideKernels<T>::FacingKernel facing_up_to_8;
  typename CollideKernels<T>::Kernel boxes;
};

/// The sweep kernel: polygons of lane classes without radius that do not turn.
template <class T>
struct SweepKernels {
  /// Of the `count` pairs that job.pairs.open lists, all of the classes (ka, kb) and apart at the start: writes the
  /// impacts of those that meet, lists those that it cannot tell, and returns their number.
  /// @param impacts  one for each of job.pairs; of those listed they say "no hit"
  std::size_t (*impacts)(const SweepJob<T>& job, unsigned ka, unsigned kb, std::size_t count,
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
