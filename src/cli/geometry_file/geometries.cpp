#include "cli/geometry_file/geometries.hpp"

#include <fmt/core.h>

namespace satchel::cli {

void Geometries::end_ring(bool hole) {
  const std::size_t count = points.size() - first_point_;
  empty_parts += count == 0;
  rings.push_back({first_point_, count, hole});
}

void Geometries::add_empty_polygon() {
  begin_ring();
  end_ring(false);
}

void Geometries::end_geometry(std::size_t number) {
  if (rings.size() == first_ring_ || rings[first_ring_].first_vertex == points.size()) {
    throw NoArea("the geometry is empty; give it a ring");
  }
  geometries.push_back({number, first_ring_, rings.size() - first_ring_});
  first_ring_ = rings.size();
}

void Geometries::leave_out(std::size_t number, const std::string& reason) {
  geometries.push_back({number, first_ring_, rings.size() - first_ring_, reason});
  first_ring_ = rings.size();
}

void refuse_geometry(const std::string& type) {
  throw NoArea(fmt::format("a {}; bodies are Polygons and MultiPolygons", type));
}

}  // namespace satchel::cli
