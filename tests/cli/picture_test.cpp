// Pictures of scenes: every body and every overlap is drawn, and text of files is text of XML.
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>

#include "tool.hpp"

namespace satchel::cli_test {
namespace {

constexpr double pi = 3.14159265358979323846;

class PictureOf : public Tool {
 protected:
  /// The picture that a command draws of a scene.
  [[nodiscard]] pugi::xml_document drawn(const std::string& json, const char* command = "collide") const {
    output({command, scene(json), "--svg", path("p.svg").string()});
    pugi::xml_document svg;
    EXPECT_TRUE(svg.load_file(path("p.svg").c_str()));
    return svg;
  }
};

std::size_t count(const pugi::xml_document& svg, const char* xpath) { return svg.select_nodes(xpath).size(); }

/// How many closed outlines the paths have that an expression selects.
std::size_t outlines(const pugi::xml_document& svg, const char* xpath) {
  std::size_t closed = 0;
  for (const pugi::xpath_node& node : svg.select_nodes(xpath)) {
    for (const char c : std::string(node.node().attribute("d").value())) {
      closed += c == 'z' || c == 'Z';
    }
  }
  return closed;
}

TEST_F(PictureOf, a_chain_has_all_its_edges) {
  const char* const json = R"({"shapes":[{"type":"chain","vertices":[[0,0],[4,0],[8,1]]},
      {"type":"box","half_width":1,"half_height":1}],"bodies":[[0,0,0,0],[1,2,0.5,0]]})";
  for (const char* command : {"collide", "areas"}) {
    const pugi::xml_document svg = drawn(json, command);
    EXPECT_EQ(count(svg, "//g[@class='bodies']/g/path"), 2u) << command;
    EXPECT_EQ(outlines(svg, "//g[@class='bodies']/g/path"), 3u) << "two edges and a box; " << command;
  }
}

/// A hundred pairs of crossing bodies; those with an odd number are segments, those with an even one `even`.
std::string crossing_pairs(const std::string& even) {
  std::string bodies, pairs;
  for (int i = 0; i < 100; ++i) {
    bodies +=
        fmt::format("{}[0,{},0,{}],[1,{},0.1,{}]", i == 0 ? "" : ",", 5 * i, 0.031 * i, 5 * i + 0.05, 1.7 + 0.031 * i);
    pairs += fmt::format("{}[{},{}]", i == 0 ? "" : ",", 2 * i, 2 * i + 1);
  }
  return fmt::format(R"({{"shapes":[{},{{"type":"segment","a":[-1,0],"b":[1,0.3]}}],"bodies":[{}],"pairs":[{}]}})",
                     even, bodies, pairs);
}

TEST_F(PictureOf, overlaps_of_segments_has_an_arrow_for_each) {
  for (const char* even :
       {R"({"type":"segment","a":[-1,0],"b":[1,0]})", R"({"type":"box","half_width":1,"half_height":0.5})"}) {
    const pugi::xml_document svg = drawn(crossing_pairs(even));
    EXPECT_EQ(outlines(svg, "/svg/g[@class='mtv']/path"), 100u) << even;
  }
}

TEST_F(PictureOf, a_rounded_polygon_with_a_nearly_straight_corner_has_its_overlap_at_every_angle) {
  for (int k = 0; k < 64; ++k) {
    const double angle = 2 * pi * k / 64;
    const std::string json = fmt::format(
        R"({{"shapes":[{{"type":"polygon","vertices":[[0,0],[1,0],[2.7,1e-8],[2,2],[0,2]],"radius":0.2}}],
            "bodies":[[0,0,0,{0}],[0,0.5,1,{0}]],"pairs":[[0,1]]}})",
        angle);
    EXPECT_EQ(outlines(drawn(json, "areas"), "//g[@class='intersections']/path"), 1u + 1)
        << "legend and overlap; " << angle;
    EXPECT_EQ(outlines(drawn(json), "/svg/g[@class='mtv']/path"), 1u) << angle;
  }
}

TEST_F(PictureOf, a_point_has_a_mark_with_an_inside) {
  const pugi::xml_document svg = drawn(R"({"shapes":[{"type":"circle","center":[0,0],"radius":0},
      {"type":"box","half_width":1,"half_height":1}],"bodies":[[0,5,0,0],[1,0,0,0]]})");
  for (const pugi::xpath_node& node : svg.select_nodes("//g[@class='bodies']/g/path")) {
    EXPECT_NE(std::string(node.node().attribute("d").value()).find('l'), std::string::npos);
  }
}

TEST_F(PictureOf, any_text_is_that_of_xml) {
  const char* const square = R"("shapes":[{"type":"box","half_width":1,"half_height":1}],"bodies":[[0,0,0,0]]})";
  for (const char* text : {R"({"units":"m\u0001\u001b[31m",)", R"({"name":"a\uffff",)", R"({"name":"\u0085b",)"}) {
    const std::string json = scene(std::string(text) + square);
    const std::string summary = output({"collide", json, "--svg", path("p.svg").string()});
    const std::string svg = file_text(path("p.svg"));
    EXPECT_EQ(svg.find("&#"), std::string::npos) << text;
    EXPECT_EQ(svg.find("\xef\xbf\xbf"), std::string::npos) << text;
    EXPECT_EQ(svg.find("\xc2\x85"), std::string::npos) << text;
    EXPECT_EQ(summary.find('\x1b'), std::string::npos) << text;
  }
}

TEST_F(PictureOf, a_long_title_is_as_wide_in_every_script) {
  const auto size = [&](const std::string& name) {
    const pugi::xml_document svg = drawn(fmt::format(
        R"({{"name":"{}","shapes":[{{"type":"box","half_width":1,"half_height":1}}],"bodies":[[0,0,0,0]]}})", name));
    return std::string(svg.select_node("//text[@class='title']").node().attribute("style").value());
  };
  std::string latin, other;
  for (int i = 0; i < 30; ++i) {
    latin += "a";
    other += "\u5f62";
  }
  EXPECT_NE(size(latin), "");
  EXPECT_EQ(size(latin), size(other));
}

}  // namespace
}  // namespace satchel::cli_test
