// The texts about shapes that the library refuses, in the words of the input file.
#pragma once

#include <cstddef>
#include <string>

#include <satchel/error.hpp>

#include "cli/raw_scene/raw_scene.hpp"

namespace satchel::cli {

/// "shapes[1]", "line 3" or "features[2]".
std::string shape_name(FileForm form, std::size_t number);

/// The name of a ring, counted from the first ring of its shape: "holes[0]", "rings[1]", "polygons[2][1]"; in WKT and
/// GeoJSON "ring 1", with several polygons "polygon 2, ring 1".
template <class T>
std::string ring_name(const RawScene<T>& raw, const RawShape<T>& shape, std::size_t ring);

/// The name of a vertex of this ring: "vertices[2]", "holes[0][2]", "center", "b", "ring 1, point 2".
template <class T>
std::string vertex_name(const RawScene<T>& raw, const RawShape<T>& shape, std::size_t ring, std::size_t vertex);

/// The error and the valid input, in the words of the file.
std::string shape_message(const Status& status, ShapeType type);

/// Whether the index of an error about a polygon, a ring or an outline is the index of a vertex.
bool about_vertex(ErrorCode code);

extern template std::string ring_name(const RawScene<float>&, const RawShape<float>&, std::size_t);
extern template std::string ring_name(const RawScene<double>&, const RawShape<double>&, std::size_t);
extern template std::string vertex_name(const RawScene<float>&, const RawShape<float>&, std::size_t, std::size_t);
extern template std::string vertex_name(const RawScene<double>&, const RawShape<double>&, std::size_t, std::size_t);

}  // namespace satchel::cli
