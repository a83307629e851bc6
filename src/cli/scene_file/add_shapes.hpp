// Adds the shapes of an input file to a scene.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

#include "cli/raw_scene/raw_scene.hpp"
#include "cli/scene_file/add_outlines.hpp"
#include "cli/scene_file/ring_changes.hpp"
#include "cli/support/failure.hpp"

namespace satchel::cli {

template <class T>
struct AddedShape {
  ShapeId id;
  RingsOf<T> outline;                     ///< local vertices of a concave shape or an outline; else empty
  std::vector<std::uint8_t> inner_edges;  ///< of a compound, as of `BasicScene::add_compound`; else empty
};

/// The shapes of a file as added to the scene.
template <class T>
struct AddedShapes {
  std::vector<ShapeId> ids;                            ///< by index in the file; a concave shape also adds its parts
  std::vector<RingsOf<T>> outlines;                    ///< by ShapeId: of concave shapes and outlines; else empty
  std::vector<std::vector<std::uint8_t>> inner_edges;  ///< by ShapeId: of compounds; else empty
  RingChanges changes;
  std::vector<std::size_t> left_out;  ///< shapes of the file that are not valid; their id is `no_shape`
};

/// A shape that the library refuses.
class ShapeRefused : public Failure {
 public:
  /// @param code  of the library; `ok` if the tool itself refuses the shape
  ShapeRefused(std::size_t shape, ErrorCode code, const std::string& message)
      : Failure(ExitStatus::bad_input, message), shape_(shape), code_(code) {}

  [[nodiscard]] std::size_t shape() const noexcept { return shape_; }
  [[nodiscard]] ErrorCode code() const noexcept { return code_; }

 private:
  std::size_t shape_;
  ErrorCode code_;
};

/// How shapes are read.
struct ReadOptions {
  bool rings = false;                ///< the rings of polygons and concave shapes are cleaned first (--rings)
  bool skip_invalid = false;         ///< outlines that are not valid are left out
  bool even_odd = false;             ///< OutlineOptions::even_odd
  std::optional<Vec2d> origin = {};  ///< of the bodies of a map that is read in float; none: amid its points
};

/// Adds all shapes. Throws `ShapeRefused` about the first shape that is refused, with a message such as
/// "shapes[1]: vertices[2]: ...".
template <class T>
AddedShapes<T> add_shapes(BasicScene<T>& scene, const RawScene<T>& raw, const ReadOptions& options);

/// Adds one shape. Throws `ShapeRefused`.
template <class T>
AddedShape<T> add_shape(BasicScene<T>& scene, const RawScene<T>& raw, std::size_t index, const ReadOptions& options,
                        RingChanges& changes);

extern template AddedShapes<float> add_shapes(BasicScene<float>&, const RawScene<float>&, const ReadOptions&);
extern template AddedShapes<double> add_shapes(BasicScene<double>&, const RawScene<double>&, const ReadOptions&);
extern template AddedShape<double> add_shape(BasicScene<double>&, const RawScene<double>&, std::size_t,
                                             const ReadOptions&, RingChanges&);

}  // namespace satchel::cli
