// WKT and GeoJSON: what the tool reads, what it refuses, what it counts.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "input.hpp"

namespace satchel::cli_test {
namespace {

const Ring frame{{0, 0}, {90, 0}, {90, 90}, {0, 90}};
const Ring hole{{20, 20}, {20, 70}, {70, 70}, {70, 20}};

/// The same polygons in three kinds of file: a frame, a square in two parts, an L.
struct SameBodies {
  std::string scene, wkt, geojson;
};

SameBodies same_bodies() {
  const Ring left{{30, 30}, {40, 30}, {40, 50}, {30, 50}}, right{{60, 30}, {75, 30}, {75, 50}, {60, 50}};
  const Ring ell{{-30, 0}, {0, 0}, {0, 10}, {-20, 10}, {-20, 40}, {-30, 40}};
  SameBodies same;
  same.scene = fmt::format(
      R"({{"shapes":[{{"type":"concave","vertices":{},"holes":[{}]}},{{"type":"polygon","vertices":{}}},
      {{"type":"polygon","vertices":{}}},{{"type":"concave","vertices":{}}}],
      "bodies":[[0,0,0,0],[1,0,0,0],[2,0,0,0],[3,0,0,0]],"pairs":[[0,1],[0,2],[0,3],[1,3],[2,3]]}})",
      json_ring(frame), json_ring(hole), json_ring(left), json_ring(right), json_ring(ell));
  // other windings, and a point on an edge
  const Ring messy_ell = closed({{-30, 0}, {-30, 40}, {-20, 40}, {-20, 10}, {0, 10}, {0, 5}, {0, 0}});
  same.wkt = fmt::format("POLYGON ({}, {})\r\n\n  MultiPolygon (({}), ({}))\npolygon ({})\n",
                         wkt_ring(closed(reversed(frame))), wkt_ring(closed(reversed(hole))), wkt_ring(closed(left)),
                         wkt_ring(closed(reversed(right))), wkt_ring(messy_ell));
  same.geojson = fmt::format(
      R"({{"type":"FeatureCollection","name":"n","features":[
    {{"type":"Feature","properties":{{"a":[1,null]}},"geometry":{{"type":"Polygon","coordinates":[{},{}]}}}},
    {{"type":"Feature","properties":null,"geometry":{{"type":"MultiPolygon","coordinates":[[{}],[{}]]}}}},
    {{"type":"Feature","geometry":{{"type":"Polygon","coordinates":[{}]}}}}]}})",
      json_ring(closed(frame)), json_ring(closed(hole)), json_ring(closed(reversed(left))), json_ring(closed(right)),
      json_ring(messy_ell));
  return same;
}

TEST_F(Input, wkt_and_geojson_are_bodies_in_order) {
  const SameBodies same = same_bodies();
  for (const char* precision : {"float", "double"}) {
    // pairs of the scene: frame and left, right, L; left and L, right and L
    const auto parts = rows("distance", scene(same.scene), {"--precision", precision});
    EXPECT_EQ(parts[0][2], "disjoint");
    EXPECT_EQ(parts[1][2], "overlapping");
    EXPECT_EQ(parts[2][2], "touching");
    for (const std::string& given : {file("b.wkt", same.wkt), file("b.geojson", same.geojson)}) {
      // the box around the frame meets those of both other bodies; left and right are one body
      const auto found = rows("distance", given, {"--precision", precision});
      ASSERT_EQ(found.size(), 2u) << given;
      EXPECT_EQ(found[0][0] + found[0][1] + found[1][0] + found[1][1], "0102");
      EXPECT_EQ(found[0][2], "overlapping");
      EXPECT_EQ(found[0][3], parts[1][3]);
      EXPECT_EQ(found[1][2], "touching");
      EXPECT_EQ(summary_value(output({"place", given, "--out", path("out.csv").string()}), "bodies"), "3");
    }
  }
}

TEST_F(Input, single_geometries_and_features_are_geojson) {
  const std::string polygon = R"({"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,0]]]})";
  for (const std::string& json : {polygon, R"({"type":"Feature","geometry":)" + polygon + "}",
                                  R"({"type":"GeometryCollection","geometries":[)" + polygon + "]}"}) {
    EXPECT_EQ(rows("place", file("one.GeoJSON", json)).size(), 3u) << json;
  }
  for (const char* json :
       {R"({"features":[POLYGON,{"type":"Feature","properties":{"type":[1]},"geometry":POLYGON}],
            "type":"FeatureCollection"})",
        R"({"type":"FeatureCollection","geometries":[7],"features":[POLYGON,{"geometry":POLYGON,"type":"Feature"}],
            "bbox":[1]})",
        R"({"coordinates":9,"geometries":[POLYGON,POLYGON],"type":"GeometryCollection"})"}) {
    std::string text = json;
    for (std::size_t at = 0; (at = text.find("POLYGON")) != std::string::npos;) {
      text.replace(at, 7, polygon);
    }
    EXPECT_EQ(rows("place", file("order.geojson", text)).size(), 6u) << json;
  }
  EXPECT_EQ(rows("place", file("none.geojson", R"({"type":"FeatureCollection","features":[]})")).size(), 0u);
  EXPECT_EQ(rows("place", file("none.wkt", "\n")).size(), 0u);
  // heights are ignored
  EXPECT_EQ(rows("place", file("z.wkt", "\xef\xbb\xbfPOLYGON Z((0 0 1, 3 0 1, 0 2 1, 0 0 1))")).size(), 3u);
  EXPECT_EQ(rows("place", file("z.geojson", R"({"type":"Polygon","coordinates":[[[0,0,1],[4,0,1],[4,4,1],[0,0,1]]]})"))
                .size(),
            3u);
}

TEST_F(Input, common_borders_far_from_zero_stay_common_in_float) {
  // two fields of a map with the border (335642.1, y): they touch, although a float there is good for 0.5 alone
  const std::string map =
      "POLYGON ((335600.3 5677800.7, 335642.1 5677801.3, 335642.1 5677850.9, 335600.3 5677850.2, 335600.3 5677800.7))\n"
      "POLYGON ((335642.1 5677801.3, 335699.9 5677801.1, 335699.9 5677850.4, 335642.1 5677850.9, 335642.1 "
      "5677801.3))\n";
  for (const char* precision : {"float", "double"}) {
    EXPECT_EQ(rows("collide", file("map.wkt", map), {"--precision", precision})[0][2], "touching");
  }
  const std::string summary = output({"collide", file("map.wkt", map), "--precision", "float"});
  EXPECT_LT(std::stod(summary_value(summary, "rounding up to")), 1e-5);
  // the input is what `place` writes, up to this rounding
  const auto placed = rows("place", file("map.wkt", map), {"--precision", "float"});
  const double x = std::stod(placed[0][2]) + std::stod(placed[0][4]);
  EXPECT_NEAR(x, 335600.3, 1e-5);
  EXPECT_EQ(rows("place", file("map.wkt", map), {"--precision", "double"})[0][2], "0");
  // near zero there is no other origin
  EXPECT_EQ(rows("place", file("near.wkt", "POLYGON((0 0, 3 0, 0 2, 0 0))"), {"--precision", "float"})[0][2], "0");
}

TEST_F(Input, maps_are_read_in_double_unless_told_otherwise) {
  // two houses half a metre apart, at a longitude of -180: floats put them on one line
  const std::vector<std::string> xs{"-179.9999", "-179.9998", "-179.999796", "-179.9997"};
  std::string map, list;
  for (const std::size_t k : {0u, 2u}) {
    map += fmt::format("POLYGON (({0} 10, {1} 10, {1} 10.0001, {0} 10.0001, {0} 10))\n", xs[k], xs[k + 1]);
    list += fmt::format(
        R"({2}{{"type":"Polygon","coordinates":[[[{0},10],[{1},10],[{1},10.0001],[{0},10.0001],[{0},10]]]}})", xs[k],
        xs[k + 1], k == 0 ? "" : ",");
  }
  const std::string json = R"({"type":"GeometryCollection","geometries":[)" + list + "]}";
  write_file(path("rays.csv"), "origin_x,origin_y,direction_x,direction_y,max_time\n");
  write_file(path("cast.csv"), "shape,x,y,angle,motion_x,motion_y,motion_angle\n");
  write_file(path("points.csv"), "x,y\n");
  write_file(path("boxes.csv"), "min_x,min_y,max_x,max_y\n");
  write_file(path("first-hits.csv"), "trajectory,shape,x,y,angle\n");
  write_file(path("nearest.csv"), "shape,x,y,angle\n");
  for (const std::string& given : {file("map.wkt", map), file("map.geojson", json)}) {
    for (const char* command : {"collide", "distance", "manifold", "within", "push-out", "areas", "place", "pairs",
                                "rays", "cast", "points", "boxes", "first-hits", "nearest"}) {
      std::vector<std::string> arguments{command, given, "--out", path("out.csv").string()};
      const std::string queries = path(std::string(command) + ".csv").string();
      if (std::filesystem::exists(queries)) {
        arguments.insert(arguments.end(), {"--queries", queries});
      }
      EXPECT_EQ(summary_value(output(arguments), "precision"), "double") << command;
      arguments.insert(arguments.end(), {"--precision", "float"});
      EXPECT_EQ(summary_value(output(arguments), "precision"), "float") << command;
    }
    EXPECT_TRUE(rows("pairs", given).empty()) << "they stand apart";
  }
}

TEST_F(Input, rings_may_be_open) {
  const std::string closed_map =
      "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 1 2, 2 2, 1 1))\nMULTIPOLYGON (((5 5, 7 5, 5 7, "
      "5 5)), ((20 0, 21 0, 20 1, 20 0)))\n";
  const std::string open_map =
      "POLYGON ((0 0, 9 0, 9 9, 0 9), (1 1, 1 2, 2 2))\nMULTIPOLYGON (((5 5, 7 5, 5 7)), ((20 0, "
      "21 0, 20 1)))\n";
  const std::string open_json =
      R"({"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,9]],[[1,1],[1,2],[2,2]]]}},
      {"type":"MultiPolygon","coordinates":[[[[5,5],[7,5],[5,7]]],[[[20,0],[21,0],[20,1]]]]}]})";
  const auto expected = rows("place", file("closed.wkt", closed_map));
  ASSERT_GT(expected.size(), 10u);
  EXPECT_EQ(rows("place", file("open.wkt", open_map)), expected);
  EXPECT_EQ(rows("place", file("open.geojson", open_json)), expected);
  const std::string out = path("out.csv").string();
  EXPECT_EQ(summary_value(output({"place", file("closed.wkt", closed_map), "--out", out}), "closed"), "4");
  EXPECT_EQ(summary_value(output({"place", file("open.wkt", open_map), "--out", out}), "closed"), "0");
}

TEST_F(Input, heights_and_measures_are_passed_over) {
  const auto expected = rows("place", file("two.wkt", "POLYGON ((0 0, 3 0, 3 3, 2 1, 0 0))"));
  for (const char* text :
       {"POLYGON M ((0 0 1, 3 0 1, 3 3 1, 2 1 1, 0 0 1))", "POLYGONM((0 0 1, 3 0 1, 3 3 1, 2 1 1, 0 0 1))",
        "polygon z ((0 0 1, 3 0 2, 3 3 3, 2 1 4, 0 0 5))", "POLYGON ZM ((0 0 1 7, 3 0 1 7, 3 3 1 7, 2 1 1 7, 0 0 1 7))",
        "POLYGONZM ((0 0 1 7, 3 0 1 7, 3 3 1 7, 2 1 1 7, 0 0 1 7))", "POLYGON ((0 0 1, 3 0 1, 3 3 1, 2 1 1, 0 0 1))",
        "MULTIPOLYGON M (((0 0 1, 3 0 1, 3 3 1, 2 1 1, 0 0 1)))",
        "MultiPolygon ZM(((0 0 1 2, 3 0 1 2, 3 3 1 2, 2 1 1 2, 0 0 1 2)))",
        " \tPOLYGON\t( (0 0 , +3e0 0.0,\t3 3.000 , 2 1, -0 .0 ) )  \r"}) {
    EXPECT_EQ(rows("place", file("more.wkt", text)), expected) << text;
  }
  EXPECT_EQ(rows("place",
                 file("more.geojson", R"({"type":"Polygon","coordinates":[[[0,0,1,9],[3,0,1],[3,3,1],[2,1],[0,0]]]})")),
            expected);
}

TEST_F(Input, empty_parts_are_passed_over_and_counted) {
  const auto expected = rows("place", file("two.wkt", "POLYGON ((0 0, 3 0, 3 3, 2 1, 0 0))"));
  const std::vector<std::pair<std::string, std::string>> maps{
      {"MULTIPOLYGON (EMPTY, ((0 0, 3 0, 3 3, 2 1, 0 0)))", "1"},
      {"MULTIPOLYGON (((0 0, 3 0, 3 3, 2 1, 0 0)), EMPTY, EMPTY)", "2"},
      {"POLYGON ((0 0, 3 0, 3 3, 2 1, 0 0), EMPTY)", "1"}};
  const std::string out = path("out.csv").string();
  for (const auto& [text, count] : maps) {
    EXPECT_EQ(rows("place", file("empty.wkt", text)), expected) << text;
    EXPECT_EQ(summary_value(output({"place", file("empty.wkt", text), "--out", out}), "empty parts"), count);
  }
  const std::string json = R"({"type":"MultiPolygon","coordinates":[[],[[[0,0],[3,0],[3,3],[2,1],[0,0]],[]]]})";
  EXPECT_EQ(rows("place", file("empty.geojson", json)), expected);
  EXPECT_EQ(summary_value(output({"place", file("empty.geojson", json), "--out", out}), "empty parts"), "2");
}

TEST_F(Input, nothing_behind_a_geometry_is_dropped) {
  const std::string polygon = "POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))", out = path("out.csv").string();
  const std::vector<std::pair<std::string, std::vector<std::string>>> wkt{
      {polygon + "\n" + polygon + ", ((.2 .2, .2 .8, .8 .8, .2 .2))", {"line 2:", "column 36", "text behind"}},
      {polygon + " " + polygon, {"line 1:", "text behind"}},
      {polygon + ")", {"line 1:", "text behind"}},
      {polygon + ";", {"line 1:", "text behind"}},
      {polygon + "\r" + polygon, {"line 1:", "text behind"}},
      {"MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0))), ((5 5, 6 5, 5 6, 5 5))", {"line 1:", "text behind"}},
      {"POLYGON EMPTY ((0 0, 1 0, 1 1, 0 0))", {"line 1:", "text behind"}},
      {std::string("POLYGON ((0 0, 1 0, 1 1\0, 5 5))", 31), {"line 1:", "a number"}},
      {"POLYGON ((0 0, 1 0, 1 1) (0 0, 1 0, 1 1))", {"line 1:", "\",\" or \")\""}},
      {"POLYGON ((0 0, 1 0 5, 1 1))", {"line 1:", "3 numbers where a point has 2"}},
      {"POLYGON Z ((0 0, 1 0, 1 1))", {"line 1:", "2 numbers where a point has 3"}},
      {"POLYGON ((0 0 1 2 3, 1 0, 1 1))", {"line 1:", "5 numbers"}},
      {"POLYGON (())", {"line 1:", "0 numbers"}},
      {"POLYGON ()", {"line 1:", "\"(\""}},
      {"POLYGON ((0 0, , 1 1))", {"line 1:", "0 numbers"}},
      {"POLYGON ((0 0, 1 0, 1 1), )", {"line 1:"}},
      {"POLYGON ((0 0, 1, 1 1))", {"line 1:", "1 number"}},
      {"POLYGON ((0 0, 1 0x1, 1 1))", {"line 1:", "a number"}},
      {"POLYGON ((0 0, 1 1e999, 1 1))", {"line 1:", "range of double"}},
      {"POLYGON ((0 0, 1 nan, 1 1))", {"line 1:", "not finite"}},
      {"POLYGON (EMPTY, (0 0, 1 0, 1 1))", {"line 1:", "outer ring"}},
      {"SRID=4326;" + polygon, {"line 1:", "SRID"}},
      {"POLYGONS ((0 0, 1 0, 1 1))", {"line 1:", "POLYGONS"}},
      {"POINTZ (1 2 3)", {"line 1:", "Point"}},
  };
  for (const auto& [text, words] : wkt) {
    expect_refused({"pairs", file("b.wkt", text), "--out", out}, words);
  }
  const std::string ring = "[[0,0],[1,0],[1,1],[0,0]]", geometry = R"({"type":"Polygon","coordinates":[)" + ring + "]}";
  const std::vector<std::pair<std::string, std::vector<std::string>>> geojson{
      {geometry + geometry, {"parse error"}},
      {R"({"type":"Polygon","coordinates":[)" + ring + R"(],"coordinates":[)" + ring + "]}", {"coordinates", "twice"}},
      {R"({"type":"Feature","geometry":)" + geometry + R"(,"geometry":)" + geometry + "}", {"geometry", "twice"}},
      {R"({"type":"FeatureCollection","features":[],"features":[)" + geometry + "]}", {"features", "twice"}},
      {R"({"type":"Polygon","coordinates":[[[0,0],[1,0],[1,"1"]]]})", {"coordinates[0][2]", "position"}},
      {R"({"type":"Polygon","coordinates":[[[0,0],[1,0],[1]]]})", {"coordinates[0][2]", "position"}},
      {R"({"type":"Polygon","coordinates":[[[0,0,null],[1,0],[1,1]]]})", {"coordinates[0][0]", "position"}},
      {R"({"type":"Polygon","coordinates":[[0,0],[1,0],[1,1]]})", {"coordinates[0][0]", "position"}},
      {R"({"type":"Polygon","coordinates":7})", {"coordinates:", "array of rings"}},
      {R"({"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1]]],{}]})", {"coordinates[1]:", "array of rings"}},
      {R"({"type":"Polygon"})", {"coordinates", "missing"}},
      {R"({"type":"Polygon","coordinates":[[],[[0,0],[1,0],[1,1]]]})", {"outer ring"}},
  };
  for (const auto& [text, words] : geojson) {
    expect_refused({"pairs", file("b.geojson", text), "--out", out}, words);
  }
  const std::string scene_text = polygon_scene("[[0,0],[1,0],[0,1]]");
  expect_refused({"collide", scene(scene_text + "{}"), "--out", out}, {"parse error"});
}

TEST_F(Input, other_geometries_are_refused_by_line_and_feature) {
  const std::string polygon = "POLYGON((0 0, 3 0, 0 2, 0 0))\n";
  const std::string out = path("out.csv").string();
  const std::vector<std::pair<std::string, std::vector<std::string>>> wkt{
      {polygon + "\nPOINT(1 2)\n", {"b.wkt: line 3:", "Point", "Polygons"}},
      {polygon + "LINESTRING(1 2, 3 4)\n", {"line 2:", "LineString"}},
      {"GEOMETRYCOLLECTION(" + polygon.substr(0, polygon.size() - 1) + ")", {"line 1:", "GeometryCollection"}},
      {polygon + "POLYGON((0 0, 1", {"line 2: column 15, \"1\":", "1 number"}},
      {"hello\n", {"line 1: column 1, \"hello\":", "POLYGON"}},
      {"POLYGON EMPTY", {"line 1:", "empty"}},
      {polygon + "POLYGON((0 0, 1 0, 2 0, 0 0))", {"line 2: ring 0:", "one line"}},
      {polygon + "POLYGON((0 0, 2 0, 0 2, 2 2, 0 0))", {"line 2: ring 0: the edge", "(1, 1)"}},
      // far from zero the place is still that of the file
      {"POLYGON((1000 500, 1002 500, 1000 502, 1002 502, 1000 500))", {"line 1: ring 0: the edge", "(1001, 501)"}},
      {"POLYGON((100 100, 109 100, 109 109, 100 109, 100 100), (102 102, 102 104, 114 104, 102 102))",
       {"line 1: the edge from ring 0, point 1 to 2 and the edge from ring 1, point 1 to 2 meet at (109, 10",
        "the edges cross"}},
      {"POLYGON((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 2 1, 3 1, 1 1))", {"line 1: ring 1:", "one line"}},
      {"POLYGON((0 0, 9 0, 9 9, 0 9, 0 0), (20 20, 21 20, 20 21, 20 20))",
       {"line 1: ring 1, beside ring 0, at (20, 20):", "two outer rings"}},
      {"POLYGON((0 0, 9 0, 9 9, 0 9, 0 0), (20 20, 20 21, 21 20, 20 20))",
       {"line 1: ring 1, beside ring 0, at (20, 20):", "outside"}},
      {"MULTIPOLYGON(EMPTY, ((0 0, 9 0, 9 9, 0 0)), ((2 .5, 3 .5, 3 1)))",
       {"line 1: polygon 2, ring 0, beside polygon 1, ring 0"}},
      {"MULTIPOLYGON(((0 0, 9 0, 9 9, 0 9)), ((9 0, 18 0, 18 9, 9 9)))",
       {"line 1: the edge from polygon 0, ring 0, point 1 to 2 and the edge from polygon 1, ring 0, point 3 to 0",
        "overlap along a length"}},
      {"MULTIPOLYGON(((0 0, 9 0, 9 9, 0 0)), ((50 50, 51 50, 52 50, 50 50)))",
       {"line 1: polygon 1, ring 0:", "one line"}},
      {"POLYGON((0 0, 1e300 0, 0 2, 0 0))", {"line 1:", "range"}},
      {std::string(100000, '('), {"line 1:", "no geometry"}},
      {"POLYGON" + std::string(100000, '('), {"line 1:", "((("}},
  };
  for (const auto& [text, words] : wkt) {
    expect_refused({"collide", file("b.wkt", text), "--out", out}, words);
  }
  const auto features = [](const std::string& list) {
    return R"({"type":"FeatureCollection","features":[)" + list + "]}";
  };
  const std::string good =
      R"({"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[3,0],[0,2],[0,0]]]}},)";
  const std::vector<std::pair<std::string, std::vector<std::string>>> geojson{
      {"", {"b.geojson:", "parse error"}},
      {"[]", {"no GeoJSON"}},
      {R"({"type":"FeatureCollection"})", {"features", "array"}},
      {R"({"type":"Topology"})", {"features[0]:"}},
      {features(good + R"({"type":"Feature","geometry":{"type":"Point","coordinates":[0,0]}})"),
       {"features[1]:", "Point", "Polygons"}},
      {features(good + R"({"type":"Feature","geometry":null})"), {"features[1]:", "no geometry"}},
      {features(good + "7"), {"features[1]:"}},
      {features(R"({"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[2,0],[0,2],[2,2],[0,0]]]}})"),
       {"features[0]: ring 0: the edge", "meet"}},
      {std::string(100000, '['), {"deep"}},
  };
  for (const auto& [text, words] : geojson) {
    expect_refused({"collide", file("b.geojson", text), "--out", out}, words);
  }
  expect_refused({"collide", file("b.wkt", "POLYGON((0 0, 1e300 0, 0 2, 0 0))"), "--precision", "float", "--out", out},
                 {"line 1:", "1e+300", "range"});
  expect_refused({"sweep", file("b.wkt", polygon), "--out", out}, {"motions"});
}

TEST_F(Input, recorded_answers_do_not_depend_on_the_isa) {
  const SameBodies same = same_bodies();
  for (const std::string& given : {file("b.wkt", same.wkt), file("b.geojson", same.geojson)}) {
    const auto expected = rows("distance", given, {"--isa", "scalar"});
    for (const std::string& isa : isas()) {
      EXPECT_EQ(rows("distance", given, {"--isa", isa, "--threads", "2"}), expected) << isa;
    }
  }
}

}  // namespace
}  // namespace satchel::cli_test
