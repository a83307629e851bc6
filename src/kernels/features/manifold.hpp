// Contact manifolds from known contacts, one pair per lane.
//
//   e: the reference edge, from s to t; n: its normal; tip: the vertex of the other body that lies lowest along n
//   far: the neighbour of the tip whose edge rises less
//   clip the edge from tip to far to the part that lies over e: its ends, or where it leaves the strip over e
//   if no part does, or a vertex decides: one point, between the two nearest corners
//   keep the points whose height minus the radii is at most the margin
//
// The method is that of Catto, "Contact Manifolds", GDC 2007, and of Box2D's b2CollidePolygons; b2WorldManifold puts points
// half-way between the surfaces, as here. One of the two edges at the tip is the edge that most faces e, because -n lies between their normals. clip.hpp
// has the arithmetic.
//
// Edges that straight corners join are clipped as one face (faces.hpp).
//
// Arithmetic is in double, or in lanes of T for small polygons (FeatureView). A height within rounding of the contact's
// separation is replaced by it, so that both ends of a face that rests on another get the contact's separation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

#include <satchel/results.hpp>

#include "kernels/features/clip.hpp"
#include "kernels/features/faces.hpp"
#include "kernels/features/feature_runs.hpp"

namespace {

using satchel::BasicManifold;

/// Writes the manifolds of the first `live` lanes. Manifolds without points stay all 0.
template <class L, class T>
SATCHEL_INLINE void write_manifolds(const ManifoldPoints<L>& points, std::size_t live, const BasicContact<T>* contacts,
                                    const std::uint32_t* positions, const std::uint32_t* slots,
                                    BasicManifold<T>* manifolds) {
  using S = typename L::Scalar;
  S count[L::width], x[2][L::width], y[2][L::width], separation[2][L::width], id[2][L::width];
  L::store(count, points.count);
  for (int k = 0; k < 2; ++k) {
    L::store(x[k], points.at[k].x);
    L::store(y[k], points.at[k].y);
    L::store(separation[k], points.separation[k]);
    L::store(id[k], points.id[k]);
  }
  for (std::size_t lane = 0; lane < live; ++lane) {
    if (!(count[lane] > 0)) continue;
    const BasicContact<T>& contact = contacts[positions[lane]];
    BasicManifold<T>& manifold = manifolds[slots[lane]];
    manifold.normal_x = contact.normal_x;
    manifold.normal_y = contact.normal_y;
    manifold.feature = contact.feature;
    manifold.count = static_cast<std::uint32_t>(static_cast<std::int64_t>(count[lane]));
    for (int k = 0; k < 2; ++k) {
      auto& point = manifold.points[k];
      point.x = static_cast<T>(x[k][lane]);
      point.y = static_cast<T>(y[k][lane]);
      point.separation = static_cast<T>(separation[k][lane]);
      point.id = static_cast<std::uint32_t>(static_cast<std::int64_t>(id[k][lane]));
    }
  }
}

/// Stores the manifolds of the first `live` lanes of float by transposing columns. Manifolds without points become all
/// 0.
template <class L, class View>
SATCHEL_INLINE void store_manifolds(const ManifoldPoints<L>& points, const View& view, std::size_t live,
                                    const std::uint32_t* slots, BasicManifold<float>* manifolds) {
  static_assert(sizeof(BasicManifold<float>) == 12 * sizeof(float));
  using Column = typename L::Vector;  // floats hold ids of lane classes: they are below 2^23
  static_assert(satchel::kernels::vertices_of(satchel::kernels::lane_class_count - 1) << 17 < 1u << 23);
  const Column zero = L::splat(0);
  const auto has_points = points.count > zero;
  const Points<L> none = {zero, zero}, from_reference = view.normal();
  const Points<L> normal = select<L>(view.of_b() > zero, none - from_reference, from_reference);
  const Column columns[12] = {L::select(has_points, normal.x, zero) + zero,
                              L::select(has_points, normal.y, zero) + zero,
                              L::select(has_points, view.feature(), zero),
                              integer_bits<L>(points.count),
                              points.at[0].x,
                              points.at[0].y,
                              points.separation[0],
                              integer_bits<L>(points.id[0]),
                              points.at[1].x,
                              points.at[1].y,
                              points.separation[1],
                              integer_bits<L>(points.id[1])};
  BasicManifold<float> spill[L::width];  // takes the lanes without a pair
  float* rows[L::width];
  for (std::size_t lane = 0; lane < L::width; ++lane) {
    rows[lane] = reinterpret_cast<float*>(lane < live ? manifolds + slots[lane] : spill + lane);
  }
  for (std::size_t k = 0; k < std::size(columns); k += L::row) {
    store_columns<L>(rows, columns + k);
    for (float*& row : rows) row += L::row;
  }
}

/// Clips the faces of a pair instead of its edges, if straight corners join edges; replaces the manifold.
template <class T>
[[gnu::noinline]] void clip_faces(const PairJob<T>& job, const BasicContact<T>* contacts, T margin,
                                  const std::uint32_t* position, const std::uint32_t* slot,
                                  BasicManifold<T>* manifolds) {
  using L = ScalarLanes<double>;
  FacePair<T> faces(job, contacts[*position], job.pairs[*position]);
  faces.find_incident_face();
  if (!faces.has_faces()) return;
  __builtin_memset(static_cast<void*>(manifolds + *slot), 0, sizeof *manifolds);
  const FaceView<T> view(faces);
  auto points = clip<L>(view, static_cast<double>(margin));
  for (int k = 0; k < static_cast<int>(points.count.value); ++k) points.at[k] = view.placed(points.at[k]);
  write_manifolds<L>(points, 1, contacts, position, slot, manifolds);
}

/// Lists in job.open the pairs whose separation is at most the margin; returns their number.
template <class T>
std::size_t list_near(const PairJob<T>& job, const BasicContact<T>* contacts, T margin) {
  std::size_t near = 0;
  for (std::size_t i = 0; i < job.count; ++i) {
    // A branch here would be mispredicted.
    job.open[near] = static_cast<std::uint32_t>(i);
    near += contacts[i].separation <= margin ? 1 : 0;
  }
  return near;
}

/// Writes the manifolds of the job's pairs from their contacts. All bytes of `manifolds` must be 0.
/// @tparam D     lanes of double
/// @tparam L, S  as for for_each_features
template <class D, class L, class S, class T = typename L::Scalar>
void find_manifolds(const PairJob<T>& job, const BasicContact<T>* contacts, T margin, BasicManifold<T>* manifolds) {
  const std::size_t near = list_near(job, contacts, margin);
  const auto clip_straight = [&](unsigned straight, std::size_t live, const std::uint32_t* positions,
                                 const std::uint32_t* slots) {
    for (straight &= (1u << live) - 1; straight != 0; straight &= straight - 1) {
      const auto lane = static_cast<std::size_t>(__builtin_ctz(straight));
      clip_faces(job, contacts, margin, positions + lane, slots + lane, manifolds);
    }
  };
  const auto step = [&](const DecidingFeatures<T>& features, bool in_lanes, const std::uint32_t* positions,
                        const std::uint32_t* slots, std::size_t count) {
    if (in_lanes) {
      for (std::size_t first = 0; first < count; first += L::width) {
        const std::size_t live = count - first < L::width ? count - first : L::width;
        const FeatureView<L, true, T> view{features, first};
        const unsigned straight = L::bits(may_have_straight_corners<L>(view.size(), job.straightest));
        const auto points = clip<L>(view, margin);
        if constexpr (sizeof(T) == sizeof(float)) {
          store_manifolds(points, view, live, slots + first, manifolds);
        } else {
          write_manifolds<L>(points, live, contacts, positions + first, slots + first, manifolds);
        }
        clip_straight(straight, live, positions + first, slots + first);
      }
      return;
    }
    for (std::size_t first = 0; first < count; first += D::width) {
      const std::size_t live = count - first < D::width ? count - first : D::width;
      const FeatureView<D, false, T> view{features, first};
      const unsigned straight = D::bits(may_have_straight_corners<D>(view.size(), job.straightest));
      const auto points = clip<D>(view, static_cast<double>(margin));
      write_manifolds<D>(points, live, contacts, positions + first, slots + first, manifolds);
      clip_straight(straight, live, positions + first, slots + first);
    }
  };
  for_each_features<L, S, false>(job, contacts, job.open, near, step);
}

}  // namespace
