// Finds the faces of a pair from its contact. A face is a run of edges that lie on one line up to rounding.
//
// Rounding makes a redundant corner on a straight edge convex by some units, or concave once the body is rotated. Which
// of the corner's two edges decides the contact is then accidental, and neither edge alone covers the place where the
// bodies meet.
//
//   reference face: begins as the deciding edge
//   incident face: begins as the incident edge (clip.hpp)
//   both grow at both ends, as long as
//     all vertices between the ends lie within the tolerance of the chord, which is the line through the ends, and
//     the next vertex lies farther along the chord
//
// From then on the chord stands for the face. Heights over a face are taken along the contact's normal, which belongs
// to the deciding edge and may be oblique to the chord.
//
// The tolerance is 64 u size, but at most 2^-13 of the body's own reach, so that a small round body beside a large one
// keeps its corners. u is the unit roundoff; size = reach_a + reach_b + |delta|_1, where delta leads from A's origin to
// B's. size >= D' = max(D, largest absolute offset), where D is the longer side of the pair's common bounding box.
//
// Claim: if the bodies overlap and both tolerances are 64 u size, the faces lie opposite each other: some line along
// the contact's normal meets both. Proof, with d the depth of the overlap:
// 1. The Minkowski difference of the bodies contains the disc of radius d around the origin. The deciding edge is one
//    of its edges. Let l be the line through this edge.
// 2. l is at most d + 40 u D' from the origin: the deciding edge has the largest computed separation, each computed
//    separation is off by at most 20 u D' (sat.hpp), and the largest exact one is -d.
// 3. Let f be the foot of the origin on l. Towards f, the boundary of the difference is at least d from the origin, so
//    it is within 40 u D' of l. By convexity the boundary from there to the deciding edge is, too.
// 4. The vertices of this piece of the boundary are differences of a vertex of each body. So these vertices lie within
//    40 u D', less than the tolerance, of lines parallel to l, and belong to the faces that grow from the deciding edge
//    and the incident edge.
// 5. So the boundary point next to f is the difference of a point of each face. It lies along the normal from the
//    origin, so the line through these two points is the line of the claim.
//
// A tolerance that the reach of a small body limits can be less than 40 u D'. The claim is not proved then: a face may
// end before step 4's vertices, and where the faces do not meet, clip() takes the nearest corners, as for edges that do
// not meet.
//
// The code works on one pair at a time, in double, and only if some shape of the scenes has a corner straight enough to
// join edges (PairJob::straightest).
//
// reach: the largest distance of a body's points from its origin.
//
// One file, because a third of it is the proof, which names the steps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/features/deciding_features.hpp"
#include "lanes/scalar.hpp"

namespace {

/// u of T.
template <class T>
constexpr double unit_roundoff = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;

/// The largest distance of a face's vertices from its chord, as a fraction of the pair's size, and of the body's reach.
template <class T>
constexpr double face_tolerance = 64 * unit_roundoff<T>;
constexpr double face_tolerance_of_reach = 0x1p-13;

/// How far rotating and rounding a shape move a vertex at most, as a fraction of the pair's size.
template <class T>
constexpr double vertex_rounding = 16 * unit_roundoff<T>;

/// A corner of a shape may join edges to a face if its distance from the chord of its neighbours is less than this
/// fraction of the pair's size: the tolerance, and what placing the shape may change.
template <class T>
constexpr T straight_corner = static_cast<T>(face_tolerance<T> + vertex_rounding<T>);

/// The lanes whose bodies may have straight corners.
/// @param size         PairLanes::size
/// @param straightest  PairJob::straightest
template <class L, class T>
SATCHEL_INLINE typename L::Mask may_have_straight_corners(const typename L::Vector& size, T straightest) {
  using Scalar = typename L::Scalar;
  return L::splat(static_cast<Scalar>(straight_corner<T>)) * size > L::splat(static_cast<Scalar>(straightest));
}

/// A point or vector of one pair, in double.
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
  double tolerance;  ///< largest distance of a face's vertices from its chord
  bool is_hull;      ///< the ring is its own hull

  FaceVector at(std::uint32_t i) const { return {static_cast<double>(x[i]), static_cast<double>(y[i])}; }
  std::uint32_t next(std::uint32_t i) const { return i + 1 == count ? 0 : i + 1; }
  std::uint32_t previous(std::uint32_t i) const { return (i == 0 ? count : i) - 1; }
  std::uint32_t step(std::uint32_t i, bool forward) const { return forward ? next(i) : previous(i); }
  /// The step along the hull.
  /// @param along  as of hull_neighbour
  std::uint32_t hull_step(std::uint32_t i, bool forward, FaceVector along) const {
    return is_hull ? step(i, forward) : hull_neighbour(x, y, count, i, forward, along.x, along.y, 0);
  }
};

/// A face, by the numbers of the vertices at its ends. It runs counter-clockwise from first to last.
struct Face {
  std::uint32_t first, last;
  bool is_grown;  ///< longer by more than the tolerance than the edge it began as, or begun beyond a shorter edge
};

/// Both faces of a pair, in the frame of its contact: the origin is the start of the deciding edge, x runs along this
/// edge, heights run along the contact's normal. The reference is the body with the deciding edge or vertex.
template <class T>
struct FacePair {
  VertexRing<T> reference, other;
  FaceVector delta;          ///< from the reference's origin to the other's
  FaceVector normal, along;  ///< the axes of height and x
  double size;
  double reference_radius, other_radius, separation;
  bool b_decides, vertex_decides;
  FaceVector start;    ///< of the deciding edge; if a vertex decides, the vertex
  double edge_length;  ///< 0 if a vertex decides, or the edge has no length
  Face reference_face;
  Face incident_face{0, 0, false};  ///< valid after find_incident_face()
  double low, high;                 ///< x of the reference face's ends
  double low_height, slope;         ///< the reference face's height at `low`, and height per x

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

  /// Whether a face is longer than its edge. Where a vertex decides that is no straight corner, the incident face does not matter:
  /// the bodies meet in that vertex. Call after find_incident_face().
  bool has_faces() const { return reference_face.is_grown || (incident_face.is_grown && !vertex_decides); }

  /// The height of the reference face, or of the line that it lies on.
  double height_at(double x) const { return low_height + (x - low) * slope; }
  /// @param other_vertex  offset from the other body's origin
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

  /// The edge at the tip whose direction rises less over the reference face begins the incident face.
  void find_incident_face() {
    const std::uint32_t at = tip();
    incident_face = {at, at, false};
    if (other.count < 3) {  // of the two edges of a segment, that which runs against the reference faces it
      const std::uint32_t far = other.next(at);
      incident_face = x_of(other.at(far)) > x_of(other.at(at)) ? Face{far, at, false} : Face{at, far, false};
      return;
    }
    // An edge shorter than the tolerance has no reliable direction: vertices so near to the tip are skipped.
    const std::uint32_t before = first_away_from(at, false), after = first_away_from(at, true);
    if (before == at || after == at) return;
    const FaceVector to_before = other.at(before) - other.at(at), to_after = other.at(after) - other.at(at);
    const bool is_before = dot(to_before, normal) * length(to_after) < dot(to_after, normal) * length(to_before);
    if (is_before) {
      incident_face.first = before;
    } else {
      incident_face.last = after;
    }
    grow(other, incident_face);
    const bool skips_edge = before != other.previous(at) || after != other.next(at);
    incident_face.is_grown = incident_face.is_grown || (skips_edge && !other.is_hull);
  }

 private:
  /// If the chord is steeper than this, or runs backwards, its edges are hardly longer than the tolerance: the deciding edge is
  /// taken alone.
  static constexpr double largest_slope = 0x1p-7;

  /// The body's vertices with its tolerance.
  VertexRing<T> ring_of(const T* const* blocks, const BodyRecord<T>& body, std::uint32_t count) const {
    const T* const x = DecidingFeatures<T>::block_of(blocks, body);
    const double of_pair = face_tolerance<T> * size;
    const double of_body = face_tolerance_of_reach * static_cast<double>(body.reach);
    return {x, x + class_table.capacity[body.place.vertex_class()], count, of_pair < of_body ? of_pair : of_body,
            !body.place.exact_only()};
  }

  /// @param first  number of the deciding edge or vertex
  void find_reference_face(std::uint32_t first) {
    start = reference.at(first);
    reference_face = {first, vertex_decides ? first : reference.hull_step(first, true, along), false};
    const Face edge = reference_face;
    edge_length = dot(reference.at(reference_face.last) - start, along);
    if (!vertex_decides) {
      grow(reference, reference_face);
    } else if (reference.count > 2) {  // a vertex that is a straight corner: both its edges begin the face
      reference_face = {reference.hull_step(first, false, along), reference.hull_step(first, true, along), true};
      if (is_straight(reference, reference_face.first, reference_face.last, true)) {
        grow(reference, reference_face);
        reference_face.is_grown = true;
      } else {
        reference_face = edge;
      }
    }
    set_line();
    if (!(high > low && __builtin_fabs(slope) <= largest_slope)) {
      reference_face = edge;
      set_line();
    }
    if (!reference_face.is_grown) low_height = slope = 0;
  }

  /// Computes low, high, low_height and slope from the reference face.
  void set_line() {
    const FaceVector from = reference.at(reference_face.first) - start, to = reference.at(reference_face.last) - start;
    low = dot(from, along);
    high = dot(to, along);
    low_height = dot(from, normal);
    slope = high > low ? (dot(to, normal) - low_height) / (high - low) : 0;
  }

  /// Grows the face at both ends as far as its vertices stay within the tolerance of the chord.
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

  /// Whether all vertices between `from` and `to` lie within the tolerance of the line through these two.
  /// @param forward  whether to step from `from` to `to` counter-clockwise
  bool is_straight(const VertexRing<T>& ring, std::uint32_t from, std::uint32_t to, bool forward) const {
    const FaceVector begin = ring.at(from), chord = ring.at(to) - begin;
    const double most = ring.tolerance * length(chord);
    for (std::uint32_t i = ring.step(from, forward); i != to; i = ring.step(i, forward)) {
      if (!(__builtin_fabs(cross(chord, ring.at(i) - begin)) <= most)) return false;
    }
    return true;
  }

  /// The end of the face that runs from `from` to `end`, once it has grown beyond `end`.
  std::uint32_t farthest_end(const VertexRing<T>& ring, std::uint32_t from, std::uint32_t end, bool forward) const {
    for (;;) {
      const FaceVector on = ring.at(end) - ring.at(from);
      const std::uint32_t next = ring.hull_step(end, forward, (forward ? 1 : -1) * on);
      if (next == from || !(dot(ring.at(next) - ring.at(end), on) > 0) || !is_straight(ring, from, next, forward)) {
        return end;
      }
      end = next;
    }
  }
};

/// A pair's faces in the form that clip() reads (clip.hpp): the reference face in the place of the reference edge,
/// the incident face in the place of the two edges at the tip. A shear along the normal levels the reference face, so
/// that heights over the x axis, which clip() computes, are heights over the face.
template <class T>
class FaceView {
  using L = ScalarLanes<double>;

 public:
  using F = DecidingFeatures<T>;
  using Vector = L::Vector;
  static constexpr bool in_lanes = false, along_contact = true;
  /// Heights over the reference face are off by at most the tolerance of each body, and by 16 u size of arithmetic.
  static constexpr double rounding = 2 * face_tolerance<T> + 16 * unit_roundoff<T>;

  explicit FaceView(const FacePair<T>& pair) : pair_(pair) {
    const FaceVector side = pair.other.at(pair.incident_face.last) - pair.other.at(pair.incident_face.first);
    const bool first_is_lower = dot(side, pair.normal) > pair.slope * dot(side, pair.along);
    tip_ = first_is_lower ? pair.incident_face.first : pair.incident_face.last;
    before_ = pair.incident_face.first;
    after_ = pair.incident_face.last;
  }

  /// The offset of a vertex from its body's origin, after the shear.
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
  /// A point that clip() returned, as an offset from a's origin: takes the shear back.
  Points<L> placed(const Points<L>& point) const {
    const FaceVector from_start =
        FaceVector{point.x.value, point.y.value} + (pair_.b_decides ? pair_.delta : FaceVector{0, 0}) - pair_.start;
    return point + points(pair_.height_at(dot(from_start, pair_.along)) * pair_.normal);
  }
  Vector index(typename F::Vertex vertex) const { return {static_cast<double>(index_of(vertex) & id_index_mask)}; }
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
        return pair_.reference_face.first;
      case F::end:
        return pair_.reference_face.last;
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
