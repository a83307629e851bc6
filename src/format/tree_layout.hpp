// Trees of floats, the jobs of the kernels that search them, and the table of these kernels.
//
// A tree of floats has the shape of a tree of boxes (box_layout.hpp). Its boxes are relative to a centre and rounded
// outward: a search finds all that it would find among the boxes in doubles, sixteen at a time, and a little more.
#pragma once

#include <cstddef>
#include <cstdint>

#include <satchel/types.hpp>

#include "format/box_layout.hpp"
#include "format/classes.hpp"
#include "format/point_layout.hpp"

namespace satchel::kernels {

/// Sixteen boxes of floats in the frame of a tree. Unused ones are empty: minima infinity, maxima -infinity.
struct alignas(64) FloatGroup {
  float min_x[group_width], min_y[group_width], max_x[group_width], max_y[group_width];
};

struct FloatBox {
  float min_x, min_y, max_x, max_y;
};

/// Floats of a frame are at most this large, so that their differences and products are finite.
constexpr double largest_in_frame = 0x1p100;
/// The box of a body that a frame cannot hold: every query meets it.
constexpr FloatBox everywhere = {-0x1p110f, -0x1p110f, 0x1p110f, 0x1p110f};

/// Maps the world to the floats of a tree: (x - centre_x) scale. The scale is a power of two, so that only the
/// difference rounds.
struct TreeFrame {
  double centre_x = 0, centre_y = 0, scale = 1;

  /// A number rounded down and up to a float, by at most 2^-21 of itself: more than the sum of the errors of the
  /// conversion (2^-24, or 2^-150 where the float is denormal) and of the difference that the number is (2^-53).
  static SATCHEL_INLINE float float_below(double v) {
    return static_cast<float>(v * (v > 0 ? 1 - 0x1p-22 : 1 + 0x1p-22) - 0x1p-140);
  }
  static SATCHEL_INLINE float float_above(double v) {
    return static_cast<float>(v * (v > 0 ? 1 + 0x1p-22 : 1 - 0x1p-22) + 0x1p-140);
  }
  SATCHEL_INLINE double x_of(double x) const { return (x - centre_x) * scale; }
  SATCHEL_INLINE double y_of(double y) const { return (y - centre_y) * scale; }
  static SATCHEL_INLINE bool holds(double v) { return v >= -largest_in_frame && v <= largest_in_frame; }

  /// The box of a body, rounded outward; `everywhere` if the frame does not hold it. Empty boxes stay empty.
  SATCHEL_INLINE FloatBox outward(const Box& box) const {
    const double min_x = x_of(box.min_x), min_y = y_of(box.min_y), max_x = x_of(box.max_x), max_y = y_of(box.max_y);
    constexpr double most = largest_in_frame;
    // Without branches, of which the compiler makes vectors.
    const bool is_beyond =
        ((min_x < -most) | (min_y < -most) | (max_x > most) | (max_y > most)) & (box.min_x <= box.max_x);
    return {is_beyond ? everywhere.min_x : float_below(min_x), is_beyond ? everywhere.min_y : float_below(min_y),
            is_beyond ? everywhere.max_x : float_above(max_x), is_beyond ? everywhere.max_y : float_above(max_y)};
  }
};

/// The box of a query in a frame, rounded outward. What lies beyond all that the frame can hold is moved to its rim,
/// where only bodies are that are `everywhere`.
SATCHEL_INLINE FloatBox float_box(const TreeFrame& frame, const Box& box) {
  const auto in_frame = [](double v) {
    constexpr double rim = 2 * largest_in_frame;
    return v < -rim ? -rim : v > rim ? rim : v;
  };
  return {
      TreeFrame::float_below(in_frame(frame.x_of(box.min_x))), TreeFrame::float_below(in_frame(frame.y_of(box.min_y))),
      TreeFrame::float_above(in_frame(frame.x_of(box.max_x))), TreeFrame::float_above(in_frame(frame.y_of(box.max_y)))};
}

/// Bodies in groups, and the tree over them, in floats that are rounded outward: its boxes contain those of a
/// BoxTreeView of the same shape.
struct FloatTreeView {
  const FloatGroup* groups;
  const BodyId* ids;
  const FloatGroup* levels[max_levels];
  unsigned level_count;
  std::uint32_t group_count;
  TreeFrame frame;
  Box root;              ///< around all boxes, in doubles of the world; empty if there is no body
  double rounded_reach;  ///< no body with a radius reaches farther from its origin
};

/// One axis of a ray in the frame of a tree. Times are multiples of a unit that the caller chooses.
struct RayAxis {
  float low, high;  ///< bounds of the origin; if the ray does not move along this axis, of all its coordinates
  float inverse;    ///< 1 / direction, off by at most 2^-22 of itself; 0: the ray does not move along this axis
};

/// Finds the bodies whose boxes a ray meets, near boxes first.
struct RaySearch {
  const FloatTreeView& tree;
  RayAxis x, y;
  float latest;  ///< the ray ends at this time
  /// Takes a body whose box the ray meets at `latest` or earlier, and returns the new `latest`.
  float (*meet)(void* context, BodyId body);
  void* context;
};

/// Rays from one point in the frame of a tree: a wedge that contains them.
struct Fan {
  FloatBox origin;         ///< contains it
  float first_x, first_y;  ///< the wedge reaches counter-clockwise from this direction ...
  float last_x, last_y;    ///< ... to this one, by less than a quarter of a turn
  /// The distance of a point is the dot product of this direction and the point's offset from the origin. The dot
  /// products with the rays' directions are positive.
  float along_x, along_y;
};

/// Finds the bodies whose boxes a fan meets, near boxes first.
struct FanSearch {
  const FloatTreeView& tree;
  Fan fan;
  float farthest;  ///< all rays end at this distance
  /// Takes a body whose box the fan meets at `farthest` or nearer, and returns the new `farthest`.
  float (*meet)(void* context, BodyId body);
  void* context;
};

constexpr unsigned most_rays_of_fan = 16;
constexpr std::uint32_t most_vertices_in_fan = 16;  ///< of a polygon that rays of a fan meet in lanes

/// Rays from one point, and a strictly convex polygon without radius.
template <class T>
struct FanOnPolygon {
  // `count` values each, with room for most_rays_of_fan.
  const double* direction_x;
  const double* direction_y;
  const double* latest;  ///< meetings later than this are of no interest
  unsigned count;
  double x, y;  ///< the polygon's origin relative to the point, each rounded once
  const T* offsets_x;
  const T* offsets_y;
  std::uint32_t vertices;  ///< at most most_vertices_in_fan
};

/// Where rays meet a polygon. Bit k and element k are of ray k. All other rays miss the polygon, or meet it too late.
struct FanMeetings {
  struct Edge {
    std::uint32_t number;
    unsigned rays;  ///< those that enter over this edge, at time[k]
    double time[most_rays_of_fan];
  };
  /// Rays that doubles do not decide, or whose origin does not certainly lie outside the edge over which their lines
  /// enter.
  unsigned undecided;
  unsigned edge_count;  ///< edges over which rays enter
  Edge edges[most_vertices_in_fan];
};

/// Finds the bodies whose boxes meet those of queries: each call of the kernel finds some more, in the order of the
/// queries, until `done`.
struct BoxSearch {
  BoxSearch(const FloatTreeView& in_tree, const FloatBox* of_queries, std::uint32_t count)
      : tree(in_tree), boxes(of_queries), query_count(count), current(in_tree.level_count + 1) {}

  const FloatTreeView& tree;
  const FloatBox* boxes;  ///< of the queries
  std::uint32_t query_count;
  bool done = false;

  std::uint32_t found() const { return left[0].end; }
  std::uint32_t query(std::uint32_t i) const { return queues[0].query[i]; }
  BodyId body(std::uint32_t i) const { return queues[0].item[i]; }

  // What the kernel keeps from one call to the next: find_in_boxes.hpp.
  static constexpr std::uint32_t queue_size = 256;    ///< items, before it counts as full
  static constexpr std::uint32_t items_together = 4;  ///< visited at once; the room behind takes their children
  /// The items of a queue that are left.
  struct Range {
    std::uint32_t next = 0, end = 0;
  };
  /// Queries, and what each has found or has to visit.
  struct Queue {
    static constexpr std::uint32_t capacity = queue_size + items_together * group_width;
    std::uint32_t query[capacity], item[capacity];
  };
  /// A node that a walk has reached, and those of its children that are left to visit.
  struct Step {
    std::uint32_t node;
    unsigned children;
  };
  std::uint32_t next_query = 0;
  unsigned current;       ///< the queue to go on from
  Step path[max_levels];  ///< by level; of a single query, which has no queues but the one of bodies
  Range left[max_levels + 2];
  Queue queues[max_levels + 2];
};

/// Finds the bodies whose boxes are near a box, near ones first.
struct NearSearch {
  const FloatTreeView& tree;
  FloatBox box;
  float limit;  ///< the largest distance, in the frame
  /// Takes a body whose box is as near as the limit or nearer, and returns the new limit.
  float (*meet)(void* context, BodyId body);
  void* context;
};

/// The kernels that search trees of floats, and test what rays find.
struct TreeKernels {
  void (*meet_floats)(const FanOnPolygon<float>&, FanMeetings&);
  void (*meet_doubles)(const FanOnPolygon<double>&, FanMeetings&);
  void (*find_on_ray)(const RaySearch&);
  void (*find_in_fan)(const FanSearch&);
  void (*find_in_boxes)(BoxSearch&);
  void (*find_near)(const NearSearch&);
  void (*points_in_floats)(const PointsInBodies<float>&);
  void (*points_in_doubles)(const PointsInBodies<double>&);
  /// Writes the boxes of groups in the frame of a tree.
  void (*to_floats)(const BoxGroup* groups, std::size_t count, const TreeFrame& frame, FloatGroup* floats);

  void meet_polygon(const FanOnPolygon<float>& job, FanMeetings& meetings) const { meet_floats(job, meetings); }
  void meet_polygon(const FanOnPolygon<double>& job, FanMeetings& meetings) const { meet_doubles(job, meetings); }
  void find_in_outlines(const PointsInBodies<float>& job) const { points_in_floats(job); }
  void find_in_outlines(const PointsInBodies<double>& job) const { points_in_doubles(job); }
};

}  // namespace satchel::kernels
