// Makes the bodies of a WKT or GeoJSON file: a concave shape and a body for each geometry, in order.
#pragma once

#include "cli/geometry_file/geometries.hpp"
#include "cli/raw_scene/raw_scene.hpp"

namespace satchel::cli {

/// All bodies have one origin, so that equal points stay equal when they are rounded and borders stay common. In
/// double precision it is (0, 0) and nothing is rounded. In float it is (0, 0) for points around zero, else a point
/// amid the points. Throws `Failure` (bad input) for a number that T does not have.
template <class T>
RawScene<T> raw_geometries(const Geometries& geometries, FileForm form);

extern template RawScene<float> raw_geometries(const Geometries&, FileForm);
extern template RawScene<double> raw_geometries(const Geometries&, FileForm);

}  // namespace satchel::cli
