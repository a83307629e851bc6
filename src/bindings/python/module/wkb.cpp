// What is wrong with WKB, before a reader gets it that takes its numbers on trust.
#include <cstdint>

#include "arrays.hpp"
#include "bindings.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

/// As `_arrow.py` has their texts.
enum class WkbFault : std::uint8_t { none, cut_off, byte_order, type };

constexpr std::uint32_t polygon = 3, multi_polygon = 6;

/// Walks over one value.
class WkbWalk {
 public:
  WkbWalk(const std::uint8_t* begin, const std::uint8_t* end) : at_(begin), end_(end) {}

  /// A Polygon, or a MultiPolygon of Polygons. What lies behind it is not looked at.
  WkbFault geometry(bool is_part = false) {
    if (left() < 5) return WkbFault::cut_off;
    const std::uint8_t order = *at_++;
    if (order > 1) return WkbFault::byte_order;
    is_little_ = order == 1;
    // Extended WKB has flags for Z, M and an SRID; ISO WKB adds 1000, 2000 or 3000.
    const std::uint32_t code = next();
    const std::uint32_t iso = (code & 0x1fffffff) / 1000, kind = (code & 0x1fffffff) % 1000;
    const std::uint64_t axes = 2 + (code >> 31) + (code >> 30 & 1) + (iso == 3 ? 2 : iso == 1 || iso == 2 ? 1 : 0);
    if (iso > 3 || (kind != polygon && (is_part || kind != multi_polygon))) return WkbFault::type;
    const std::uint64_t srid = (code & 0x20000000) != 0 ? 4 : 0;
    if (left() < srid + 4) return WkbFault::cut_off;
    at_ += srid;
    for (std::uint32_t count = next(); count > 0; --count) {
      const WkbFault fault = kind == multi_polygon ? geometry(true) : ring(axes);
      if (fault != WkbFault::none) return fault;
    }
    return WkbFault::none;
  }

 private:
  std::uint64_t left() const { return static_cast<std::uint64_t>(end_ - at_); }

  /// There are four bytes.
  std::uint32_t next() {
    std::uint32_t number = 0;
    for (int k = 0; k < 4; ++k) number |= std::uint32_t{at_[k]} << (is_little_ ? 8 * k : 24 - 8 * k);
    at_ += 4;
    return number;
  }

  WkbFault ring(std::uint64_t axes) {
    if (left() < 4) return WkbFault::cut_off;
    const std::uint64_t bytes = next() * axes * 8;
    if (left() < bytes) return WkbFault::cut_off;
    at_ += bytes;
    return WkbFault::none;
  }

  const std::uint8_t *at_, *end_;
  bool is_little_ = true;
};

}  // namespace

void bind_wkb(Module& m) {
  m.def(
      "_wkb_faults",
      [](nb::handle data, nb::handle offsets) {
        const Input<std::uint8_t> bytes = flags(data, {"data", {-1}, "(bytes,)"});
        const Input<std::int64_t> starts = integers(offsets, {"offsets", {-1}, "(values + 1,)"});
        const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(starts.size) - 1;
        const nb::object faults = new_array(NPY_UINT8, {count});
        for (std::ptrdiff_t k = 0; k < count; ++k) {
          const std::int64_t begin = starts.data[k], end = starts.data[k + 1];
          WkbWalk walk(bytes.data + begin, bytes.data + end);
          data_of<std::uint8_t>(faults)[k] = static_cast<std::uint8_t>(walk.geometry());
        }
        return faults;
      },
      "data"_a, "offsets"_a);
}

}  // namespace satchel::python
