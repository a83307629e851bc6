// Distances from edges, in doubles. Where a length is not far above its error, the two edges alone are decided by src/exact,
// as segments: so a distance of disjoint bodies is positive, and its direction is right.
//
// Error of a length, with u = 2^-53 and M the largest coordinate of the two edges in their frame: 24 u M covers the
// coordinates (2 u M each), the foot and the difference; the bound is 64 u M.
#include "query/one_pair/outline_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exact/pair_signs.hpp"
#include "exact/region.hpp"
#include "exact/resolve.hpp"
#include "scene/core_of.hpp"
#include "scene/region_of.hpp"

namespace satchel::query {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// A length is taken from doubles if it is that many times its error.
constexpr double far_above = 0x1p27;

double largest_of(Vec2d p, Vec2d q) {
  return std::max(std::max(std::fabs(p.x), std::fabs(p.y)), std::max(std::fabs(q.x), std::fabs(q.y)));
}

/// A number as T that stays positive.
template <class T>
T positive(double number) {
  return std::max(static_cast<T>(number), std::numeric_limits<T>::denorm_min());
}

exact::ExactEdge exact_edge_of(const TreeEdge& e) {
  using exact::Expansion, exact::two_difference;
  return {Expansion<2>(two_difference(e.end_x, e.x)), Expansion<2>(two_difference(e.end_y, e.y))};
}

/// The sign of the cross product of two edges.
int turn(const TreeEdge& p, const TreeEdge& q) {
  const exact::ExactEdge of_p = exact_edge_of(p), of_q = exact_edge_of(q);
  return exact::cross(of_p.x, of_q.y, of_p.y, of_q.x).sign();
}

}  // namespace

template <class T>
typename OutlineDistance<T>::Piece& OutlineDistance<T>::Pieces::add() {
  if (count == pieces.size()) pieces.emplace_back();
  return pieces[count++];
}

template <class T>
void OutlineDistance<T>::Pieces::take(BodyOf<T> body) {
  if (body == of) return;
  of = {};  // taking may end early
  count = 0;
  const detail::SceneData<T>& scene = *body.scene;
  const kernels::Place place = body.record().place;
  const auto take_core = [&](const kernels::BodyRecord<T>& record) {
    const exact::Core<T> core = core_of(scene, record);
    Piece& piece = add();
    piece.tree.take_core(core);
    piece.radius = static_cast<double>(core.radius);
    piece.is_segment = core.count == 2;
  };
  if (place.is_outline()) {
    Piece& piece = add();
    piece.tree.take_outline(scene, body.body);
    piece.radius = 0;
    piece.is_segment = false;
  } else if (place.is_compound()) {
    const detail::PartRange parts = scene.parts_of_body(body.body);
    for (std::uint32_t k = 0; k < parts.count; ++k) take_core(scene.compounds.parts[parts.first + k]);
  } else {
    take_core(body.record());
  }
  of = body;
}

template <class T>
void OutlineDistance<T>::take(BodyOf<T> a, BodyOf<T> b) {
  a_.take(a);
  b_.take(b);
}

template <class T>
Frames OutlineDistance<T>::frames(const Piece& a, const Piece& b) const {
  const kernels::BodyRecord<T>&of_a = a_.of.record(), &of_b = b_.of.record();
  return {of_a.x, of_a.y, a.tree.box(a.tree.root()), of_b.x, of_b.y, b.tree.box(b.tree.root())};
}

/// Looks at the starts of both edges; the ends are the starts of other edges.
template <class T>
void OutlineDistance<T>::look_at(const Frames& frames, const Piece& a, const Piece& b, std::uint32_t i, std::uint32_t j,
                                 NearPair& nearest, double& limit) const {
  const TreeEdge &of_a = a.tree.edges()[i], &of_b = b.tree.edges()[j];
  const Vec2d a_start = frames.a.start(of_a), a_end = frames.a.end(of_a);
  const Vec2d b_start = frames.b.start(of_b), b_end = frames.b.end(of_b);
  for (const bool on_a : {true, false}) {
    const Vec2d &from = on_a ? a_start : b_start, &to = on_a ? a_end : b_end, &vertex = on_a ? b_start : a_start;
    const Foot foot(from, to, vertex);
    if (!(foot.squared < limit)) continue;
    limit = foot.squared;
    const double sign = on_a ? 1 : -1;
    nearest.a = &a;
    nearest.b = &b;
    nearest.edge_a = of_a;
    nearest.edge_b = of_b;
    nearest.foot_on_a = on_a;
    nearest.fraction = foot.fraction;
    nearest.length = std::sqrt(foot.squared);
    nearest.x = sign * (vertex.x - foot.x);
    nearest.y = sign * (vertex.y - foot.y);
    nearest.error = 0x1p-47 * std::max(largest_of(a_start, a_end), largest_of(b_start, b_end));
    nearest.left_of_foot = (to.x - from.x) * (vertex.y - from.y) - (to.y - from.y) * (vertex.x - from.x);
  }
}

template <class T>
typename OutlineDistance<T>::NearPair OutlineDistance<T>::find_nearest() {
  NearPair nearest;
  double least = infinity;
  for (std::size_t p = 0; p < a_.count; ++p) {
    for (std::size_t q = 0; q < b_.count; ++q) {
      const Piece &a = a_.pieces[p], &b = b_.pieces[q];
      const double reach = least + (a.radius + b.radius);
      double limit = reach * reach;
      const Frames in = frames(a, b);
      search_.find(a.tree, b.tree, in, true, limit,
                   [&](std::uint32_t i, std::uint32_t j) { look_at(in, a, b, i, j, nearest, limit); });
      if (nearest.a == &a && nearest.b == &b) least = nearest.distance();
    }
  }
  return nearest;
}

template <class T>
exact::Core<T> OutlineDistance<T>::core(const Pieces& pieces, const TreeEdge& e, double radius, T (&memory)[4]) const {
  memory[0] = static_cast<T>(e.x);
  memory[1] = static_cast<T>(e.end_x);
  memory[2] = static_cast<T>(e.y);
  memory[3] = static_cast<T>(e.end_y);
  return {.x = memory,
          .y = memory + 2,
          .count = e.number == e.next ? 1u : 2u,
          .origin_x = pieces.of.record().x,
          .origin_y = pieces.of.record().y,
          .strictly_convex = false,
          .radius = static_cast<T>(radius)};
}

template <class T>
exact::Core<T> OutlineDistance<T>::core(const TouchPoint& point, T (&memory)[4]) const {
  return core(point.is_of_a ? a_ : b_, {point.x, point.y, point.x, point.y, 0, 0}, 0, memory);
}

/// The contact of the two edges as segments.
template <class T>
BasicContact<T> OutlineDistance<T>::contact(const NearPair& pair, bool with_radii) const {
  T memory_a[4], memory_b[4];
  exact::Stage stage{};
  return exact::resolve_contact(core(a_, pair.edge_a, with_radii ? pair.a->radius : 0, memory_a),
                                core(b_, pair.edge_b, with_radii ? pair.b->radius : 0, memory_b), stage);
}

template <class T>
typename OutlineDistance<T>::Feature OutlineDistance<T>::feature_of(const NearPair& pair) const {
  const TreeEdge& e = pair.foot_on_a ? pair.edge_a : pair.edge_b;
  const bool is_vertex = !(pair.fraction > 0 && pair.fraction < 1);
  if (is_vertex) {
    return {FeatureKind::vertex, Side::a,
            pair.foot_on_a && pair.fraction == 1 ? pair.edge_a.next : pair.edge_a.number};
  }
  const bool is_segment = pair.foot_on_a ? pair.a->is_segment : pair.b->is_segment;
  return {FeatureKind::edge, pair.foot_on_a ? Side::a : Side::b,
          is_segment && pair.left_of_foot > 0 ? e.next : e.number};
}

/// The feature of a contact of the two edges: a segment has two, one for each of its sides.
template <class T>
typename OutlineDistance<T>::Feature OutlineDistance<T>::feature_of(const NearPair& pair,
                                                                    const BasicContact<T>& contact) const {
  const bool is_a = side(contact) == Side::a;
  const TreeEdge& e = is_a ? pair.edge_a : pair.edge_b;
  const bool has_two = kind(contact) == FeatureKind::vertex || (is_a ? pair.a->is_segment : pair.b->is_segment);
  return {kind(contact), side(contact), has_two && index(contact) == 1 ? e.next : e.number};
}

template <class T>
void OutlineDistance<T>::write(const NearPair& pair, Verdict verdict, double nx, double ny, T distance,
                               const Feature& feature, BasicDistance<T>& result) const {
  const auto foot = [&](const TreeEdge& e) {
    return Vec2d{pair.fraction < 1 ? e.x + pair.fraction * (e.end_x - e.x) : e.end_x,
                 pair.fraction < 1 ? e.y + pair.fraction * (e.end_y - e.y) : e.end_y};
  };
  const Vec2d on_a = pair.foot_on_a ? foot(pair.edge_a) : Vec2d{pair.edge_a.x, pair.edge_a.y};
  const Vec2d on_b = pair.foot_on_a ? Vec2d{pair.edge_b.x, pair.edge_b.y} : foot(pair.edge_b);
  const auto rounded = [](double x, double y) {
    return BasicVec2<T>{static_cast<T>(x) + T(0), static_cast<T>(y) + T(0)};
  };
  const auto normal = rounded(nx, ny);
  result.normal_x = normal.x;
  result.normal_y = normal.y;
  result.distance = distance;
  const auto bits = [](auto value) { return static_cast<std::uint32_t>(value); };
  result.feature = bits(verdict) | bits(feature.kind) << 2 | bits(feature.side) << 3 | feature.index << 4;
  result.point_a = rounded(on_a.x + pair.a->radius * nx, on_a.y + pair.a->radius * ny);
  result.point_b = rounded(on_b.x - pair.b->radius * nx, on_b.y - pair.b->radius * ny);
}

template <class T>
void OutlineDistance<T>::of_disjoint(BodyOf<T> a, BodyOf<T> b, BasicDistance<T>& result) {
  take(a, b);
  const NearPair nearest = find_nearest();
  const double distance = nearest.distance();
  if (distance > far_above * (nearest.error + 0x1p-47 * nearest.radii())) {
    return write(nearest, Verdict::disjoint, nearest.x / nearest.length, nearest.y / nearest.length,
                 positive<T>(distance), feature_of(nearest), result);
  }
  const BasicContact<T> exact = contact(nearest, true);
  write(nearest, Verdict::disjoint, static_cast<double>(exact.normal_x), static_cast<double>(exact.normal_y),
        positive<T>(static_cast<double>(exact.separation)), feature_of(nearest, exact), result);
}

// ---- bodies that touch ------------------------------------------------------------------------------------------------

/// The two edges whose distance is the sum of the radii, exactly.
template <class T>
bool OutlineDistance<T>::touch_with_radii(const Piece& a, const Piece& b, BasicDistance<T>& result) {
  const Frames in = frames(a, b);
  const Box box_a = in.a.box(a.tree.box(a.tree.root())), box_b = in.b.box(b.tree.box(b.tree.root()));
  const double radii = a.radius + b.radius;
  const double largest = std::max(largest_of({box_a.min_x, box_a.min_y}, {box_a.max_x, box_a.max_y}),
                                  largest_of({box_b.min_x, box_b.min_y}, {box_b.max_x, box_b.max_y}));
  const double reach = radii + 0x1p-44 * (largest + radii);
  double limit = reach * reach;
  bool found = false;
  search_.find(a.tree, b.tree, in, false, limit, [&](std::uint32_t i, std::uint32_t j) {
    NearPair pair;
    double its = reach * reach;
    if (!found) look_at(in, a, b, i, j, pair, its);
    if (pair.a == nullptr) return;
    const BasicContact<T> exact = contact(pair, true);
    if (verdict(exact) != Verdict::touching) return;
    found = true;
    limit = -1;
    write(pair, Verdict::touching, static_cast<double>(exact.normal_x), static_cast<double>(exact.normal_y), T(0),
          feature_of(pair, exact), result);
  });
  return found;
}

/// Whether a point is a vertex with these offsets.
template <class T>
bool OutlineDistance<T>::is_at(const TouchPoint& point, bool of_a, double x, double y) const {
  T memory[4], other[4];
  exact::Stage stage{};
  return exact::resolve_verdict(core(point, memory), core(TouchPoint{of_a, x, y}, other), stage) != Verdict::disjoint;
}

/// The edges of a piece that hold a point, in order.
template <class T>
std::vector<TreeEdge> OutlineDistance<T>::edges_at(const TouchPoint& point, const Piece& piece, bool of_a) const {
  std::vector<TreeEdge> edges;
  T memory[4], other[4];
  const exact::Core<T> its = core(point, memory);
  const Pieces& own = of_a ? a_ : b_;
  const double dx = its.origin_x - own.of.record().x, dy = its.origin_y - own.of.record().y;
  const double x = point.x + dx, y = point.y + dy;
  const double slack = 0x1p-50 * (std::fabs(point.x) + std::fabs(dx) + std::fabs(point.y) + std::fabs(dy));
  for (const TreeEdge& e : piece.tree.edges()) {
    const bool is_far = std::min(e.x, e.end_x) > x + slack || std::max(e.x, e.end_x) < x - slack ||
                        std::min(e.y, e.end_y) > y + slack || std::max(e.y, e.end_y) < y - slack;
    exact::Stage stage{};
    if (!is_far && exact::resolve_verdict(its, core(own, e, 0, other), stage) != Verdict::disjoint) edges.push_back(e);
  }
  return edges;
}

/// Whether what the other body's edges at a point lead along lies on the right of an edge, or along it.
template <class T>
bool OutlineDistance<T>::is_supported(const TouchPoint& point, const TreeEdge& edge, const std::vector<TreeEdge>& others,
                                      bool of_a) const {
  return std::all_of(others.begin(), others.end(), [&](const TreeEdge& other) {
    const int side = turn(edge, other);
    return (side <= 0 || is_at(point, !of_a, other.end_x, other.end_y)) &&
           (side >= 0 || is_at(point, !of_a, other.x, other.y));
  });
}

/// The normal is that of the first edge at a common point that has the other body on its outer side there.
template <class T>
bool OutlineDistance<T>::touch_at_point(const Piece& a, const Piece& b, BasicDistance<T>& result) {
  const Frames in = frames(a, b);
  const Box box_a = in.a.box(a.tree.box(a.tree.root())), box_b = in.b.box(b.tree.box(b.tree.root()));
  const double reach = 0x1p-44 * std::max(largest_of({box_a.min_x, box_a.min_y}, {box_a.max_x, box_a.max_y}),
                                          largest_of({box_b.min_x, box_b.min_y}, {box_b.max_x, box_b.max_y}));
  double limit = reach * reach;
  bool found = false;
  TouchPoint point{};
  search_.find(a.tree, b.tree, in, false, limit, [&](std::uint32_t i, std::uint32_t j) {
    if (found) return;
    const TreeEdge &e = a.tree.edges()[i], &f = b.tree.edges()[j];
    for (const TouchPoint& end : {TouchPoint{true, e.x, e.y}, TouchPoint{true, e.end_x, e.end_y},
                                  TouchPoint{false, f.x, f.y}, TouchPoint{false, f.end_x, f.end_y}}) {
      T memory[4], other[4];
      exact::Stage stage{};
      const exact::Core<T> edge = end.is_of_a ? core(b_, f, 0, other) : core(a_, e, 0, other);
      if (exact::resolve_verdict(core(end, memory), edge, stage) == Verdict::disjoint) continue;
      found = true;
      point = end;
      limit = -1;
      return;
    }
  });
  if (!found) return false;
  const std::vector<TreeEdge> of_a = edges_at(point, a, true), of_b = edges_at(point, b, false);
  const TreeEdge* edge = nullptr;
  bool is_of_a = true;
  const auto try_edges = [&](const std::vector<TreeEdge>& own, const std::vector<TreeEdge>& others, bool its_a) {
    for (std::size_t k = 0; k < own.size() && edge == nullptr; ++k) {
      if (own[k].number == own[k].next || !is_supported(point, own[k], others, its_a)) continue;
      edge = &own[k];
      is_of_a = its_a;
    }
  };
  try_edges(of_a, of_b, true);
  try_edges(of_b, of_a, false);
  if (edge == nullptr) edge = &of_a.front();
  const double x = edge->end_x - edge->x, y = edge->end_y - edge->y, length = std::sqrt(x * x + y * y);
  const double sign = is_of_a ? 1 : -1;
  const double nx = length > 0 ? sign * y / length : 1, ny = length > 0 ? -sign * x / length : 0;
  // Both points are the common one; as an offset of the body that has no vertex there it is rounded.
  const kernels::BodyRecord<T>&at_a = a_.of.record(), &at_b = b_.of.record();
  const double dx = at_b.x - at_a.x, dy = at_b.y - at_a.y;
  NearPair pair;
  pair.a = &a;
  pair.b = &b;
  pair.edge_a = {point.is_of_a ? point.x : point.x + dx, point.is_of_a ? point.y : point.y + dy, 0, 0, 0, 0};
  pair.edge_b = {point.is_of_a ? point.x - dx : point.x, point.is_of_a ? point.y - dy : point.y, 0, 0, 0, 0};
  write(pair, Verdict::touching, nx, ny, T(0),
        {FeatureKind::edge, is_of_a ? Side::a : Side::b, edge->number}, result);
  return true;
}

template <class T>
bool OutlineDistance<T>::of_touching(BodyOf<T> a, BodyOf<T> b, BasicDistance<T>& result) {
  take(a, b);
  for (std::size_t p = 0; p < a_.count; ++p) {
    for (std::size_t q = 0; q < b_.count; ++q) {
      const Piece &of_a = a_.pieces[p], &of_b = b_.pieces[q];
      const bool has_radii = of_a.radius + of_b.radius > 0;
      if (has_radii ? touch_with_radii(of_a, of_b, result) : touch_at_point(of_a, of_b, result)) return true;
    }
  }
  return false;
}

// ---- points and circles that overlap ----------------------------------------------------------------------------------

template <class T>
bool OutlineDistance<T>::takes_depth(BodyOf<T> a, BodyOf<T> b) {
  const auto is_round = [](BodyOf<T> body) {
    return !body.record().place.is_compound() && core_of(*body.scene, body.body).count == 1;
  };
  return is_round(a) || is_round(b);
}

template <class T>
void OutlineDistance<T>::of_overlapping(BodyOf<T> a, BodyOf<T> b, BasicDistance<T>& result) {
  take(a, b);
  const bool circle_is_b = a.record().place.is_outline();
  const BodyOf<T>&outline = circle_is_b ? a : b, &circle = circle_is_b ? b : a;
  exact::Core<T> centre = core_of(*circle.scene, circle.body);
  const double radius = static_cast<double>(centre.radius);
  centre.radius = 0;
  const BodyRegion<T> region(*outline.scene, outline.body);
  const Verdict where = exact::resolve_verdict(region.region(), centre);
  const double inward = where == Verdict::overlapping ? -1 : 1;
  const NearPair nearest = find_nearest();
  if (where != Verdict::touching && nearest.length > far_above * nearest.error) {
    return write(nearest, Verdict::overlapping, inward * nearest.x / nearest.length,
                 inward * nearest.y / nearest.length, -positive<T>(radius - inward * nearest.length),
                 feature_of(nearest), result);
  }
  if (where == Verdict::touching) {  // the centre lies on the boundary: along the normal of its first edge there
    const TouchPoint point{!circle_is_b, static_cast<double>(centre.x[0]), static_cast<double>(centre.y[0])};
    const TreeEdge edge = edges_at(point, (circle_is_b ? a_ : b_).pieces[0], circle_is_b).front();
    const double x = edge.end_x - edge.x, y = edge.end_y - edge.y, length = std::sqrt(x * x + y * y);
    const double sign = (circle_is_b ? 1 : -1) / length;
    return write(nearest, Verdict::overlapping, sign * y, -sign * x, -positive<T>(radius),
                 {FeatureKind::edge, circle_is_b ? Side::a : Side::b, edge.number}, result);
  }
  const BasicContact<T> exact = contact(nearest, false);
  write(nearest, Verdict::overlapping, inward * static_cast<double>(exact.normal_x),
        inward * static_cast<double>(exact.normal_y),
        -positive<T>(radius - inward * static_cast<double>(exact.separation)), feature_of(nearest, exact), result);
}

template class OutlineDistance<float>;
template class OutlineDistance<double>;

}  // namespace satchel::query
