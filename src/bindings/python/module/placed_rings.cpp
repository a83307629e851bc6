// The rings of shapes, and those of bodies where they are, for to_shapely.
#include <string>
#include <vector>

#include "docs.hpp"
#include "outline_rings.hpp"
#include "scene_parts.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

template <class Item>
nb::object as_array(const std::vector<Item>& items, int type, const Shape& shape) {
  const nb::object array = new_array(type, shape);
  std::copy(items.begin(), items.end(), data_of<Item>(array));
  return array;
}
template <class Item>
nb::object as_array(const std::vector<Item>& items, int type) {
  return as_array(items, type, {static_cast<std::ptrdiff_t>(items.size())});
}

template <class T>
class PlacedRings {
 public:
  explicit PlacedRings(const BasicScene<T>& scene) : scene_(scene) {}

  void add(BodyId body) {
    const ShapeId shape = scene_.shape(body);
    pose_ = scene_.pose(body);
    offsets_.resize(scene_.vertex_count(shape));
    scene_.placed_offsets(body, offsets_);
    bool is_compound = false;
    if (const ShapeRings<T> rings = rings_of(scene_, shape); !rings.vertices.empty()) {
      for (std::size_t p = 0; p + 1 < rings.polygon_starts.size(); ++p) {
        for (std::uint32_t k = rings.polygon_starts[p]; k < rings.polygon_starts[p + 1]; ++k) {
          add_ring(rings.ring_starts[k], rings.ring_starts[k + 1]);
        }
        polygons_.push_back(static_cast<std::uint32_t>(rings_.size() - 1));
      }
    } else {
      std::vector<ShapeId> parts(scene_.part_count(shape));
      scene_.parts(shape, parts);
      is_compound = parts.size() > 1 || parts[0] != shape;
      std::size_t first = 0;
      for (const ShapeId part : parts) {
        const std::size_t count = scene_.vertex_count(part);
        refuse_unless_polygon(body, part, count, is_compound);
        add_ring(first, first + count);
        polygons_.push_back(static_cast<std::uint32_t>(rings_.size() - 1));
        first += count;
      }
    }
    bodies_.push_back(static_cast<std::uint32_t>(polygons_.size() - 1));
    are_compounds_.push_back(is_compound ? 1 : 0);
  }

  nb::tuple arrays() const {
    return nb::make_tuple(as_array(coords_, NPY_FLOAT64, {static_cast<std::ptrdiff_t>(coords_.size() / 2), 2}),
                          as_array(rings_, NPY_UINT32), as_array(polygons_, NPY_UINT32), as_array(bodies_, NPY_UINT32),
                          as_array(are_compounds_, NPY_UINT8));
  }

 private:
  void refuse_unless_polygon(BodyId body, ShapeId part, std::size_t count, bool is_compound) const {
    const bool is_rounded = scene_.radius(part) > 0;
    if (count > 2 && !is_rounded) return;
    const char* const kind = count == 1   ? (is_rounded ? "a circle" : "a point")
                             : count == 2 ? (is_rounded ? "a capsule" : "a segment")
                                          : "a rounded polygon";
    fail("unsupported", "bodies", static_cast<std::ptrdiff_t>(body),
         "body " + std::to_string(body) + (is_compound ? " has a part that is " : " is ") + kind +
             ", which no geometry of shapely is exactly; wanted outlines, polygons without radius, or compounds of "
             "such");
  }

  /// A placed vertex is origin + offset. The ring is closed.
  void add_ring(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i <= end; ++i) {
      const BasicVec2<T> offset = offsets_[i < end ? i : begin];
      coords_.push_back(pose_.x + static_cast<double>(offset.x));
      coords_.push_back(pose_.y + static_cast<double>(offset.y));
    }
    if (coords_.size() / 2 > 0xffffffff) {
      fail("too_many", "bodies", -1, "the bodies have more than 2^32 - 1 vertices; ask for fewer at a time");
    }
    rings_.push_back(static_cast<std::uint32_t>(coords_.size() / 2));
  }

  const BasicScene<T>& scene_;
  Pose pose_;
  std::vector<BasicVec2<T>> offsets_;
  std::vector<double> coords_;
  std::vector<std::uint32_t> rings_{0}, polygons_{0}, bodies_{0};  ///< starts, and the end of each list
  std::vector<std::uint8_t> are_compounds_;
};

}  // namespace

void bind_placed_rings(Class<PyScene>& cls) {
  cls.def(
      "rings",
      [](const PyScene& self, nb::handle shape) {
        const std::uint32_t id = id_of(shape, "shape");
        return read(self, [&](const auto& scene) {
          check_shape(scene, id);
          const std::size_t count = scene.ring_count(id);
          const nb::object starts = new_array(NPY_UINT32, {static_cast<std::ptrdiff_t>(count + 1)});
          const nb::object is_hole = new_array(NPY_BOOL, {static_cast<std::ptrdiff_t>(count)});
          scene.rings(id, {data_of<std::uint32_t>(starts), count + 1}, {data_of<std::uint8_t>(is_hole), count});
          return nb::make_tuple(starts, is_hole);
        });
      },
      docs::rings, "shape"_a);
  cls.def(
      "_placed_rings",
      [](const PyScene& self, nb::handle bodies) {
        return read(self, [&]<class T>(const BasicScene<T>& scene) {
          const Input<std::uint32_t> list =
              bodies.is_none() ? all_bodies(scene) : ids(bodies, {"bodies", {-1}, "(n,)"});
          for (const BodyId body : list.span()) check_body(scene, body);
          PlacedRings<T> rings(scene);
          std::size_t count = 0;
          for (const BodyId body : list.span()) {
            if (++count % 4096 == 0) check_signals();
            rings.add(body);
          }
          return rings.arrays();
        });
      },
      "bodies"_a.none());
}

}  // namespace satchel::python
