// The subcommands that ask more than collide does: manifold, distance, sweep.
#include <filesystem>
#include <string>

#include "tool.hpp"

namespace satchel::cli_test {
namespace {

class Questions : public Tool {
 protected:
  std::string scene = path("scene.json").string(), out = path("out.csv").string();
  mutable Outcome last;

  void SetUp() override {
    write_file(scene, R"({"shapes": [{"type": "polygon", "vertices": [[-1, -1], [1, -1], [1, 1], [-1, 1]]},
                                     {"type": "circle", "center": [0, 0], "radius": 0.5}],
                          "bodies": [[0, 100, 0, 0], [0, 101, 1.5, 0], [1, 105, 0, 0]],
                          "pairs": [[0, 1], [0, 2], [2, 0]],
                          "motions": [[0, 0, 0], [0, 0, 0], [-8, 0, 0]]})");
  }

  /// What the tool says of arguments that stand in one text.
  [[nodiscard]] const Outcome& ask(const std::string& arguments) const {
    std::istringstream words(arguments);
    return last = run({std::istream_iterator<std::string>(words), {}});
  }
  [[nodiscard]] std::vector<std::string> rows(const std::string& arguments) const {
    std::filesystem::remove(out);
    EXPECT_EQ(ask(arguments).status, 0) << last.err;
    return lines(file_text(out));
  }
};

TEST_F(Questions, manifold_writes_points_of_the_world) {
  const auto found = rows("manifold " + scene + " --out " + out);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0], "a,b,count,normal_x,normal_y,x0,y0,separation0,id0,x1,y1,separation1,id1");
  const auto row = fields(found[1]);
  ASSERT_EQ(row.size(), 13u);
  EXPECT_EQ(row[2], "2");
  EXPECT_EQ(row[4], "1");
  EXPECT_EQ(std::stod(row[6]), 0.75);
  EXPECT_EQ(std::stod(row[5]) + std::stod(row[9]), 201);
  EXPECT_EQ(row[7], "-0.5");
  EXPECT_EQ(found[2], "0,2,0,0,0,,,,,,,,");  // without points no normal
  EXPECT_EQ(fields(rows("manifold " + scene + " --margin 4 --out " + out)[2])[2], "1");
}

TEST_F(Questions, distance_writes_points_of_the_world) {
  const auto found = rows("distance " + scene + " --precision double --out " + out);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0], "a,b,verdict,distance,normal_x,normal_y,point_a_x,point_a_y,point_b_x,point_b_y");
  const auto overlap = fields(found[1]);  // the squares overlap by 0.5 in y
  ASSERT_EQ(overlap.size(), 10u);
  EXPECT_EQ(overlap[2] + ',' + overlap[3] + ',' + overlap[4] + ',' + overlap[5], "overlapping,-0.5,0,1");
  EXPECT_EQ(std::stod(overlap[7]) - std::stod(overlap[9]), 0.5);  // the witness points are the depth apart
  EXPECT_EQ(found[2], "0,2,disjoint,3.5,1,0,101,0,104.5,0");
  EXPECT_EQ(found[3], "2,0,disjoint,3.5,-1,0,104.5,0,101,0");
  EXPECT_NE(last.out.find("  disjoint:                  2"), std::string::npos);
}

TEST_F(Questions, sweep_reads_motions) {
  const auto found = rows("sweep " + scene + " --out " + out);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0], "a,b,hit,time,normal_x,normal_y,point_x,point_y");
  EXPECT_EQ(found[1], "0,1,1,0,0,1,100.5,0.75");
  EXPECT_NEAR(std::stod(fields(found[2])[3]), 0.4375, 1e-6);
  EXPECT_EQ(fields(found[2])[4], "1");
  EXPECT_EQ(fields(found[3])[4], "-1");
  for (const std::string& row : {found[2], found[3]}) {  // in the world
    EXPECT_NEAR(std::stod(fields(row)[6]), 101, 1e-5);
    EXPECT_EQ(fields(row)[7], "0");
  }
  EXPECT_EQ(rows("sweep " + scene + " --pairs auto --out " + out).size(), 4u);  // (1, 2) too: they may meet
}

TEST_F(Questions, sweep_leaves_out_contacts_at_the_start) {
  const auto found = rows("sweep " + scene + " --leave-start --out " + out);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[1], "0,1,0,,,,,");
  EXPECT_NEAR(std::stod(fields(found[2])[3]), 0.4375, 1e-6);
  write_file(scene, R"({"shapes": [{"type": "circle", "center": [1, 0], "radius": 0.5}],
                        "bodies": [[0, 0, 0, 0], [0, 9, 0, 0]], "motions": [[0, 0, 65], [0, 0, 0]]})");
  EXPECT_NE(ask("sweep " + scene).status, 0);
  EXPECT_NE(last.err.find("motion of body 0: the body turns by more than max_angle"), std::string::npos);
  EXPECT_EQ(rows("sweep " + scene + " --max-angle 65 --out " + out).size(), 1u);
}

/// A character 0.25 deep over a seam of two tiles, and over one of a chain.
const char* const ground = R"({"shapes": [{"type": "box", "half_width": 0.5, "half_height": 0.5},
    {"type": "chain", "vertices": [[4, 0], [2, 0], [0, 0]], "closed": false, "one_sided": true}],
  "bodies": [[0, 0.5, -0.5, 0], [0, 1.5, -0.5, 0], [0, 1, 0.25, 0], [1, 10, 0, 0], [0, 12, 0.25, 0]],
  "link_tolerance": 0})";

TEST_F(Questions, seams_decide_no_normal) {
  write_file(scene, ground);
  const auto found = rows("manifold " + scene + " --parts --out " + out);
  ASSERT_EQ(found.size(), 5u);  // the tiles touch at their seam, without a point
  EXPECT_EQ(found[0], "a,b,part_a,part_b,count,normal_x,normal_y,x0,y0,separation0,id0,x1,y1,separation1,id1");
  std::size_t of_characters = 0;
  for (const std::string& line : found) {
    const auto row = fields(line);
    if (row[1] != "2" && row[1] != "4") continue;
    ++of_characters;
    EXPECT_EQ(row[4] + ',' + row[5] + ',' + row[6], "2,0,1") << line;
    EXPECT_EQ(row[9], "-0.25");
  }
  EXPECT_EQ(of_characters, 4u);
}

TEST_F(Questions, edges_that_are_shared_in_part_are_seams) {
  const std::string shapes = R"({"shapes": [{"type": "box", "half_width": 0.5, "half_height": 0.5},
                                            {"type": "box", "half_width": 0.5, "half_height": 1.5}],
                                 "bodies": [[0, 0.5, -0.5, 0], [1, 1.5, -1.5, 0], [0, 0.5625, 0.25, 0]])";
  const auto normal = [&](const std::string& more) {
    write_file(scene, shapes + more + "}");
    const auto row = fields(rows("collide " + scene + " --out " + out).at(3));
    return row[0] + ',' + row[1] + ',' + row[4] + ',' + row[5];
  };
  EXPECT_EQ(normal(""), "1,2,-1,0");
  EXPECT_EQ(normal(", \"link_tolerance\": 0"), "1,2,0,1");
}

TEST_F(Questions, push_out_writes_a_row_a_body) {
  write_file(scene, ground);
  const auto found = rows("push-out " + scene + " --out " + out);
  ASSERT_EQ(found.size(), 6u);
  EXPECT_EQ(found[0], "body,x,y,left,shortest");
  EXPECT_EQ(found[1], "0,0,-0.25,0,1");
  EXPECT_EQ(found[3], "2,0,0.25,0,1");
  EXPECT_EQ(found[5], "4,0,0.25,0,1");
}

TEST_F(Questions, push_out_takes_the_motions_of_the_last_frame) {
  const std::string shapes = R"({"shapes": [{"type": "chain", "vertices": [[2, 0], [-2, 0]], "one_sided": true},
                                            {"type": "box", "half_width": 0.5, "half_height": 0.5}],
                                 "bodies": [[0, 0, 0, 0], [1, 0, 0.25, 0]])";
  const auto pushed = [&](double dy, const std::string& more) {
    write_file(scene, shapes + ", \"motions\": [[0, 0, 0], [0, " + std::to_string(dy) + ", 0]]}");
    return rows("push-out " + scene + more + " --out " + out).at(2);
  };
  EXPECT_EQ(pushed(0.5, ""), "1,0,0.25,0,1");
  EXPECT_EQ(pushed(0.5, " --last-motions"), "1,0,0,0,1");
  EXPECT_EQ(pushed(-0.25, " --last-motions"), "1,0,0.25,0,1");
  EXPECT_EQ(pushed(-0.125, " --last-motions"), "1,0,0,0,1");
  EXPECT_EQ(pushed(-0.125, " --last-motions --front-tolerance 0.25"), "1,0,0.25,0,1");
  write_file(scene, shapes + "}");
  EXPECT_NE(ask("push-out " + scene + " --last-motions").status, 0);
  EXPECT_NE(last.err.find("\"motions\" is missing"), std::string::npos);
}

TEST_F(Questions, within_writes_whether_a_lies_in_b) {
  write_file(scene, R"({"shapes": [{"type": "box", "half_width": 1, "half_height": 1},
                                   {"type": "circle", "center": [0, 0], "radius": 0.5},
                                   {"type": "chain", "vertices": [[0, 0], [0.25, 0], [0, 0.25]], "closed": true}],
                        "bodies": [[0, 0, 0, 0], [1, 0, 0, 0], [1, 0.5, 0, 0], [2, 0, 0, 0]]})");
  EXPECT_EQ(rows("within " + scene + " --out " + out),
            (std::vector<std::string>{"a,b,within", "0,1,no", "0,2,no", "1,0,inside", "1,2,no", "2,0,touching",
                                      "2,1,no", "3,0,inside", "3,1,inside", "3,2,no"}));
}

TEST_F(Questions, within_counts_the_pairs_that_it_leaves_out) {
  write_file(scene, R"({"shapes": [{"type": "box", "half_width": 1, "half_height": 1},
                                   {"type": "chain", "vertices": [[-3, 0], [0, 0.25], [3, 0]]}],
                        "bodies": [[0, 0, 0, 0], [1, 0, 0, 0], [0, 0.5, 0, 0], [1, 0, 0.1, 0]]})");
  // Six candidate pairs, both ways; no chain of more than one part is an outline.
  EXPECT_EQ(rows("within " + scene + " --out " + out),
            (std::vector<std::string>{"a,b,within", "0,2,no", "1,0,no", "1,2,no", "2,0,no", "3,0,no", "3,2,no"}));
  const std::string said = last.out;
  EXPECT_NE(said.find("pairs:                       6\n"), std::string::npos) << said;
  EXPECT_NE(said.find("pairs left out:              6\n"), std::string::npos) << said;
}

TEST_F(Questions, chains_and_links_of_a_file_are_checked) {
  const auto said = [&](const std::string& shape, const std::string& more) {
    write_file(scene, "{\"shapes\": [" + shape + "], \"bodies\": [[0, 0, 0, 0]]" + more + "}");
    EXPECT_NE(ask("pairs " + scene + " --out " + out).status, 0);
    return last.err;
  };
  EXPECT_NE(said(R"({"type": "chain", "vertices": [[0, 0]]})", "").find("a chain needs at least two vertices"),
            std::string::npos);
  EXPECT_NE(said(R"({"type": "chain", "vertices": [[0, 0], [0, 0]]})", "").find("vertices[1]"), std::string::npos);
  EXPECT_NE(said(R"({"type": "chain", "vertices": [[0, 0], [1, 0]], "closed": 1})", "").find("true or false"),
            std::string::npos);
  EXPECT_NE(
      said(R"({"type": "circle", "center": [0, 0], "radius": 1})", R"(, "link_tolerance": -1)").find("link_tolerance"),
      std::string::npos);
}

/// A square over the notch of an L: nearest to the upper arm, and on its way to the lower one.
TEST_F(Questions, are_answered_for_concave_shapes) {
  write_file(scene, R"({"shapes": [{"type": "concave", "vertices": [[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]]},
                                   {"type": "polygon", "vertices": [[0, 0], [1, 0], [1, 1], [0, 1]]}],
                        "bodies": [[0, 0, 0, 0], [1, 2, 2.5, 0]], "pairs": [[0, 1], [1, 0]],
                        "motions": [[0, 0, 0], [0, -3, 0]]})");
  const auto ways = rows("distance " + scene + " --out " + out);
  ASSERT_EQ(ways.size(), 3u);
  const auto way = fields(ways[1]), back = fields(ways[2]);
  EXPECT_EQ(way[3], "1");
  EXPECT_EQ(way[6], "1");  // on the arm
  EXPECT_EQ(way[8], "2");
  EXPECT_EQ(back[8], "1");
  const auto impacts = rows("sweep " + scene + " --out " + out);
  EXPECT_EQ(impacts[1], "0,1,1,0.5,0,1,2.5,1");
  EXPECT_EQ(impacts[2], "1,0,1,0.5,0,-1,2.5,1");
  const auto points = fields(rows("manifold " + scene + " --margin 1.25 --out " + out)[1]);
  EXPECT_EQ(points[2], "2");
  EXPECT_EQ(points[3], "1");
  EXPECT_EQ(points[7], "1");
}

TEST_F(Questions, sweep_refuses_motions_that_are_not_one_a_body) {
  const auto refused = [&](const std::string& motions, const std::string& reason) {
    std::string text = R"({"shapes": [{"type": "circle", "center": [0, 0], "radius": 1}], "bodies": [[0, 0, 0, 0]])";
    text.append(motions).append("}");
    write_file(scene, text);
    EXPECT_EQ(ask("sweep " + scene + " --out " + out).status, 2);
    EXPECT_NE(last.err.find(reason), std::string::npos) << last.err;
    EXPECT_FALSE(std::filesystem::exists(out));
  };
  refused("", "\"motions\" is missing");
  refused(R"(, "motions": [[0, 0, 0], [1, 1, 1]])", "2 motions for 1 body");
  refused(R"(, "motions": [[0, 0]])", "motions[0]: 2 numbers where [dx, dy, dangle]");
  refused(R"(, "motions": [[0, 1e300, 0]])", "motion of body 0");
}

// ---- candidate pairs reach as far as the question

TEST_F(Tool, manifolds_with_a_margin_find_the_pairs_that_it_reaches) {
  const std::string json = scene(R"({"shapes":[{"type":"box","half_width":1,"half_height":1}],
      "bodies":[[0,0,0,0],[0,2.3,0,0]]})");
  const std::string out = path("o.csv").string();
  output({"manifold", json, "--margin", "0.5", "--out", out});
  ASSERT_EQ(lines(file_text(out)).size(), 2u);
  EXPECT_EQ(fields(lines(file_text(out))[1])[2], "2");
  output({"manifold", json, "--margin", "0.2", "--out", out});
  EXPECT_EQ(lines(file_text(out)).size(), 1u);
}

TEST_F(Tool, sweeps_find_bodies_that_are_farther_apart_than_floats_reach) {
  const std::string json = scene(R"({"shapes":[{"type":"box","half_width":1,"half_height":1}],
      "bodies":[[0,0,0,0],[0,1e39,0,0]],"motions":[[1.5e39,0,0],[0,0,0]]})");
  output({"sweep", json, "--precision", "double", "--out", path("o.csv").string()});
  const std::vector<std::string> rows = lines(file_text(path("o.csv")));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(fields(rows[1])[2], "1");
  EXPECT_EQ(fields(rows[1])[3].substr(0, 6), "0.6666");
}

// ---- what is written

TEST_F(Tool, contacts_have_columns_of_parts_where_a_shape_of_the_file_has_parts) {
  const std::string header = "a,b,verdict,separation,normal_x,normal_y,part_a,part_b";
  const std::string chain =
      scene(R"({"shapes":[{"type":"chain","vertices":[[0,0],[4,0],[8,1]]}],"bodies":[[0,0,0,0]]})");
  output({"collide", chain, "--out", path("o.csv").string()});
  EXPECT_EQ(lines(file_text(path("o.csv"))), std::vector<std::string>{header});
  const std::string ell = scene(R"({"shapes":[{"type":"outline","rings":[[[0,0],[3,0],[3,1],[1,1],[1,3],[0,3]]]},
      {"type":"box","half_width":1,"half_height":1}],"bodies":[[0,50,0,0],[1,0,0,0],[1,1,0,0]]})");
  output({"collide", ell, "--out", path("o.csv").string()});
  EXPECT_EQ(lines(file_text(path("o.csv")))[0], header) << "the L is in no pair";
  output({"collide", generate("boxes", 9, 1), "--out", path("o.csv").string()});
  EXPECT_EQ(lines(file_text(path("o.csv")))[0], "a,b,verdict,separation,normal_x,normal_y");
}

TEST_F(Tool, two_outputs_of_one_name_are_refused_however_it_is_spelt) {
  const std::string json = scene(R"({"shapes":[],"bodies":[]})");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(path(""));
  for (const std::string& other : {std::string("./same"), path("same").string(),
                                   std::string("../") + path("").parent_path().filename().string() + "/same"}) {
    const Outcome result = run({"collide", json, "--out", "same", "--svg", other});
    EXPECT_EQ(result.status, 1) << other;
    EXPECT_NE(result.err.find("is named twice"), std::string::npos) << result.err;
    EXPECT_EQ(file_count(), 1u);
  }
  std::filesystem::current_path(before);
}

TEST_F(Tool, summaries_count_shares_of_what_they_count) {
  const std::string json = scene(R"({"shapes":[{"type":"box","half_width":1,"half_height":1}],
      "bodies":[[0,0,0,0],[0,1,0,0]]})");
  const auto row = [](const std::string& summary, const std::string& label) {
    for (const std::string& line : lines(summary)) {
      if (line.find(label) != std::string::npos) return line;
    }
    return std::string();
  };
  EXPECT_NE(row(output({"push-out", json}), "bodies pushed:").find("100.000 %"), std::string::npos);
  EXPECT_EQ(row(output({"manifold", json, "--parts"}), "parts with points:").find('%'), std::string::npos);
}

TEST_F(Tool, maps_in_double_name_half_a_unit_in_the_last_place) {
  write_file(path("m.wkt"), "POLYGON ((0.1 0.1, 0.7 0.1, 0.1 0.7, 0.1 0.1))\n");
  EXPECT_NE(output({"collide", path("m.wkt").string()}).find("5.55e-17"), std::string::npos);
  write_file(path("m.wkt"), "POLYGON ((0 0, 7 0, 0 7, 0 0))\n");
  const std::string summary = output({"collide", path("m.wkt").string()});
  EXPECT_NE(summary.find("rounding up to:              0\n"), std::string::npos) << summary;
}

}  // namespace
}  // namespace satchel::cli_test
