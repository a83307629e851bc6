// Adds the outlines of an input file to a scene, all in one call of the library.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/outlines.hpp>
#include <satchel/scene.hpp>

#include "cli/raw_scene/raw_scene.hpp"
#include "cli/scene_file/ring_changes.hpp"

namespace satchel::cli {

/// The rings of a shape: of a concave shape or an outline the outer ones counter-clockwise, holes clockwise.
template <class T>
using RingsOf = std::vector<std::vector<BasicVec2<T>>>;

/// Adds shapes of the file that are outlines, in their order. An error changes nothing.
/// @param shapes  indices in raw.shapes
/// @param how     those that are left out have the id `no_shape`
/// @param ids     one a shape, written
template <class T>
Status add_outlines(BasicScene<T>& scene, const RawScene<T>& raw, std::span<const std::size_t> shapes,
                    const OutlineOptions& how, std::vector<ShapeId>& ids);

/// The fault of an outline that was left out.
template <class T>
Status outline_fault(const RawScene<T>& raw, std::size_t shape, bool even_odd);

/// The rings of an outline as the scene has them: without repeated points, the region on their left.
/// @param changes  what the scene changed is added
template <class T>
RingsOf<T> stored_rings(const BasicScene<T>& scene, ShapeId id, const RawScene<T>& raw, std::size_t shape,
                        RingChanges& changes);

extern template Status add_outlines(Scene&, const RawScene<float>&, std::span<const std::size_t>, const OutlineOptions&,
                                    std::vector<ShapeId>&);
extern template Status add_outlines(Scened&, const RawScene<double>&, std::span<const std::size_t>,
                                    const OutlineOptions&, std::vector<ShapeId>&);
extern template Status outline_fault(const RawScene<float>&, std::size_t, bool);
extern template Status outline_fault(const RawScene<double>&, std::size_t, bool);
extern template RingsOf<float> stored_rings(const Scene&, ShapeId, const RawScene<float>&, std::size_t, RingChanges&);
extern template RingsOf<double> stored_rings(const Scened&, ShapeId, const RawScene<double>&, std::size_t,
                                             RingChanges&);

}  // namespace satchel::cli
