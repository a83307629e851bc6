// Geometries of WKB: ISO and extended, of any dimension and byte order. What comes of a value goes to a sink.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace satchel::python {

/// What became of a value: 0 if it was taken; 1 to 7, its type in WKB, if that is not wanted; or one of these.
enum class WkbState : std::uint8_t { taken = 0, not_wkb = 8, broken = 9, empty = 10 };

/// Reads one value. A sink has `points(const unsigned char* first, count, axes, swapped)` for each sequence of points (that of
/// a ring of a polygon, too), and `polygon()` before the rings of each polygon.
class WkbReader {
 public:
  WkbReader(const unsigned char* begin, const unsigned char* end) : at_(begin), end_(end) {}

  enum Type : std::uint32_t { point = 1, line = 2, polygon = 3, multi_point = 4, multi_polygon = 6, collection = 7 };

  /// The type, without what Z, M and an SRID add; 0 if the value is too short to have one, or has another.
  std::uint32_t type() const {
    WkbReader copy = *this;
    Head head;
    return copy.read(head) ? head.type : 0;
  }

  /// Whether the value is whole and ends where it should.
  template <class Sink>
  bool read_all(Sink& sink) {
    return geometry(sink, 0, 0) && at_ == end_;
  }

  static double number(const unsigned char* at, bool swapped) {
    std::uint64_t bits;
    std::memcpy(&bits, at, 8);
    return std::bit_cast<double>(swapped ? __builtin_bswap64(bits) : bits);
  }

 private:
  struct Head {
    bool swapped;
    std::uint32_t type;
    std::size_t axes;
  };

  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  bool count(bool swapped, std::uint32_t& value) {
    if (left() < 4) return false;
    std::memcpy(&value, at_, 4);
    if (swapped) value = __builtin_bswap32(value);
    at_ += 4;
    return true;
  }

  bool read(Head& head) {
    if (left() < 5 || *at_ > 1) return false;
    head.swapped = (*at_++ == 1) != (std::endian::native == std::endian::little);
    std::uint32_t code = 0;
    count(head.swapped, code);
    const std::uint32_t thousands = (code & 0x0FFFFFFF) / 1000;
    head.type = (code & 0x0FFFFFFF) % 1000;
    if (thousands > 3 || head.type < point || head.type > collection) return false;
    head.axes = 2 + ((code >> 31) & 1) + ((code >> 30) & 1) + (thousands == 3 ? 2 : thousands != 0);
    std::uint32_t srid;
    return (code & 0x20000000) == 0 || count(head.swapped, srid);
  }

  template <class Sink>
  bool points(const Head& head, std::size_t number_of_points, Sink& sink) {
    const std::size_t bytes = 8 * head.axes * number_of_points;  // counts have 32 bits
    if (left() < bytes) return false;
    sink.points(at_, number_of_points, head.axes, head.swapped);
    at_ += bytes;
    return true;
  }

  // `wanted`: the type that parts have to have; 0: any.
  template <class Sink>
  bool geometry(Sink& sink, std::uint32_t wanted, int depth) {
    Head head;
    if (!read(head) || (wanted != 0 && head.type != wanted) || depth > 32) return false;
    if (head.type == point) return points(head, 1, sink);
    std::uint32_t items = 0;
    if (!count(head.swapped, items)) return false;
    if (head.type == line) return points(head, items, sink);
    if (head.type == polygon) sink.polygon();
    bool has_outer = false;
    for (std::uint32_t i = 0; i < items; ++i) {
      if (head.type == polygon) {
        std::uint32_t of_ring = 0;
        if (!count(head.swapped, of_ring) || !points(head, of_ring, sink)) return false;
        if (i == 0) has_outer = of_ring != 0;
        if (of_ring != 0 && !has_outer) return false;  // a hole of nothing
      } else if (!geometry(sink, head.type == collection ? 0 : head.type - 3, depth + 1)) {
        return false;
      }
    }
    return true;
  }

  const unsigned char* at_;
  const unsigned char* end_;
};

/// How much the polygons of values take.
struct WkbSizes {
  std::size_t points_ = 0, rings = 0, polygons = 0;

  void polygon() { ++polygons; }
  void points(const unsigned char*, std::size_t count, std::size_t, bool) { points_ += count, ++rings; }
};

/// Writes polygons to arrays that have room for them. Where rings and polygons begin is counted from their first ones.
struct WkbRings {
  double* coords;
  std::uint32_t *rings, *polygons;
  std::uint32_t points_ = 0, rings_ = 0;

  void polygon() { *polygons++ = rings_; }
  void points(const unsigned char* first, std::size_t count, std::size_t axes, bool swapped) {
    *rings++ = points_;
    ++rings_;
    points_ += static_cast<std::uint32_t>(count);
    if (axes == 2 && !swapped) {
      if (count > 0) std::memcpy(coords, first, 16 * count);
      coords += 2 * count;
      return;
    }
    for (std::size_t i = 0; i < count; ++i, first += 8 * axes) {
      *coords++ = WkbReader::number(first, swapped);
      *coords++ = WkbReader::number(first + 8, swapped);
    }
  }
};

/// The box around a value's points, without those that are NaN, as empty ones are: min x, min y, max x, max y.
struct WkbBox {
  double box[4] = {INFINITY, INFINITY, -INFINITY, -INFINITY};

  void polygon() {}
  void points(const unsigned char* first, std::size_t count, std::size_t axes, bool swapped) {
    for (std::size_t i = 0; i < count; ++i, first += 8 * axes) {
      const double x = WkbReader::number(first, swapped), y = WkbReader::number(first + 8, swapped);
      box[0] = std::min(box[0], x), box[1] = std::min(box[1], y), box[2] = std::max(box[2], x), box[3] = std::max(box[3], y);
    }
  }
};

/// The last point of a value.
struct WkbPoint {
  double x = NAN, y = NAN;

  void polygon() {}
  void points(const unsigned char* first, std::size_t, std::size_t, bool swapped) {
    x = WkbReader::number(first, swapped), y = WkbReader::number(first + 8, swapped);
  }
};

}  // namespace satchel::python
