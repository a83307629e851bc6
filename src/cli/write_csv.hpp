// Results and placed vertices as CSV. Every number round-trips.
#pragma once

#include <span>
#include <vector>

#include <satchel/scene.hpp>
#include <satchel/types.hpp>

#include "output_file.hpp"

namespace satchel::cli {

/// `a,b,verdict,separation,normal_x,normal_y`, a row a pair in the order of the pairs.
/// @param parts  written as `part_a,part_b`; empty: not
template <class T>
void write_contacts(OutputFile& out, std::span<const Pair> pairs, const std::vector<BasicContact<T>>& contacts,
                    std::span<const PartPair> parts);

/// `a,b`, a row a pair.
void write_pairs(OutputFile& out, std::span<const Pair> pairs);

/// `body,vertex,origin_x,origin_y,offset_x,offset_y,radius`, a row a placed vertex.
/// @param with_parts  write `part`, too; vertices are then counted from 0 in each part
template <class T>
void write_placed(OutputFile& out, const BasicScene<T>& scene, bool with_parts);

}  // namespace satchel::cli
