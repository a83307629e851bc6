// Seams between bodies: what an edge is told of the surface beyond its ends.
//
// Tiles, and segments of a terrain, are separate bodies whose surfaces join. Each of them alone would push a body that
// slides over them sideways, off an edge or a corner that lies inside the joined surface. Links say what is inside:
//
// - an *inner* edge lies between two bodies and decides no normal;
// - the *ghost point* beyond an end of an edge is the next point of the surface. At this end the body gives the normals
//   between those of its edge and of the edge to the ghost point, if the surface bends outward there; else its edge's
//   normal alone;
// - a *one-sided* edge gives the normal of its front alone, the right of its direction, where polygons have their outside.
//   The body's other edges become inner; of several one-sided edges of a body the last counts. `manifolds` gives no points
//   for a body whose centroid is behind the edge. An edge that rounding leaves without length has no front: all is behind it.
//   The centroid is that of the body as a whole: a concave compound (an arch that straddles a block) or a closed chain
//   that moves may have it behind an edge on which a part of it stands, and falls through. Make such a body of several
//   bodies, or the floor two-sided.
//
// Edges of unequal length may share a part: those of tiles of two sizes, of large rectangles beside small ones, of
// stairs. `link_shared_edges` has each of both *covered* along this part. An edge that is covered from end to end, by
// one edge or by several, is inner. One that is covered in part is a wall where it is free. It is inner for a body
//
// - that lies, along the edge, within a covered part, where a part that reaches an end of the edge goes on beyond this
//   end: for a box on two rectangles with a common top, until it is as deep in the floor as the thinner one is thick;
// - whose foremost corner against the edge lies beside a covered part that reaches an end, nearer to this end than to
//   the free part: for a plank that lies over the top of a hill and down the thinner side;
//
// and free for all others: a step whose side is covered up to the lower floor stops who stands on that. At an end that
// is covered the edge has no corner; there the next edge of the body goes on as the neighbour's next free edge. Between
// two bodies that share a part of an edge with each other, parts do not count: a box that rests on a floor, and was
// linked with it, is met as if it were not.
//
// Links limit which edges and corners may give normal and depth, of touching and overlapping pairs, in `collide` and all
// that goes on from it: the depth is the least along the normals that remain, the separation of a touch is 0. An edge of
// the other body decides only if its normal remains. Verdicts are those of the geometry. If no edge remains, nor counts
// as below, the contact is that of the geometry. `manifolds` limits disjoint pairs within its margin too, and gives no points beyond a seam, where
// the neighbour has them. (Box2D calls this smooth collision of chain shapes.) `sweep` limits impacts (sweep.hpp).
//
// A normal that a corner at a seam refuses counts in place of the best that remains if it has less depth, and the joined
// surface has an edge at this corner whose normal is nearer to it than to the best that remains, and along which the bodies
// overlap less than along that: the neighbour's edge, on which a tilted body rests. The corner is no farther beside the edge that
// it meets than the bodies overlap along the best that remains. Such are the normals of free edges of the other body, that between
// two rounded corners, and that of an inner edge by which the geometry decides; if corners of both bodies refuse it, it must count
// at both. If this corner lies in the other body, which does not refuse the neighbour's normal or one tilted against it by a sine
// below 0.1, the neighbour has the corner too, and is less deep: `manifolds` and `part_manifolds` give no points, but for an edge
// of the other body that lies on both, so tilted against the neighbour's. Else the normal is at most 60 degrees off the
// neighbour's: where it is farther off, the neighbour has the corner also if that is beside the other body by no more than the
// depth along the neighbour's normal.
//
// What asks for verdicts alone, as `first_hits`, is the geometry's: it sees one-sided edges from both sides.
//
// Links belong to bodies, so tiles share one shape. Moving a body, giving it another shape and removing it drop its links
// and what others were told of it; setting the pose that it has does not. A copy of a scene has its links. So a platform of
// several tiles that moves should be one body: a compound with `inner_edges`, whose seams stay with its shape.
//
// In a world that repeats (periodic.hpp), image pairs with image (0, 0) regard links, others do not: their bodies meet as if
// they were not linked. Chains are shapes, and keep their seams at every image.
#pragma once

#include <cstdint>
#include <optional>

#include <satchel/types.hpp>

namespace satchel {

/// The points beyond the ends of an open chain, in its local frame: before its first point, after its last.
template <class T>
struct BasicChainEnds {
  std::optional<BasicVec2<T>> before = std::nullopt, after = std::nullopt;
};
using ChainEnds = BasicChainEnds<float>;
using ChainEndsd = BasicChainEnds<double>;

/// What one edge of a body is told.
struct EdgeLink {
  BodyId body;
  /// By the index of its first vertex; of a segment or a capsule 0. What a segment is told holds for both of its sides.
  std::uint32_t edge = 0;
  bool inner = false;
  bool one_sided = false;
  /// Ghost points beyond the edge's start and end, world frame.
  std::optional<Vec2d> before = std::nullopt, after = std::nullopt;
};

}  // namespace satchel
