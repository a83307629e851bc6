#include "areas/overlap.hpp"

#include <algorithm>
#include <cmath>

#include "areas/body_area.hpp"
#include "areas/slabs.hpp"
#include "exact/containment.hpp"

namespace satchel::areas {
namespace {

template <class T>
Frame frame_at(const exact::Ring<T>& ring) {
  const exact::PlacedVertex first = ring.vertex(0);
  return {first.origin_x, first.origin_y, first.x, first.y};
}

}  // namespace

template <class T>
double area_of(const exact::Core<T>& core) {
  return lead(body_area<NumberOf<T>>(exact::Ring<T>(core), core.radius));
}

template <class T>
TwiceDouble precise_area_of(const exact::Core<T>& core) {
  return body_area<TwiceDouble>(exact::Ring<T>(core), core.radius);
}

template <class T>
kernels::PairAreas OverlapAreas<T>::areas(const exact::Core<T>& a, const exact::Core<T>& b) {
  const exact::Ring<T> ring_a(a), ring_b(b);
  const double area_a = lead(body_area<N>(ring_a, a.radius)), area_b = lead(body_area<N>(ring_b, b.radius));
  const double smaller = std::min(area_a, area_b);
  const bool holds_b = exact::Containment<T>(ring_a, ring_b).holds(a.radius, b.radius);
  const bool holds_a = exact::Containment<T>(ring_b, ring_a).holds(b.radius, a.radius);
  if (holds_a && holds_b) return {smaller, area_a, area_b};
  if (holds_a) return {area_a, area_a, area_b};
  if (holds_b) return {area_b, area_a, area_b};
  const Frame frame = frame_at(ring_a);
  boundary_a_.set(ring_a, a.radius, frame);
  boundary_b_.set(ring_b, b.radius, frame);
  const double overlap = lead(overlap_by_slabs(boundary_a_, boundary_b_));
  return {std::clamp(overlap, 0.0, smaller), area_a, area_b};
}

template <class T>
std::size_t OverlapAreas<T>::corners(const exact::Core<T>& a, const exact::Core<T>& b, double origin_x, double origin_y,
                                     BasicVec2<T>* to) {
  const exact::Ring<T> ring_a(a), ring_b(b);
  const auto place = [&](const exact::PlacedVertex& v) {
    return Point{N(v.x) + difference<N>(v.origin_x, origin_x), N(v.y) + difference<N>(v.origin_y, origin_y)};
  };
  corners_.clear();
  for (std::size_t i = 0; i < ring_a.count(); ++i) corners_.push_back(place(ring_a.vertex(i)));
  // I. E. Sutherland, G. W. Hodgman, "Reentrant polygon clipping", 1974: cuts off what lies outside one edge after
  // another. An edge has the direction of the stored offsets: those of its placed ends may differ by a rounding.
  for (std::size_t e = 0; e < ring_b.count() && !corners_.empty(); ++e) {
    const exact::PlacedVertex from = ring_b.vertex(e), end = ring_b.vertex(ring_b.next(e));
    const N edge_x = difference<N>(end.x, from.x), edge_y = difference<N>(end.y, from.y);
    const Point start = place(from);
    const auto height = [&](const Point& p) { return edge_x * (p.y - start.y) - edge_y * (p.x - start.x); };
    clipped_.clear();
    Point before = corners_.back();
    N height_before = height(before);
    for (const Point& corner : corners_) {
      const N height_here = height(corner);
      if ((lead(height_here) < 0) != (lead(height_before) < 0)) {
        const N t = quotient(height_before, height_before - height_here);
        clipped_.push_back({before.x + t * (corner.x - before.x), before.y + t * (corner.y - before.y)});
      }
      if (!(lead(height_here) < 0)) clipped_.push_back(corner);
      before = corner;
      height_before = height_here;
    }
    corners_.swap(clipped_);
  }
  const std::size_t most = std::size_t{ring_a.count()} + ring_b.count();
  std::size_t count = 0;
  for (const Point& corner : corners_) {
    if (count == most) break;  // rounding alone made more
    const BasicVec2<T> rounded{static_cast<T>(lead(corner.x)) + T(0), static_cast<T>(lead(corner.y)) + T(0)};
    const auto repeats = [&](const BasicVec2<T>& other) { return other.x == rounded.x && other.y == rounded.y; };
    if (count == 0 || !(repeats(to[count - 1]) || repeats(to[0]))) to[count++] = rounded;
  }
  // A sliver may round to fewer, to points of one line, or to a clockwise polygon.
  N twice_area = N(0.0);
  for (std::size_t i = 2; i < count; ++i) {
    const N px = N(to[i - 1].x) - N(to[0].x), py = N(to[i - 1].y) - N(to[0].y);
    twice_area = twice_area + px * (N(to[i].y) - N(to[0].y)) - py * (N(to[i].x) - N(to[0].x));
  }
  return lead(twice_area) > 0 ? count : 0;
}

template double area_of(const exact::Core<float>&);
template double area_of(const exact::Core<double>&);
template TwiceDouble precise_area_of(const exact::Core<float>&);
template TwiceDouble precise_area_of(const exact::Core<double>&);
template class OverlapAreas<float>;
template class OverlapAreas<double>;

}  // namespace satchel::areas
