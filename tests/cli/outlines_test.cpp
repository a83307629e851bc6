// Outlines in scene files and maps: what is read, what is refused or left out, and questions that need convex parts.
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "input.hpp"

namespace satchel::cli_test {
namespace {

const Ring frame{{0, 0}, {90, 0}, {90, 90}, {0, 90}};
const Ring hole{{20, 20}, {20, 70}, {70, 70}, {70, 20}};
const Ring ell{{0, 0}, {30, 0}, {30, 10}, {10, 10}, {10, 30}, {0, 30}};

class Outlines : public Input {
 protected:
  /// A frame with the members given, an L in its hole, one across its border, and a disc that touches the frame.
  static std::string court(const std::string& frame_members, const std::string& ell_members) {
    return fmt::format(
        R"({{"units":"m","shapes":[{{{}}},{{{}}},{{"type":"circle","center":[0,0],"radius":10}}],
        "bodies":[[0,0,0,0],[1,30,30,0],[1,80,40,0],[2,100,80,0]],
        "motions":[[0,0,0],[-20,0,0],[0,0,0],[0,0,0]]}})",
        frame_members, ell_members);
  }
  static std::string concave_court() {
    return court(fmt::format(R"("type":"concave","vertices":{},"holes":[{}])", json_ring(frame), json_ring(hole)),
                 R"("type":"concave","vertices":)" + json_ring(ell));
  }
  static std::string outline_court() {
    return court(fmt::format(R"("type":"outline","rings":[{},{}])", json_ring(frame), json_ring(hole)),
                 fmt::format(R"("type":"outline","rings":[{}])", json_ring(ell)));
  }
};

using Rows = std::vector<std::vector<std::string>>;

TEST_F(Outlines, are_the_same_in_any_order_and_winding) {
  const Rows expected{
      {"0", "1", "disjoint"}, {"0", "2", "overlapping"}, {"0", "3", "touching"}, {"2", "3", "disjoint"}};
  const std::string spaced_hole = "[[20,20],[20,20],[20,45],[20,70],[70,70],[70,20],[20,20]]";
  for (const std::string& members : {
           fmt::format(R"("type":"outline","rings":[{},{}])", json_ring(frame), json_ring(hole)),
           fmt::format(R"("rings":[{},{}],"type":"outline")", json_ring(hole), json_ring(closed(reversed(frame)))),
           fmt::format(R"("type":"outline","rings":[{},{}])", json_ring(closed(frame)), json_ring(reversed(hole))),
           fmt::format(R"("type":"outline","rings":[[],{},{}])", json_ring(frame), spaced_hole),
           fmt::format(R"("type":"outline","polygons":[[{},{}]])", json_ring(frame), json_ring(hole)),
           fmt::format(R"("type":"outline","polygons":[[],[{},{}],[]])", json_ring(hole), json_ring(frame)),
       }) {
    const std::string json = scene(court(members, fmt::format(R"("type":"outline","rings":[{}])", json_ring(ell))));
    EXPECT_EQ(rows("classify", json), expected) << members;
    const Rows areas = rows("areas", json, {"--precision", "double"});
    EXPECT_EQ(areas[1][2], "300") << "the upright arm of the L";
    const Rows placed = rows("place", json);
    EXPECT_EQ(placed.size(), 8u + 6 + 6 + 1 + (members.find("20,45") != std::string::npos ? 1 : 0)) << members;
  }
}

TEST_F(Outlines, of_several_polygons_are_one_body) {
  const std::string island = "[[30,30],[60,30],[60,60],[30,60]]";
  const std::string json = scene(
      court(fmt::format(R"("type":"outline","polygons":[[{},{}],[{}]])", json_ring(frame), json_ring(hole), island),
            fmt::format(R"("type":"outline","rings":[{}])", json_ring(ell))));
  EXPECT_EQ(rows("classify", json)[0][2], "overlapping");
  EXPECT_EQ(rows("areas", json, {"--precision", "double"})[0][2], "500");
}

TEST_F(Outlines, place_writes_their_rings_with_the_region_on_the_left) {
  const std::string json = scene(court(
      fmt::format(R"("type":"outline","rings":[{},{}])", json_ring(closed(reversed(hole))), json_ring(reversed(frame))),
      R"("type":"outline","rings":[[[0,0],[30,0],[0,30]]])"));
  const Rows placed = rows("place", json);
  EXPECT_EQ(lines(file_text(path("out.csv")))[0], "body,vertex,origin_x,origin_y,offset_x,offset_y,radius,part");
  double area[2] = {0, 0};
  for (std::size_t i = 0; i < 8; ++i) {
    const std::vector<std::string>& at = placed[i];
    const std::vector<std::string>& next = placed[i / 4 * 4 + (i + 1) % 4];
    EXPECT_EQ(at[0], "0");
    EXPECT_EQ(at[1], std::to_string(i % 4));
    EXPECT_EQ(at[7], std::to_string(i / 4));
    area[i / 4] += (std::stod(at[4]) * std::stod(next[5]) - std::stod(next[4]) * std::stod(at[5])) / 2;
  }
  EXPECT_EQ(area[0], 8100);  // the shell comes first
  EXPECT_EQ(area[1], -2500);
  const std::string summary = output({"place", json, "--out", path("out.csv").string()});
  EXPECT_EQ(summary_value(summary, "rings"), "3");
  EXPECT_EQ(summary_value(summary, "  closed"), "1");
  EXPECT_EQ(summary_value(summary, "  reversed"), "2");
}

TEST_F(Outlines, that_are_not_valid_are_refused_by_shape_ring_and_place) {
  const std::string square = "[[0,0],[9,0],[9,9],[0,9]]", out = path("out.csv").string();
  const std::vector<std::pair<std::string, std::vector<std::string>>> cases{
      {R"("rings":[[[0,0],[2,0],[0,2],[2,2]]])",
       {"shapes[1]: rings[0]: the edge from point 1 to 2 and the edge from point 3 to 0 meet at (1, 1): the edges "
        "cross"}},
      {R"("rings":[)" + square + ",[[2,2],[2,4],[14,4]]]",
       {"shapes[1]: the edge from rings[0][1] to 2 and the edge from rings[1][", "meet at (9, "}},
      {R"("polygons":[[)" + square + "],[],[[[9,1],[12,1],[12,3],[9,3]]]]",
       {"shapes[1]: the edge from polygons[0][0][1] to 2 and the edge from polygons[2][0][3] to 0", "overlap"}},
      {R"("rings":[[[0,0],[9,0],[9,9],[5,5],[9,9],[0,9]]])", {"shapes[1]: rings[0]:", "spike"}},
      {R"("rings":[)" + square + ",[[20,20],[20,21],[21,20]]]", {"shapes[1]: rings[1], beside rings[0]", "outside"}},
      {R"("rings":[)" + square + ",[[1,1],[2,1]]]", {"shapes[1]: rings[1]: fewer than three"}},
      {R"("rings":[)" + square + ",[[1,1],[2,1],[3,1]]]", {"shapes[1]: rings[1]: all points lie on one line"}},
      {R"("rings":[[],[[0,0],[1e30,0],[0,1]]])", {"shapes[1]: rings[1][1]:", "range", "--precision double"}},
      {R"("rings":[])", {"shapes[1]: it has no points"}},
      {R"("polygons":[[],[[]]])", {"shapes[1]: it has no points"}},
      {R"("rings":4)", {"shapes[1]: rings:", "4", "array of rings"}},
      {R"("rings":[4])", {"shapes[1]: rings[0]:", "4", "array of vertices"}},
      {R"("rings":[[[0,0],4]])", {"shapes[1]: rings[0][1]:", "4", "vertex"}},
      {R"("polygons":[)" + square + "]", {"shapes[1]: polygons[0][0][0]:", "0", "vertex"}},
      {R"("polygons":[[)" + square + "],[[[0,0],[1]]]]", {"shapes[1]: polygons[1][0][1]:", "1 number"}},
      {R"("polygons":[7])", {"shapes[1]: polygons[0]:", "7", "array of rings"}},
      {R"("rings":[)" + square + R"(],"polygons":[])", {"shapes[1]:", "either"}},
      {R"("rings":[)" + square + R"(],"rings":[])", {"shapes[1]: \"rings\" stands twice"}},
      {R"("rings":[)" + square + R"(],"radius":1)", {"shapes[1]:", "no radius"}},
      {R"("vertices":)" + square, {"shapes[1]:", "vertices", "an outline has rings or polygons"}},
  };
  for (const auto& [members, words] : cases) {
    const std::string json = scene(R"({"shapes":[{"type":"box","half_width":1,"half_height":1},{"type":"outline",)" +
                                   members + R"(}],"bodies":[[0,0,0,0],[1,0,0,0]]})");
    expect_refused({"pairs", json, "--out", out}, words);
  }
  expect_refused({"pairs", scene(R"({"shapes":[{"type":"outline"}],"bodies":[]})"), "--out", out},
                 {"rings", "polygons"});
  // The first shape that is wrong is named, of whatever type.
  const std::string bow = R"({"type":"outline","rings":[[[0,0],[2,0],[0,2],[2,2]]]})";
  const std::string flat = R"({"type":"box","half_width":0,"half_height":1})";
  const std::string good = R"({"type":"outline","rings":[[[0,0],[2,0],[0,2]]]})";
  expect_refused({"pairs", scene(fmt::format(R"({{"shapes":[{},{},{}],"bodies":[]}})", good, bow, flat)), "--out", out},
                 {"shapes[1]: rings[0]"});
  expect_refused({"pairs", scene(fmt::format(R"({{"shapes":[{},{},{}],"bodies":[]}})", good, flat, bow)), "--out", out},
                 {"shapes[1]: half_width"});
}

TEST_F(Outlines, that_only_rounding_makes_invalid_say_so) {
  const std::string json = scene(
      R"({"shapes":[{"type":"outline","rings":[[[1000000,0],[1000001,0],[1000000.01,0.01],[1000000.001,1]]]}],
      "bodies":[[0,0,0,0]]})");
  rows("place", json, {"--precision", "double"});
  std::filesystem::remove(path("out.csv"));
  expect_refused({"place", json, "--out", path("out.csv").string()},
                 {"shapes[0]: rings[0]", "after rounding to float", "--precision double"});
}

TEST_F(Outlines, whose_rings_touch_may_turn_by_right_angles_alone) {
  const std::string shape = R"({"type":"outline","rings":[[[0,0],[9,0],[9,9],[0,9]],[[0,0],[5,2],[5,5]]]})";
  const auto with = [&](const char* angle) {
    return scene(fmt::format(R"({{"shapes":[{}],"bodies":[[0,0,0,0],[0,1,1,{}]]}})", shape, angle));
  };
  EXPECT_EQ(rows("classify", with("0"))[0][2], "overlapping");
  std::filesystem::remove(path("out.csv"));
  expect_refused({"classify", with("1"), "--out", path("out.csv").string()},
                 {"bodies[1]:", "rounding", "right angles"});
}

// ---- questions that need convex parts -------------------------------------------------------------------------------

TEST_F(Outlines, get_their_convex_parts_where_a_question_needs_them) {
  write_file(path("rays.csv"), "origin_x,origin_y,direction_x,direction_y,max_time\n45,65,0,-1,inf\n-5,45,1,0,inf\n");
  write_file(path("cast.csv"),
             "shape,x,y,angle,motion_x,motion_y,motion_angle\n1,-40,25,0,60,0,0\n2,50,95,0,0,-60,0.5\n");
  write_file(path("points.csv"), "x,y\n35,35\n45,45\n85,45\n");
  write_file(path("boxes.csv"), "min_x,min_y,max_x,max_y\n21,21,29,69\n41,41,95,42\n");
  write_file(path("first-hits.csv"),
             "trajectory,shape,x,y,angle\n0,1,-40,25,0\n0,1,-31,25,0\n0,1,-29,25,0\n1,2,50,50,0\n");
  write_file(path("nearest.csv"), "shape,x,y,angle\n1,-40,0,0\n2,50,55,0\n");
  for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{{}, {"--precision", "double"}}) {
    for (const std::string command :
         {"collide", "classify", "distance", "manifold", "manifold --parts", "sweep", "push-out", "areas", "rays",
          "cast", "points", "boxes", "first-hits", "nearest"}) {
      std::vector<std::string> more = options;
      std::string name = command;
      if (const std::size_t blank = command.find(' '); blank != std::string::npos) {
        more.push_back(command.substr(blank + 1));
        name = command.substr(0, blank);
      }
      if (const std::string queries = path(name + ".csv").string(); std::filesystem::exists(queries)) {
        more.insert(more.end(), {"--queries", queries});
      }
      const Rows expected = rows(name, file("concave.json", concave_court()), more);
      const std::string header = lines(file_text(path("out.csv")))[0];
      EXPECT_FALSE(expected.empty()) << command;
      EXPECT_EQ(rows(name, file("outline.json", outline_court()), more), expected) << command;
      EXPECT_EQ(lines(file_text(path("out.csv")))[0], header) << command;
    }
  }
}

TEST_F(Outlines, get_no_parts_for_questions_that_need_none) {
  // A convex part of so many vertices cannot be made, and is not asked for.
  constexpr int count = 131073;
  std::string disc = "POLYGON ((";
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count;
    disc += fmt::format("{}{} {}", i == 0 ? "" : ",", 1e6 * std::cos(angle), 1e6 * std::sin(angle));
  }
  const std::string map = file("map.wkt", disc + "))\nPOLYGON ((-1 -1, 1 -1, 0 1))\n");
  write_file(path("points.csv"), "x,y\n0,0\n2,0\n");
  EXPECT_EQ(rows("classify", map)[0], (std::vector<std::string>{"0", "1", "overlapping"}));
  EXPECT_EQ(rows("within", map)[1], (std::vector<std::string>{"1", "0", "inside"}));
  EXPECT_EQ(rows("relate", map, {"--predicate", "contains_properly"})[0], (std::vector<std::string>{"0", "1", "1"}));
  EXPECT_EQ(rows("areas", map)[0][2], "2");
  EXPECT_EQ(rows("points", map, {"--queries", path("points.csv").string()}).size(), 3u);
  EXPECT_EQ(rows("pairs", map).size(), 1u);
  std::filesystem::remove(path("out.csv"));
  expect_refused({"collide", map, "--out", path("out.csv").string()}, {"map.wkt: ", "131072"});
}

TEST_F(Outlines, are_drawn_with_their_holes) {
  const std::string json = scene(outline_court());
  output({"collide", json, "--svg", path("c.svg").string(), "--html", path("page.html").string()});
  output({"areas", json, "--svg", path("a.svg").string()});
  for (const char* name : {"c.svg", "a.svg"}) {
    pugi::xml_document svg;
    ASSERT_TRUE(svg.load_file(path(name).c_str()));
    std::size_t with_two_rings = 0, bodies = 0;
    for (const pugi::xpath_node& node : svg.select_nodes("//g[@class='bodies']/g/path")) {
      const std::string d = node.node().attribute("d").value();
      with_two_rings += std::count(d.begin(), d.end(), 'M') == 2;
      ++bodies;
    }
    EXPECT_EQ(with_two_rings, 1u) << name;
    EXPECT_EQ(bodies, 4u) << name;
  }
  EXPECT_NE(file_text(path("page.html")).find("ring_vertex"), std::string::npos);
}

// ---- maps that are not valid ----------------------------------------------------------------------------------------

/// Good and bad geometries in turn.
std::string faulty_map() {
  std::string map;
  for (const char* bad :
       {"POLYGON ((0 0, 2 0, 0 2, 2 2, 0 0))", "POINT (1 2)", "POLYGON EMPTY", "POLYGON ((0 0, 1 0, 2 0, 0 0))"}) {
    map += fmt::format("{}\nPOLYGON ((0 0, 3 0, 3 3, 0 3, 0 0))\n\n", bad);
  }
  return map;
}

TEST_F(Outlines, that_are_not_valid_are_left_out_if_asked_for) {
  const std::string map = file("map.wkt", faulty_map());
  std::filesystem::remove(path("out.csv"));
  expect_refused({"classify", map, "--out", path("out.csv").string()}, {"map.wkt: line 4: a Point"});
  const Outcome result = run({"classify", map, "--skip-invalid", "--out", path("out.csv").string(), "--skipped",
                              path("skipped.csv").string()});
  ASSERT_EQ(result.status, 0) << result.err;
  // The bodies that are left keep their numbers.
  EXPECT_EQ(file_text(path("out.csv")),
            "a,b,verdict\n1,3,overlapping\n1,5,overlapping\n1,7,overlapping\n3,5,overlapping\n"
            "3,7,overlapping\n5,7,overlapping\n");
  EXPECT_EQ(summary_value(result.out, "bodies"), "4");
  EXPECT_EQ(summary_value(result.out, "left out"), "4  line 1, line 4, line 7, line 10");
  const std::vector<std::string> said = lines(result.err);
  ASSERT_EQ(said.size(), 5u) << result.err;
  EXPECT_EQ(said[0], "satchel: " + map + ": 4 of 8 geometries left out");
  EXPECT_NE(said[1].find("  line 1: ring 0: the edge from point 1 to 2"), std::string::npos) << said[1];
  EXPECT_NE(said[2].find("  line 4: a Point"), std::string::npos) << said[2];
  EXPECT_NE(said[3].find("  line 7: the geometry is empty"), std::string::npos) << said[3];
  EXPECT_NE(said[4].find("  line 10: ring 0: all points lie on one line"), std::string::npos) << said[4];
  const std::vector<std::string> listed = lines(file_text(path("skipped.csv")));
  ASSERT_EQ(listed.size(), 5u);
  EXPECT_EQ(listed[0], "file,body,place,reason");
  for (std::size_t i = 1; i < listed.size(); ++i) {
    const std::string place = said[i].substr(2, said[i].find(": ") - 2);
    EXPECT_EQ(listed[i].rfind(fmt::format(R"("{}",{},"{}",")", map, 2 * i - 2, place), 0), 0u) << listed[i];
  }
  // Questions of every kind pass over bodies that are not there.
  for (const char* command : {"collide", "distance", "manifold", "within", "push-out", "areas", "pairs"}) {
    const Rows found = rows(command, map, {"--skip-invalid"});
    ASSERT_FALSE(found.empty()) << command;
    for (const std::vector<std::string>& row : found) {
      EXPECT_EQ(std::stoul(row[0]) % 2, 1u) << command;
    }
  }
  EXPECT_EQ(rows("place", map, {"--skip-invalid"}).size(), 16u);
  output({"collide", map, "--skip-invalid", "--svg", path("p.svg").string(), "--html", path("p.html").string()});
  pugi::xml_document svg;
  ASSERT_TRUE(svg.load_file(path("p.svg").c_str()));
  EXPECT_EQ(svg.select_nodes("//g[@class='bodies']/g/path").size(), 4u);
}

// Two squares that share an edge, given as one MultiPolygon.
TEST_F(Outlines, that_share_borders_are_merged_if_asked_for) {
  const std::string map = file("map.wkt",
                               "MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)), ((2 0, 4 0, 4 2, 2 2, 2 0)))\n"
                               "POLYGON ((1 1, 3 1, 3 1.5, 1 1.5, 1 1))\n");
  expect_refused({"areas", map, "--out", path("out.csv").string()}, {"line 1", "overlap"});
  const std::string crossing = file("crossing.wkt", "POLYGON ((0 0, 2 0, 0 2, 2 2, 0 0))\n");
  expect_refused({"areas", crossing, "--even-odd", "--out", path("out.csv").string()}, {"line 1", "cross"});
  const Outcome result = run({"areas", map, "--even-odd", "--out", path("out.csv").string()});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(summary_value(result.out, "rings"), "3");
  EXPECT_EQ(summary_value(result.out, "merged"), "2");
  EXPECT_EQ(summary_value(result.out, "reversed"), "0");
  EXPECT_EQ(lines(file_text(path("out.csv"))).at(1).rfind("0,1,1,", 0), 0u) << file_text(path("out.csv"));
  const Outcome skipped = run({"areas", crossing, "--even-odd", "--skip-invalid", "--out", path("no.csv").string()});
  EXPECT_EQ(skipped.status, 0) << skipped.err;
  EXPECT_NE(skipped.err.find("cross"), std::string::npos) << skipped.err;
}

TEST_F(Outlines, that_are_left_out_are_named_up_to_ten) {
  std::string map;
  for (int i = 0; i < 12; ++i) map += "POLYGON ((0 0, 2 0, 0 2, 2 2, 0 0))\n";
  const std::vector<std::string> arguments{"pairs", file("map.wkt", map), "--skip-invalid", "--out",
                                           path("out.csv").string()};
  const Outcome result = run(arguments);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(summary_value(result.out, "bodies"), "0");
  const std::vector<std::string> said = lines(result.err);
  ASSERT_EQ(said.size(), 12u);
  EXPECT_EQ(said.back(), "  and 2 more; --skipped FILE.csv lists all");
}

TEST_F(Outlines, that_are_left_out_of_geojson_are_features) {
  const std::string map = file("map.geojson", R"({"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":null},
      {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[3,0],[0,2],[0,0]]]}},
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[[0,0],[3,0]]}},
      {"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":[[],[[]]]}},
      {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,0],[4,0],[1,2],[1,0]]]}}]})");
  const Outcome result = run({"pairs", map, "--skip-invalid", "--out", path("out.csv").string()});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(file_text(path("out.csv")), "a,b\n1,4\n");
  for (const char* word : {"3 of 5", "features[0]: the feature has no geometry", "features[2]: a LineString",
                           "features[3]: the geometry is empty"}) {
    EXPECT_NE(result.err.find(word), std::string::npos) << word << "\n" << result.err;
  }
  // What is no geometry at all is an error still.
  const std::string broken = file("b.geojson", R"({"type":"Polygon","coordinates":[[[0,0],[1,0],[1]]]})");
  std::filesystem::remove(path("out.csv"));
  expect_refused({"pairs", broken, "--skip-invalid", "--out", path("out.csv").string()}, {"position"});
  expect_refused(
      {"pairs", file("b.wkt", "POLYGON ((0 0, 1, 1 1))"), "--skip-invalid", "--out", path("out.csv").string()},
      {"line 1:", "1 number"});
}

TEST_F(Outlines, that_float_makes_invalid_are_left_out_with_this_reason) {
  const std::string map = file("map.wkt",
                               "POLYGON ((1000000 0, 1000001 0, 1000000.01 0.01, 1000000.001 1))\n"
                               "POLYGON ((0 0, 1 0, 0 1))\nPOLYGON ((0 0, 1 0, 1e60 1))\n");
  EXPECT_EQ(run({"pairs", map, "--out", path("out.csv").string()}).status, 0);
  // The third would set the common origin out of reach of all others.
  const std::string near = file("near.wkt",
                                "POLYGON ((1000000 0, 1000001 0, 1000000.01 0.01, 1000000.001 1))\n"
                                "POLYGON ((-1000000 0, -1000001 0, -1000000 1))\n");
  const Outcome result =
      run({"pairs", near, "--precision", "float", "--skip-invalid", "--out", path("out.csv").string()});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.err.find("1 of 2"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("line 1: ring 0:"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("after rounding to float; use --precision double"), std::string::npos) << result.err;
}

TEST_F(Outlines, that_are_left_out_cannot_be_asked_about) {
  const std::string map = file("map.wkt", faulty_map());
  write_file(path("nearest.csv"), "shape,x,y,angle\n1,0,0,0\n2,0,0,0\n");
  write_file(path("first-hits.csv"), "trajectory,shape,x,y,angle\n0,1,9,9,0\n1,0,0,0,0\n");
  std::filesystem::remove(path("out.csv"));
  for (const std::string command : {"nearest", "first-hits"}) {
    expect_refused({command, map, "--skip-invalid", "--queries", path(command + ".csv").string(), "--out",
                    path("out.csv").string()},
                   {"line 3", "left out"});
  }
}

// ---- written and read -----------------------------------------------------------------------------------------------

TEST_F(Outlines, are_written_as_they_are_read) {
  const nlohmann::json scene = nlohmann::json::parse(file_text(generate("parcels", 60, 3)));
  std::size_t holes = 0, vertex = 0;
  const Rows placed = rows("place", path("generated.json").string());
  for (const nlohmann::json& body : scene["bodies"]) {
    const nlohmann::json& shape = scene["shapes"][body[0].get<std::size_t>()];
    EXPECT_EQ(shape["type"], "outline");
    holes += shape["rings"].size() == 2;
    for (const nlohmann::json& ring : shape["rings"]) {
      for (const nlohmann::json& point : ring) {
        ASSERT_LT(vertex, placed.size());
        EXPECT_EQ(std::stof(placed[vertex][4]), point[0].get<float>());
        EXPECT_EQ(std::stof(placed[vertex][5]), point[1].get<float>());
        ++vertex;
      }
    }
  }
  EXPECT_EQ(vertex, placed.size());
  EXPECT_GT(holes, 0u);
  EXPECT_LT(holes, 20u);
  // Neighbours touch, exactly, and share no area.
  for (const std::vector<std::string>& row :
       rows("relate", path("generated.json").string(), {"--predicate", "touches"})) {
    EXPECT_EQ(row[2], "1") << row[0] << ' ' << row[1];
  }
}

}  // namespace
}  // namespace satchel::cli_test
