#include "write_csv.hpp"

#include <iterator>
#include <string_view>
#include <vector>

#include <fmt/compile.h>
#include <fmt/format.h>

#include "verdict_names.hpp"

namespace satchel::cli {
namespace {

/// Collects rows, so that the file sees large pieces.
class Rows {
 public:
  Rows(OutputFile& out, std::string_view header) : out_(out) { buffer_.append(header); }

  template <class Format, class... Values>
  void add(const Format& format, const Values&... values) {
    fmt::format_to(std::back_inserter(buffer_), format, values...);
    if (buffer_.size() > (std::size_t{1} << 20)) {
      flush();
    }
  }

  void flush() {
    out_.write({buffer_.data(), buffer_.size()});
    buffer_.clear();
  }

 private:
  OutputFile& out_;
  fmt::memory_buffer buffer_;
};

/// Floats are written as the doubles they are: whoever reads the file, in float or in double, gets the same number.
double exactly(double value) { return value; }

}  // namespace

template <class T>
void write_contacts(OutputFile& out, std::span<const Pair> pairs, const std::vector<BasicContact<T>>& contacts,
                    std::span<const PartPair> parts) {
  Rows rows(out, parts.empty() ? "a,b,verdict,separation,normal_x,normal_y\n"
                               : "a,b,verdict,separation,normal_x,normal_y,part_a,part_b\n");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const BasicContact<T>& contact = contacts[i];
    rows.add(FMT_COMPILE("{},{},{},{},{},{}"), pairs[i].a, pairs[i].b, verdict_name(verdict(contact)),
             exactly(contact.separation), exactly(contact.normal_x), exactly(contact.normal_y));
    if (!parts.empty()) {
      rows.add(FMT_COMPILE(",{},{}"), parts[i].a, parts[i].b);
    }
    rows.add(FMT_COMPILE("\n"));
  }
  rows.flush();
}

void write_pairs(OutputFile& out, std::span<const Pair> pairs) {
  Rows rows(out, "a,b\n");
  for (const Pair& pair : pairs) {
    rows.add(FMT_COMPILE("{},{}\n"), pair.a, pair.b);
  }
  rows.flush();
}

template <class T>
void write_placed(OutputFile& out, const BasicScene<T>& scene, bool with_parts) {
  Rows rows(out, with_parts ? "body,vertex,origin_x,origin_y,offset_x,offset_y,radius,part\n"
                            : "body,vertex,origin_x,origin_y,offset_x,offset_y,radius\n");
  std::vector<BasicVec2<T>> offsets;
  std::vector<ShapeId> parts;
  for (BodyId body = 0; body < scene.body_slots(); ++body) {
    const ShapeId shape = scene.shape(body);
    const Pose pose = scene.pose(body);
    offsets.resize(scene.vertex_count(shape));
    scene.placed_offsets(body, offsets);
    parts.resize(scene.part_count(shape));
    scene.parts(shape, parts);
    std::span<const BasicVec2<T>> left = offsets;
    for (std::size_t part = 0; part < parts.size(); ++part) {
      const T radius = scene.radius(parts[part]);
      const std::size_t count = scene.vertex_count(parts[part]);
      for (std::size_t i = 0; i < count; ++i) {
        rows.add(FMT_COMPILE("{},{},{},{},{},{},{}"), body, i, pose.x, pose.y, exactly(left[i].x), exactly(left[i].y),
                 exactly(radius));
        if (with_parts) {
          rows.add(FMT_COMPILE(",{}"), part);
        }
        rows.add(FMT_COMPILE("\n"));
      }
      left = left.subspan(count);
    }
  }
  rows.flush();
}

template void write_contacts(OutputFile&, std::span<const Pair>, const std::vector<Contact>&,
                             std::span<const PartPair>);
template void write_contacts(OutputFile&, std::span<const Pair>, const std::vector<Contactd>&,
                             std::span<const PartPair>);
template void write_placed(OutputFile&, const Scene&, bool);
template void write_placed(OutputFile&, const Scened&, bool);

}  // namespace satchel::cli
