// The manifold of a pair in numbers of 113 bits, from its contact alone: what manifold.hpp and the head of faces.hpp define, with
// every choice that rounding may make.
#pragma once

#include "wanted_points.hpp"

namespace satchel::test {

template <class T>
class ClippedFaces {
 public:
  Ring reference, other;
  PointOf<Quad> start, along, normal;  ///< the frame of heights; the normal leads from the reference
  Quad bound;                          ///< 2^-17 S
  std::vector<Choice> choices;         ///< the exact one first

  ClippedFaces(const BasicScene<T>& scene, Pair pair, const BasicContact<T>& contact, T margin)
      : contact_(contact), margin_(margin) {
    b_decides_ = side(contact) == Side::b;
    const BodyId of_reference = b_decides_ ? pair.b : pair.a, of_other = b_decides_ ? pair.a : pair.b;
    const Pose from = scene.pose(of_reference), to = scene.pose(of_other);
    delta_ = {Quad(to.x) - Quad(from.x), Quad(to.y) - Quad(from.y)};
    reference = ring(scene, of_reference, {0, 0});
    other = ring(scene, of_other, delta_);
    const Quad size = size_of(scene, pair);
    const Quad u = unit_roundoff<T>;
    bound = 128 * u * size + denormals<T>;
    const auto tolerance = [&](BodyId body, const Ring& its) {
      return std::min(64 * u * size, Quad(0x1p-13) * (core_reach(scene, body) + its.radius));
    };
    reference_tolerance_ = tolerance(of_reference, reference);
    other_tolerance_ = tolerance(of_other, other);
    set_frame();
    find_choices(u, size);
  }

  /// The exact unit normal's distance from the contact's.
  [[nodiscard]] Quad normal_error() const {
    const Quad sign = b_decides_ ? -1 : 1;
    const PointOf<Quad> off = PointOf<Quad>{sign * contact_.normal_x, sign * contact_.normal_y} - normal;
    return root_of(dot(off, off));
  }
  /// A manifold's point, which is relative to a's origin, along the reference and over it.
  [[nodiscard]] PointOf<Quad> in_frame(PointOf<Quad> p) const {
    if (b_decides_) p = p + delta_;
    return {dot(p - start, along), dot(p - start, normal)};
  }
  [[nodiscard]] PointOf<Quad> in_frame(const Ring& ring, std::size_t i) const {
    const PointOf<Quad> p = ring.points[i] + (ring.origin - start);
    return {dot(p, along), dot(p, normal)};
  }

  /// @param exactly  what is there or not is decided without a bound
  [[nodiscard]] std::vector<WantedPoint> wanted(const Choice& choice, bool exactly) const {
    const Quad b = exactly ? Quad(0) : bound;
    const PointOf<Quad> from = in_frame(reference, choice.reference.first),
                        to = in_frame(reference, choice.reference.last);
    const Quad low = from.x, high = to.x;
    // A face that exceeds its edge by no more than the tolerance has no slope of its own: heights are over the edge's line.
    const bool is_level = !choice.reference.is_grown || !(high > low);
    const Quad face_slope = is_level ? Quad(0) : (to.y - from.y) / (high - low);
    const auto face = [&](Quad x) { return is_level ? Quad(0) : from.y + (x - low) * face_slope; };
    const PointOf<Quad> p = in_frame(other, choice.incident.first), q = in_frame(other, choice.incident.last);
    const bool last_is_after = q.x > p.x;  // along the reference
    const PointOf<Quad>&before = last_is_after ? p : q, &after = last_is_after ? q : p;
    const std::size_t first = last_is_after ? choice.incident.first : choice.incident.last;
    const std::size_t last = last_is_after ? choice.incident.last : choice.incident.first;
    const Quad radii = reference.radius + other.radius, most = Quad(margin_);
    const bool meets = verdict(contact_) != Verdict::disjoint;
    std::vector<WantedPoint> points;
    if (choice.reference.first == choice.reference.last || after.x < low + b || before.x > high - b) {
      const auto corner = [&](bool is_sure, const PointOf<Quad>& its, std::size_t index, std::size_t vertex, Quad x) {
        const Quad beside = its.x - x, height = its.y - face(x),
                   apart = root_of(beside * beside + height * height) - radii;
        if (!meets && !(apart <= most + 2 * b && height - radii <= most + 2 * b)) return;
        const bool is_required = is_sure && (meets || apart <= most - 2 * b);
        points.push_back({is_required,
                          false,
                          x + beside / 2,
                          face(x) + reference.radius,
                          beside / 2,
                          {{corner_id(vertex, index), false, its.y - other.radius}}});
      };
      if (choice.reference.first == choice.reference.last) {
        corner(true, p, choice.incident.first, choice.reference.first, low);
        return points;
      }
      const bool is_below = after.x<low - b, is_above = before.x> high + b;
      const bool has_one_place =
          !exactly && after.x - before.x <= b * Quad(1.125);  // 144 u S: either end may be the nearer one
      if (after.x < low + b) corner(is_below, after, last, choice.reference.first, low);
      if (after.x < low + b && has_one_place) corner(is_below, before, first, choice.reference.first, low);
      if (before.x > high - b) corner(is_above, before, first, choice.reference.last, high);
      if (before.x > high - b && has_one_place) corner(is_above, after, last, choice.reference.last, high);
      const auto is_sure = [](const WantedPoint& point) { return point.is_required; };
      const bool are_sure = std::all_of(points.begin(), points.end(), is_sure);
      for (WantedPoint& point : points) {
        if (!(is_below || is_above) || has_one_place) point.is_required = false;
        point.is_either = (is_below || is_above) && has_one_place && are_sure;
      }
      if (is_below || is_above) return points;
    }
    const Quad width = after.x - before.x, rise = after.y - before.y;
    const auto end = [&](const PointOf<Quad>& its, Quad limit, bool is_cut) -> PointOf<Quad> {
      if (!is_cut) return its;
      return {limit, its.y + (width > 0 ? (limit - its.x) * (rise / width) : Quad(0))};
    };
    const bool is_cut[2] = {before.x<low, after.x> high};
    const PointOf<Quad> ends[2] = {end(before, low, is_cut[0]), end(after, high, is_cut[1])};
    const Quad apart = ends[1].x - ends[0].x;
    const bool are_two = apart > b * Quad(1.125), may_be_two = apart > -b;
    const Quad slope = width > 0 ? magnitude(rise / width - face_slope) : Quad(0), give = 2 * b * (1 + slope);
    const Quad heights[2] = {ends[0].y - face(ends[0].x), ends[1].y - face(ends[1].x)};
    const int deeper = heights[1] < heights[0] ? 1 : 0;
    const bool has_corners = !points.empty(),
               are_even = !exactly && !are_two && magnitude(heights[0] - heights[1]) <= 2 * b;
    for (int k = 0; k < 2; ++k) {
      if (k != deeper && !(exactly ? are_two : may_be_two)) continue;
      const Quad separation = heights[k] - radii;
      const bool is_kept_by_contact = meets && k == deeper;
      if (!is_kept_by_contact && separation > most + give) continue;
      WantedPoint point{};
      const bool is_sure = is_kept_by_contact || separation <= most - give;
      point.is_required = !has_corners && !are_even && (k == deeper || are_two) && is_sure;
      point.is_either = !has_corners && are_even && (meets || heights[deeper] - radii <= most - give);
      point.at = ends[k].x;
      point.on_reference = face(ends[k].x) + reference.radius;
      const Meeting all[4] = {{id(b_decides_, choice.reference.first, choice.incident.first), true, 0},
                              {id(b_decides_, choice.reference.last, choice.incident.first), true, 0},
                              {id(!b_decides_, first, choice.reference.first), false, before.y - other.radius},
                              {id(!b_decides_, last, choice.reference.first), false, after.y - other.radius}};
      const Quad places[4] = {low, high, before.x, after.x};
      const std::size_t reference_ends[2] = {choice.reference.first, choice.reference.last},
                        other_ends[2] = {first, last};
      const Quad shorter = std::min(high - low, width),
                 beyond[2] = {magnitude(before.x - low), magnitude(after.x - high)};
      // Ends that are apart by less than a 64th of the shorter face meet; near that, either id will do. Of vertices of the
      // reference at one place the hull has one.
      const auto add = [&](int i) {
        const Quad left = shorter / 64 - beyond[i % 2], either = exactly ? Quad(0) : 2 * bound;
        const PointOf<Quad> end_at = reference.points[reference_ends[i % 2]];
        for (std::size_t own_end = 0; own_end < reference.points.size(); ++own_end) {
          const PointOf<Quad> way = reference.points[own_end] - end_at;
          if (own_end != reference_ends[i % 2] && (exactly || root_of(dot(way, way)) > bound)) continue;
          Meeting meeting = all[i];
          meeting.id = corner_id(own_end, other_ends[i % 2]);
          if (left > -either) point.meetings.push_back(meeting);
          if (i < 2) meeting.id = id(b_decides_, own_end, choice.incident.first);
          if (left <= either) point.meetings.push_back(i < 2 ? meeting : all[i]);
        }
      };
      const int own = is_cut[k] ? k : 2 + k;
      add(own);
      for (int i = 0; i < 4; ++i) {
        if (i != own && magnitude(places[i] - ends[k].x) <= bound) add(i);
      }
      points.push_back(point);
    }
    return points;
  }

  /// How far a point of the manifold is from where a wanted one is, as a share of the bound. Two corners may be beside each
  /// other by the margin and both radii.
  [[nodiscard]] double error_of(const Choice& choice, const WantedPoint& wanted,
                                const BasicManifoldPoint<T>& point) const {
    double least = std::numeric_limits<double>::infinity();
    for (const Meeting& meeting : wanted.meetings) {
      if (meeting.id == point.id) least = std::fmin(least, error_of(choice, wanted, meeting, point));
    }
    return least;
  }

 private:
  [[nodiscard]] double error_of(const Choice& choice, const WantedPoint& wanted, const Meeting& meeting,
                                const BasicManifoldPoint<T>& point) const {
    const PointOf<Quad> p = in_frame({Quad(point.x), Quad(point.y)});
    const Quad half = Quad(point.separation) / 2;
    double error = std::fmax(share(p.x - wanted.at, bound), share(p.y - half - wanted.on_reference, bound));
    const Quad radii = reference.radius + other.radius, off = magnitude(wanted.beside) - (Quad(margin_) + radii) / 2;
    if (off > 0) error = std::fmax(error, share(off, bound));
    if (!meeting.is_cut) return std::fmax(error, share(p.y + half - meeting.on_other, bound));
    const PointOf<Quad> from = in_frame(other, choice.incident.first),
                        edge = in_frame(other, choice.incident.last) - from;
    const Quad length = root_of(dot(edge, edge));
    const PointOf<Quad> on_core{p.x, p.y + half + other.radius};
    return std::fmax(error, share(cross(edge, on_core - from) / length, bound));
  }

  static Ring ring(const BasicScene<T>& scene, BodyId body, PointOf<Quad> from) {
    Ring its;
    its.origin = from;
    its.radius = scene.radius(scene.shape(body));
    for (const BasicVec2<T> v : placed(scene, body).offsets) its.points.push_back({Quad(v.x), Quad(v.y)});
    return its;
  }
  static std::uint32_t id(bool of_b, std::size_t vertex, std::size_t feature) {
    return static_cast<std::uint32_t>((of_b ? 1 : 0) + 4 * (vertex & 0x7fff) + ((feature & 0x7fff) << 17));
  }

  [[nodiscard]] std::uint32_t corner_id(std::size_t of_reference, std::size_t of_other) const {
    const std::size_t of_a = b_decides_ ? of_other : of_reference, of_b = b_decides_ ? of_reference : of_other;
    return 2u | static_cast<std::uint32_t>((of_a & 0x7fff) << 2 | (of_b & 0x7fff) << 17);
  }

  void set_frame() {
    const std::size_t index = satchel::index(contact_);
    start = reference.points[index];
    const Quad sign = b_decides_ ? -1 : 1;
    normal = {sign * contact_.normal_x, sign * contact_.normal_y};
    if (kind(contact_) == FeatureKind::edge) {
      const PointOf<Quad> edge = reference.points[reference.next(index)] - start;
      if (dot(edge, edge) > 0) normal = {edge.y, -edge.x};
    }
    const Quad length = root_of(dot(normal, normal));
    normal = {normal.x / length, normal.y / length};
    along = {-normal.y, normal.x};
  }

  /// With tolerances an eighth smaller and larger than those of faces.hpp, because rounding decides between these.
  void find_choices(Quad u, Quad size) {
    std::vector<Face> references;
    for (const Quad factor : {Quad(1), Quad(0.875), Quad(1.125)}) {
      for (const Quad steep : {Quad(1), Quad(0.875), Quad(1.125)})
        add(references, reference_face(factor, steep * Quad(0x1p-7)));
    }
    const Face edge = edge_face();
    if (edge.first == edge.last) add_corners(edge);
    Quad least = in_frame(other, 0).y;
    for (std::size_t i = 0; i < other.points.size(); ++i) least = std::min(least, in_frame(other, i).y);
    for (const Quad band : {Quad(0), 16 * u * size + denormals<T>}) {
      for (std::size_t tip = 0; tip < other.points.size(); ++tip) {
        if (in_frame(other, tip).y > least + band) continue;
        for (const Quad alike : {Quad(0), 16 * u}) {
          for (const Face& face : references) {
            for (const Quad factor : {Quad(1), Quad(0.875), Quad(1.125)}) {
              for (const Face& incident : incident_faces(tip, other_tolerance_ * factor, alike)) {
                const bool vertex_decides = kind(contact_) == FeatureKind::vertex;
                if (face.is_grown || (incident.is_grown && !vertex_decides)) {
                  add_choice(face, incident);
                } else if (!vertex_decides) {
                  for (const Face& raw : incident_faces(tip, -1, alike)) add_choice(edge, raw);
                }
              }
            }
          }
        }
      }
    }
  }
  /// A vertex that decides meets the corner that is nearest to it.
  void add_corners(const Face& vertex) {
    std::vector<std::pair<Quad, std::size_t>> corners;
    for (std::size_t i = 0; i < other.points.size(); ++i) {
      const PointOf<Quad> way = other.points[i] + (other.origin - start);
      corners.push_back({root_of(dot(way, way)), i});
    }
    std::sort(corners.begin(), corners.end());
    for (const auto& [distance, i] : corners) {
      if (distance <= corners[0].first + bound) add_choice(vertex, {i, i});
    }
  }
  void add_choice(const Face& face, const Face& incident) {
    const Choice choice{face, incident, choices.empty()};
    if (std::find(choices.begin(), choices.end(), choice) == choices.end()) choices.push_back(choice);
  }
  static void add(std::vector<Face>& faces, const Face& face) {
    if (std::find(faces.begin(), faces.end(), face) == faces.end()) faces.push_back(face);
  }

  [[nodiscard]] Face edge_face() const {
    const std::size_t index = satchel::index(contact_);
    return {index, kind(contact_) == FeatureKind::vertex ? index : reference.next(index)};
  }
  [[nodiscard]] Face reference_face(Quad factor, Quad steepest) const {
    const Face edge = edge_face();
    const Quad tolerance = reference_tolerance_ * factor;
    Face face = edge;
    if (edge.first != edge.last) {
      face = reference.grown(edge, tolerance);
    } else if (reference.points.size() > 2) {
      face = {reference.previous(edge.first), reference.next(edge.first), true};
      if (!reference.is_straight(face.first, face.last, true, tolerance)) return edge;
      face = reference.grown(face, tolerance);
    }
    const PointOf<Quad> chord = in_frame(reference, face.last) - in_frame(reference, face.first);
    return chord.x > 0 && magnitude(chord.y) <= steepest * chord.x ? face : edge;
  }

  /// The edges at the tip that rise least, grown. @param tolerance  below 0: not grown
  [[nodiscard]] std::vector<Face> incident_faces(std::size_t tip, Quad tolerance, Quad alike) const {
    if (other.points.size() == 1) return {{tip, tip}};
    const std::size_t before = tolerance < 0 ? other.previous(tip) : other.away_from(tip, false, tolerance);
    const std::size_t after = tolerance < 0 ? other.next(tip) : other.away_from(tip, true, tolerance);
    if (other.points.size() == 2) {
      const Quad run =
          in_frame(other, tip).x - in_frame(other, after).x;  // edges that face each other run opposite ways
      const Face from_tip{tip, after}, to_tip{after, tip};
      if (alike > 0 && magnitude(run) <= bound) return {from_tip, to_tip};
      return {run >= 0 ? from_tip : to_tip};
    }
    if (before == tip || after == tip) return {{tip, tip}};
    const auto sine = [&](std::size_t to) {
      const Quad length = other.length(tip, to);
      return length > 0 ? dot(other.points[to] - other.points[tip], normal) / length : Quad(2);
    };
    const Quad of_before = sine(before), of_after = sine(after);
    // The fourth power of such a share of S is below the range of T: no edge can be told from another.
    const Quad least = bound * Quad(sizeof(T) == sizeof(float) ? 0x1p-12 : 0x1p-190);
    if (std::min(other.length(tip, before), other.length(tip, after)) < least) alike = alike > 0 ? 4 : 0;
    std::vector<Face> faces;
    if (of_before < of_after + alike) faces.push_back({before, tip});
    if (of_after <= of_before + alike) faces.push_back({tip, after});
    for (Face& face : faces) {
      if (tolerance >= 0) face = other.grown(face, tolerance);
    }
    return faces;
  }

  const BasicContact<T> contact_;
  const T margin_;
  bool b_decides_ = false;
  PointOf<Quad> delta_{};
  Quad reference_tolerance_ = 0, other_tolerance_ = 0;
};

}  // namespace satchel::test
