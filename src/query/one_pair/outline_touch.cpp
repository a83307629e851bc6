// Where outlines touch other bodies: edges that are near enough in doubles are compared exactly, one pair after
// another, until one pair meets.
#include <algorithm>
#include <cmath>

#include "exact/pair_signs.hpp"
#include "exact/resolve.hpp"
#include "query/one_pair/outline_distance.hpp"

namespace satchel::query {
namespace {

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
    double squared = reach * reach;
    if (!found) look_at(in, a, b, i, j, pair, squared);
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
  const exact::Core<T> point_core = core(point, memory);
  const Pieces& own = of_a ? a_ : b_;
  const double dx = point_core.origin_x - own.of.record().x, dy = point_core.origin_y - own.of.record().y;
  const double x = point.x + dx, y = point.y + dy;
  const double slack = 0x1p-50 * (std::fabs(point.x) + std::fabs(dx) + std::fabs(point.y) + std::fabs(dy));
  for (const TreeEdge& e : piece.tree.edges()) {
    const bool is_far = std::min(e.x, e.end_x) > x + slack || std::max(e.x, e.end_x) < x - slack ||
                        std::min(e.y, e.end_y) > y + slack || std::max(e.y, e.end_y) < y - slack;
    exact::Stage stage{};
    if (!is_far && exact::resolve_verdict(point_core, core(own, e, 0, other), stage) != Verdict::disjoint)
      edges.push_back(e);
  }
  return edges;
}

/// Whether what the other body's edges at a point lead along lies on the right of an edge, or along it.
template <class T>
bool OutlineDistance<T>::is_supported(const TouchPoint& point, const TreeEdge& edge,
                                      const std::vector<TreeEdge>& others, bool of_a) const {
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
  write(pair, Verdict::touching, nx, ny, T(0), {FeatureKind::edge, is_of_a ? Side::a : Side::b, edge->number}, result);
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

template bool OutlineDistance<float>::of_touching(BodyOf<float>, BodyOf<float>, Distance&);
template bool OutlineDistance<double>::of_touching(BodyOf<double>, BodyOf<double>, Distanced&);
template std::vector<TreeEdge> OutlineDistance<float>::edges_at(const TouchPoint&, const Piece&, bool) const;
template std::vector<TreeEdge> OutlineDistance<double>::edges_at(const TouchPoint&, const Piece&, bool) const;

}  // namespace satchel::query
