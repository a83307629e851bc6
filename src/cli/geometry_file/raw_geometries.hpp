// Makes the bodies of a WKT or GeoJSON file: an outline and a body for each geometry, in order.
#pragma once

#include <optional>
#include <vector>

#include <satchel/types.hpp>

#include "cli/geometry_file/geometries.hpp"
#include "cli/raw_scene/raw_scene.hpp"

namespace satchel::cli {

/// All bodies have one origin, so that equal points stay equal when they are rounded and borders stay common. In
/// double precision it is (0, 0) and nothing is rounded. In float it is (0, 0) for points around zero, else a point
/// amid the points, or the one that is given: that of another layer. Throws `Failure` (bad input) for a number that T
/// does not have; with `skip_invalid` the geometry gets a number instead that no scene takes.
/// @param apart  by geometry, whether its points have no say in the origin; empty: none is so
template <class T>
RawScene<T> raw_geometries(Geometries&& geometries, FileForm form, bool skip_invalid, std::optional<Vec2d> origin,
                           const std::vector<bool>& apart);

extern template RawScene<float> raw_geometries(Geometries&&, FileForm, bool, std::optional<Vec2d>,
                                               const std::vector<bool>&);
extern template RawScene<double> raw_geometries(Geometries&&, FileForm, bool, std::optional<Vec2d>,
                                                const std::vector<bool>&);

}  // namespace satchel::cli
