// Finds the faces of a pair from its contact. A face is a run of edges that lie on one line up to rounding.
//
// Rounding makes a redundant corner on a straight edge convex by some units, or concave once the body is rotated. Which
// of the corner's two edges decides the contact is then accidental, and neither edge alone covers the place where the
// bodies meet.
//
//   reference face: begins as the deciding edge
//   incident face: begins as the incident edge (manifold.hpp)
//   both grow at both ends, as long as
//     all vertices between the ends lie within the tolerance of the chord, which is the line through the ends, and
//     the next vertex lies farther along the chord
//
// The tolerance is 64 u S, where S = reach_a + reach_b + |delta|_1 >= D', but at most 2^-13 of the body's own
// reach, so that a small round body beside a large one keeps its corners. The chord then replaces the surface. Heights
// are taken along the contact's normal, which belongs to the deciding edge and may be oblique to the chord.
//
// Overlapping bodies meet on both faces. Proof: let d be the depth. The Minkowski difference holds the disc of radius d
// around the origin. The deciding edge is one of its edges, and lies on a line that is at most d + 40 u D' from the
// origin, because separations are proved to 20 u D' and the deciding edge has the largest. At the foot of the origin on
// that line the boundary is therefore within 40 u D' of the line; by convexity so is all of it between the foot and the
// deciding edge. Its vertices there are differences of vertices of both bodies that lie within the tolerance, unless
// the reach of a small body limits its tolerance.
//
// The code works on one pair at a time, in double, and only if some shape of the scenes has so straight a corner
// (PairJob::straightest).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/features/deciding_features.hpp"
#include "lanes/scalar.hpp"

namespace {

/// The unit round-off of T.
template <class T>
constexpr double unit_roundoff = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;

/// Bounds of the distance of a face's vertices from its chord: as a fraction of S, and of the body's reach.
template <class T>
constexpr double face_tolerance = 64 * unit_roundoff<T>;
constexpr double face_tolerance_of_reach = 0x1p-13;

/// Corners that deviate by less than this fraction of S may join edges to a face. It exceeds the tolerance by 16 u,
/// because rotating and rounding move a vertex by less than 16 u S.
template <class T>
constexpr T straight_corner = static_cast<T>(80 * unit_roundoff<T>);

/// Whether corners of bodies in pairs of these sizes may be straight, given the straightest corner of their scenes.
template <class L, class T>
SATCHEL_INLINE typename L::Mask may_have_straight_corners(const typename L::Vector& size, T straightest) {
  using S = typename L::Scalar;
  return L::splat(static_cast<S>(straight_corner<T>)) * size > L::splat(static_cast<S>(straightest));
}

struct FaceVector {
  double x, y;

  friend FaceVector operator+(FaceVector p, FaceVector q) { return {p.x + q.x, p.y + q.y}; }
  friend FaceVector operator-(FaceVector p, FaceVector q) { return {p.x - q.x, p.y - q.y}; }
  friend FaceVector operator*(double s, FaceVector p) { return {s * p.x, s * p.y}; }
};
SATCHEL_INLINE double dot(FaceVector p, FaceVector q) { return p.x * q.x + p.y * q.y; }
SATCHEL_INLINE double cross(FaceVector p, FaceVector q) { return p.x * q.y - p.y * q.x; }
SATCHEL_INLINE double length(FaceVector p) { return __builtin_sqrt(dot(p, p)); }

/// The vertices of one body, as offsets from its origin.
template <class T>
struct VertexRing {
  const T *x, *y;
  std::uint32_t count;
  double tolerance;  ///< of the body's faces

  FaceVector at(std::uint32_t i) const { return {static_cast<double>(x[i]), static_cast<double>(y[i])}; }
  std::uint32_t next(std::uint32_t i) const { return i + 1 == count ? 0 : i + 1; }
  std::uint32_t previous(std::uint32_t i) const { return (i == 0 ? count : i) - 1; }
  std::uint32_t step(std::uint32_t i, bool forward) const { return forward ? next(i) : previous(i); }
};

/// A face, given by the vertices at its ends; counter-clockwise.
struct Face {
  std::uint32_t first, last;
  bool is_grown;  ///< the face is longer than its first edge by more than the tolerance
};

/// Both faces of a pair in the frame of the contact: x runs along the contact from the start of the deciding edge,
/// heights run along the normal.
template <class T>
struct FacePair {
  VertexRing<T> reference, other;
  FaceVector delta;  ///< from the reference's origin to the other's
  FaceVector normal, along;
  double size;
  double reference_radius, other_radius, separation;
  bool b_decides, vertex_decides;
  FaceVector start;    ///< of the deciding edge
  double edge_length;  ///< 0: a vertex decides
  Face own, facing;    ///< the reference face; the incident face
  double low, high;    ///< x of the reference face's ends
  double low_height, slope;

  FacePair(const PairJob<T>& job, const BasicContact<T>& contact, Pair pair) {
    using satchel::kernels::vertex_count_of;
    b_decides = DecidingFeatures<T>::side_of(contact) != 0;
    const BodyRecord<T>& a = job.a.bodies[pair.a];
    const BodyRecord<T>& b = job.b.bodies[pair.b];
    const double sign = b_decides ? -1 : 1;
    delta = sign * FaceVector{b.x - a.x, b.y - a.y};
    normal = sign * FaceVector{static_cast<double>(contact.normal_x), static_cast<double>(contact.normal_y)};
    along = {0 - normal.y, normal.x};
    size =
        static_cast<double>(a.reach) + static_cast<double>(b.reach) + __builtin_fabs(delta.x) + __builtin_fabs(delta.y);
    const VertexRing<T> ring_a = ring_of(job.a.blocks, a, vertex_count_of(a, job.a.shapes));
    const VertexRing<T> ring_b = ring_of(job.b.blocks, b, vertex_count_of(b, job.b.shapes));
    reference = b_decides ? ring_b : ring_a;
    other = b_decides ? ring_a : ring_b;
    reference_radius = static_cast<double>((b_decides ? b : a).radius());
    other_radius = static_cast<double>((b_decides ? a : b).radius());
    separation = static_cast<double>(contact.separation);
    vertex_decides = ((contact.feature >> 2) & 1u) != 0;
    find_reference_face(contact.feature >> 4);
  }

  /// Whether the points of the pair lie on a face that is more than an edge. A vertex that decides and is no straight
  /// corner meets the other body in one point.
  bool has_faces() const { return own.is_grown || (facing.is_grown && !vertex_decides); }

  /// The height of the reference face, or of the line that it lies on.
  double height_at(double x) const { return low_height + (x - low) * slope; }
  double x_of(FaceVector other_vertex) const { return dot(other_vertex + delta - start, along); }

  /// The other body's vertex farthest against the normal.
  std::uint32_t tip() const {
    std::uint32_t lowest = 0;
    double least = dot(other.at(0), normal);
    for (std::uint32_t i = 1; i < other.count; ++i) {
      const double height = dot(other.at(i), normal);
      lowest = height < least ? i : lowest;
      least = height < least ? height : least;
    }
    return lowest;
  }

  void find_incident_face() {
    const std::uint32_t at = tip();
    facing = {at, at, false};
    if (other.count < 3) {
      facing.last = other.next(at);
      return;
    }
    // A vertex within the tolerance of the tip gives no direction.
    const std::uint32_t before = first_away_from(at, false), after = first_away_from(at, true);
    if (before == at || after == at) return;
    const FaceVector to_before = other.at(before) - other.at(at), to_after = other.at(after) - other.at(at);
    const bool is_before = dot(to_before, normal) * length(to_after) < dot(to_after, normal) * length(to_before);
    if (is_before) {
      facing.first = before;
    } else {
      facing.last = after;
    }
    grow(other, facing);
  }

 private:
  /// A face with a steeper chord consists of edges hardly longer than the tolerance, so it is dropped.
  static constexpr double largest_slope = 0x1p-7;

  VertexRing<T> ring_of(const T* const* blocks, const BodyRecord<T>& body, std::uint32_t count) const {
    const T* const x = DecidingFeatures<T>::block_of(blocks, body);
    const double of_pair = face_tolerance<T> * size;
    const double of_body = face_tolerance_of_reach * static_cast<double>(body.reach);
    return {x, x + class_table.capacity[body.place.vertex_class()], count, of_pair < of_body ? of_pair : of_body};
  }

  void find_reference_face(std::uint32_t first) {
    start = reference.at(first);
    own = {first, vertex_decides ? first : reference.next(first), false};
    const Face edge = own;
    edge_length = dot(reference.at(own.last) - start, along);
    if (!vertex_decides) {
      grow(reference, own);
    } else if (reference.count > 2) {
      own = {reference.previous(first), reference.next(first), true};
      if (is_straight(reference, own.first, own.last, true)) {
        grow(reference, own);
        own.is_grown = true;
      } else {
        own = edge;
      }
    }
    set_line();
    if (!(__builtin_fabs(slope) <= largest_slope)) {
      own = edge;
      set_line();
    }
    if (!own.is_grown) low_height = slope = 0;
  }

  void set_line() {
    const FaceVector from = reference.at(own.first) - start, to = reference.at(own.last) - start;
    low = dot(from, along);
    high = dot(to, along);
    low_height = dot(from, normal);
    slope = high > low ? (dot(to, normal) - low_height) / (high - low) : 0;
  }

  void grow(const VertexRing<T>& ring, Face& face) const {
    const Face edge = face;
    face.last = farthest_end(ring, face.first, face.last, true);
    face.first = farthest_end(ring, face.last, face.first, false);
    face.is_grown = length(ring.at(face.last) - ring.at(edge.last)) > ring.tolerance ||
                    length(ring.at(face.first) - ring.at(edge.first)) > ring.tolerance;
  }

  /// The other body's next vertex that is farther than the tolerance from vertex i; i itself if there is none.
  std::uint32_t first_away_from(std::uint32_t i, bool forward) const {
    const FaceVector from = other.at(i);
    for (std::uint32_t k = other.step(i, forward); k != i; k = other.step(k, forward)) {
      if (length(other.at(k) - from) > other.tolerance) return k;
    }
    return i;
  }

  /// Whether all vertices between `from` and `to` lie within the tolerance of the line through both.
  bool is_straight(const VertexRing<T>& ring, std::uint32_t from, std::uint32_t to, bool forward) const {
    const FaceVector begin = ring.at(from), chord = ring.at(to) - begin;
    const double most = ring.tolerance * length(chord);
    for (std::uint32_t i = ring.step(from, forward); i != to; i = ring.step(i, forward)) {
      if (!(__builtin_fabs(cross(chord, ring.at(i) - begin)) <= most)) return false;
    }
    return true;
  }

  /// The end of the face from `from` to `end` after it has grown beyond `end`.
  std::uint32_t farthest_end(const VertexRing<T>& ring, std::uint32_t from, std::uint32_t end, bool forward) const {
    for (std::uint32_t next = ring.step(end, forward); next != from; next = ring.step(next, forward)) {
      const FaceVector on = ring.at(end) - ring.at(from);
      if (!(dot(ring.at(next) - ring.at(end), on) > 0) || !is_straight(ring, from, next, forward)) break;
      end = next;
    }
    return end;
  }
};

/// A pair's faces in the form that `clip` reads: the reference face in the place of the reference edge, the incident
/// face in the place of the edges at the tip. A shear along the normal levels the reference face, so that the heights
/// that `clip` sees are heights over it.
template <class T>
class FaceView {
  using L = ScalarLanes<double>;

 public:
  using F = DecidingFeatures<T>;
  using Vector = L::Vector;
  static constexpr bool in_lanes = false, along_contact = true;
  /// Heights over the reference face are off by the tolerance on either body at most, and by 16 u S of arithmetic.
  static constexpr double rounding = 2 * face_tolerance<T> + 16 * unit_roundoff<T>;

  explicit FaceView(const FacePair<T>& pair) : pair_(pair) {
    const FaceVector side = pair.other.at(pair.facing.last) - pair.other.at(pair.facing.first);
    const bool first_is_lower = dot(side, pair.normal) > pair.slope * dot(side, pair.along);
    tip_ = first_is_lower ? pair.facing.first : pair.facing.last;
    before_ = pair.facing.first;
    after_ = pair.facing.last;
  }

  Points<L> offset(typename F::Vertex vertex) const {
    switch (vertex) {
      case F::start:
        return points(pair_.start + pair_.low * pair_.along);
      case F::end:
        return points(pair_.start + pair_.high * pair_.along);
      default:
        break;
    }
    const FaceVector v = pair_.other.at(index_of(vertex));
    return points(v - pair_.height_at(pair_.x_of(v)) * pair_.normal);
  }
  /// Points of `clip`, from a's origin, back where the reference face lies.
  Points<L> placed(const Points<L>& point) const {
    const FaceVector from_start =
        FaceVector{point.x.value, point.y.value} + (pair_.b_decides ? pair_.delta : FaceVector{0, 0}) - pair_.start;
    return point + points(pair_.height_at(dot(from_start, pair_.along)) * pair_.normal);
  }
  Vector index(typename F::Vertex vertex) const { return {static_cast<double>(index_of(vertex) & 0x7fffu)}; }
  Points<L> delta() const { return points(pair_.delta); }
  Points<L> normal() const { return points(pair_.normal); }
  Vector separation() const { return {pair_.separation}; }
  Vector of_b() const { return {pair_.b_decides ? 1.0 : 0.0}; }
  Vector size() const { return {pair_.size}; }
  Vector reference_radius() const { return {pair_.reference_radius}; }
  Vector other_radius() const { return {pair_.other_radius}; }

 private:
  static Points<L> points(FaceVector v) { return {{v.x}, {v.y}}; }
  std::uint32_t index_of(typename F::Vertex vertex) const {
    switch (vertex) {
      case F::start:
        return pair_.own.first;
      case F::end:
        return pair_.own.last;
      case F::before_tip:
        return before_;
      case F::after_tip:
        return after_;
      default:
        return tip_;
    }
  }

  const FacePair<T>& pair_;
  std::uint32_t before_, tip_, after_;
};

}  // namespace
