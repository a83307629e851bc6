#include "rings/meetings.hpp"

namespace satchel::rings {
namespace {

/// Four points on a line.
MeetingAt meeting_on_line(const Point& a, const Point& b, const Point& c, const Point& d) {
  const auto less = [](const Point& p, const Point& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; };
  const Point low = std::max(std::min(a, b, less), std::min(c, d, less), less);
  const Point high = std::min(std::max(a, b, less), std::max(c, d, less), less);
  return {less(low, high) ? Meeting::overlap : low == high ? Meeting::touch : Meeting::none, low};
}

Point crossing(const Point& a, const Point& b, const Point& c, const Point& d) {
  const double ex = b.x - a.x, ey = b.y - a.y, fx = d.x - c.x, fy = d.y - c.y;
  const double t = ((c.x - a.x) * fy - (c.y - a.y) * fx) / (ex * fy - ey * fx);  // rounding may even make it NaN
  const double along = std::min(std::max(0.0, t), 1.0);
  return {a.x + along * ex, a.y + along * ey};
}

/// The points next to a point of a ring, before and after it.
struct Passage {
  Point before, after;
};

/// The passage of a ring through a point of one of its edges.
Passage passage_at(const Boundary& boundary, std::uint32_t edge, const Point& place) {
  const Point start = boundary.start(edge), end = boundary.end(edge);
  if (place != start && place != end) return {start, end};
  const CleanRing& ring = boundary.rings[boundary.ring_of(edge)];
  const std::uint32_t last = ring.first + ring.count - 1;
  if (place == start) return {boundary.start(edge == ring.first ? last : edge - 1), end};
  return {start, boundary.end(edge == last ? ring.first : edge + 1)};
}

bool have_one_direction(const Point& from, const Point& p, const Point& q) {
  return turn(from, p, q) == 0 && on_one_side(from, p, q);
}

/// Whether the direction to q, unlike those to `passage`, lies to the right of a passage through `at`.
bool is_right(const Point& at, const Passage& passage, const Point& q) {
  const Point &p = passage.before, &r = passage.after;
  const int whole = turn(at, p, r);
  if (whole > 0) return turn(at, p, q) > 0 && turn(at, q, r) > 0;
  if (whole < 0) return !(turn(at, r, q) > 0 && turn(at, q, p) > 0);
  return turn(at, p, q) > 0;
}

/// Whether a point lies on the segment from a to b, but is neither.
bool lies_within(const Point& p, const Point& a, const Point& b) {
  return turn(a, b, p) == 0 && on_one_side(a, b, p) && on_one_side(b, a, p);
}

/// The vertices of a ring in which it turns, from its lowest leftmost one on, forward or backward.
std::vector<Point> corners(const Boundary& boundary, const CleanRing& ring, bool forward) {
  std::vector<Point> all;
  for (std::uint32_t k = 0; k < ring.count; ++k) {
    const std::uint32_t i = ring.first + k;
    const Point before = boundary.start(k == 0 ? ring.first + ring.count - 1 : i - 1);
    if (turn(before, boundary.start(i), boundary.end(i)) != 0) all.push_back(boundary.start(i));
  }
  if (!forward) std::reverse(all.begin(), all.end());
  const auto least = std::min_element(
      all.begin(), all.end(), [](const Point& p, const Point& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; });
  std::rotate(all.begin(), least, all.end());
  return all;
}

}  // namespace

MeetingAt meeting_of(const Point& a, const Point& b, const Point& c, const Point& d) {
  const int at_c = turn(a, b, c), at_d = turn(a, b, d);
  if (at_c * at_d > 0) return {Meeting::none, {}};
  if (at_c == 0 && at_d == 0) return meeting_on_line(a, b, c, d);
  const int at_a = turn(c, d, a), at_b = turn(c, d, b);
  if (at_a * at_b > 0) return {Meeting::none, {}};
  if (at_c == 0) return {Meeting::touch, c};
  if (at_d == 0) return {Meeting::touch, d};
  if (at_a == 0) return {Meeting::touch, a};
  if (at_b == 0) return {Meeting::touch, b};
  return {Meeting::cross, crossing(a, b, c, d)};
}

FoundFault fault_of(const Boundary& boundary, std::uint32_t edge, std::uint32_t later) {
  const MeetingAt meeting =
      meeting_of(boundary.start(edge), boundary.end(edge), boundary.start(later), boundary.end(later));
  const Point& at = meeting.place;
  if (meeting.kind == Meeting::none) return {};
  if (meeting.kind == Meeting::cross) return {FaultKind::edges_cross, at};
  const std::uint32_t ring = boundary.ring_of(edge), other = boundary.ring_of(later);
  if (meeting.kind == Meeting::overlap) return {FaultKind::shared_edge, at};
  const Passage one = passage_at(boundary, edge, at), two = passage_at(boundary, later, at);
  for (const Point& p : {one.before, one.after}) {
    for (const Point& q : {two.before, two.after}) {
      if (have_one_direction(at, p, q)) return {FaultKind::none, at, true};
    }
  }
  const bool crosses = is_right(at, one, two.before) != is_right(at, one, two.after);
  return {crosses ? FaultKind::boundaries_cross : ring == other ? FaultKind::self_touch : FaultKind::none, at, true};
}

FoundFault crossing_of(const Boundary& boundary, std::uint32_t edge, std::uint32_t later,
                       std::vector<VertexOnEdge>& on_edges) {
  const Point a = boundary.start(edge), b = boundary.end(edge), c = boundary.start(later), d = boundary.end(later);
  const MeetingAt meeting = meeting_of(a, b, c, d);
  if (meeting.kind == Meeting::none) return {};
  if (meeting.kind == Meeting::cross) return {FaultKind::edges_cross, meeting.place};
  if (lies_within(c, a, b)) on_edges.push_back({edge, later});
  if (lies_within(a, c, d)) on_edges.push_back({later, edge});
  return {};
}

bool are_one_curve(const Boundary& boundary, const CleanRing& ring, const CleanRing& other) {
  const std::vector<Point> points = corners(boundary, ring, true);
  return points == corners(boundary, other, true) || points == corners(boundary, other, false);
}

}  // namespace satchel::rings
