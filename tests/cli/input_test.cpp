// What the tool reads beside plain scene files: boxes, segments, holes, rings of other programs; and what it says about
// rounding.
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>

#include "input.hpp"

namespace satchel::cli_test {
namespace {

// ---- boxes and segments ----------------------------------------------------------------------------------------------

TEST_F(Input, a_box_is_the_polygon_of_its_corners) {
  const std::string bodies = R"("bodies":[[0,0,0,0.3],[1,1.25,0.5,-0.2],[1,3,4,1]],"pairs":[[0,1],[1,2],[0,2],[1,1]])";
  const std::string boxes = fmt::format(
      R"({{"shapes":[{{"type":"box","half_width":1,"half_height":0.5}},{{"type":"box","half_width":0.7,"half_height":0.1,"radius":0.25}}],{}}})",
      bodies);
  const std::string polygons = fmt::format(
      R"({{"shapes":[{{"type":"polygon","vertices":[[-1,-0.5],[1,-0.5],[1,0.5],[-1,0.5]]}},
      {{"type":"polygon","vertices":[[-0.7,-0.1],[0.7,-0.1],[0.7,0.1],[-0.7,0.1]],"radius":0.25}}],{}}})",
      bodies);
  for (const char* precision : {"float", "double"}) {
    const auto of_boxes = rows("collide", scene(boxes), {"--precision", precision});
    EXPECT_EQ(of_boxes, rows("collide", scene(polygons), {"--precision", precision}));
    EXPECT_EQ(of_boxes[0][2], "overlapping");
  }
}

TEST_F(Input, a_segment_overlaps_what_it_crosses) {
  const std::string json =
      R"({"shapes":[{"type":"box","half_width":1,"half_height":1},{"type":"segment","a":[0,-2],"b":[0,2]}],
    "bodies":[[0,0,0,0],[1,0.5,0,0],[1,1,0,0],[1,5,0,0],[1,0.5,1,1.5707963267948966]],
    "pairs":[[0,1],[0,2],[0,3],[1,4],[3,3]]})";
  const auto found = rows("distance", scene(json));
  EXPECT_EQ(found[0][2], "overlapping");
  EXPECT_EQ(found[0][3], "-0.5");
  EXPECT_EQ(found[1][2], "touching");
  EXPECT_EQ(found[1][3], "0");
  EXPECT_EQ(found[2][2], "disjoint");
  EXPECT_EQ(found[2][3], "4");
  EXPECT_EQ(found[3][2], "overlapping");  // the segments cross
  const auto placed = rows("place", scene(json));
  EXPECT_EQ(placed[4], (std::vector<std::string>{"1", "0", "0.5", "0", "0", "-2", "0"}));
  EXPECT_EQ(placed.size(), 4u + 4 * 2);
}

// ---- rounding --------------------------------------------------------------------------------------------------------

constexpr const char* far_from_zero =
    "[[335642.903,5677847.498],[335642.894,5677847.459],[335645.92,5677846.69],[335647.378,5677852.523],"
    "[335644.403,5677853.285]]";

TEST_F(Input, a_polygon_that_only_float_refuses_is_said_to_suffer_from_rounding) {
  const std::string json = scene(polygon_scene(far_from_zero));
  expect_refused({"collide", json, "--out", path("out.csv").string()},
                 {"scene.json: shapes[0]: vertices[1]:", "repeated", "only after rounding to float",
                  "--precision double", "origin"});
  const std::string summary = output({"collide", json, "--precision", "double"});
  EXPECT_EQ(summary_value(summary, "precision"), "double");
  EXPECT_LT(std::stod(summary_value(summary, "rounding up to")), 1e-9);
  // wrong in both precisions: no word of rounding
  for (const char* vertices : {"[[0,0],[0,0.1],[0.1,0]]", "[[0,0],[0.1,0],[0.1,0],[0,0.1]]"}) {
    EXPECT_EQ(run({"collide", scene(polygon_scene(vertices))}).err.find("rounding"), std::string::npos);
  }
}

TEST_F(Input, a_number_beyond_doubles_is_refused_where_it_is_not_read_too) {
  const std::string box = R"("shapes":[{"type":"box","half_width":1,"half_height":1}],"bodies":[[0,0,0,0]]})";
  EXPECT_EQ(run({"areas", scene(R"({"comment":[1e308],)" + box)}).status, 0);
  for (const char* key : {R"({"comment":1e400,)", R"({"comment":[{"x":-1e309}],)"}) {
    expect_refused({"areas", scene(key + box)}, {"scene.json: ", "number overflow parsing '"});
  }
  const std::string map = file(
      "map.geojson",
      R"({"type":"Feature","properties":{"x":1e400},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,1],[0,0]]]}})");
  expect_refused({"areas", map}, {"map.geojson: ", "number overflow parsing '1e400'"});
}

TEST_F(Input, a_number_that_only_double_has_is_said_to_need_it) {
  expect_refused({"collide", scene(polygon_scene("[[0,0],[1e39,0],[0,1e39]]")), "--out", path("out.csv").string()},
                 {"vertices[1]", "1e39", "range of float", "--precision double"});
  EXPECT_EQ(run({"collide", scene(polygon_scene("[[0,0],[1e39,0],[0,1e39]]")), "--precision", "double"}).status, 0);
  expect_refused({"collide", scene(polygon_scene("[[0,0],[1e30,0],[0,1e30]]")), "--out", path("out.csv").string()},
                 {"vertices[1]", "out of range of float", "--precision double"});
  const std::string thin = R"({"shapes":[{"type":"box","half_width":1,"half_height":1e-50}],"bodies":[]})";
  expect_refused({"collide", scene(thin), "--out", path("out.csv").string()},
                 {"half_height 0", "only after rounding to float", "--precision double"});
  EXPECT_EQ(run({"collide", scene(thin), "--precision", "double"}).status, 0);
}

TEST_F(Input, every_summary_names_the_precision_and_the_largest_rounding) {
  // 0.1 and 16777217 are rounded in float, by 1.49e-9 and 1
  const std::string json =
      R"({"units":"m","shapes":[{"type":"polygon","vertices":[[0,0],[16777217,0],[0.1,1]]},{"type":"circle","center":[0,0],"radius":0.1}],
      "bodies":[[0,0,0,0],[1,0.1,0.3,0]],"pairs":[[0,1]],"motions":[[0,0,0],[0,0,0]]})";
  const std::string out = path("out.csv").string();
  write_file(path("rays.csv"), "origin_x,origin_y,direction_x,direction_y,max_time\n");
  write_file(path("cast.csv"), "shape,x,y,angle,motion_x,motion_y,motion_angle\n");
  write_file(path("points.csv"), "x,y\n");
  write_file(path("boxes.csv"), "min_x,min_y,max_x,max_y\n");
  write_file(path("first-hits.csv"), "trajectory,shape,x,y,angle\n");
  for (const char* command : {"collide", "distance", "manifold", "sweep", "place", "pairs", "rays", "cast", "points",
                              "boxes", "first-hits"}) {
    std::vector<std::string> arguments{command, scene(json), "--out", out};
    const std::string queries = path(std::string(command) + ".csv").string();
    if (std::filesystem::exists(queries)) {
      arguments.insert(arguments.end(), {"--queries", queries});
    }
    const std::string summary = output(arguments);
    EXPECT_EQ(summary_value(summary, "bodies"), "2") << command;
    EXPECT_EQ(summary_value(summary, "precision"), "float") << command;
    EXPECT_EQ(summary_value(summary, "rounding up to"), "1 m") << command;
    arguments.insert(arguments.end(), {"--precision", "double"});
    EXPECT_EQ(summary_value(output(arguments), "precision"), "double") << command;
  }
  const std::string small = polygon_scene("[[0,0],[0.1,0],[0,0.5]]");
  EXPECT_EQ(summary_value(output({"place", scene(small), "--out", out}), "rounding up to"), "1.49e-09 m");
  const std::string exact = polygon_scene("[[0,0],[0.25,0],[0,-0.0]]");
  EXPECT_NE(run({"place", scene(exact), "--out", out}).status, 0);
  EXPECT_EQ(summary_value(output({"place", scene(polygon_scene("[[0,0],[0.25,0],[0,16777216]]")), "--out", out}),
                          "rounding up to"),
            "0 m");
}

// ---- rings -----------------------------------------------------------------------------------------------------------

TEST_F(Input, rings_take_polygons_as_other_programs_write_them) {
  const Ring clean{{0, 0}, {8, 0}, {8, 6}, {0, 6}};
  const Ring messy = closed(reversed({{0, 0}, {0, 0}, {4, 0}, {8, 0}, {8, 6}, {8, 6}, {8, 6}, {2, 6}, {0, 6}}));
  const std::string tail = R"("bodies":[[0,0,0,0],[0,7,1,0.5],[0,8,0,0]],"pairs":[[0,1],[0,2],[1,2]]})";
  const std::string shape = R"({{"shapes":[{{"type":"polygon","vertices":{}}}],)";
  const auto expected = rows("collide", scene(fmt::format(fmt::runtime(shape), json_ring(clean)) + tail));
  const std::string given = scene(fmt::format(fmt::runtime(shape), json_ring(messy)) + tail);
  std::filesystem::remove(path("out.csv"));
  expect_refused({"collide", given, "--out", path("out.csv").string()}, {"shapes[0]", "--rings"});
  const auto found = rows("collide", given, {"--rings"});
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i][2], expected[i][2]);
    EXPECT_NEAR(std::stod(found[i][3]), std::stod(expected[i][3]), 1e-5);  // a ring may begin at another vertex
  }
  const std::string summary = output({"collide", given, "--rings"});
  EXPECT_EQ(summary_value(summary, "rings"), "1");
  EXPECT_EQ(summary_value(summary, "  closed"), "1");
  EXPECT_EQ(summary_value(summary, "  reversed"), "1");
  EXPECT_EQ(summary_value(summary, "  points dropped"), "5");
  EXPECT_EQ(
      summary_value(output({"collide", scene(fmt::format(fmt::runtime(shape), json_ring(clean)) + tail)}), "rings"),
      "");
}

TEST_F(Input, rings_refuse_what_has_no_area_by_its_name) {
  const std::string out = path("out.csv").string();
  expect_refused({"collide", scene(polygon_scene("[[0,0],[1,0],[2,0],[0,0]]")), "--rings", "--out", out},
                 {"shapes[0]", "vertices:", "one line"});
  expect_refused({"collide", scene(polygon_scene("[[0,0],[1,0],[0,0]]")), "--rings", "--out", out},
                 {"shapes[0]", "vertices:"});
  expect_refused({"collide", scene(polygon_scene("[]")), "--rings", "--out", out}, {"shapes[0]", "vertices:", "three"});
  expect_refused({"collide", scene(polygon_scene("[[0,0],[2,0],[0,2],[2,2],[0,0]]")), "--rings", "--out", out},
                 {"shapes[0]: vertices: the edge from point 1 to 2", "(1, 1)"});
  expect_refused({"collide", scene(polygon_scene("[[0,0],[4,0],[1,1],[0,4],[0,0]]")), "--rings", "--out", out},
                 {"shapes[0]", "vertices[2]", "not convex", "type concave"});
}

// ---- holes -----------------------------------------------------------------------------------------------------------

const Ring frame{{0, 0}, {90, 0}, {90, 90}, {0, 90}};
const Ring hole{{20, 20}, {20, 70}, {70, 70}, {70, 20}};

std::string frame_scene(const Ring& outline, const std::vector<Ring>& holes) {
  std::string text;
  for (const Ring& ring : holes) {
    text += fmt::format("{}{}", text.empty() ? "" : ",", json_ring(ring));
  }
  // in the hole, across its edge, at its edge, outside
  return fmt::format(
      R"({{"shapes":[{{"holes":[{}],"type":"concave","vertices":{}}},{{"type":"box","half_width":10,"half_height":10}}],
    "bodies":[[0,200,0,0],[1,245,45,0],[1,265,45,0],[1,260,45,0],[1,150,45,0]],"pairs":[[0,1],[0,2],[0,3],[0,4]]}})",
      text, json_ring(outline));
}

TEST_F(Input, a_body_in_a_hole_is_disjoint) {
  for (const char* precision : {"float", "double"}) {
    const auto found = rows("distance", scene(frame_scene(frame, {hole})), {"--precision", precision});
    EXPECT_EQ(found[0][2], "disjoint");
    EXPECT_NEAR(std::stod(found[0][3]), 15, 1e-5);
    EXPECT_EQ(found[1][2], "overlapping");
    EXPECT_NEAR(std::stod(found[1][3]), -5, 1e-5);
    EXPECT_EQ(found[2][2], "touching");
    EXPECT_EQ(found[2][3], "0");
    EXPECT_NEAR(std::stod(found[3][3]), 40, 1e-4);
  }
  EXPECT_EQ(rows("distance", scene(frame_scene(frame, {})))[0][2], "overlapping");
}

/// Boxes of whole coordinates against a frame: exact by comparisons alone.
TEST_F(Input, verdicts_about_a_frame_are_exact) {
  std::string bodies = "[0,0,0,0]", pairs;
  std::vector<std::string> expected;
  for (int x = -20; x <= 110; x += 5) {
    for (int y = -20; y <= 110; y += 5) {
      bodies += fmt::format(",[1,{},{},0]", x, y);
      pairs += fmt::format("{}[{},{}]", pairs.empty() ? "" : ",", expected.size() % 2 == 0 ? 0 : expected.size() + 1,
                           expected.size() % 2 == 0 ? expected.size() + 1 : 0);
      const int left = x - 10, right = x + 10, low = y - 10, high = y + 10;
      const bool in_hole = left >= 20 && right <= 70 && low >= 20 && high <= 70;
      const bool deep_in_hole = left > 20 && right < 70 && low > 20 && high < 70;
      const bool outside = right <= 0 || left >= 90 || high <= 0 || low >= 90;
      const bool far_outside = right < 0 || left > 90 || high < 0 || low > 90;
      expected.push_back(deep_in_hole || far_outside ? "disjoint" : in_hole || outside ? "touching" : "overlapping");
    }
  }
  const std::string json = fmt::format(
      R"({{"shapes":[{{"type":"concave","vertices":{},"holes":[{}]}},{{"type":"box","half_width":10,"half_height":10}}],
      "bodies":[{}],"pairs":[{}]}})",
      json_ring(frame), json_ring(hole), bodies, pairs);
  for (const char* precision : {"float", "double"}) {
    const auto found = rows("collide", scene(json), {"--precision", precision});
    ASSERT_EQ(found.size(), expected.size());
    std::set<std::string> verdicts;
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i][2], expected[i]) << i;
      verdicts.insert(found[i][2]);
    }
    EXPECT_EQ(verdicts.size(), 3u);
  }
}

TEST_F(Input, rings_turn_holes_the_right_way_round) {
  const auto expected = rows("collide", scene(frame_scene(frame, {hole})));
  const std::string given = scene(frame_scene(closed(reversed(frame)), {closed(reversed(hole))}));
  const auto found = rows("collide", given, {"--rings"});
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(found[i][2], expected[i][2]);
    EXPECT_NEAR(std::stod(found[i][3]), std::stod(expected[i][3]), 1e-5);  // a ring may begin at another vertex
  }
  EXPECT_EQ(summary_value(output({"collide", given, "--rings"}), "  reversed"), "2");
}

TEST_F(Input, the_picture_leaves_holes_empty) {
  output({"collide", scene(frame_scene(frame, {hole})), "--svg", path("p.svg").string()});
  pugi::xml_document svg;
  ASSERT_TRUE(svg.load_file(path("p.svg").c_str()));
  std::size_t with_two_rings = 0;
  for (const pugi::xpath_node& node : svg.select_nodes("//g[@class='bodies']/g/path")) {
    const std::string d = node.node().attribute("d").value();
    with_two_rings += std::count(d.begin(), d.end(), 'M') == 2;
  }
  EXPECT_EQ(with_two_rings, 1u);
}

}  // namespace
}  // namespace satchel::cli_test
