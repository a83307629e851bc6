// Distances of pairs in which a body is an outline, from the edges alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <satchel/results.hpp>

#include "query/one_pair/near_edges.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// A body of a scene.
template <class T>
struct BodyOf {
  const detail::SceneData<T>* scene = nullptr;
  BodyId body = no_body;

  const kernels::BodyRecord<T>& record() const { return scene->bodies[body]; }
  friend bool operator==(const BodyOf&, const BodyOf&) = default;
};

/// Computes distances, one pair after another. It keeps the edges of the last pair's bodies, while the scenes do not
/// change. A pair is in evaluation order, and one body of it is an outline. All functions may throw bad_alloc.
template <class T>
class OutlineDistance {
 public:
  /// Forgets the bodies that it keeps: their scene changes.

  /// Of bodies that are disjoint: the least distance over all edges. About O((n + m) log(n + m)).
  void of_disjoint(BodyOf<T> a, BodyOf<T> b, BasicDistance<T>& result);
  /// Of bodies that touch: at a point where an edge of one touches the other body. Returns false if none is
  /// found, so that parts have to tell.
  [[nodiscard]] bool of_touching(BodyOf<T> a, BodyOf<T> b, BasicDistance<T>& result);
  /// Whether `of_overlapping` takes a pair: a body is a point or a circle.
  static bool takes_depth(BodyOf<T> a, BodyOf<T> b);
  /// Of bodies that overlap: by the point of the boundary that is nearest to the circle's centre.
  void of_overlapping(BodyOf<T> a, BodyOf<T> b, BasicDistance<T>& result);

 private:
  /// A convex part of a compound, or a whole body: its edges and the radius around them.
  struct Piece {
    EdgeTree tree;
    double radius = 0;
    bool is_segment = false;
  };
  struct Pieces {
    BodyOf<T> of;
    std::vector<Piece> pieces;
    std::size_t count = 0;  ///< those behind are kept for their memory
    void take(BodyOf<T> body);
    Piece& add();
  };
  /// Two edges near each other, and the points where they are: a foot on one edge, and the start of the other one.
  struct NearPair {
    const Piece *a = nullptr, *b = nullptr;
    TreeEdge edge_a{}, edge_b{};
    bool foot_on_a = true;
    double fraction = 0;      ///< of the foot
    double length = 0;        ///< from the one point to the other
    double x = 0, y = 0;      ///< the same, as a vector from a to b
    double error = 0;         ///< bound of the errors of these
    double left_of_foot = 0;  ///< positive: the vertex lies on the left of the edge

    double radii() const { return a->radius + b->radius; }
    double distance() const { return length - radii(); }
  };
  /// What a result says of the deciding feature.
  struct Feature {
    FeatureKind kind;
    Side side;
    std::uint32_t index;
  };
  /// A point where bodies touch: a vertex of one of them.
  struct TouchPoint {
    bool is_of_a;
    double x, y;  ///< offsets
  };

  void take(BodyOf<T> a, BodyOf<T> b);
  Frames frames(const Piece& a, const Piece& b) const;
  void look_at(const Frames& frames, const Piece& a, const Piece& b, std::uint32_t i, std::uint32_t j,
               NearPair& nearest, double& limit) const;
  NearPair find_nearest();
  exact::Core<T> core(const Pieces& pieces, const TreeEdge& edge, double radius, T (&memory)[4]) const;
  exact::Core<T> core(const TouchPoint& point, T (&memory)[4]) const;
  BasicContact<T> contact(const NearPair& pair, bool with_radii) const;
  Feature feature_of(const NearPair& pair) const;
  Feature feature_of(const NearPair& pair, const BasicContact<T>& contact) const;
  bool touch_with_radii(const Piece& a, const Piece& b, BasicDistance<T>& result);
  bool touch_at_point(const Piece& a, const Piece& b, BasicDistance<T>& result);
  std::vector<TreeEdge> edges_at(const TouchPoint& point, const Piece& piece, bool of_a) const;
  bool is_at(const TouchPoint& point, bool of_a, double x, double y) const;
  bool is_supported(const TouchPoint& point, const TreeEdge& edge, const std::vector<TreeEdge>& others,
                    bool of_a) const;
  void write(const NearPair& pair, Verdict verdict, double nx, double ny, T distance, const Feature& feature,
             BasicDistance<T>& result) const;

  Pieces a_, b_;
  NearEdges search_;
};

}  // namespace satchel::query
