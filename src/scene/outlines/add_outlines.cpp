// Adds outlines in bulk.
//
//   check the lists of starts
//   in parallel, for chunks of outlines: check the numbers, then the rings (src/rings); keep the cleaned rings
//   the first fault of all is the error
//   make room; copy the cleaned rings into the scene
//
// Rings are stored with the region on their left: outer boundaries counter-clockwise, holes clockwise; of each polygon the
// outer boundary comes first.
//
// One file, because checking and storing share the chunks.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <exception>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

#include <satchel/scene.hpp>

#include "parallel/parallel.hpp"
#include "parallel/progress.hpp"
#include "rings/validity.hpp"
#include "scene/checks.hpp"
#include "scene/data.hpp"
#include "scene/range.hpp"
#include "scene/threads.hpp"

namespace satchel {
namespace detail {
namespace {

/// The starts of an argument, with the list that an empty one stands for.
class Starts {
 public:
  Starts(std::span<const std::uint32_t> given, std::size_t items) : given_(given), items_(items) {
    if (given.empty()) {
      one_each_.resize(items + 1);
      for (std::size_t i = 0; i <= items; ++i) one_each_[i] = static_cast<std::uint32_t>(i);
    }
  }

  std::span<const std::uint32_t> list() const {
    return given_.empty() ? std::span<const std::uint32_t>(one_each_) : given_;
  }
  std::size_t size() const { return list().size() - 1; }
  Status check(Argument argument) const {
    if (given_.empty()) return {};
    Status status = check_starts(given_, given_.size() - 1, items_);
    if (!status.ok()) status.argument = argument;
    return status;
  }

 private:
  std::span<const std::uint32_t> given_;
  std::vector<std::uint32_t> one_each_;
  std::size_t items_;
};

/// The cleaned rings of one outline.
struct CleanOutline {
  std::uint32_t rings = 0, vertices = 0, groups = 0;
  bool rings_touch = false, stays_simple = false;
};

/// What one chunk of outlines becomes.
template <class T>
struct Chunk {
  std::vector<CleanOutline> outlines;  ///< of no rings: it is left out
  std::vector<std::uint32_t> ring_counts;
  std::vector<BasicVec2<T>> vertices;
  std::vector<std::uint32_t> order;  ///< memory: the rings of an outline, as they are kept
  Status error;                      ///< the first one
};

template <class T>
class OutlineReader {
 public:
  OutlineReader(const BasicOutlines<T>& input, const Starts& rings, const Starts& polygons, const Starts& outlines,
                const OutlineOptions& how)
      : input_(input), rings_(rings.list()), polygons_(polygons.list()), outlines_(outlines.list()), how_(how) {}

  /// Reads the outlines from `begin` to before `end`. May throw bad_alloc.
  void read(std::size_t begin, std::size_t end, Chunk<T>& chunk) const {
    rings::Validity validity;
    for (std::size_t i = begin; i < end; ++i) {
      Status status = check_numbers(i);
      if (status.ok()) status = check_rings(i, validity);
      if (status.ok()) {
        keep(validity, chunk);
      } else if (how_.skip_invalid) {
        chunk.outlines.emplace_back();
      } else {
        chunk.error = status;
        return;
      }
    }
  }

 private:
  Status check_numbers(std::size_t i) const {
    const std::uint32_t first_ring = polygons_[outlines_[i]], last_ring = polygons_[outlines_[i + 1]];
    for (std::uint32_t v = rings_[first_ring]; v < rings_[last_ring]; ++v) {
      for (const double value :
           {static_cast<double>(input_.vertices[v].x), static_cast<double>(input_.vertices[v].y)}) {
        if (in_range<T>(value)) continue;
        const auto ring = static_cast<std::uint32_t>(
            std::upper_bound(rings_.begin() + first_ring, rings_.begin() + last_ring, v) - rings_.begin() - 1);
        return {range_error(value), i, Argument::outlines, {ring - first_ring, v - rings_[ring]}};
      }
    }
    return {};
  }

  Status check_rings(std::size_t i, rings::Validity& validity) const {
    static_assert(sizeof(BasicVec2<T>) == 2 * sizeof(T));
    const rings::Geometry<T> geometry{reinterpret_cast<const T*>(input_.vertices.data()), rings_.data(),
                                      polygons_.data() + outlines_[i], outlines_[i + 1] - outlines_[i]};
    const rings::Fault fault = how_.even_odd  ? validity.check_even_odd(geometry)
                               : how_.trusted ? validity.trust(geometry)
                                              : validity.check(geometry);
    if (fault.kind == rings::FaultKind::none) {
      const auto has_points = [](const rings::CleanRing& ring) { return ring.count != 0; };
      const std::span<const rings::CleanRing> found = validity.rings();
      if (std::any_of(found.begin(), found.end(), has_points)) return {};
      return {ErrorCode::bad_outline, i, Argument::outlines, {static_cast<std::uint64_t>(OutlineFault::empty)}};
    }
    const auto both = [](std::uint32_t low, std::uint32_t high) { return low | std::uint64_t{high} << 32; };
    return {ErrorCode::bad_outline,
            i,
            Argument::outlines,
            {static_cast<std::uint64_t>(fault.kind), both(fault.edge.ring, fault.other.ring),
             both(fault.edge.from, fault.edge.to), both(fault.other.from, fault.other.to)},
            fault.x,
            fault.y};
  }

  /// Keeps the rings of an outline that passed the check: of each polygon the shell, then its holes.
  void keep(const rings::Validity& validity, Chunk<T>& chunk) const {
    CleanOutline outline{.rings_touch = validity.rings_touch(), .stays_simple = validity.stays_simple()};
    const std::span<const rings::CleanRing> all = validity.rings();
    std::vector<std::uint32_t>& order = chunk.order;
    order.resize(all.size());
    std::iota(order.begin(), order.end(), 0u);
    if (order.size() > 1) {
      const auto key = [&](std::uint32_t ring) {
        return std::tuple(validity.polygon_of()[ring], all[ring].is_hole, ring);
      };
      std::sort(order.begin(), order.end(), [&](std::uint32_t r, std::uint32_t s) { return key(r) < key(s); });
    }
    for (const std::uint32_t ring : order) {
      if (all[ring].count != 0) keep(all[ring], validity, outline, chunk);
    }
    chunk.outlines.push_back(outline);
  }
  void keep(const rings::CleanRing& ring, const rings::Validity& validity, CleanOutline& outline,
            Chunk<T>& chunk) const {
    ++outline.rings;
    outline.vertices += ring.count;
    outline.groups += kernels::outline_groups(ring.count);
    chunk.ring_counts.push_back(ring.count);
    const std::size_t end = chunk.vertices.size();
    chunk.vertices.resize(end + ring.count);
    BasicVec2<T>* const to = chunk.vertices.data() + end;
    const double *const x = validity.x().data() + ring.first, *const y = validity.y().data() + ring.first;
    // `+ 0` makes -0 to +0: equal points have equal bits.
    const auto vertex = [&](std::uint32_t k) {
      return BasicVec2<T>{static_cast<T>(x[k]) + T(0), static_cast<T>(y[k]) + T(0)};
    };
    const bool turns = ring.is_hole != ring.is_clockwise;
    to[0] = vertex(0);
    for (std::uint32_t k = 1; k < ring.count; ++k) to[k] = vertex(turns ? ring.count - k : k);
  }

  const BasicOutlines<T>& input_;
  std::span<const std::uint32_t> rings_, polygons_, outlines_;
  const OutlineOptions& how_;
};

/// A number of T not below the distance of any vertex from the origin.
template <class T>
T reach_of(std::span<const BasicVec2<T>> vertices) {
  double square = 0;
  for (const BasicVec2<T>& v : vertices) {
    const double x = static_cast<double>(v.x), y = static_cast<double>(v.y);
    square = std::max(square, x * x + y * y);
  }
  const double largest = std::sqrt(square);
  // Placing rounds each coordinate by 3 u |v| at most, and shortens or lengthens by 5.1e-7 (largest_norm_error).
  return std::nextafter(static_cast<T>(largest * (1 + 0x1p-19)), std::numeric_limits<T>::infinity());
}

/// Copies the outlines of a chunk into the scene, which has room.
template <class T>
void store(SceneData<T>& scene, const Chunk<T>& chunk, ShapeId* out) noexcept {
  const std::uint32_t* count = chunk.ring_counts.data();
  const BasicVec2<T>* vertices = chunk.vertices.data();
  Outlines<T>& outlines = scene.compounds.outlines;
  for (const CleanOutline& clean : chunk.outlines) {
    if (clean.rings == 0) {
      *out++ = no_shape;
      continue;
    }
    kernels::ShapeRecord<T> shape{};
    shape.count = clean.vertices;
    shape.place = kernels::Place::of_compound(static_cast<std::uint32_t>(scene.compounds.shapes.size()))
                      .as(kernels::Variety::centred);
    shape.reach = reach_of<T>({vertices, clean.vertices});
    shape.inner = -std::numeric_limits<T>::infinity();  // no disc around the origin is known to lie in the outline
    shape.always_convex = true;
    kernels::OutlineShape& outline = outlines.add_shape(clean.vertices, clean.groups, clean.rings);
    outline.rings_touch = clean.rings_touch;
    outline.stays_simple = clean.stays_simple;
    outlines.fragile += clean.stays_simple ? 0 : 1;
    outlines.write_rings([&](std::uint32_t k) { return count[k]; }, [&](std::uint32_t i) { return vertices[i]; });
    count += clean.rings;
    vertices += clean.vertices;
    scene.compounds.add_shape({0, 0}, false);
    *out++ = static_cast<ShapeId>(scene.shapes.size());
    scene.shapes.push_back(shape);
  }
}

template <class T>
Status add_outlines(SceneData<T>& scene, SceneRevisions& revisions, const BasicOutlines<T>& input,
                    std::span<ShapeId> out, const OutlineOptions& how, unsigned max_threads) {
  const Starts rings(input.ring_starts, 0), polygons(input.polygon_starts, rings.size()),
      outlines(input.outline_starts, polygons.size());
  if (input.ring_starts.empty()) return {ErrorCode::bad_starts, 0, Argument::ring_starts};
  Status status = check_starts(input.ring_starts, rings.size(), input.vertices.size());
  if (!status.ok()) return {status.code, status.index, Argument::ring_starts};
  if (status = polygons.check(Argument::polygon_starts); !status.ok()) return status;
  if (status = outlines.check(Argument::outline_starts); !status.ok()) return status;
  if (out.size() != outlines.size()) return size_error(Argument::out, outlines.size(), out.size());

  constexpr std::size_t a_chunk = 256;
  std::vector<Chunk<T>> chunks((out.size() + a_chunk - 1) / a_chunk);
  parallel::Progress progress(how.options, out.size(), max_threads);
  progress.begin(out.size());
  const OutlineReader<T> reader(input, rings, polygons, outlines, how);
  std::atomic<bool> out_of_memory{false};
  status = parallel::for_each_chunk(chunks.size(), progress.options(), [&](std::size_t k) noexcept {
    try {
      reader.read(k * a_chunk, std::min(out.size(), (k + 1) * a_chunk), chunks[k]);
    } catch (const std::exception&) {
      out_of_memory.store(true, std::memory_order_relaxed);
    }
  });
  if (out_of_memory) return {ErrorCode::no_memory};
  if (status = progress.finish(status); !status.ok()) return status;

  typename Outlines<T>::ShapeRoom room;
  std::size_t most_units = 0;
  for (const Chunk<T>& chunk : chunks) {
    if (!chunk.error.ok()) return chunk.error;
    for (const CleanOutline& outline : chunk.outlines) {
      if (outline.rings == 0) continue;
      const std::size_t units = Outlines<T>::Block::units(outline.groups, outline.rings);
      ++room.shapes;
      room.units += units;
      most_units = std::max(most_units, units);
    }
    room.rings += chunk.ring_counts.size();
  }
  if (room.shapes > most_items - scene.shapes.size() ||
      room.shapes > kernels::Place::max_blocks -
                        std::min<std::size_t>(scene.compounds.shapes.size(), kernels::Place::max_blocks) ||
      room.units > scene.compounds.outlines.units_left() ||
      room.rings > ~std::uint32_t{0} - scene.compounds.outlines.ring_counts.size()) {
    return {ErrorCode::too_many, 0, Argument::shapes};
  }
  scene.compounds.make_room_for_outlines(room);
  scene.compounds.outlines.make_free_list(most_units);
  make_room(scene.shapes, scene.shapes.size() + room.shapes);
  for (std::size_t k = 0; k < chunks.size(); ++k) store(scene, chunks[k], out.data() + k * a_chunk);
  if (room.shapes != 0) count_change(revisions, &SceneRevisions::shapes);
  return {};
}

}  // namespace
}  // namespace detail

template <class T>
Status BasicScene<T>::try_add_outlines(const BasicOutlines<T>& outlines, std::span<ShapeId> out,
                                       const OutlineOptions& how) noexcept {
  return detail::change(data_, [&](detail::SceneData<T>& scene) -> Status {
    return detail::add_outlines(scene, revisions_, outlines, out, how, max_threads_);
  });
}

template <class T>
Status BasicScene<T>::try_add_outline(std::span<const Vec2> vertices, std::span<const std::uint32_t> starts,
                                      ShapeId& out) noexcept {
  const std::uint32_t one_ring[] = {0, static_cast<std::uint32_t>(vertices.size())};
  const std::span<const std::uint32_t> rings = starts.empty() ? std::span<const std::uint32_t>(one_ring) : starts;
  const std::uint32_t polygons[] = {0, static_cast<std::uint32_t>(rings.size() - 1)};
  return try_add_outlines({vertices, rings, polygons, {}}, {&out, 1}, {.options = {.max_threads = 1}});
}

template Status BasicScene<float>::try_add_outlines(const Outlines&, std::span<ShapeId>,
                                                    const OutlineOptions&) noexcept;
template Status BasicScene<double>::try_add_outlines(const Outlinesd&, std::span<ShapeId>,
                                                     const OutlineOptions&) noexcept;
template Status BasicScene<float>::try_add_outline(std::span<const Vec2>, std::span<const std::uint32_t>,
                                                   ShapeId&) noexcept;
template Status BasicScene<double>::try_add_outline(std::span<const Vec2>, std::span<const std::uint32_t>,
                                                    ShapeId&) noexcept;

}  // namespace satchel
