// Writes results and placed vertices as CSV. Every number is written with all digits that reading it back needs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <satchel/areas.hpp>
#include <satchel/image_pair.hpp>
#include <satchel/manifold.hpp>
#include <satchel/push_out.hpp>
#include <satchel/results.hpp>
#include <satchel/scene.hpp>
#include <satchel/scene_pair.hpp>
#include <satchel/types.hpp>
#include <satchel/within.hpp>

#include "cli/support/output_file.hpp"

namespace satchel::cli {

/// `a,b,verdict,separation,normal_x,normal_y`, a row a pair in the order of the pairs.
/// @param with_parts  whether there are columns `part_a,part_b`, of `parts`
template <class T>
void write_contacts(OutputFile& out, std::span<const Pair> pairs, const std::vector<BasicContact<T>>& contacts,
                    std::span<const PartPair> parts, bool with_parts);

/// `a,b,count,normal_x,normal_y,x0,y0,separation0,id0,x1,y1,separation1,id1`, a row a pair; points in world
/// coordinates, empty fields for a point that does not exist.
/// @param scene  of the bodies a
template <class T>
void write_manifolds(OutputFile& out, const BasicScene<T>& scene, std::span<const Pair> pairs,
                     const std::vector<BasicManifold<T>>& manifolds);

/// `a,b,part_a,part_b,count,...`, a row for each two parts; the columns after that as above.
template <class T>
void write_part_manifolds(OutputFile& out, const BasicScene<T>& scene, std::span<const Pair> pairs,
                          const std::vector<BasicPartManifold<T>>& manifolds);

/// `a,b,verdict,distance,normal_x,normal_y,point_a_x,point_a_y,point_b_x,point_b_y`, a row a pair; the distance is
/// signed, points are in world coordinates.
template <class T>
void write_distances(OutputFile& out, BasicScenePair<T> scenes, std::span<const Pair> pairs,
                     const std::vector<BasicDistance<T>>& distances);

/// `a,b,hit,time,normal_x,normal_y,point_x,point_y`, a row a pair; hit is 1 or 0; the fields after a hit of 0 are empty;
/// points are in world coordinates.
/// @param scene, motions  of the bodies a
template <class T>
void write_impacts(OutputFile& out, const BasicScene<T>& scene, std::span<const Motion> motions,
                   std::span<const Pair> pairs, const std::vector<BasicImpact<T>>& impacts);

/// `a,b,verdict`, a row a pair.
void write_verdicts(OutputFile& out, std::span<const Pair> pairs, const std::vector<Verdict>& verdicts);

/// `a,b,holds`, a row a pair: 1 or 0.
void write_relations(OutputFile& out, std::span<const Pair> pairs, const std::vector<std::uint8_t>& results);

/// `a,b,within`, a row a pair: no, touching or inside.
void write_within(OutputFile& out, std::span<const Pair> pairs, const std::vector<Within>& results);

/// `body,x,y,left,shortest`, a row a body.
void write_push_outs(OutputFile& out, std::span<const BodyId> bodies, const std::vector<PushOut>& results);

/// `a,b,area,iou`, a row a pair.
template <class T>
void write_areas(OutputFile& out, std::span<const Pair> pairs, const std::vector<BasicOverlap<T>>& overlaps);

/// `a,b`, a row a pair.
void write_pairs(OutputFile& out, std::span<const Pair> pairs);
void write_image_pairs(OutputFile& out, std::span<const ImagePair> pairs);

/// `body,vertex,origin_x,origin_y,offset_x,offset_y,radius`, a row a placed vertex.
/// The column `part` is added if there is a compound, or an outline of several rings. Vertices are counted from 0 in
/// each part of a compound, and in each ring of an outline, whose number `part` then is.
/// @param ring_sizes  by ShapeId: of an outline the number of vertices of each ring; else empty
template <class T>
void write_placed(OutputFile& out, const BasicScene<T>& scene, std::span<const std::vector<std::size_t>> ring_sizes);

}  // namespace satchel::cli
