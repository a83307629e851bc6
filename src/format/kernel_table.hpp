// What an instruction set has to offer: a table of its kernels, each subject by precision. The jobs that they are given
// stand in jobs.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/area_layout.hpp"
#include "format/jobs.hpp"

namespace satchel::kernels {

/// Which kernels of facing parts an instruction set has, for one precision.
enum class FacingKernels : std::uint8_t {
  none,            ///< where little code counts for more than speed
  of_two_classes,  ///< one for each two lane classes
  of_rows,         ///< that permute rows of vertices, so that one takes any classes of up to eight
};

/// Whether an instruction set has a facing kernel for pairs of these lane classes.
///
/// Two blocks of four vertices have no more than the facing parts; of a block of sixteen the repeated vertices, which
/// may be seven, would fail the test.
constexpr bool has_facing_kernel(unsigned ka, unsigned kb, FacingKernels kernels) {
  if (kernels == FacingKernels::none) return false;
  if (ka == 3 && kb == 3) return true;
  return ka < 3 && kb < 3 && ka + kb > 0 && (ka == kb || kernels == FacingKernels::of_two_classes);
}

/// The contact kernels of one instruction set, for one precision. A kernel writes the contacts, or verdicts, that it
/// can certify to the sink, lists the positions of the other pairs in job.open, and returns their number.
template <class T>
struct CollideKernels {
  using Kernel = std::size_t (*)(const PairJob<T>&, const ContactSink<T>&);
  /// Appends the pairs that facing parts do not prove to `unproved`, which has room for all. The kernels that test all
  /// edges take these.
  using FacingKernel = std::size_t (*)(const PairJob<T>&, const ContactSink<T>&, Unproved& unproved);

  FacingKernels facing_kernels;

  Kernel collide[lane_class_count][lane_class_count];       ///< by lane class, a before b in evaluation order
  FacingKernel facing[lane_class_count][lane_class_count];  ///< if has_facing_kernel
  FacingKernel facing_up_to_8;                              ///< any classes of up to eight; only if of_rows
  FacingKernel facing_long;                                 ///< two bodies that collide_long takes; null if none
  Kernel collide_boxes;                                     ///< two centred boxes
  Kernel classify_boxes;                                    ///< two centred boxes, for sinks that want verdicts
  Kernel classify_up_to_4;                                  ///< two polygons of up to four vertices; as above
  Kernel collide_singly;                                    ///< any lane classes, one pair at a time: for a few pairs
  Kernel collide_long;                                      ///< some body of more than 16 vertices

  /// Writes the verdicts that discs prove, for any bodies; lists the other pairs in job.open and returns their number.
  std::size_t (*classify_by_discs)(const PairJob<T>&, Verdict*);
  /// Copies the pairs that discs do not prove to be farther apart than `margin` to `near`, their positions to
  /// `positions`, both with room for all, and returns their number. Takes any bodies.
  std::size_t (*near_by_discs)(const PairJob<T>&, T margin, Pair* near, std::uint32_t* positions);
};

constexpr unsigned core_size_count = 5;  ///< 1, 2, 4, 8 and 16 vertices

/// The contact kernels for pairs in which a body has a radius or fewer than three vertices, by the binary logarithms of
/// the sizes of their cores.
template <class T>
struct RoundedKernels {
  using Kernel = typename CollideKernels<T>::Kernel;
  using FacingKernel = typename CollideKernels<T>::FacingKernel;

  Kernel collide[core_size_count][core_size_count];
  FacingKernel facing_up_to_8;  ///< polygons of which one has a radius; only if rows are permuted; needs `inner`
  Kernel collide_circles;       ///< two circles around their own origins
  Kernel collide_boxes;         ///< two centred boxes of which one has a radius
};

/// The kernel that computes manifolds from contacts.
template <class T>
struct ManifoldKernels {
  /// @param contacts   job.count contacts, at most most_contacts, of job.pairs
  /// @param manifolds  the result of pairs[i] goes to manifolds[job.slots[i]], or to manifolds[i] if slots is null; all
  ///                   bytes are 0, and stay 0 for pairs without points
  void (*manifolds)(const PairJob<T>&, const BasicContact<T>* contacts, T margin, BasicManifold<T>* manifolds);
};

/// The kernels that compute distances, from contacts or with them.
template <class T>
struct DistanceKernels {
  /// Parameters as for ManifoldKernels; `distances` may hold anything. Returns the number of pairs, listed in job.open,
  /// whose nearest points it did not find.
  /// @param is_found  if some_found: 1 for each of job.pairs whose distance has been found
  std::size_t (*distances)(const PairJob<T>&, const BasicContact<T>* contacts, bool some_found,
                           const std::uint8_t* is_found, BasicDistance<T>* distances);
  /// The contact kernels of these names for sinks that want distances; null if the instruction set has none.
  typename CollideKernels<T>::FacingKernel facing[lane_class_count][lane_class_count];
  typename CollideKernels<T>::FacingKernel facing_up_to_8;
  typename CollideKernels<T>::Kernel boxes;
};

/// The sweep kernel: polygons of lane classes without radius that do not turn.
template <class T>
struct SweepKernels {
  /// Tests the `count` pairs listed in job.pairs.open, which all have classes (ka, kb) and are apart at the start.
  /// Writes the impacts of pairs that certainly hit, keeps open pairs in the list, and returns their number.
  /// @param impacts  one for each of job.pairs; preset to "no hit" for the pairs listed
  std::size_t (*impacts)(const SweepJob<T>& job, unsigned ka, unsigned kb, std::size_t count, BasicImpact<T>* impacts);
};

/// The kernel of areas: polygons of lane classes without radius whose interiors meet.
template <class T>
struct AreaKernels {
  /// Computes the areas of the `count` pairs listed in job.open, which all have lane classes (ka, kb) in evaluation
  /// order. Keeps the pairs in the list that it cannot certify, and returns their number.
  /// @param areas  one for each of job.pairs
  std::size_t (*areas)(const PairJob<T>& job, unsigned ka, unsigned kb, std::size_t count, PairAreas* areas);
};

/// The kernels that place bodies and sort their boxes.
template <class T>
struct SceneKernels {
  /// Whether every pose is valid: finite numbers, an origin in range, a rotation of length 1.
  bool (*valid_poses)(const Pose* poses, std::size_t count);
  /// Writes origins, rotations, offsets and offset boxes. Poses must be valid. Skips removed bodies.
  void (*place)(const PlaceJob<T>&);
  /// The bucket of each body of the job, or `no_bucket`.
  void (*find_buckets)(const BoxJob<T>&, std::uint32_t* buckets);
  /// Writes each body's box and index to the next position of its bucket; `next` is advanced.
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

struct TreeKernels;  // tree_layout.hpp

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
  ByPrecision<AreaKernels> area;
  PairSurvey (*survey)(const Pair* pairs, std::size_t count);
  /// Bodies whose boxes overlap, in no particular order.
  void (*find_overlaps)(const OverlapJob&);
  const TreeKernels* tree;  ///< that search trees of floats
};

extern const KernelTable scalar_kernels, sse42_kernels, avx2_kernels, avx512_kernels, neon64_kernels;

}  // namespace satchel::kernels
