#include "rings/merge.hpp"

#include <new>

namespace satchel::rings {
namespace {

constexpr std::uint32_t no_place = ~0u;

bool is_less(const Point& p, const Point& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; }

/// Whether the direction from a point to p comes before that to q, counter-clockwise from that of x.
bool is_before(const Point& from, const Point& p, const Point& q) {
  const auto is_upper = [&](const Point& to) { return to.y != from.y ? to.y > from.y : to.x > from.x; };
  const bool p_upper = is_upper(p), q_upper = is_upper(q);
  return p_upper != q_upper ? p_upper : turn(from, p, q) > 0;
}

}  // namespace

void Merge::run(Boundary& boundary) {
  split(boundary);
  cancel();
  sort_tips();
  link(boundary);
}

void Merge::split(const Boundary& boundary) {
  std::sort(on_edges_.begin(), on_edges_.end(), [&](const VertexOnEdge& p, const VertexOnEdge& q) {
    if (p.edge != q.edge) return p.edge < q.edge;
    const bool forward = is_less(boundary.start(p.edge), boundary.end(p.edge));
    const Point a = boundary.start(p.vertex), b = boundary.start(q.vertex);
    return forward ? is_less(a, b) : is_less(b, a);
  });
  pieces_.clear();
  const auto add = [this](const Point& p, const Point& q) {
    if (p != q) pieces_.push_back(is_less(p, q) ? Piece{p, q} : Piece{q, p});
  };
  auto next = on_edges_.begin();
  for (const CleanRing& ring : boundary.rings) {
    for (std::uint32_t edge = ring.first; edge != ring.first + ring.count; ++edge) {
      Point from = boundary.start(edge);
      for (; next != on_edges_.end() && next->edge == edge; ++next) {
        const Point at = boundary.start(next->vertex);
        add(from, at);
        from = at;
      }
      add(from, boundary.end(edge));
    }
  }
}

/// Leaves one of an odd number of equal pieces, none of an even one.
void Merge::cancel() {
  std::sort(pieces_.begin(), pieces_.end(), [](const Piece& p, const Piece& q) {
    return p.low != q.low ? is_less(p.low, q.low) : is_less(p.high, q.high);
  });
  std::size_t kept = 0;
  for (const Piece& piece : pieces_) {
    const bool cancels = kept != 0 && pieces_[kept - 1].low == piece.low && pieces_[kept - 1].high == piece.high;
    if (cancels) {
      --kept;
    } else {
      pieces_[kept++] = piece;
    }
  }
  pieces_.resize(kept);
  if (kept > no_place / 2) throw std::bad_alloc();  // ends have numbers of 32 bits
}

void Merge::sort_tips() {
  tips_.clear();
  for (std::uint32_t k = 0; k < pieces_.size(); ++k) {
    tips_.push_back({pieces_[k].low, pieces_[k].high, 2 * k});
    tips_.push_back({pieces_[k].high, pieces_[k].low, 2 * k + 1});
  }
  std::sort(tips_.begin(), tips_.end(), [](const Tip& p, const Tip& q) {
    return p.at != q.at ? is_less(p.at, q.at) : is_before(p.at, p.to, q.to);
  });
  place_of_.resize(tips_.size());
  vertex_of_.resize(tips_.size());
  for (std::uint32_t i = 0; i < tips_.size(); ++i) {
    place_of_[tips_[i].end] = i;
    vertex_of_[i] = i != 0 && tips_[i].at == tips_[i - 1].at ? vertex_of_[i - 1] : i;
  }
}

// The number of tips of a vertex is even. So each vertex begins at an even place, and places 2 k and 2 k + 1 are
// neighbours by angle of one vertex.
void Merge::link(Boundary& boundary) {
  boundary.rings.clear();
  boundary.polygon_of.clear();
  boundary.size = boundary.filled = 0;
  make_room(boundary.x, pieces_.size() + pieces_.size() / 3);
  make_room(boundary.y, pieces_.size() + pieces_.size() / 3);
  on_path_.assign(tips_.size(), no_place);
  used_.assign(pieces_.size(), false);
  for (std::uint32_t first = 0; first < tips_.size(); ++first) {
    if (used_[tips_[first].end / 2]) continue;
    path_.assign(1, vertex_of_[first]);
    on_path_[vertex_of_[first]] = 0;
    for (std::uint32_t leaving = first; !used_[tips_[leaving].end / 2];) {
      used_[tips_[leaving].end / 2] = true;
      const std::uint32_t arriving = place_of_[tips_[leaving].end ^ 1], vertex = vertex_of_[arriving];
      if (on_path_[vertex] == no_place) {
        on_path_[vertex] = static_cast<std::uint32_t>(path_.size());
        path_.push_back(vertex);
      } else {
        close_ring(boundary, on_path_[vertex]);
      }
      leaving = arriving ^ 1;
    }
    on_path_[vertex_of_[first]] = no_place;
  }
}

/// Makes a ring of the path from place `begin` on, and leaves its first vertex there.
void Merge::close_ring(Boundary& boundary, std::uint32_t begin) {
  const auto count = static_cast<std::uint32_t>(path_.size()) - begin;
  boundary.rings.push_back({boundary.size, count, false, false});
  boundary.polygon_of.push_back(0);
  for (std::uint32_t k = 0; k <= count; ++k) {
    const std::uint32_t vertex = path_[begin + (k == count ? 0 : k)];
    boundary.x[boundary.size] = tips_[vertex].at.x;
    boundary.y[boundary.size++] = tips_[vertex].at.y;
    if (k != 0 && k != count) on_path_[vertex] = no_place;
  }
  ++boundary.filled;
  path_.resize(begin + 1);
}

}  // namespace satchel::rings
