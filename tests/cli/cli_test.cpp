// The tool from outside: exit statuses, messages, files.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "tool.hpp"

namespace satchel::cli_test {
namespace {

const std::string square = R"({"type":"polygon","vertices":[[0,0],[1,0],[1,1],[0,1]]})";

std::string scene_of(const std::string& shapes, const std::string& bodies = "[0,0,0,0]",
                     const std::string& pairs = "") {
  return fmt::format(R"({{"shapes":[{}],"bodies":[{}],"pairs":[{}]}})", shapes, bodies, pairs);
}

std::string with_second_shape(const std::string& vertices) {
  return scene_of(fmt::format(R"({},{{"type":"polygon","vertices":{}}})", square, vertices));
}

/// Three squares in a row: the first two overlap by a quarter, the next two touch, the outer ones are apart.
const std::string three_squares =
    scene_of(square, "[0,0,0,0],[0,0.75,0,0],[0,1.75,0,0]", "[0,1],[1,0],[1,2],[0,2],[1,1]");

// ---- what goes right
// -------------------------------------------------------------------------------------------------

TEST_F(Tool, info_has_a_row_for_each_route) {
  const std::vector<std::string> rows = lines(output({"info", "--routes"}));
  ASSERT_GT(rows.size(), 2u * 3 * 50);
  EXPECT_EQ(rows[0], "instruction set,precision,question,pairs,stages");
  const auto row_of = [&](const std::string& part) {
    return std::find_if(rows.begin(), rows.end(), [&](const std::string& row) { return row.find(part) != row.npos; });
  };
  const auto boxes = row_of(",float,contacts,\"boxes\","), circles = row_of(",double,verdicts,\"circles\",");
  ASSERT_NE(boxes, rows.end());
  ASSERT_NE(circles, rows.end());
  EXPECT_EQ(boxes->substr(boxes->rfind(',') + 1), "all edges > doubles > exact");
  EXPECT_EQ(circles->substr(circles->rfind(',') + 1), "all edges > doubles > exact");
}

TEST_F(Tool, info_names_version_isa_and_threads) {
  const std::vector<std::string> info = lines(output({"info"}));
  ASSERT_EQ(info.size(), 4u);
  const std::array<const char*, 4> labels{"version: ", "isa: ", "available: ", "threads: "};
  for (std::size_t i = 0; i < labels.size(); ++i) {
    EXPECT_EQ(info[i].rfind(labels[i], 0), 0u) << info[i];
    EXPECT_GT(info[i].size(), std::string(labels[i]).size());
  }
  EXPECT_NE(info[2].find("scalar"), std::string::npos);
  EXPECT_GE(std::stoi(info[3].substr(9)), 1);
}

TEST_F(Tool, environment_forces_the_isa) {
  EXPECT_NE(run({"info"}, "scalar").out.find("isa: scalar\n"), std::string::npos);
}

TEST_F(Tool, help_and_version_succeed) {
  EXPECT_NE(output({"--help"}).find("collide"), std::string::npos);
  EXPECT_NE(output({"collide", "--help"}).find("--svg"), std::string::npos);
  EXPECT_NE(output({"info"}).find("version: " + output({"--version"})), std::string::npos);
}

TEST_F(Tool, contacts_come_in_the_order_of_the_pairs) {
  output({"collide", scene(three_squares), "--out", path("c.csv").string()});
  EXPECT_EQ(file_text(path("c.csv")),
            "a,b,verdict,separation,normal_x,normal_y\n"
            "0,1,overlapping,-0.25,1,0\n"
            "1,0,overlapping,-0.25,-1,0\n"
            "1,2,touching,0,1,0\n"
            "0,2,disjoint,0.75,1,0\n"
            "1,1,overlapping,-1,0,-1\n");
}

TEST_F(Tool, pairs_are_those_whose_boxes_meet) {
  const std::string summary =
      output({"pairs", scene(three_squares), "--out", path("p.csv").string(), "--threads", "1"});
  EXPECT_EQ(file_text(path("p.csv")), "a,b\n0,1\n1,2\n");
  EXPECT_NE(summary.find("bodies:"), std::string::npos);
  EXPECT_NE(summary.find("pairs:"), std::string::npos);
  output({"pairs", scene(R"({"shapes":[],"bodies":[]})"), "--out", path("p.csv").string()});
  EXPECT_EQ(file_text(path("p.csv")), "a,b\n");
}

TEST_F(Tool, candidates_come_from_the_broad_phase_where_asked_or_where_the_file_has_none) {
  const std::string expected =
      "a,b,verdict,separation,normal_x,normal_y\n"
      "0,1,overlapping,-0.25,1,0\n"
      "1,2,touching,0,1,0\n";
  const std::string contacts = path("c.csv").string();
  EXPECT_NE(output({"collide", scene(three_squares), "--pairs", "auto", "--out", contacts}).find("broad phase:"),
            std::string::npos);
  EXPECT_EQ(file_text(path("c.csv")), expected);
  const std::string without =
      fmt::format(R"({{"shapes":[{}],"bodies":[[0,0,0,0],[0,0.75,0,0],[0,1.75,0,0]]}})", square);
  write_file(path("c.csv"), "");
  output({"collide", scene(without), "--out", contacts});
  EXPECT_EQ(file_text(path("c.csv")), expected);
  const Outcome refused = run({"collide", scene(without), "--pairs", "file", "--out", contacts});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("\"pairs\" is missing"), std::string::npos) << refused.err;
}

TEST_F(Tool, summary_counts_everything) {
  const std::string summary = output({"collide", scene(three_squares), "--threads", "1", "--isa", "scalar"});
  std::vector<std::pair<std::string, std::string>> values;
  for (const std::string& line : lines(summary)) {
    std::istringstream words(line);
    std::string label;
    std::string value;
    std::getline(words, label, ':');
    words >> value;
    values.emplace_back(label.substr(label.find_first_not_of(' ')), value);
  }
  const auto value = [&](const std::string& label) {
    const auto found =
        std::find_if(values.begin(), values.end(), [&](const auto& pair) { return pair.first == label; });
    return found == values.end() ? "absent" : found->second;
  };
  EXPECT_EQ(value("bodies"), "3");
  EXPECT_EQ(value("pairs"), "5");
  EXPECT_EQ(value("overlapping"), "3");
  EXPECT_EQ(value("touching"), "1");
  EXPECT_EQ(value("disjoint"), "1");
  EXPECT_EQ(value("isa"), "scalar");
  EXPECT_EQ(value("threads"), "1");
  EXPECT_NE(value("time"), "absent");
  EXPECT_NE(value("pairs per second"), "absent");
  EXPECT_EQ(std::stoi(value("by lanes")) + std::stoi(value("by double")) + std::stoi(value("exactly")), 5);
  EXPECT_EQ(value("up to 4"), "5");
  EXPECT_EQ(value("up to 6"), "absent");
}

TEST_F(Tool, empty_scenes_are_scenes) {
  output({"collide", scene(R"({"bodies":[],"pairs":[],"shapes":[]})"), "--out", path("c.csv").string(), "--svg",
          path("p.svg").string()});
  EXPECT_EQ(file_text(path("c.csv")), "a,b,verdict,separation,normal_x,normal_y\n");
  EXPECT_TRUE(pugi::xml_document().load_file(path("p.svg").c_str()));
  output({"place", scene(R"({"shapes":[],"bodies":[]})"), "--out", path("placed.csv").string()});
  EXPECT_EQ(file_text(path("placed.csv")), "body,vertex,origin_x,origin_y,offset_x,offset_y,radius\n");
}

TEST_F(Tool, keys_come_in_any_order_and_others_are_passed_over) {
  const std::string json =
      R"({"pairs":[[0,0]],"note":{"shapes":[1,{"a":[null,true,-1,1.5]}]},"motions":[[0,0,0]],"units":"mm",
    "bodies":[[0.0,0,0,0]],"source":"here","shapes":[{"radius":0,"vertices":[[0,0],[1,0],[0,1]],"type":"polygon"}],"name":"n"})";
  output({"collide", scene(json)});
}

TEST_F(Tool, numbers_round_trip) {
  // vertices as the nearest float of the text, poses as the nearest double; at angle 0 offsets are the vertices
  const std::array<std::pair<const char*, const char*>, 3> vertices{
      {{"-0.1", "-1e-7"}, {"16777217", "0.30000000000000004"}, {"1.5e-7", "123456.789"}}};
  const char* const x = "0.1234567890123456789";
  const char* const y = "-98765.43210987654321";
  std::string list;
  for (const auto& [vx, vy] : vertices) {
    list += fmt::format("{}[{},{}]", list.empty() ? "" : ",", vx, vy);
  }
  const std::string shape = fmt::format(R"({{"type":"polygon","vertices":[{}]}})", list);
  output({"place", scene(scene_of(shape, fmt::format("[0,{},{},0]", x, y))), "--out", path("p.csv").string()});

  const std::vector<std::string> rows = lines(file_text(path("p.csv")));
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0], "body,vertex,origin_x,origin_y,offset_x,offset_y,radius");
  for (std::size_t i = 0; i < 3; ++i) {
    const std::vector<std::string> row = fields(rows[i + 1]);
    ASSERT_EQ(row.size(), 7u);
    EXPECT_EQ(row[0], "0");
    EXPECT_EQ(row[1], std::to_string(i));
    EXPECT_EQ(std::stod(row[2]), std::strtod(x, nullptr));
    EXPECT_EQ(std::stod(row[3]), std::strtod(y, nullptr));
    EXPECT_EQ(std::strtof(row[4].c_str(), nullptr), std::strtof(vertices[i].first, nullptr));
    EXPECT_EQ(std::strtof(row[5].c_str(), nullptr), std::strtof(vertices[i].second, nullptr));
    EXPECT_EQ(row[6], "0");
  }
}

TEST_F(Tool, vertices_are_rounded_once) {
  // just above the middle of 1 and the next float; by way of double it would become that middle, and then 1
  const std::string shape = R"({"type":"polygon","vertices":[[0,0],[1.0000000596046447753906250001,0],[0,1]]})";
  output({"place", scene(scene_of(shape)), "--out", path("p.csv").string()});
  EXPECT_EQ(fields(lines(file_text(path("p.csv")))[2])[4], "1.0000001192092896");  // the float, exactly
}

TEST_F(Tool, same_bytes_on_every_isa_and_thread_count) {
  const std::string scene = generate("mixed", 3000, 11);
  std::set<std::uint64_t> hashes;
  for (const std::string& isa : isas()) {
    for (const char* threads : {"0", "1", "2", "7"}) {
      output({"collide", scene, "--isa", isa, "--threads", threads, "--out", path("c.csv").string()});
      hashes.insert(hash(file_text(path("c.csv"))));
    }
    EXPECT_EQ(run({"collide", scene, "--out", path("c.csv").string()}, isa).status, 0);
    hashes.insert(hash(file_text(path("c.csv"))));
  }
  EXPECT_EQ(hashes.size(), 1u);
}

// ---- usage: exit status 1
// --------------------------------------------------------------------------------------------

TEST_F(Tool, wrong_usage_is_refused) {
  const std::string good = scene(three_squares);
  const std::string out = path("o.csv").string();
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{}, "subcommand"},
      {{"frobnicate"}, "frobnicate: no such command"},
      {{"pairs", good}, "--out"},
      {{"overlaps", good}, "overlaps: no such command"},
      {{"push-out", good, "--front-tolerance", "1"}, "--last-motions"},
      {{"first-hits", good, "--queries", good, "--reference", "1e300", "0"}, "--reference"},
      {{"collide", good, "--html", out, "--live", out}, "o.csv is named twice"},
      {{"generate", "--kind", "demo", "--seed", "-1", "--out", out}, "--seed"},
      {{"generate", "--kind", "demo", "--seed", "18446744073709551616", "--out", out}, "--seed"},
      {{"collide"}, "scene"},
      {{"collide", good, "--frobnicate"}, "--frobnicate"},
      {{"collide", good, "--out"}, "--out"},
      {{"collide", good, good, "another"}, "another"},
      {{"push-out", good, "another"}, "another"},
      {{"collide", good, good, "--svg", out}, "--svg"},
      {{"collide", good, good, "--html", out}, "--html"},
      {{"areas", good, good, "--svg", out}, "--svg"},
      {{"classify", good, good, "--pairs", "file"}, "--pairs file"},
      {{"pairs", good, good, "--out", good}, "scene.json"},
      {{"relate", good}, "--predicate"},
      {{"relate", good, "--predicate", "near"}, "contains_properly"},
      {{"collide", good, "--skip-invalid"}, "--skip-invalid"},
      {{"collide", good, "--skipped", out}, "--skip-invalid"},
      {{"collide", good, "--out", out, "--isa", "nonsense"}, "nonsense"},
      {{"collide", good, "--precision", "half"}, "--precision half: unknown; the precisions are float and double"},
      {{"collide", good, "--precision", "1"}, "--precision 1: unknown"},
      {{"times-to-collision", good, "--queries", out, "--horizon", "0"}, "--horizon: 0 is not a finite number above 0"},
      {{"times-to-collision", good, "--queries", out, "--horizon", "inf"}, "--horizon: inf is not a finite number"},
      {{"pairs", good, "--out", out, "--period", "1", "inf"}, "--period: inf is not a number from 0 to 1.60693"},
      {{"collide", good, "--out", out, "--threads", "-1"}, "--threads"},
      {{"collide", good, "--out", out, "--threads", "two"}, "--threads"},
      {{"collide", good, "--out", out, "--threads", "1.5"}, "--threads"},
      {{"collide", good, "--out", out, "--pairs", "both"}, "both"},
      {{"collide", good, "--out", out, "--svg", out}, "o.csv"},
      {{"collide", good, "--out", good}, "scene.json"},
      {{"place", good}, "--out"},
      {{"place", good, "--out", good}, "scene.json"},
      {{"generate", "--kind", "nonsense", "--out", out}, "octagons"},
      {{"generate", "--kind", "demo"}, "--out"},
      {{"generate", "--kind", "demo", "--bodies", "0", "--out", out}, "--bodies"},
      {{"generate", "--kind", "demo", "--bodies", "1e3", "--out", out}, "--bodies"},
      {{"generate", "--kind", "demo", "--seed", "x", "--out", out}, "--seed"},
      {{"info", "more"}, "more"},
      {{"collide", good, "--out", ""}, "--out: the name of a file is empty"},
      {{"collide", good, "--out="}, "--out: "},
      {{"collide", good, "--svg", ""}, "--svg: "},
      {{"classify", good, "--out", ""}, "--out: "},
      {{"classify", good, ""}, "scene_b: "},
      {{"classify", ""}, "scene: "},
      {{"points", good, "--queries", good, "--out", ""}, "--out: "},
      {{"generate", "--kind", "demo", "--out", ""}, "--out: "},
  };
  for (const auto& [arguments, word] : cases) {
    const Outcome result = run(arguments);
    const std::string command = fmt::format("{}", fmt::join(arguments, " "));
    EXPECT_EQ(result.status, 1) << command;
    EXPECT_EQ(result.err.rfind("satchel: ", 0), 0u) << result.err;
    EXPECT_NE(result.err.find(word), std::string::npos) << command << "\n" << result.err;
    EXPECT_EQ(result.out, "") << command;
  }
  EXPECT_EQ(file_count(), 1u);
  EXPECT_EQ(file_text(good), three_squares);
}

TEST_F(Tool, unknown_isa_in_the_environment_is_refused) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"info"}, {"collide", scene(three_squares), "--out", path("o.csv").string()}}) {
    const Outcome result = run(arguments, "nonsense");
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.err.find("nonsense"), std::string::npos);
  }
  EXPECT_EQ(file_count(), 1u);
}

// ---- bad scenes: exit status 2
// ---------------------------------------------------------------------------------------

struct BadScene {
  const char* name;
  std::string json;
  std::vector<std::string> words;  // all in the message, in this order

  friend std::ostream& operator<<(std::ostream& out, const BadScene& bad) { return out << bad.name; }
};

std::string many_members(int count) {
  std::string text = "\"m0\":0";
  for (int k = 1; k < count; ++k) text += fmt::format(",\"m{}\":0", k);
  return text;
}

std::vector<BadScene> bad_scenes() {
  const std::string triangle = R"("vertices":[[0,0],[1,0],[0,1]])";
  const auto shape = [](const std::string& members) { return scene_of("{" + members + "}", ""); };
  return {
      // not JSON
      {"empty", "", {"parse error"}},
      {"truncated", R"({"shapes":[)", {"parse error"}},
      {"trailing_text", three_squares + " x", {"parse error"}},
      {"not_a_number", with_second_shape("[[0,0],[NaN,0],[0,1]]"), {"parse error", "column"}},
      {"infinity", with_second_shape("[[0,0],[Infinity,0],[0,1]]"), {"parse error"}},
      {"control_characters",
       R"({"shapes":[{"type":"a\u0000\u001bb\u007f"}]})",
       {"shapes[0]", R"("a\u0000\u001bb\u007f")"}},
      {"unprintable", "\"\x7f\x7f", {R"(\u007f)"}},
      {"bad_utf8", "{\"name\":\"\xff\"}", {"parse error"}},
      {"text_behind_nul", three_squares + std::string(1, '\0') + "more", {"NUL"}},
      // not a scene
      {"list_for_scene", "[]", {"array", "object"}},
      {"number_for_scene", "5", {"5", "object"}},
      {"no_shapes", R"({"bodies":[[0,0,0,0]],"pairs":[]})", {"shapes", "missing"}},
      {"no_bodies", R"({"shapes":[],"pairs":[]})", {"bodies", "missing"}},
      {"key_twice", R"({"shapes":[],"shapes":[]})", {"shapes", "twice"}},
      {"number_for_name", R"({"name":5})", {"name", "5", "string"}},
      {"number_for_shapes", R"({"shapes":5})", {"shapes", "5", "array"}},
      {"object_for_bodies", R"({"shapes":[],"bodies":{}})", {"bodies", "object", "array"}},
      {"null_for_pairs", R"({"shapes":[],"bodies":[],"pairs":null})", {"pairs", "null", "array"}},
      // shapes
      {"number_for_shape", scene_of(square + ",7"), {"shapes[1]", "7", "object"}},
      {"list_for_shape", scene_of(square + ",[]"), {"shapes[1]", "array", "object"}},
      {"no_type", shape(triangle), {"shapes[0]", "type", "missing"}},
      {"number_for_type", shape(R"("type":3)"), {"shapes[0]", "type", "3", "string"}},
      {"unknown_type", scene_of(square + R"(,{"type":"blob"})"), {"shapes[1]", "blob", "polygon"}},
      {"circle", scene_of(square + R"(,{"type":"circle","center":[0,0],"radius":-2})"), {"shapes[1]", "radius", "-2"}},
      {"circle_beyond_the_range",
       shape(R"("type":"circle","center":[1e30,0],"radius":1)"),
       {"shapes[0]", "center", "range"}},
      {"circle_of_two_numbers",
       shape(R"("type":"circle","center":[1],"radius":1)"),
       {"shapes[0]", "center", "1 number"}},
      {"circle_without_center", shape(R"("type":"circle","radius":1)"), {"shapes[0]", "center", "missing"}},
      {"circle_without_radius", shape(R"("type":"circle","center":[0,0])"), {"shapes[0]", "radius", "missing"}},
      {"circle_of_vertices", shape(R"("type":"circle","radius":1,)" + triangle), {"shapes[0]", "vertices", "circle"}},
      {"number_for_center", shape(R"("type":"circle","center":4)"), {"shapes[0]", "center", "4", "[x, y]"}},
      {"nested_center", shape(R"("type":"circle","center":[[0,0]])"), {"shapes[0]", "center", "array"}},
      {"capsule_of_one_point",
       shape(R"("a":[1,2],"b":[1,2],"radius":1,"type":"capsule")"),
       {"shapes[0]", "b:", "equal to a", "or use a circle"}},
      {"segment_of_one_point",
       shape(R"("a":[1,2],"b":[1,2],"type":"segment")"),
       {"shapes[0]", "b:", "equal to a", "circle of radius 0"}},
      {"segment_with_radius",
       shape(R"("a":[1,2],"b":[2,2],"radius":1,"type":"segment")"),
       {"shapes[0]", "radius", "capsule"}},
      {"segment_without_end", shape(R"("a":[1,2],"type":"segment")"), {"shapes[0]", "\"b\" is missing"}},
      {"flat_box",
       shape(R"("type":"box","half_width":1,"half_height":0)"),
       {"shapes[0]", "half_height 0", "larger than 0"}},
      {"negative_box", shape(R"("type":"box","half_width":-1,"half_height":2)"), {"shapes[0]", "half_width -1"}},
      {"box_without_height", shape(R"("type":"box","half_width":1)"), {"shapes[0]", "half_height", "missing"}},
      {"box_of_vertices",
       shape(R"("type":"box","half_width":1,"half_height":2,)" + triangle),
       {"vertices", "a box has"}},
      {"string_for_half_width", shape(R"("type":"box","half_width":"1")"), {"half_width", "\"1\"", "a number"}},
      {"box_beyond_the_range", shape(R"("type":"box","half_width":1e30,"half_height":1)"), {"shapes[0]", "range"}},
      {"unnamed_member", shape(R"("type":"box","half_width":1,"half_height":1,"":1)"), {"shapes[0]", "unknown member"}},
      {"closed_ring",
       with_second_shape("[[0,0],[2,0],[2,1],[0,0]]"),
       {"shapes[1]", "vertices[3]", "last vertex repeats the first", "--rings"}},
      {"polygon_with_holes", shape(R"("type":"polygon","holes":[],)" + triangle), {"shapes[0]", "holes", "polygon"}},
      {"number_for_holes", shape(R"("type":"concave","holes":4)"), {"shapes[0]: holes", "4", "array of holes"}},
      {"number_for_hole",
       shape(R"("type":"concave","holes":[[[0,0]],4])"),
       {"shapes[0]: holes[1]", "4", "array of vertices"}},
      {"number_for_vertex_of_hole",
       shape(R"("type":"concave","holes":[[[0,0],[1,0]],[[0,0],4]])"),
       {"holes[1][1]", "4", "vertex"}},
      {"short_vertex_of_hole", shape(R"("type":"concave","holes":[[[0,0],[1]]])"), {"holes[0][1]", "1 number"}},
      {"concave_with_radius", shape(R"("type":"concave","radius":1,)" + triangle), {"shapes[0]", "concave", "radius"}},
      {"concave_without_vertices", shape(R"("type":"concave")"), {"shapes[0]", "vertices", "missing"}},
      {"outline_that_crosses_itself",
       shape(R"("type":"concave","vertices":[[0,0],[2,0],[0,2],[2,2]])"),
       {"shapes[0]: the edge from vertices[1] and the edge from vertices[3] meet at (1, 1)"}},
      {"outline_of_a_hole",
       shape(R"("type":"concave","vertices":[[0,0],[0,2],[2,2],[2,0]])"),
       {"shapes[0]", "vertices:", "clockwise", "hole", "--rings"}},
      {"closed_outline",
       shape(R"("type":"concave","vertices":[[0,0],[3,0],[3,1],[1,1],[1,3],[0,3],[0,0]])"),
       {"shapes[0]", "vertices[6]", "last vertex repeats the first", "--rings"}},
      {"counter_clockwise_hole",
       shape(
           R"("type":"concave","vertices":[[0,0],[9,0],[9,9],[0,9]],"holes":[[[2,2],[2,4],[4,4]],[[5,5],[6,5],[6,6]]])"),
       {"shapes[0]", "holes[1]:", "counter-clockwise", "--rings"}},
      {"hole_outside",
       shape(R"("type":"concave","vertices":[[0,0],[9,0],[9,9],[0,9]],"holes":[[[20,20],[20,21],[21,21]]])"),
       {"shapes[0]", "holes[0]:", "inside"}},
      {"hole_with_a_repeated_vertex",
       shape(R"("holes":[[[2,2],[2,4],[2,4],[4,4]]],"type":"concave","vertices":[[0,0],[9,0],[9,9],[0,9]])"),
       {"shapes[0]", "holes[0][2]:", "repeated"}},
      {"hole_that_meets_the_outline",
       shape(R"("type":"concave","vertices":[[0,0],[9,0],[9,9],[0,9]],"holes":[[[2,2],[2,4],[14,4]]])"),
       {"shapes[0]: the edge from vertices[1] and the edge from holes[0][", "meet at (9, "}},
      {"flat_hole",
       shape(R"("type":"concave","vertices":[[0,0],[9,0],[9,9],[0,9]],"holes":[[[2,2],[2,4]]])"),
       {"shapes[0]", "holes[0]:", "three"}},
      {"outline_with_a_repeated_vertex",
       shape(R"("type":"concave","vertices":[[0,0],[2,0],[2,0],[0,2]])"),
       {"shapes[0]", "vertices[2]", "repeated"}},
      {"negative_radius", shape(R"("type":"polygon","radius":-1,)" + triangle), {"shapes[0]", "radius", "-1"}},
      {"string_for_radius",
       shape(R"("type":"polygon","radius":"1",)" + triangle),
       {"shapes[0]", "radius", "\"1\"", "number"}},
      {"unknown_member", shape(R"("type":"polygon","raduis":1,)" + triangle), {"shapes[0]", "raduis"}},
      {"many_unknown_members",
       shape(R"("type":"polygon",)" + many_members(50) + "," + triangle),
       {"shapes[0]", "unknown member", "\"m0\""}},
      {"member_twice", shape(R"("type":"polygon","type":"polygon",)" + triangle), {"shapes[0]", "type", "twice"}},
      {"no_vertices", shape(R"("type":"polygon")"), {"shapes[0]", "vertices", "missing"}},
      {"number_for_vertices", shape(R"("type":"polygon","vertices":4)"), {"shapes[0]", "vertices", "4", "array"}},
      {"number_for_vertex", with_second_shape("[4]"), {"shapes[1]", "vertices[0]", "4"}},
      {"string_in_vertex", with_second_shape(R"([[0,0],[1,"0"]])"), {"shapes[1]", "vertices[1]", "\"0\"", "numbers"}},
      {"short_vertex", with_second_shape("[[0,0],[1]]"), {"shapes[1]", "vertices[1]", "1 number"}},
      {"long_vertex", with_second_shape("[[0,0],[1,2,3]]"), {"shapes[1]", "vertices[1]", "3 numbers"}},
      {"nested_vertex", with_second_shape("[[0,[0]]]"), {"shapes[1]", "vertices[0]", "array"}},
      {"no_vertex", with_second_shape("[]"), {"shapes[1]", "three"}},
      {"two_vertices", with_second_shape("[[0,0],[1,0]]"), {"shapes[1]", "three"}},
      {"clockwise", with_second_shape("[[0,0],[0,1],[1,1],[1,0]]"), {"shapes[1]", "clockwise"}},
      {"concave", with_second_shape("[[0,0],[4,0],[1,1],[0,4]]"), {"shapes[1]", "conve"}},
      {"clockwise_and_concave",
       with_second_shape("[[0,4],[1,1],[4,0],[0,0]]"),
       {"shapes[1]", "vertices[1]", "not convex", "clockwise", "type concave", "--rings"}},
      {"collinear", with_second_shape("[[0,0],[1,0],[2,0],[2,2],[0,2]]"), {"shapes[1]", "collinear"}},
      {"repeated_vertex", with_second_shape("[[0,0],[1,0],[1,0],[0,1]]"), {"shapes[1]", "repeated"}},
      {"pentagram",
       with_second_shape("[[0,1],[-0.58,-0.8],[0.95,0.3],[-0.95,0.3],[0.58,-0.8]]"),
       {"shapes[1]", "turn"}},
      {"beyond_float", with_second_shape("[[0,0],[1e39,0],[0,1e39]]"), {"shapes[1]", "vertices[1]", "1e39", "range"}},
      {"beyond_double", with_second_shape("[[0,0],[1,0],[0,1e999]]"), {"shapes[1]", "vertices[2]", "1e999"}},
      {"beyond_the_range", with_second_shape("[[0,0],[1e30,0],[0,1e30]]"), {"shapes[1]", "range"}},
      // bodies
      {"number_for_body", scene_of(square, "0"), {"bodies[0]", "0", "[shape, x, y, angle]"}},
      {"object_for_body", scene_of(square, "{}"), {"bodies[0]", "object"}},
      {"short_body", scene_of(square, "[0,0,0,0],[0,1,2]"), {"bodies[1]", "3 numbers"}},
      {"long_body", scene_of(square, "[0,0,0,0,0,0]"), {"bodies[0]", "6 numbers"}},
      {"string_in_body", scene_of(square, R"([0,"x",0,0])"), {"bodies[0]", "\"x\""}},
      {"high_box", shape(R"("type":"box","half_width":1,"half_height":1e19)"), {"shapes[0]", "half_height", "range"}},
      {"fractional_shape", scene_of(square, "[0.5,0,0,0]"), {"bodies[0]", "0.5"}},
      {"negative_shape", scene_of(square, "[0,0,0,0],[-1,0,0,0]"), {"bodies[1]", "-1"}},
      {"no_such_shape", scene_of(square, "[7,0,0,0]"), {"bodies[0]", "shape 7", "1 shape"}},
      {"shape_of_all_bits", scene_of(square, "[4294967295,0,0,0]"), {"bodies[0]", "shape 4294967295", "1 shape"}},
      {"huge_origin", scene_of(square, "[0,0,0,0],[0,1e300,0,0]"), {"bodies[1]", "range"}},
      {"overflowing_origin", scene_of(square, "[0,1e999,0,0]"), {"bodies[0]", "1e999"}},
      {"huge_angle", scene_of(square, "[0,0,0,1e12]"), {"bodies[0]", "range"}},
      // pairs
      {"short_pair", scene_of(square, "[0,0,0,0]", "[0,0],[0]"), {"pairs[1]", "1 number"}},
      {"long_pair", scene_of(square, "[0,0,0,0]", "[0,0,0]"), {"pairs[0]", "3 numbers"}},
      {"boolean_in_pair", scene_of(square, "[0,0,0,0]", "[0,true]"), {"pairs[0]", "true"}},
      {"no_such_body", scene_of(square, "[0,0,0,0]", "[0,0],[0,9]"), {"pairs[1]", "body 9", "1 body"}},
      {"negative_body", scene_of(square, "[0,0,0,0]", "[0,-1]"), {"pairs[0]", "-1"}},
      {"fractional_body", scene_of(square, "[0,0,0,0]", "[0,0.25]"), {"pairs[0]", "0.25"}},
      {"index_beyond32_bits", scene_of(square, "[0,0,0,0]", "[0,4294967296]"), {"pairs[0]", "4294967296"}},
  };
}

class ToolOnBadScene : public Tool, public testing::WithParamInterface<BadScene> {};

TEST_P(ToolOnBadScene, refuses_it_by_name) {
  const BadScene& bad = GetParam();
  const Outcome result =
      run({"collide", scene(bad.json), "--out", path("c.csv").string(), "--svg", path("p.svg").string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(lines(result.err).size(), 1u);
  const std::string start = "satchel: " + path("scene.json").string() + ": ";
  EXPECT_EQ(result.err.rfind(start, 0), 0u);
  std::size_t from = std::min(start.size(), result.err.size());
  for (const std::string& word : bad.words) {
    const std::size_t found = result.err.find(word, from);
    EXPECT_NE(found, std::string::npos) << "no '" << word << "' in: " << result.err;
    from = found == std::string::npos ? from : found + word.size();
  }
  EXPECT_EQ(file_count(), 1u) << "there are other files than the scene";
}

INSTANTIATE_TEST_SUITE_P(scenes, ToolOnBadScene, testing::ValuesIn(bad_scenes()),
                         [](const auto& bad) { return std::string(bad.param.name); });

TEST_F(Tool, place_refuses_bad_scenes_too) {
  const Outcome result =
      run({"place", scene(with_second_shape("[[0,0],[0,1],[1,0]]")), "--out", path("p.csv").string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("shapes[1]"), std::string::npos);
  EXPECT_EQ(file_count(), 1u);
}

// ---- files: exit status 3
// --------------------------------------------------------------------------------------------

TEST_F(Tool, unreadable_files_are_named) {
  for (const std::string& name : {path("absent.json").string(), path("").string()}) {
    const Outcome result = run({"collide", name, "--out", path("c.csv").string()});
    EXPECT_EQ(result.status, 3);
    EXPECT_NE(result.err.find(name + ": cannot be read: "), std::string::npos) << result.err;
  }
  EXPECT_EQ(file_count(), 0u);
}

TEST_F(Tool, unwritable_files_are_named_and_nothing_remains) {
  const std::string good = scene(three_squares);
  const std::string absent = path("no/such/folder/o").string();
  std::filesystem::create_directory(path("folder"));
  const std::vector<std::vector<std::string>> cases{
      {"collide", good, "--out", absent},
      {"collide", good, "--svg", absent},
      {"collide", good, "--out", path("c.csv").string(), "--svg", absent},
      {"collide", good, "--out", path("folder").string()},
      {"place", good, "--out", absent},
      {"generate", "--kind", "demo", "--out", absent},
  };
  for (const std::vector<std::string>& arguments : cases) {
    const Outcome result = run(arguments);
    EXPECT_EQ(result.status, 3);
    EXPECT_NE(result.err.find(arguments.back() + ": cannot be written: "), std::string::npos) << result.err;
    EXPECT_EQ(file_count(), 2u);
  }
}

#ifdef __linux__  // has /dev/full
TEST_F(Tool, a_full_disk_is_noticed) {
  const Outcome result = run({"collide", scene(three_squares), "--out", "/dev/full"});
  EXPECT_EQ(result.status, 3);
  EXPECT_NE(result.err.find("/dev/full: cannot be written: "), std::string::npos) << result.err;
}
#endif

TEST_F(Tool, a_failure_leaves_the_old_file) {
  write_file(path("c.csv"), "old");
  EXPECT_EQ(run({"collide", scene(scene_of("")), "--out", path("c.csv").string()}).status, 2);
  EXPECT_EQ(run({"collide", scene(three_squares), "--out", path("c.csv").string(), "--svg", path("no/p.svg").string()})
                .status,
            3);
  EXPECT_EQ(file_text(path("c.csv")), "old");
  EXPECT_EQ(file_count(), 2u);
}

#ifndef _WIN32  // where links need a privilege
TEST_F(Tool, a_success_replaces_the_old_file_and_follows_links) {
  write_file(path("c.csv"), std::string(100000, 'x'));
  std::filesystem::create_symlink("c.csv", path("link.csv"));
  output({"collide", scene(three_squares), "--out", path("link.csv").string()});
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.csv")));
  EXPECT_EQ(lines(file_text(path("c.csv"))).size(), 6u);
  EXPECT_EQ(file_count(), 3u);
}
#endif

// ---- generated scenes
// ------------------------------------------------------------------------------------------------

struct KindFacts {
  const char* kind;
  std::uint64_t hash;  // of 50 bodies, seed 7: the same on every machine
};
const std::array kinds{
    KindFacts{"demo", 0xdccc4ea0ba4620f8u},  KindFacts{"octagons", 0x6046d13814463c61u},
    KindFacts{"boxes", 0xacc5a78aa411d8bdu}, KindFacts{"mixed", 0xe9ac813a05a5a9c7u},
    KindFacts{"grid", 0x3026df3836b07851u},  KindFacts{"parcels", 0x6a6661ed795d2270u},
};

TEST_F(Tool, a_generated_scene_depends_on_its_arguments_alone) {
  for (const KindFacts& facts : kinds) {
    const std::string bytes = file_text(generate(facts.kind, 50, 7));
    EXPECT_EQ(hash(bytes), facts.hash) << fmt::format("{}: {:#x}", facts.kind, hash(bytes));
    EXPECT_EQ(file_text(generate(facts.kind, 50, 7, "again.json")), bytes);
    EXPECT_NE(file_text(generate(facts.kind, 51, 7)), bytes);
    if (std::string(facts.kind) != "grid") {
      EXPECT_NE(file_text(generate(facts.kind, 50, 8)), bytes);
    }
  }
}

TEST_F(Tool, generated_pairs_are_grouped_and_stand_once) {
  for (const KindFacts& facts : kinds) {
    for (const int bodies : {1, 2, 7, 400}) {
      const nlohmann::json scene = nlohmann::json::parse(file_text(generate(facts.kind, bodies, 3)));
      EXPECT_EQ(scene["bodies"].size(), static_cast<std::size_t>(bodies));
      std::pair<int, int> last{-1, -1};
      for (const nlohmann::json& pair : scene["pairs"]) {
        const std::pair<int, int> now{pair[0].get<int>(), pair[1].get<int>()};
        EXPECT_LT(now.first, now.second);
        EXPECT_LT(now.second, bodies);
        EXPECT_LT(last, now) << "grouped by a, each once";
        last = now;
      }
      output({"collide", path("generated.json").string()});
    }
  }
}

TEST_F(Tool, generated_scenes_show_what_their_kinds_promise) {
  const auto shares = [&](const std::string& kind) {
    output({"collide", generate(kind, 900, 5), "--out", path("c.csv").string()});
    std::array<double, 3> counts{};
    double all = 0;
    for (const std::string& line : lines(file_text(path("c.csv")))) {
      const std::string verdict = fields(line)[2];
      if (verdict != "verdict") {
        counts[verdict == "disjoint" ? 0 : verdict == "touching" ? 1 : 2] += 1;
        all += 1;
      }
    }
    return std::array<double, 3>{counts[0] / all, counts[1] / all, counts[2] / all};
  };
  EXPECT_EQ(shares("grid")[1], 1);
  EXPECT_EQ(shares("parcels")[1], 1);
  for (const double share : shares("demo")) {
    EXPECT_GT(share, 0.15);
  }
  EXPECT_GT(shares("shapes")[2], 0.15);
  for (const char* kind : {"octagons", "boxes", "mixed"}) {
    const double overlapping = shares(kind)[2];
    EXPECT_GT(overlapping, 0.25) << kind;
    EXPECT_LT(overlapping, 0.45) << kind;
  }
}

// ---- pictures
// --------------------------------------------------------------------------------------------------------

std::size_t count(const pugi::xml_document& document, const char* xpath) { return document.select_nodes(xpath).size(); }

TEST_F(Tool, the_picture_shows_every_body_by_its_worst_verdict) {
  output({"collide", scene(three_squares), "--svg", path("p.svg").string()});
  pugi::xml_document svg;
  ASSERT_TRUE(svg.load_file(path("p.svg").c_str()));
  EXPECT_STREQ(svg.document_element().name(), "svg");
  EXPECT_EQ(count(svg, "//g[@class='bodies']/g[@class='overlapping']/path"), 2u);
  EXPECT_EQ(count(svg, "//g[@class='bodies']/g[@class='touching']/path"), 1u);
  EXPECT_EQ(count(svg, "//g[@class='bodies']/g[@class='disjoint']/path"), 0u);
  EXPECT_EQ(count(svg, "/svg/g[@class='mtv']/path"), 1u);
  EXPECT_EQ(count(svg, "//g[@class='scale']/text"), 1u);
  EXPECT_EQ(count(svg, "//g[@class='legend']"), 1u);
  for (const char* label : {"MTV", "normal", "a", "b", "a + MTV"}) {
    EXPECT_EQ(count(svg, fmt::format("//g[@class='inset']/text[text()='{}']", label).c_str()), 1u) << label;
  }
}

/// An L, and a square that sits in its corner, apart, touching and overlapping one of its two parts.
constexpr const char* ell_and_squares =
    R"({"shapes":[{"type":"concave","vertices":[[0,0],[3,0],[3,1],[1,1],[1,3],[0,3]]},
       {"type":"polygon","vertices":[[0,0],[1,0],[1,1],[0,1]]},{"type":"circle","center":[0.5,0.5],"radius":0.5}],
       "bodies":[[0,0,0,0],[1,1.5,1.5,0],[1,1,1.5,0],[1,2,0.75,0],[2,1.25,1.25,0]],
       "pairs":[[0,1],[0,2],[0,3],[3,0],[0,4],[1,3]]})";

TEST_F(Tool, concave_shapes_are_compounds_of_parts) {
  const std::string json = scene(ell_and_squares);
  output({"collide", json, "--out", path("c.csv").string(), "--svg", path("p.svg").string()});
  const std::vector<std::string> rows = lines(file_text(path("c.csv")));
  ASSERT_EQ(rows.size(), 7u);
  EXPECT_EQ(rows[0], "a,b,verdict,separation,normal_x,normal_y,part_a,part_b");
  const char* verdicts[] = {"disjoint", "touching", "overlapping", "overlapping", "disjoint", "overlapping"};
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(fields(rows[i + 1])[2], verdicts[i]) << rows[i + 1];
    EXPECT_EQ(fields(rows[i + 1]).size(), 8u);
  }
  EXPECT_EQ(fields(rows[1])[3], "0.5");
  EXPECT_EQ(fields(rows[3])[3], "-0.25");
  EXPECT_EQ(fields(rows[3])[6], fields(rows[4])[7]);  // the same part, from the other side
  EXPECT_EQ(fields(rows[3])[7], "0");

  output({"place", json, "--out", path("p.csv").string()});
  const std::vector<std::string> placed = lines(file_text(path("p.csv")));
  EXPECT_EQ(placed[0], "body,vertex,origin_x,origin_y,offset_x,offset_y,radius,part");
  std::size_t of_the_l = 0, parts = 0;
  for (const std::string& row : placed) {
    if (fields(row)[0] != "0") {
      continue;
    }
    ++of_the_l;
    parts = std::max(parts, static_cast<std::size_t>(std::stoul(fields(row)[7])) + 1);
  }
  EXPECT_EQ(parts, 2u);
  EXPECT_EQ(of_the_l, 8u);
  EXPECT_EQ(fields(placed.back())[6], "0.5");  // the circle's radius

  pugi::xml_document svg;
  ASSERT_TRUE(svg.load_file(path("p.svg").c_str()));
  EXPECT_EQ(count(svg, "//g[@class='bodies']/g/path"), 5u);
  EXPECT_EQ(count(svg, "/svg/g[@class='mtv']/path"), 1u);
}

TEST_F(Tool, concave_shapes_do_not_disturb_the_indices_of_others) {
  output({"collide", scene(ell_and_squares), "--pairs", "auto", "--out", path("c.csv").string()});
  std::size_t touching = 0;
  for (const std::string& row : lines(file_text(path("c.csv")))) {
    touching += fields(row)[2] == "touching";
  }
  EXPECT_GT(touching, 0u);
}

TEST_F(Tool, the_picture_has_no_inset_without_an_overlap) {
  output({"collide", generate("grid", 9, 1), "--svg", path("p.svg").string()});
  pugi::xml_document svg;
  ASSERT_TRUE(svg.load_file(path("p.svg").c_str()));
  EXPECT_EQ(count(svg, "//g[@class='bodies']/g[@class='touching']/path"), 9u);
  EXPECT_EQ(count(svg, "//g[@class='inset']"), 0u);
}

TEST_F(Tool, the_picture_is_drawn_y_up) {
  output({"collide", scene(scene_of(square, "[0,0,0,0],[0,0,10,0]", "[1,1]")), "--svg", path("p.svg").string()});
  pugi::xml_document svg;
  ASSERT_TRUE(svg.load_file(path("p.svg").c_str()));
  const auto top = [&](const char* verdict) {
    const std::string d = svg.select_node(fmt::format("//g[@class='bodies']/g[@class='{}']/path/@d", verdict).c_str())
                              .attribute()
                              .value();
    return std::stod(d.substr(d.find(' ') + 1));  // "Mx y..."
  };
  EXPECT_LT(top("overlapping"), top("disjoint")) << "the body at y = 10 stands above";
}

TEST_F(Tool, the_picture_of_extreme_scenes_is_well_formed) {
  const std::string tiny = R"({"type":"polygon","vertices":[[0,0],[1e-30,0],[0,1e-30]]})";
  const std::string huge = R"({"type":"polygon","vertices":[[0,0],[1e18,0],[0,1e18]]})";
  const std::string rename = R"({"name":"<&\"'\u0001\u00e9 and a name that is much longer than the panel is wide",)";
  for (const std::string& json :
       {scene_of(tiny, "[0,0,0,0],[0,0,0,1]", "[0,1]"), scene_of(huge, "[0,0,0,0],[0,1e17,0,3]", "[0,1]"),
        scene_of(tiny + "," + huge, "[0,0,0,0],[1,0,0,0]", "[0,1]"),
        scene_of(square, "[0,1e15,1e15,0],[0,1e15,1e15,0.5]", "[0,1]"), rename + three_squares.substr(1)}) {
    output({"collide", scene(json), "--svg", path("p.svg").string()});
    pugi::xml_document svg;
    EXPECT_TRUE(svg.load_file(path("p.svg").c_str())) << json;
    const std::string text = file_text(path("p.svg"));
    EXPECT_EQ(text.find("nan"), std::string::npos) << json;
    EXPECT_EQ(text.find("inf\""), std::string::npos) << json;
    EXPECT_EQ(text.find("&#"), std::string::npos) << "XML 1.0 has no control characters";
  }
}

TEST_F(Tool, numbers_that_are_none_are_wrong_usage) {
  const std::string scene = generate("boxes", 5, 1, "s.json");
  write_file(path("q.csv"), "shape,x,y,angle\n0,0,0,0\n");
  const std::string queries = path("q.csv").string();
  const std::vector<std::vector<std::string>> wrong{
      {"nearest", scene, "--queries", queries, "--max-distance", "nan"},
      {"nearest", scene, "--queries", queries, "--max-distance", "-1"},
      {"nearest", scene, "--queries", queries, "--count", "-1"},
      {"nearest", scene, "--queries", queries, "--count", "99999999999999999999"},
      {"manifold", scene, "--margin", "nan"},
      {"sweep", scene, "--max-angle", "nan"},
      {"push-out", scene, "--front-tolerance", "nan"},
      {"pairs", scene, "--out", path("p.csv").string(), "--period", "-1", "1"},
  };
  for (const std::vector<std::string>& arguments : wrong) {
    const Outcome result = run(arguments);
    EXPECT_EQ(result.status, 1) << arguments[0] << ' ' << result.err;
    EXPECT_NE(result.err.find("is not a number from 0"), std::string::npos) << result.err;
  }
  EXPECT_EQ(run({"nearest", scene, "--queries", queries, "--max-distance", "inf", "--count", "2"}).status, 0);
}

/// Geometries that are left out change neither the origin of a map in float, and so the others' numbers, nor what the summary says.
TEST_F(Tool, what_is_left_out_of_a_map_has_no_say_in_the_rest) {
  const std::string two =
      "POLYGON((500000.1 5000000.1,500001.1 5000000.1,500001.1 5000001.1,500000.1 5000001.1))\n"
      "POLYGON((500001.05 5000000.1,500002.2 5000000.1,500002.2 5000001.1,500001.05 5000001.1))\n";
  write_file(path("two.wkt"), two);
  const auto answer = [&](const std::string& map, const char* precision) {
    write_file(path("map.wkt"), map);
    const Outcome result = run({"areas", path("map.wkt").string(), "--precision", precision, "--skip-invalid", "--out",
                                path("o.csv").string()});
    EXPECT_EQ(result.status, 0) << result.err;
    const std::size_t at = result.out.find("rounding up to:");
    return file_text(path("o.csv")) + result.out.substr(at, result.out.find('\n', at) - at);
  };
  for (const char* const precision : {"float", "double"}) {
    const std::string alone = answer(two, precision);
    for (const char* const more :
         {"POLYGON((0 0,1 1,1 0,0 1,0 0))\n", "POLYGON((1 1,1e300 1,2 2))\n", "POINT(1e9 1e9)\n",
          "POLYGON((0 0,1e9 1e9,1e9 0,0 1e9,0 0))\nPOLYGON((nan 1,2 1,2 2))\n"}) {
      EXPECT_EQ(answer(two + more, precision), alone) << precision << more;
    }
  }
  EXPECT_EQ(answer(two + "POLYGON((1e70 1,2e70 1,2e70 1e70))\n", "float"), answer(two, "float"));
  // Rounded around (0, 0), for which the last one is to blame, the thin one has no area.
  const std::string thin = "POLYGON((500000.1 5000000.1,500001.1 5000000.1,500001.1 5000000.2))\n";
  EXPECT_EQ(answer(two + thin + "POLYGON((0 0,1e9 1e9,1e9 0,0 1e9,0 0))\n", "float"), answer(two + thin, "float"));
}

/// A geometry that is left out does not choose the origin of a map in float.
TEST_F(Tool, the_origin_of_a_map_is_amid_what_is_finite) {
  const std::string two =
      "POLYGON((5000000 5000000,5000001 5000000,5000001 5000001,5000000 5000001))\n"
      "POLYGON((5000001.1 5000000,5000002 5000000,5000002 5000001,5000001.1 5000001))\n";
  write_file(path("two.wkt"), two);
  write_file(path("three.wkt"), two + "POLYGON((inf 0,1 0,1 1))\n");
  const auto pairs = [&](const std::string& name) {
    const Outcome result = run(
        {"classify", path(name).string(), "--precision", "float", "--skip-invalid", "--out", path("o.csv").string()});
    EXPECT_EQ(result.status, 0) << result.err;
    return file_text(path("o.csv"));
  };
  EXPECT_EQ(pairs("three.wkt"), pairs("two.wkt"));
}

}  // namespace
}  // namespace satchel::cli_test
