// Distances from edges, in doubles. Where a length is not far above its error, the two edges alone are decided by
// src/exact, as segments: so a distance of disjoint bodies is positive, and its direction is right.
//
// Error of a length, with u = 2^-53 and M the largest coordinate of the two edges in their frame: 24 u M covers the
// coordinates (2 u M each), the foot and the difference; the bound is 64 u M.
#include "query/one_pair/outline_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exact/region.hpp"
#include "exact/resolve.hpp"
#include "scene/core_of.hpp"
#include "scene/region_of.hpp"

namespace satchel::query {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// A length is taken from doubles if it is that many times its error.
constexpr double far_above = 0x1p27;

/// A number as T that stays positive.
template <class T>
T positive(double number) {
  return std::max(static_cast<T>(number), std::numeric_limits<T>::denorm_min());
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
    return {FeatureKind::vertex, Side::a, pair.foot_on_a && pair.fraction == 1 ? pair.edge_a.next : pair.edge_a.number};
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
  const Verdict where = radius == 0
                            ? Verdict::overlapping
                            : exact::resolve_verdict(BodyRegion<T>(*outline.scene, outline.body).region(), centre);
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
