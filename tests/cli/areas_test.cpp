// satchel areas: rows and pictures.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string>
#include <vector>

#include <pugixml.hpp>

#include "tool.hpp"

namespace satchel::cli_test {
namespace {

/// Squares with sides of 2 and a disc: 1 overlaps 0 by a quarter, 2 touches 0, 3 lies apart, the disc lies in 3.
constexpr const char* squares_and_disc =
    R"({"shapes":[{"type":"box","half_width":1,"half_height":1},{"type":"circle","center":[0,0],"radius":0.5}],
       "bodies":[[0,0,0,0],[0,1,1,0],[0,-2,0,0],[0,9,9,0],[1,9.25,9,0]],
       "pairs":[[0,1],[1,0],[0,2],[0,3],[1,1],[3,4]]})";

TEST_F(Tool, areas_come_in_the_order_of_the_pairs) {
  const std::string out = output({"areas", scene(squares_and_disc), "--out", path("a.csv").string()});
  EXPECT_NE(out.find("with an area:"), std::string::npos) << out;
  const std::vector<std::string> rows = lines(file_text(path("a.csv")));
  ASSERT_EQ(rows.size(), 7u);
  EXPECT_EQ(rows[0], "a,b,area,iou");
  EXPECT_EQ(rows[1], "0,1,1,0.1428571492433548");  // 1/7 in float
  EXPECT_EQ(rows[2], "1,0,1,0.1428571492433548");
  EXPECT_EQ(rows[3], "0,2,0,0");
  EXPECT_EQ(rows[4], "0,3,0,0");
  EXPECT_EQ(rows[5], "1,1,4,1");
  const double disc = std::numbers::pi / 4;
  EXPECT_NEAR(std::stod(fields(rows[6])[2]), disc, 1e-6);
  EXPECT_NEAR(std::stod(fields(rows[6])[3]), disc / 4, 1e-6);
}

TEST_F(Tool, areas_are_the_same_bytes_for_every_instruction_set_and_number_of_threads) {
  const std::string generated = generate("mixed", 2000, 5);
  for (const char* precision : {"float", "double"}) {
    const auto text = [&](const std::string& isa, const std::string& threads) {
      output({"areas", generated, "--precision", precision, "--isa", isa, "--threads", threads, "--out",
              path("a.csv").string()});
      return file_text(path("a.csv"));
    };
    const std::string expected = text("scalar", "1");
    std::size_t with_area = 0;
    for (const std::string& row : lines(expected)) with_area += fields(row)[2] == "0" ? 0 : 1;
    EXPECT_GT(with_area, 200u);
    for (const std::string& isa : isas()) {
      EXPECT_EQ(text(isa, "1"), expected) << isa << ' ' << precision;
      EXPECT_EQ(text(isa, "3"), expected) << isa << ' ' << precision;
    }
  }
}

TEST_F(Tool, areas_of_a_scene_without_pairs_are_a_header) {
  output({"areas", scene(R"({"shapes":[],"bodies":[],"pairs":[]})"), "--out", path("a.csv").string(), "--svg",
          path("p.svg").string()});
  EXPECT_EQ(file_text(path("a.csv")), "a,b,area,iou\n");
  EXPECT_TRUE(pugi::xml_document().load_file(path("p.svg").c_str()));
}

TEST_F(Tool, areas_refuse_files_that_they_would_destroy_or_cannot_write) {
  const std::string json = scene(squares_and_disc), same = path("a.csv").string();
  EXPECT_EQ(run({"areas", json, "--svg", json}).status, 1);
  EXPECT_EQ(run({"areas", json, "--out", same, "--svg", same}).status, 1);
  EXPECT_EQ(run({"areas", json, "--out", same, "--svg", path("absent/p.svg").string()}).status, 3);
  EXPECT_EQ(run({"areas", json, "--margin", "1"}).status, 1);
  EXPECT_EQ(file_count(), 1u);
  EXPECT_EQ(file_text(json), squares_and_disc);
}

/// The polygons of a path as the tool writes it.
struct Ring {
  double x, y, area;  ///< a corner; the area, in square pixels
};
std::vector<Ring> rings_of(const std::string& path) {
  std::vector<Ring> rings;
  double x = 0, y = 0, twice = 0;
  const char* at = path.c_str();
  while (*at != '\0') {
    const char command = *at++;
    if (command == 'z') {
      rings.back().area = std::abs(twice) / 2;
      continue;
    }
    char* end = nullptr;
    const double first = std::strtod(at, &end), second = std::strtod(end, &end);
    at = end;
    if (command == 'M') {
      x = first, y = second, twice = 0;
      rings.push_back({x, y, 0});
    } else {
      twice +=
          (x - rings.back().x) * (y + second - rings.back().y) - (x + first - rings.back().x) * (y - rings.back().y);
      x += first, y += second;
    }
  }
  return rings;
}

TEST_F(Tool, the_picture_of_areas_shades_the_intersections) {
  output({"areas", scene(squares_and_disc), "--svg", path("p.svg").string()});
  pugi::xml_document svg;
  ASSERT_TRUE(svg.load_file(path("p.svg").c_str()));
  const auto path_of = [&](const char* group) {
    return std::string(svg.select_node(group).node().child("path").attribute("d").value());
  };
  const std::vector<Ring> bodies = rings_of(path_of("//g[@class='bodies']/g[@class='overlapping']"));
  ASSERT_FALSE(bodies.empty());
  const double unit = bodies[0].area / 4;  // the first body is a square with sides of 2
  EXPECT_EQ(svg.select_nodes("//g[@class='bodies']/g/path").size(), 5u);
  // The areas of the pairs (0, 1), (1, 0), (1, 1) and (3, 4), in any order.
  std::vector<double> areas;
  for (const Ring& ring : rings_of(path_of("/svg/g[@class='intersections']"))) areas.push_back(ring.area / unit);
  std::sort(areas.begin(), areas.end());
  ASSERT_EQ(areas.size(), 4u);
  EXPECT_NEAR(areas[0], std::numbers::pi / 4, 0.01);  // short edges for the arc
  EXPECT_NEAR(areas[1], 1, 0.01);
  EXPECT_NEAR(areas[2], 1, 0.01);
  EXPECT_NEAR(areas[3], 4, 0.01);
  EXPECT_EQ(svg.select_nodes("//g[@class='legend']/text[text()='intersections']").size(), 1u);
  EXPECT_EQ(svg.select_nodes("//g[@class='mtv']/path[string-length(@d) > 0]").size(), 0u);

  output({"collide", scene(squares_and_disc), "--svg", path("p.svg").string()});
  ASSERT_TRUE(svg.load_file(path("p.svg").c_str()));
  EXPECT_EQ(svg.select_nodes("//g[@class='intersections']").size(), 0u);
}

/// A square with a hole beside a square and a disc, each half in the hole and half in the wall.
TEST_F(Tool, areas_leave_out_holes) {
  const std::string json = scene(
      R"({"shapes":[{"type":"concave","vertices":[[0,0],[6,0],[6,6],[0,6]],"holes":[[[2,2],[2,4],[4,4],[4,2]]]},
                    {"type":"box","half_width":0.5,"half_height":0.5},{"type":"circle","center":[0,0],"radius":0.5}],
         "bodies":[[0,0,0,0],[1,2,3,0],[2,3,4,0],[1,3,3,0]],"pairs":[[0,1],[2,0],[0,3],[0,0]]})");
  output({"areas", json, "--out", path("a.csv").string(), "--svg", path("p.svg").string()});
  const std::vector<std::string> rows = lines(file_text(path("a.csv")));
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(fields(rows[1])[2], "0.5");
  EXPECT_NEAR(std::stod(fields(rows[2])[2]), std::numbers::pi / 8, 1e-5);
  EXPECT_EQ(rows[3], "0,3,0,0");
  EXPECT_EQ(rows[4], "0,0,32,1");
  pugi::xml_document svg;
  ASSERT_TRUE(svg.load_file(path("p.svg").c_str()));
  const std::string hole =
      svg.select_node("//g[@class='bodies']/g[@class='overlapping']/path").node().attribute("d").value();
  const std::vector<Ring> rings = rings_of(hole);
  ASSERT_EQ(rings.size(), 2u);
  const double unit = rings[0].area / 36;
  double shaded = 0;
  for (const Ring& ring :
       rings_of(svg.select_node("/svg/g[@class='intersections']/path").node().attribute("d").value())) {
    shaded += ring.area / unit;
  }
  EXPECT_NEAR(shaded, 32 + 0.5 + std::numbers::pi / 8, 0.05);
}

}  // namespace
}  // namespace satchel::cli_test
