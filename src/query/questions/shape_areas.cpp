// `try_shape_areas`: of outlines the area of their rings, of other compounds the sum over their parts.
#include <new>
#include <span>

#include <satchel/areas.hpp>

#include "areas/overlap.hpp"
#include "areas/region_area.hpp"
#include "parallel/fp_environment.hpp"
#include "scene/core_of.hpp"
#include "scene/data.hpp"
#include "scene/fail.hpp"
#include "scene/region_of.hpp"

namespace satchel {

template <class T>
Status try_shape_areas(const BasicScene<T>& scene, std::span<std::type_identity_t<T>> areas) noexcept {
  const FpEnvironment environment;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  if (areas.size() != data.shapes.size()) return detail::size_error(Argument::out, data.shapes.size(), areas.size());
  try {
    for (const bool write : {false, true}) {
      for (ShapeId id = 0; id < areas.size(); ++id) {
        const kernels::ShapeRecord<T>& shape = data.shapes[id];
        if (!shape.place.is_compound()) {
          if (write) areas[id] = areas::rounded<T>(areas::precise_area_of(query::local_core_of(data, id)));
        } else if (shape.place.is_outline()) {
          if (write) areas[id] = areas::rounded<T>(areas::area_of(query::block_of_shape(data, id)));
        } else if (data.compounds.parts_overlap(shape.place)) {
          return {ErrorCode::overlapping_parts, id, Argument::shape};
        } else if (write) {
          const detail::PartRange range = data.compounds.parts_of_shape(shape.place);
          areas::TwiceDouble sum(0.0);
          for (std::uint32_t k = 0; k < range.count; ++k) {
            const ShapeId part = data.compounds.part_shapes[range.first + k].shape;
            sum = sum + areas::precise_area_of(query::local_core_of(data, part));
          }
          areas[id] = areas::rounded<T>(sum);
        }
      }
    }
  } catch (const std::bad_alloc&) {
    return {ErrorCode::no_memory};
  }
  return {};
}

template Status try_shape_areas(const Scene&, std::span<float>) noexcept;
template Status try_shape_areas(const Scened&, std::span<double>) noexcept;

}  // namespace satchel
