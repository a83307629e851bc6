// Areas of shapes, intersections as polygons, non-maximum suppression.
#include <satchel/areas.hpp>

#include <algorithm>
#include <cmath>

#include "bindings.hpp"
#include "docs.hpp"
#include "found.hpp"
#include "bindings/numbers.hpp"
#include "questions.hpp"

namespace satchel::python {

using namespace nb::literals;

void bind_areas(Module& m) {
  m.def(
      "shape_areas",
      [](const PyScene& scene, nb::handle out) {
        return read(scene, [&]<class T>(const BasicScene<T>& s) {
          nb::object array = results<T>(out, s.shape_count());
          check(try_shape_areas(s, span_of<T>(array)));
          return array;
        });
      },
      docs::shape_areas, "scene"_a, nb::kw_only(), "out"_a = nb::none());
  m.def(
      "intersections",
      [](const PyScene& scene, nb::handle pairs, nb::handle threads, nb::handle stats, nb::handle progress) {
        const PairsArgument list(pairs);
        return read(scene, [&]<class T>(const BasicScene<T>& s) {
          Call call({threads, stats, progress});
          nb::object vertices;
          // The pieces are found with the vertices, so they are kept aside until these are an array.
          std::vector<IntersectionPiece> pieces;
          vertices = find<BasicVec2<T>>(nb::none(), {}, rows_of(type_number<T>, 2), call,
                                        [&](const Output<BasicVec2<T>>& found, const Options& options) {
                                          return try_intersections(s, list.span(), pieces, found, options);
                                        });
          static_assert(sizeof(IntersectionPiece) == 5 * sizeof(std::uint32_t));
          nb::object rows = new_array(NPY_UINT32, {static_cast<std::ptrdiff_t>(pieces.size()), 5});
          std::copy(pieces.begin(), pieces.end(), data_of<IntersectionPiece>(rows));
          return nb::make_tuple(rows, vertices);
        });
      },
      docs::intersections, "scene"_a, "pairs"_a, nb::kw_only(), "threads"_a = nb::none(), "stats"_a = nb::none(),
      "progress"_a = nb::none());
  m.def(
      "nms_of_scene",
      [](const PyScene& scene, nb::handle scores, double threshold, nb::handle classes, nb::handle threads,
         nb::handle progress) {
        return read(scene, [&]<class T>(const BasicScene<T>& s) {
          const Input<double> score = floats<double>(scores, {"scores", {-1}, "(n,): one for each body"});
          Input<std::uint32_t> labels;
          if (!classes.is_none()) labels = ids(classes, {"classes", {-1}, "(n,): one for each body"});
          Call call({threads, nb::none(), progress});
          const ListForm form = rows_of(NPY_UINT32, 0);
          return find<BodyId>(nb::none(), {}, form, call, [&](const Output<BodyId>& kept, const Options& options) {
            return try_nms(s, score.span(), narrow_up_to<T>(1, threshold), kept, labels.span(), options);
          });
        });
      },
      docs::nms, "scene"_a, "scores"_a, "threshold"_a, "classes"_a = nb::none(), nb::kw_only(),
      "threads"_a = nb::none(), "progress"_a = nb::none());
}

}  // namespace satchel::python
