#include "cli/scene_file/write_scene.hpp"

#include <iterator>
#include <span>
#include <string_view>

#include <fmt/compile.h>
#include <fmt/format.h>

namespace satchel::cli {

void write_scene(OutputFile& out, const GeneratedScene& scene) {
  fmt::memory_buffer text;
  const auto add = [&](const auto& format, const auto&... values) {
    fmt::format_to(std::back_inserter(text), format, values...);
    if (text.size() > (std::size_t{1} << 20)) {
      out.write({text.data(), text.size()});
      text.clear();
    }
  };
  const auto add_vertices = [&]<class Number>(std::span<const Vec2> vertices, Number) {
    const char* comma = "[";
    for (const Vec2& vertex : vertices) {
      add(FMT_COMPILE("{}[{},{}]"), comma, Number{vertex.x}, Number{vertex.y});
      comma = ",";
    }
    add(FMT_COMPILE("]"));
  };
  add(FMT_COMPILE("{{\"name\":\"{}\",\"source\":\"{}\",\"units\":\"m\",\n\"shapes\":["), scene.name, scene.source);
  for (std::size_t i = 0; i < scene.shape_count(); ++i) {
    const std::span<const Vec2> vertices = scene.shape(i);
    const std::string_view type = scene.shapes[i].type;
    add(FMT_COMPILE("{}{{\"type\":\"{}\","), i == 0 ? "\n" : ",\n", type);
    if (type == "circle") {
      add(FMT_COMPILE("\"center\":[{},{}]"), vertices[0].x, vertices[0].y);
    } else if (type == "capsule") {
      add(FMT_COMPILE("\"a\":[{},{}],\"b\":[{},{}]"), vertices[0].x, vertices[0].y, vertices[1].x, vertices[1].y);
    } else if (type == "outline") {
      std::span<const Vec2> left = vertices;
      const char* comma = "\"rings\":[";
      for (const std::size_t size : scene.shapes[i].ring_sizes) {
        add(FMT_COMPILE("{}"), comma);
        add_vertices(left.first(size), double{});  // common borders are the same when the file is read in double, too
        left = left.subspan(size);
        comma = ",";
      }
      add(FMT_COMPILE("]"));
    } else {
      add(FMT_COMPILE("\"vertices\":"));
      add_vertices(vertices, float{});
    }
    if (scene.shapes[i].radius > 0) {
      add(FMT_COMPILE(",\"radius\":{}"), scene.shapes[i].radius);
    }
    add(FMT_COMPILE("}}"));
  }
  add(FMT_COMPILE("],\n\"bodies\":["));
  const char* comma = "\n";
  for (const GeneratedBody& body : scene.bodies) {
    add(FMT_COMPILE("{}[{},{},{},{}]"), comma, body.shape, body.x, body.y, body.angle);
    comma = ",\n";
  }
  add(FMT_COMPILE("],\n\"pairs\":["));
  for (std::size_t i = 0; i < scene.pairs.size(); ++i) {
    const bool new_line = i == 0 || scene.pairs[i].a != scene.pairs[i - 1].a;
    add(FMT_COMPILE("{}{}[{},{}]"), i == 0 ? "" : ",", new_line ? "\n" : "", scene.pairs[i].a, scene.pairs[i].b);
  }
  add(FMT_COMPILE("]}}\n"));
  out.write({text.data(), text.size()});
}

}  // namespace satchel::cli
