#include "rings/edge_sweep.hpp"

#include "rings/nesting.hpp"

namespace satchel::rings {
namespace {

/// Mixes the bits of a number (the finalizer of MurmurHash3).
std::uint32_t priority_of(std::uint32_t node) {
  node = (node ^ node >> 16) * 0x85ebca6bu;
  node = (node ^ node >> 13) * 0xc2b2ae35u;
  return node ^ node >> 16;
}

bool is_left(const Point& p, const Point& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; }

}  // namespace

void EdgeSweep::prepare(const Boundary& boundary) {
  boundary_ = &boundary;
  make_room(nodes_, boundary.size);
  make_room(node_of_, boundary.size);
  make_room(edge_before_, boundary.size);
  events_.clear();
  events_.reserve(boundary.size);
  for (const CleanRing& ring : boundary.rings) {
    for (std::uint32_t v = ring.first; v < ring.first + ring.count; ++v) {
      events_.push_back({boundary.x[v], boundary.y[v], v});
      edge_before_[v] = v == ring.first ? ring.first + ring.count - 1 : v - 1;
    }
  }
  std::sort(events_.begin(), events_.end(), [](const Event& p, const Event& q) {
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.vertex < q.vertex;
  });
}

void EdgeSweep::judge_all(const Boundary& boundary, PairJudge& judge) {
  std::uint32_t sound = 0,
                faulty = judge.later();  // edges up to the first have no fault, those up to the second have one
  if (!judge.found()) {
    if (!has_fault(boundary.size, judge)) return;
    faulty = judge.later();
  }
  while (sound + 1 < faulty) {
    const std::uint32_t middle = sound + (faulty - sound) / 2;
    if (has_fault(middle, judge)) {
      faulty = judge.later();
    } else {
      sound = middle;
    }
  }
  for (const CleanRing& ring : boundary.rings) {
    for (std::uint32_t edge = ring.first; edge < ring.first + ring.count && edge < faulty; ++edge) {
      judge_pair(edge, faulty, judge);
    }
  }
}

/// Whether the edges up to number `last` have a fault; it is the first that `judge` knows then.
bool EdgeSweep::has_fault(std::uint32_t last, PairJudge& judge) {
  root_ = no_index;
  for (std::size_t begin = 0, end = 0; begin < events_.size(); begin = end) {
    const Event& event = events_[begin];
    ending_.clear();
    beginning_.clear();
    for (end = begin; end < events_.size() && events_[end].x == event.x && events_[end].y == event.y; ++end) {
      const std::uint32_t vertex = events_[end].vertex;
      for (const std::uint32_t edge : {vertex, edge_before_[vertex]}) {
        if (edge <= last) (begins_at(edge, vertex) ? beginning_ : ending_).push_back(edge);
      }
    }
    if (ending_.empty() && beginning_.empty()) continue;
    const bool one_vertex = end - begin == 1;
    if (!one_vertex) {
      find_through(event);
      judge_through(judge);
      if (judge.later() <= last) return true;
    }
    if (one_vertex && ending_.size() == 1 && beginning_.size() == 1) {
      replace(ending_[0], beginning_[0], judge);
    } else {
      for (const std::uint32_t edge : ending_) remove(edge, judge);
      for (const std::uint32_t edge : beginning_) insert(edge, judge);
    }
    if (judge.later() <= last) return true;
  }
  return false;
}

bool EdgeSweep::begins_at(std::uint32_t edge, std::uint32_t vertex) const {
  const Point start = boundary_->start(edge), end = boundary_->end(edge);
  return is_left(start, end) == (vertex == edge);
}

/// 1 above the line of an edge, 0 on it, -1 below.
int EdgeSweep::side_of(std::uint32_t edge, const Point& p) const {
  const Point start = boundary_->start(edge), end = boundary_->end(edge);
  return is_left(start, end) ? turn(start, end, p) : turn(end, start, p);
}

/// Finds the edges that pass through the place of an event. They are next to those that end there.
void EdgeSweep::find_through(const Event& event) {
  const Point at{event.x, event.y};
  passing_.clear();
  std::uint32_t node = root_;
  if (!ending_.empty()) {
    node = node_of_[ending_[0]];
  } else {
    for (int side = 1; node != no_index; node = side > 0 ? nodes_[node].right : nodes_[node].left) {
      side = side_of(nodes_[node].edge, at);
      if (side == 0) break;
    }
  }
  if (node == no_index) return;
  const auto take = [&](std::uint32_t k) {
    const std::uint32_t edge = nodes_[k].edge;
    if (side_of(edge, at) != 0) return false;
    if (boundary_->start(edge) != at && boundary_->end(edge) != at) passing_.push_back(edge);
    return true;
  };
  for (std::uint32_t k = node; k != no_index && take(k);) k = nodes_[k].before;
  for (std::uint32_t k = nodes_[node].after; k != no_index && take(k);) k = nodes_[k].after;
}

void EdgeSweep::judge_pair(std::uint32_t i, std::uint32_t j, PairJudge& judge) const {
  if (!boundary_->are_neighbours(std::min(i, j), std::max(i, j))) judge.judge(i, j);
}

void EdgeSweep::judge_through(PairJudge& judge) const {
  const std::vector<std::uint32_t>* const all[] = {&ending_, &passing_, &beginning_};
  for (int k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < all[k]->size(); ++i) {
      for (int m = k; m < 3; ++m) {
        for (std::size_t j = m == k ? i + 1 : 0; j < all[m]->size(); ++j) judge_pair((*all[k])[i], (*all[m])[j], judge);
      }
    }
  }
}

void EdgeSweep::judge_next(std::uint32_t node, std::uint32_t other, PairJudge& judge) const {
  if (node != no_index && other != no_index) judge_pair(nodes_[node].edge, nodes_[other].edge, judge);
}

/// Puts an edge into the place of one that ends where it begins.
void EdgeSweep::replace(std::uint32_t old_edge, std::uint32_t edge, PairJudge& judge) {
  const std::uint32_t node = node_of_[old_edge];
  nodes_[node].edge = edge;
  node_of_[edge] = node;
  judge_next(nodes_[node].before, node, judge);
  judge_next(node, nodes_[node].after, judge);
}

/// Where an edge begins on the line of another, its other end decides.
void EdgeSweep::insert(std::uint32_t edge, PairJudge& judge) {
  Point start = boundary_->start(edge), end = boundary_->end(edge);
  if (is_left(end, start)) std::swap(start, end);
  Node node{edge, no_index, no_index, no_index, no_index, no_index};
  std::uint32_t* link = &root_;
  while (*link != no_index) {
    node.parent = *link;
    Node& other = nodes_[*link];
    int side = side_of(other.edge, start);
    if (side == 0) side = side_of(other.edge, end);
    if (side > 0) {
      node.before = *link;
      link = &other.right;
    } else {
      node.after = *link;
      link = &other.left;
    }
  }
  *link = edge;
  nodes_[edge] = node;
  node_of_[edge] = edge;
  if (node.before != no_index) nodes_[node.before].after = edge;
  if (node.after != no_index) nodes_[node.after].before = edge;
  while (nodes_[edge].parent != no_index && priority_of(nodes_[edge].parent) < priority_of(edge)) rotate_up(edge);
  judge_next(node.before, edge, judge);
  judge_next(edge, node.after, judge);
}

void EdgeSweep::remove(std::uint32_t edge, PairJudge& judge) {
  const std::uint32_t node = node_of_[edge];
  Node& at_node = nodes_[node];
  while (at_node.left != no_index || at_node.right != no_index) {
    const bool left = at_node.right == no_index ||
                      (at_node.left != no_index && priority_of(at_node.left) > priority_of(at_node.right));
    rotate_up(left ? at_node.left : at_node.right);
  }
  link_to(node) = no_index;
  if (at_node.before != no_index) nodes_[at_node.before].after = at_node.after;
  if (at_node.after != no_index) nodes_[at_node.after].before = at_node.before;
  judge_next(at_node.before, at_node.after, judge);
}

std::uint32_t& EdgeSweep::link_to(std::uint32_t node) {
  const std::uint32_t parent = nodes_[node].parent;
  return parent == no_index ? root_ : nodes_[parent].left == node ? nodes_[parent].left : nodes_[parent].right;
}

void EdgeSweep::rotate_up(std::uint32_t node) {
  const std::uint32_t parent = nodes_[node].parent;
  link_to(parent) = node;
  nodes_[node].parent = nodes_[parent].parent;
  nodes_[parent].parent = node;
  const bool is_left_child = nodes_[parent].left == node;
  std::uint32_t& inner = is_left_child ? nodes_[node].right : nodes_[node].left;
  (is_left_child ? nodes_[parent].left : nodes_[parent].right) = inner;
  if (inner != no_index) nodes_[inner].parent = parent;
  inner = parent;
}

}  // namespace satchel::rings
