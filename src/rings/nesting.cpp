#include "rings/nesting.hpp"

#include "rings/clean.hpp"

namespace satchel::rings {

Lookout look_from(Boundary& boundary, std::uint32_t ring) {
  CleanRing& clean = boundary.rings[ring];
  std::uint32_t v = clean.first;
  double least_x = boundary.x[v], least_y = boundary.y[v];
  for (std::uint32_t i = clean.first + 1; i < clean.first + clean.count; ++i) {
    const double x = boundary.x[i], y = boundary.y[i];
    if (x > least_x || (x == least_x && y >= least_y)) continue;
    v = i;
    least_x = x;
    least_y = y;
  }
  const Point at = boundary.start(v), after = boundary.end(v),
              before = boundary.start(v == clean.first ? clean.first + clean.count - 1 : v - 1);
  clean.is_clockwise = turn(before, at, after) < 0;
  const Point upper = clean.is_clockwise ? after : before, lower = clean.is_clockwise ? before : after;
  return {at, upper.y >= at.y ? upper : lower, v, ring};
}

// Both edges are taken upward. Where their intervals in y begin together, or where the second begins, the one of the
// two is to the right of the other: up to where the first one ends, because they do not cross. They may touch there,
// and part above.
bool NearestEdge::is_right_of_nearest(std::uint32_t edge) const {
  Point a = boundary_.start(edge), b = boundary_.end(edge), c = boundary_.start(edge_), d = boundary_.end(edge_);
  if (a.y > b.y) std::swap(a, b);
  if (c.y > d.y) std::swap(c, d);
  if (c.y >= a.y) {
    const int side = turn(a, b, c);
    return (side != 0 ? side : turn(a, b, d)) > 0;
  }
  const int side = turn(c, d, a);
  return (side != 0 ? side : turn(c, d, b)) < 0;
}

void look_from_all(Boundary& boundary, Nesting& nesting) {
  const auto rings = static_cast<std::uint32_t>(boundary.rings.size());
  nesting.lookouts.clear();
  nesting.left_of.assign(rings, no_index);
  for (std::uint32_t r = 0; r < rings; ++r) {
    if (boundary.rings[r].count != 0) nesting.lookouts.push_back(look_from(boundary, r));
  }
}

void find_left_of(const Boundary& boundary, Nesting& nesting) {
  for (const Lookout& lookout : nesting.lookouts) {
    NearestEdge nearest(boundary, lookout);
    for (std::uint32_t k = 0; k < boundary.rings.size(); ++k) {
      if (k == lookout.ring) continue;
      const CleanRing& other = boundary.rings[k];
      for (std::uint32_t edge = other.first; edge != other.first + other.count; ++edge) nearest.show(edge);
    }
    nesting.left_of[lookout.ring] = nearest.edge();
  }
}

namespace {

/// Sets `around` of all rings from `left_of`.
void find_around(const Boundary& boundary, Nesting& nesting) {
  constexpr std::uint32_t unknown = no_index - 1;
  nesting.around.assign(boundary.rings.size(), unknown);
  nesting.path.reserve(boundary.rings.size());
  for (const Lookout& lookout : nesting.lookouts) {
    nesting.path.clear();
    std::uint32_t ring = lookout.ring, around = nesting.around[ring];
    while (around == unknown) {
      nesting.path.push_back(ring);
      const std::uint32_t edge = nesting.left_of[ring];
      if (edge == no_index) {
        around = no_index;
        break;
      }
      const std::uint32_t other = boundary.ring_of(edge);
      const bool down = boundary.y[edge + 1] < boundary.y[edge];
      if (down != boundary.rings[other].is_clockwise) {  // the interior of the other ring is to the right of the edge
        around = other;
        break;
      }
      ring = other;
      around = nesting.around[ring];
    }
    for (const std::uint32_t passed : nesting.path) nesting.around[passed] = around;
  }
}

class Placement {
 public:
  Placement(Boundary& boundary, const Nesting& nesting) : boundary_(boundary), nesting_(nesting) {}

  Fault fault() {
    if (const Fault fault = tell_shells(); fault.kind != FaultKind::none) return fault;
    for (const Lookout& lookout : nesting_.lookouts) {
      const std::uint32_t outer = around(lookout.ring);
      if (!is_hole(lookout.ring) && outer != no_index && !is_hole(outer)) {
        return fault_of(FaultKind::nested_shells, outer, lookout);
      }
    }
    for (const Lookout& lookout : nesting_.lookouts) {
      if (!is_hole(lookout.ring) || lies_in_shell(lookout.ring)) continue;
      for (std::uint32_t outer = around(lookout.ring); outer != no_index; outer = around(outer)) {
        if (polygon(outer) == polygon(lookout.ring) && is_hole(outer)) {
          return fault_of(FaultKind::hole_in_hole, outer, lookout);
        }
      }
    }
    return {};
  }

 private:
  std::uint32_t around(std::uint32_t ring) const { return nesting_.around[ring]; }
  std::uint32_t polygon(std::uint32_t ring) const { return boundary_.polygon_of[ring]; }
  bool is_hole(std::uint32_t ring) const { return boundary_.rings[ring].is_hole; }

  bool lies_directly_in_own(std::uint32_t ring) const {
    return around(ring) != no_index && polygon(around(ring)) == polygon(ring);
  }
  bool lies_in_own(std::uint32_t ring) const {
    std::uint32_t outer = around(ring);
    while (outer != no_index && polygon(outer) != polygon(ring)) outer = around(outer);
    return outer != no_index;
  }
  bool lies_in_shell(std::uint32_t hole) const { return lies_directly_in_own(hole) && !is_hole(around(hole)); }

  /// Of the rings that lie directly in no ring of their polygon there is one in each polygon: its shell. If there are
  /// two, their way outward decides.
  Fault tell_shells() {
    std::uint32_t shell = no_index;  // of the polygon of the ring before
    for (const Lookout& lookout : nesting_.lookouts) {
      const std::uint32_t ring = lookout.ring;
      if (shell != no_index && polygon(shell) != polygon(ring)) shell = no_index;
      bool is_hole = lies_directly_in_own(ring);
      if (!is_hole && shell != no_index) {
        if (lies_in_own(shell)) {
          boundary_.rings[shell].is_hole = true;
          shell = no_index;
        } else {
          is_hole = lies_in_own(ring);
        }
      }
      boundary_.rings[ring].is_hole = is_hole;
      if (is_hole) continue;
      if (shell != no_index) {
        const bool alike = boundary_.rings[shell].is_clockwise == boundary_.rings[ring].is_clockwise;
        return fault_of(alike ? FaultKind::several_shells : FaultKind::hole_outside, shell, lookout);
      }
      shell = ring;
    }
    return {};
  }

  Fault fault_of(FaultKind kind, std::uint32_t outer, const Lookout& inner) const {
    return fault_at(boundary_, kind, boundary_.rings[outer].first, inner.edge, inner.vertex);
  }

  Boundary& boundary_;
  const Nesting& nesting_;
};

}  // namespace

Fault nesting_fault(Boundary& boundary, Nesting& nesting) {
  find_around(boundary, nesting);
  return Placement(boundary, nesting).fault();
}

void tell_holes_by_depth(Boundary& boundary, Nesting& nesting) {
  find_around(boundary, nesting);
  nesting.known.assign(boundary.rings.size(), false);
  for (const Lookout& lookout : nesting.lookouts) {
    nesting.path.clear();
    std::uint32_t ring = lookout.ring;
    for (; ring != no_index && !nesting.known[ring]; ring = nesting.around[ring]) nesting.path.push_back(ring);
    bool is_hole = ring != no_index && !boundary.rings[ring].is_hole;
    for (std::size_t k = nesting.path.size(); k-- > 0; is_hole = !is_hole) {
      boundary.rings[nesting.path[k]].is_hole = is_hole;
      nesting.known[nesting.path[k]] = true;
      // A hole belongs to the shell around it; a shell is a polygon of its own.
      boundary.polygon_of[nesting.path[k]] =
          is_hole ? boundary.polygon_of[nesting.around[nesting.path[k]]] : nesting.path[k];
    }
  }
}

}  // namespace satchel::rings
