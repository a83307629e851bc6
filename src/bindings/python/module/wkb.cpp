// Columns of WKB as arrays: points, boxes, and polygons as rings.
#include "wkb.hpp"

#include <limits>

#include "arrays.hpp"
#include "bindings.hpp"
#include "call.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

// A binary column of Arrow without nulls: the bytes of all values, and where each begins, and the end (int32 or int64).
class WkbColumn {
 public:
  WkbColumn(nb::handle data, nb::handle offsets) : data_(data_of<const unsigned char>(data)), offsets_(offsets) {
    count_ = static_cast<std::size_t>(PyArray_DIMS(array_of(offsets))[0]) - 1;
    is_wide_ = PyArray_TYPE(array_of(offsets)) == NPY_INT64;
  }

  std::size_t count() const { return count_; }
  const unsigned char* at(std::size_t i) const {
    return data_ + (is_wide_ ? data_of<const std::int64_t>(offsets_)[i] : data_of<const std::int32_t>(offsets_)[i]);
  }
  WkbReader reader(std::size_t i) const { return {at(i), at(i + 1)}; }

  /// Calls work(i) for each value, without the interpreter lock. Raises pending signals.
  template <class Work>
  void each(const Work& work) const {
    constexpr std::size_t values = 1 << 20, bytes = std::size_t{1} << 26;
    for (std::size_t i = 0; i < count_;) {
      {
        const nb::gil_scoped_release release;
        const unsigned char* const last = at(i) + bytes;
        for (const std::size_t end = std::min(count_, i + values); i < end && at(i) <= last; ++i) work(i);
      }
      check_signals();
    }
  }

 private:
  const unsigned char* data_;
  nb::handle offsets_;
  std::size_t count_;
  bool is_wide_;
};

nb::object states_of(std::size_t count) {
  const nb::object states = new_array(NPY_UINT8, {static_cast<std::ptrdiff_t>(count)});
  std::fill_n(data_of<std::uint8_t>(states), count, std::uint8_t{0});
  return states;
}

constexpr std::uint8_t state(WkbState which) { return static_cast<std::uint8_t>(which); }

nb::tuple wkb_points(nb::handle data, nb::handle offsets) {
  const WkbColumn column(data, offsets);
  const nb::object xy = new_array(NPY_FLOAT64, {static_cast<std::ptrdiff_t>(column.count()), 2});
  const nb::object states = states_of(column.count());
  double* const to = data_of<double>(xy);
  std::uint8_t* const state_of = data_of<std::uint8_t>(states);
  constexpr unsigned char common[] = {1, 1, 0, 0, 0};
  column.each([&](std::size_t i) {
    const unsigned char* const begin = column.at(i);
    if (std::endian::native == std::endian::little && column.at(i + 1) - begin == 21 && std::memcmp(begin, common, 5) == 0) {
      std::memcpy(to + 2 * i, begin + 5, 16);
      if (std::isnan(to[2 * i]) && std::isnan(to[2 * i + 1])) state_of[i] = state(WkbState::empty);
      return;
    }
    WkbReader reader = column.reader(i);
    const std::uint32_t type = reader.type();
    WkbPoint point;
    if (type != WkbReader::point) {
      state_of[i] = type == 0 ? state(WkbState::not_wkb) : static_cast<std::uint8_t>(type);
    } else if (!reader.read_all(point)) {
      state_of[i] = state(WkbState::broken);
    } else if (std::isnan(point.x) && std::isnan(point.y)) {
      state_of[i] = state(WkbState::empty);
    }
    to[2 * i] = point.x, to[2 * i + 1] = point.y;
  });
  return nb::make_tuple(xy, states);
}

nb::tuple wkb_boxes(nb::handle data, nb::handle offsets) {
  const WkbColumn column(data, offsets);
  const nb::object boxes = new_array(NPY_FLOAT64, {static_cast<std::ptrdiff_t>(column.count()), 4});
  const nb::object states = states_of(column.count());
  double* const to = data_of<double>(boxes);
  std::uint8_t* const state_of = data_of<std::uint8_t>(states);
  column.each([&](std::size_t i) {
    WkbReader reader = column.reader(i);
    WkbBox box;
    if (reader.type() == 0) {
      state_of[i] = state(WkbState::not_wkb);
    } else if (!reader.read_all(box)) {
      state_of[i] = state(WkbState::broken);
    } else if (!(box.box[0] <= box.box[2] && box.box[1] <= box.box[3])) {
      state_of[i] = state(WkbState::empty);
    }
    if (state_of[i] != 0) std::fill_n(box.box, 4, std::numeric_limits<double>::quiet_NaN());
    std::copy_n(box.box, 4, to + 4 * i);
  });
  return nb::make_tuple(boxes, states);
}

// Polygons and MultiPolygons that are whole and not empty, as `_add_outlines` takes them, and what became of each value.
nb::tuple wkb_rings(nb::handle data, nb::handle offsets) {
  const WkbColumn column(data, offsets);
  const nb::object states = states_of(column.count());
  std::uint8_t* const state_of = data_of<std::uint8_t>(states);
  WkbSizes all;
  std::size_t geometries = 0;
  column.each([&](std::size_t i) {
    WkbReader reader = column.reader(i);
    const std::uint32_t type = reader.type();
    WkbSizes sizes;
    if (type != WkbReader::polygon && type != WkbReader::multi_polygon) {
      state_of[i] = type == 0 ? state(WkbState::not_wkb) : static_cast<std::uint8_t>(type);
    } else if (!reader.read_all(sizes)) {
      state_of[i] = state(WkbState::broken);
    } else if (sizes.points_ == 0) {
      state_of[i] = state(WkbState::empty);
    } else {
      all.points_ += sizes.points_, all.rings += sizes.rings, all.polygons += sizes.polygons, ++geometries;
    }
  });
  if (all.points_ > std::numeric_limits<std::uint32_t>::max() || all.rings >= std::numeric_limits<std::uint32_t>::max()) {
    fail("too_many", "geometries", -1, "geometries have " + std::to_string(all.points_) + " points; wanted less than 2^32: add them in parts");
  }
  const auto starts = [](std::size_t count) { return new_array(NPY_UINT32, {static_cast<std::ptrdiff_t>(count) + 1}); };
  const nb::object coords = new_array(NPY_FLOAT64, {static_cast<std::ptrdiff_t>(all.points_), 2});
  const nb::object ring_starts = starts(all.rings), polygon_starts = starts(all.polygons), outline_starts = starts(geometries);
  WkbRings rings{data_of<double>(coords), data_of<std::uint32_t>(ring_starts), data_of<std::uint32_t>(polygon_starts)};
  const std::uint32_t* const first_polygon = rings.polygons;
  std::uint32_t* outline = data_of<std::uint32_t>(outline_starts);
  column.each([&](std::size_t i) {
    if (state_of[i] != 0) return;
    *outline++ = static_cast<std::uint32_t>(rings.polygons - first_polygon);
    column.reader(i).read_all(rings);
  });
  *outline = static_cast<std::uint32_t>(rings.polygons - first_polygon);
  *rings.polygons = rings.rings_;
  *rings.rings = rings.points_;
  return nb::make_tuple(coords, ring_starts, polygon_starts, outline_starts, states);
}

}  // namespace

void bind_wkb(Module& m) {
  m.def("_wkb_points", wkb_points, "data"_a, "offsets"_a);
  m.def("_wkb_boxes", wkb_boxes, "data"_a, "offsets"_a);
  m.def("_wkb_rings", wkb_rings, "data"_a, "offsets"_a);
}

}  // namespace satchel::python
