// satchel collide --html: the file. tests/page looks at it in a browser.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tool.hpp"

namespace satchel::cli_test {
namespace {

const std::string three_boxes =
    R"({"name": "NAME", "units": "m", "shapes": [{"type": "box", "half_width": 1, "half_height": 1}],
  "bodies": [[0, 0, 0, 0], [0, 1.5, 0, 0], [0, 0, 2, 0]], "pairs": [[0, 1], [0, 2], [1, 2]]})";

/// The bytes of a base64 text.
std::string bytes_of(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0, count = 0;
  for (const char c : text.substr(0, text.find('='))) {
    bits = bits << 6 | static_cast<unsigned>(digits.find(c));
    count += 6;
    if (count >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 255);
  }
  return bytes;
}

class Page : public Tool {
 protected:
  std::string page_of(const std::string& scene_path, const std::vector<std::string>& options = {}) const {
    std::vector<std::string> arguments{"collide", scene_path, "--html", path("page.html").string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    output(arguments);
    return file_text(path("page.html"));
  }

  /// The data of a page; its element has to end with the JSON.
  static nlohmann::json data(const std::string& page) {
    const std::string begin = "<script type=\"application/json\" id=\"satchel-data\">";
    const std::size_t at = page.find(begin) + begin.size();
    return nlohmann::json::parse(page.substr(at, page.find("</script", at) - at));
  }

  template <class Number>
  static std::vector<Number> array(const nlohmann::json& data, const char* name, const std::string& type) {
    const std::string text = data.at("arrays").at(name);
    EXPECT_EQ(text.substr(0, type.size() + 1), type + ":");
    const std::string bytes = bytes_of(text.substr(type.size() + 1));
    EXPECT_EQ(bytes.size() % sizeof(Number), 0u);
    std::vector<Number> numbers(bytes.size() / sizeof(Number));
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(numbers.data()));
    return numbers;
  }
};

TEST_F(Page, holds_the_scene_and_the_contacts) {
  const nlohmann::json its = data(page_of(scene(three_boxes)));
  EXPECT_EQ(its.at("name"), "NAME");
  EXPECT_EQ(its.at("units"), "m");
  EXPECT_EQ(array<float>(its, "core_vertex", "f32"), (std::vector<float>{-1, -1, 1, -1, 1, 1, -1, 1}));
  EXPECT_EQ(array<double>(its, "pose", "f64"), (std::vector<double>{0, 0, 1, 0, 1.5, 0, 1, 0, 0, 2, 1, 0}));
  EXPECT_EQ(array<std::uint32_t>(its, "pair", "u32"), (std::vector<std::uint32_t>{0, 1, 0, 2, 1, 2}));
  EXPECT_EQ(array<float>(its, "contact", "f32"), (std::vector<float>{-0.5f, 1, 0, 0, 0, 1, 0, 0, 1}));
  const std::vector<std::uint32_t> feature = array<std::uint32_t>(its, "feature", "u32");
  ASSERT_EQ(feature.size(), 3u);
  EXPECT_EQ(feature[0] & 3u, 2u);
  EXPECT_EQ(feature[1] & 3u, 1u);
}

TEST_F(Page, of_a_double_scene_has_doubles) {
  const nlohmann::json its = data(page_of(scene(three_boxes), {"--precision", "double"}));
  EXPECT_EQ(its.at("real"), "float64");
  EXPECT_EQ(array<double>(its, "contact", "f64").at(0), -0.5);
}

TEST_F(Page, is_the_same_for_every_isa_and_thread_count) {
  const std::string mixed = generate("mixed", 2000, 3);
  const std::string page = page_of(mixed);
  for (const std::string& isa : isas()) {
    EXPECT_EQ(hash(page_of(mixed, {"--isa", isa, "--threads", "1"})), hash(page)) << isa;
  }
}

TEST_F(Page, holds_the_rings_and_the_parts_of_outlines) {
  const std::string ell = R"({"name": "L", "units": "m",
      "shapes": [{"type": "outline", "rings": [[[0,0],[0,3],[1,3],[1,1],[3,1],[3,0]]]},
                 {"type": "box", "half_width": 1, "half_height": 1}],
      "bodies": [[0, 0, 0, 0], [1, 3, 3, 0]]})";
  const nlohmann::json its = data(page_of(scene(ell)));
  EXPECT_EQ(array<std::uint32_t>(its, "ring_of", "u32"), std::vector<std::uint32_t>{0});
  EXPECT_EQ(array<std::uint32_t>(its, "ring_start", "u32"), (std::vector<std::uint32_t>{0, 6}));
  EXPECT_EQ(array<float>(its, "ring_vertex", "f32"), (std::vector<float>{0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3}));
  // Two parts, behind the shapes of the file; the edge between them is inner in both.
  EXPECT_EQ(array<std::uint32_t>(its, "part_start", "u32"), (std::vector<std::uint32_t>{0, 2, 3, 4, 5}));
  EXPECT_EQ(array<std::uint32_t>(its, "part", "u32"), (std::vector<std::uint32_t>{2, 3, 1, 2, 3}));
  EXPECT_EQ(array<std::uint32_t>(its, "shape_in_file", "u32"),
            (std::vector<std::uint32_t>{0, 1, 0xffffffff, 0xffffffff}));
  const std::vector<std::uint8_t> inner = array<std::uint8_t>(its, "inner_edge", "u8");
  EXPECT_EQ(inner.size(), array<float>(its, "core_vertex", "f32").size() / 2 - 4);
  EXPECT_EQ(std::count(inner.begin(), inner.end(), 1), 2);
}

TEST_F(Page, has_the_inner_edges_that_a_compound_of_the_same_parts_has) {
  const std::string frame = "[[0,0],[9,0],[9,4],[9,9],[0,9]]", hole = "[[2,2],[2,7],[7,7],[6,4],[7,2]]",
                    star = "[[0,0],[2,1],[4,0],[3,2],[4,4],[2,3],[0,4],[1,2]]";
  const std::string bodies = R"("bodies": [[0, 0, 0, 0], [1, 8, 8, 0]]})";
  const nlohmann::json compounds =
      data(page_of(scene(R"({"shapes": [{"type": "concave", "vertices": )" + frame + R"(, "holes": [)" + hole +
                         R"(]}, {"type": "concave", "vertices": )" + star + "}], " + bodies)));
  const nlohmann::json outlines =
      data(page_of(scene(R"({"shapes": [{"type": "outline", "rings": [)" + frame + "," + hole +
                         R"(]}, {"type": "outline", "rings": [)" + star + "]}], " + bodies)));
  const std::vector<std::uint8_t> flags = array<std::uint8_t>(compounds, "inner_edge", "u8");
  EXPECT_GT(std::count(flags.begin(), flags.end(), 1), 8);
  EXPECT_EQ(array<std::uint8_t>(outlines, "inner_edge", "u8"), flags);
  for (const char* same : {"contact", "feature", "part_pair", "distance", "manifold_point", "ring_vertex"}) {
    EXPECT_EQ(outlines.at("arrays").at(same), compounds.at("arrays").at(same)) << same;
  }
}

TEST_F(Page, of_a_map_without_some_bodies_says_so) {
  write_file(path("map.wkt"), "POLYGON ((0 0, 3 0, 0 3))\nPOINT (1 1)\nPOLYGON ((1 1, 3 0, 0 3))\n");
  const nlohmann::json its = data(page_of(path("map.wkt").string(), {"--skip-invalid"}));
  EXPECT_EQ(array<std::uint32_t>(its, "shape", "u32"), (std::vector<std::uint32_t>{0, 0xffffffff, 1}));
  const std::vector<std::uint32_t> in_file = array<std::uint32_t>(its, "shape_in_file", "u32");
  ASSERT_GE(in_file.size(), 2u);
  EXPECT_EQ(in_file[0], 0u);
  EXPECT_EQ(in_file[1], 2u);
  EXPECT_EQ(array<std::uint32_t>(its, "pair", "u32"), (std::vector<std::uint32_t>{0, 2}));
}

TEST_F(Page, tells_which_shapes_of_the_library_are_those_of_the_file_and_which_bodies_are_linked) {
  const std::string ring = "[[0,0],[3,0],[3,1],[1,1],[1,3],[0,3]]";
  const std::string kinds = R"({"shapes": [{"type": "outline", "rings": [)" + ring +
                            R"(]}, {"type": "concave", "vertices": )" + ring +
                            R"(}, {"type": "chain", "vertices": [[0, 0], [1, 0], [2, 1]]},
      {"type": "box", "half_width": 1, "half_height": 1}],
      "bodies": [[0, 0, 0, 0], [1, 9, 0, 0], [2, 20, 0, 0], [3, 30, 0, 0], [3, 32, 0, 0]])";
  const nlohmann::json its = data(page_of(scene(kinds + "}"))),
                       linked = data(page_of(scene(kinds + R"(, "link_tolerance": 0})")));
  const std::vector<std::uint32_t> shape = array<std::uint32_t>(its, "shape", "u32"),
                                   in_file = array<std::uint32_t>(its, "shape_in_file", "u32");
  ASSERT_EQ(shape.size(), 5u);
  for (std::size_t body = 0; body < 5; ++body) {
    ASSERT_LT(shape[body], in_file.size());
    EXPECT_EQ(in_file[shape[body]], std::min<std::size_t>(body, 3));
  }
  EXPECT_EQ(std::count(in_file.begin(), in_file.end(), 0xffffffff), static_cast<std::ptrdiff_t>(in_file.size()) - 4);
  EXPECT_FALSE(its.at("arrays").contains("linked"));
  EXPECT_EQ(array<std::uint32_t>(linked, "linked", "u32"), (std::vector<std::uint32_t>{3, 4}));
}

TEST_F(Page, a_name_cannot_end_the_element_that_holds_it) {
  for (const std::string name : {"</script><script>alert(1)</script>", "<!--<script>", "</title><b>", "&amp;"}) {
    std::string json = three_boxes;
    const std::string page = page_of(scene(json.replace(json.find("NAME"), 4, name)));
    EXPECT_EQ(data(page).at("name"), name);
    std::size_t ends = 0;
    for (std::size_t at = 0; (at = page.find("</script", at)) != std::string::npos; ++at) ++ends;
    EXPECT_EQ(ends, 2u) << name;
    EXPECT_EQ(page.find("<b>"), std::string::npos);
  }
}

TEST_F(Page, is_named_in_the_summary) {
  const std::string out = output({"collide", scene(three_boxes), "--html", path("page.html").string()});
  EXPECT_NE(out.find("page:             " + path("page.html").string()), std::string::npos) << out;
}

TEST_F(Page, files_need_names_of_their_own) {
  const std::string input = scene(three_boxes), same = path("same").string();
  for (const char* other : {"--out", "--svg"}) {
    const Outcome outcome = run({"collide", input, other, same, "--html", same});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_NE(outcome.err.find("is named twice"), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(run({"collide", input, "--html", input}).status, 1);
  EXPECT_EQ(file_text(input), three_boxes);
}

TEST_F(Page, of_a_live_scene_has_the_module_and_may_run_it) {
  const std::string module = "// </script> WebAssembly\nexport default load;\n";
  write_file(path("m.mjs"), module);
  const std::string page = page_of(scene(three_boxes), {"--live", path("m.mjs").string()});
  EXPECT_EQ(data(page).at("module"), module);
  EXPECT_NE(page.find(" blob: 'wasm-unsafe-eval'; style-src"), std::string::npos);
  EXPECT_EQ(page_of(scene(three_boxes)).find("unsafe"), std::string::npos);
}

TEST_F(Page, without_a_module_says_how_to_make_it) {
  const std::string input = scene(three_boxes), html = path("page.html").string();
  const Outcome missing = run({"collide", input, "--html", html, "--live", path("no.mjs").string()});
  EXPECT_EQ(missing.status, 3);
  const Outcome other = run({"collide", input, "--html", html, "--live", input});
  EXPECT_EQ(other.status, 2);
  for (const Outcome& outcome : {missing, other}) {
    EXPECT_NE(outcome.err.find("cmake --workflow --preset wasm"), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(run({"collide", input, "--live", input}).status, 1);
  EXPECT_EQ(file_count(), 1u);
}

TEST_F(Page, appears_whole_or_not_at_all) {
  EXPECT_EQ(run({"collide", scene(three_boxes), "--html", path("no/such/page.html").string()}).status, 3);
  std::string json = three_boxes;
  json.insert(json.size() - 1, R"(, "motions": [[0, 0, 0], [0, 0, 0], [0, 0, 1e300]])");
  const Outcome outcome =
      run({"collide", scene(json), "--out", path("out.csv").string(), "--html", path("page.html").string()});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("motion"), std::string::npos) << outcome.err;
  EXPECT_EQ(file_count(), 1u);  // the scene
}

}  // namespace
}  // namespace satchel::cli_test
