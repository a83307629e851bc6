// Decides which compounds have an outline.
//
//   inner edge: an edge of a part whose reverse, bit for bit, is an edge of another part; outer edge: any other edge
//   if the inner edges connect all n parts as a tree (n - 1 inner edges, and one walk along outer edges visits them
//   all):
//     the compound is one polygon, whose outline is this walk
//   at each vertex of the walk: the sum of the angles of the parts there must be less than 2 pi by more than the
//     rounding of placed vertices can change it; else: no outline
//
// The last condition holds at every pose. Placing rounds each coordinate by at most 3 u |v| (kernels/scene/place.hpp).
// It moves an edge vector e by at most 8.5 u |v|, so it turns e by at most pi / 2 * 8.5 u |v| / |e| = 13.4 u |v| / |e|;
// the bound is 16 u |v| / |e|. A rotation with cos^2 + sin^2 off 1 changes no angle, but shortens edges by a factor of
// up to 1 - 5.1e-7 (kernels::largest_norm_error), which the difference of 16 and 13.4 covers.
#include "scene/compounds/outlines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

#include "scene/data.hpp"

namespace satchel::detail {
namespace {

/// An edge of a part.
template <class T>
struct PartEdge {
  BasicVec2<T> start, end;
  OutlineVertex from;
  std::uint32_t next;        ///< index of the next edge of the part
  std::uint32_t twin = ~0u;  ///< index of the reverse edge, of another part; ~0: none, the edge is outer

  bool is_outer() const { return twin == ~0u; }
  double length_x() const { return static_cast<double>(end.x) - static_cast<double>(start.x); }
  double length_y() const { return static_cast<double>(end.y) - static_cast<double>(start.y); }
  double length() const { return std::sqrt(length_x() * length_x() + length_y() * length_y()); }
  /// The two ends, sorted, so that an edge and its reverse have equal ends.
  std::array<BasicVec2<T>, 2> ends() const {
    const auto key = [](const BasicVec2<T>& v) { return std::array<T, 2>{v.x, v.y}; };
    return key(end) < key(start) ? std::array{end, start} : std::array{start, end};
  }
};

template <class T>
bool is_same(const BasicVec2<T>& p, const BasicVec2<T>& q) {
  return p.x == q.x && p.y == q.y;
}

/// The inner angle of a part between two consecutive edges.
template <class T>
double angle_between(const PartEdge<T>& in, const PartEdge<T>& out) {
  const double x = -in.length_x(), y = -in.length_y();
  return std::atan2(out.length_x() * y - out.length_y() * x, out.length_x() * x + out.length_y() * y);
}

bool is_plain_polygon(kernels::Place place) {
  return place.vertex_class() < kernels::polygon_class_count &&
         (place.variety() == kernels::Variety::plain || place.variety() == kernels::Variety::centred);
}

/// The edges of all parts; none if a part is no polygon without radius.
template <class T>
std::vector<PartEdge<T>> edges_of(const SceneData<T>& scene, std::span<const ShapeId> parts) {
  std::vector<PartEdge<T>> edges;
  for (std::uint32_t k = 0; k < parts.size(); ++k) {
    const kernels::ShapeRecord<T>& shape = scene.shapes[parts[k]];
    if (!is_plain_polygon(shape.place)) return {};
    const T* const x = scene.local_blocks.block(shape.place);
    const T* const y = x + kernels::capacity_of(shape.place.vertex_class());
    const auto first = static_cast<std::uint32_t>(edges.size());
    for (std::uint32_t v = 0; v < shape.count; ++v) {
      const std::uint32_t next = v + 1 < shape.count ? v + 1 : 0;
      edges.push_back({{x[v], y[v]}, {x[next], y[next]}, {k, v}, first + next});
    }
  }
  return edges;
}

/// Finds the twin of each edge. Returns the number of pairs of twins, or the largest size_t if more than two edges have
/// the same ends, or if two edges with the same ends have the same direction.
template <class T>
std::size_t find_twins(std::vector<PartEdge<T>>& edges) {
  std::vector<std::uint32_t> order(edges.size());
  for (std::uint32_t e = 0; e < order.size(); ++e) order[e] = e;
  const auto key = [&](std::uint32_t e) {
    const std::array<BasicVec2<T>, 2> ends = edges[e].ends();
    return std::array<T, 4>{ends[0].x, ends[0].y, ends[1].x, ends[1].y};
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t p, std::uint32_t q) { return key(p) < key(q); });
  std::size_t shared = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    PartEdge<T>&one = edges[order[i - 1]], &other = edges[order[i]];
    if (key(order[i - 1]) != key(order[i])) continue;
    if (!one.is_outer() || !is_same(one.start, other.end)) return ~std::size_t{0};
    one.twin = order[i];
    other.twin = order[i - 1];
    ++shared;
  }
  return shared;
}

}  // namespace

template <class T>
std::vector<OutlineVertex> find_outline(const SceneData<T>& scene, std::span<const ShapeId> parts) {
  std::vector<PartEdge<T>> edges = edges_of(scene, parts);
  const std::size_t inner = parts.size() - 1;
  if (edges.empty() || edges.size() > kernels::most_outline_vertices + 2 * inner) return {};
  if (find_twins(edges) != inner) return {};
  double reach = 0;
  for (const ShapeId part : parts) reach = std::max(reach, static_cast<double>(scene.shapes[part].reach));

  constexpr double u = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;
  constexpr double underflow =
      sizeof(T) == sizeof(float) ? 0x1p-144 : 0x1p-195;  // eight times the bound in exact/convexity.cpp
  std::uint32_t first = 0;
  while (first < edges.size() && !edges[first].is_outer()) ++first;
  if (first == edges.size()) return {};
  std::vector<OutlineVertex> outline;
  std::uint32_t e = first;
  do {
    outline.push_back(edges[e].from);
    std::uint32_t next = edges[e].next;
    double angle = angle_between(edges[e], edges[next]);
    while (!edges[next].is_outer()) {
      const std::uint32_t over = edges[next].twin;
      next = edges[over].next;
      angle += angle_between(edges[over], edges[next]);
      if (angle > 2 * std::numbers::pi) return {};
    }
    const double turned = (16 * u * reach + underflow) * (1 / edges[e].length() + 1 / edges[next].length()) + 0x1p-40;
    if (!(angle + turned < 2 * std::numbers::pi)) return {};
    e = next;
  } while (e != first && outline.size() <= edges.size());
  if (outline.size() != edges.size() - 2 * inner) return {};
  return outline;
}

template <class T>
void add_outline(SceneData<T>& scene, std::span<const ShapeId> parts, std::span<const OutlineVertex> outline) noexcept {
  Outlines<T>& outlines = scene.compounds.outlines;
  const auto count = static_cast<std::uint32_t>(outline.size());
  outlines.add_shape(count, kernels::outline_groups(count), count == 0 ? 0 : 1, outline);
  if (count == 0) return;
  outlines.write_rings([&](std::uint32_t) { return count; },
                       [&](std::uint32_t i) {
                         const kernels::Place part = scene.shapes[parts[outline[i].part]].place;
                         const T* const x = scene.local_blocks.block(part) + outline[i].vertex;
                         return BasicVec2<T>{x[0], x[kernels::capacity_of(part.vertex_class())]};
                       });
}

template std::vector<OutlineVertex> find_outline(const SceneData<float>&, std::span<const ShapeId>);
template void add_outline(SceneData<float>&, std::span<const ShapeId>, std::span<const OutlineVertex>) noexcept;
template std::vector<OutlineVertex> find_outline(const SceneData<double>&, std::span<const ShapeId>);
template void add_outline(SceneData<double>&, std::span<const ShapeId>, std::span<const OutlineVertex>) noexcept;

}  // namespace satchel::detail
