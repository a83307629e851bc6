#include "cli/geometry_file/geometries.hpp"

#include <fmt/core.h>

#include "cli/support/failure.hpp"

namespace satchel::cli {

void Geometries::end_ring(bool hole) {
  if (points.size() == first_point_) {
    ++empty_parts;
  } else {
    rings.push_back({first_point_, points.size() - first_point_, hole});
  }
}

void Geometries::end_geometry(std::size_t number) {
  if (rings.size() == first_ring_) {
    throw Failure(ExitStatus::bad_input, "the geometry is empty; give it a ring");
  }
  geometries.push_back({number, first_ring_, rings.size() - first_ring_});
  first_ring_ = rings.size();
}

void refuse_geometry(const std::string& type) {
  throw Failure(ExitStatus::bad_input, fmt::format("a {}; bodies are Polygons and MultiPolygons", type));
}

}  // namespace satchel::cli
