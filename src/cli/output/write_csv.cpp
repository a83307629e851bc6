#include "cli/output/write_csv.hpp"

#include <vector>

#include "cli/output/csv_rows.hpp"
#include "cli/support/verdict_names.hpp"

namespace satchel::cli {
namespace {

/// Converts a float to double for writing, so that reading the text as float or as double gives an equal number.
double exactly(double value) { return value; }

/// Adds count, normal and points of a manifold of a body at `pose` to a row, and ends it.
template <class T>
void add_manifold(CsvRows& rows, const Pose& pose, const BasicManifold<T>& manifold) {
  rows.add(FMT_COMPILE(",{},{},{}"), manifold.count, exactly(manifold.normal_x), exactly(manifold.normal_y));
  for (std::uint32_t k = 0; k < 2; ++k) {
    const BasicManifoldPoint<T>& point = manifold.points[k];
    if (k < manifold.count) {
      rows.add(FMT_COMPILE(",{},{},{},{}"), pose.x + exactly(point.x), pose.y + exactly(point.y),
               exactly(point.separation), point.id);
    } else {
      rows.add(FMT_COMPILE(",,,,"));
    }
  }
  rows.add(FMT_COMPILE("\n"));
}

}  // namespace

template <class T>
void write_contacts(OutputFile& out, std::span<const Pair> pairs, const std::vector<BasicContact<T>>& contacts,
                    std::span<const PartPair> parts, bool with_parts) {
  CsvRows rows(out, with_parts ? "a,b,verdict,separation,normal_x,normal_y,part_a,part_b\n"
                               : "a,b,verdict,separation,normal_x,normal_y\n");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const BasicContact<T>& contact = contacts[i];
    rows.add(FMT_COMPILE("{},{},{},{},{},{}"), pairs[i].a, pairs[i].b, verdict_name(verdict(contact)),
             exactly(contact.separation), exactly(contact.normal_x), exactly(contact.normal_y));
    if (with_parts) {
      rows.add(FMT_COMPILE(",{},{}"), parts[i].a, parts[i].b);
    }
    rows.add(FMT_COMPILE("\n"));
  }
  rows.flush();
}

template <class T>
void write_manifolds(OutputFile& out, const BasicScene<T>& scene, std::span<const Pair> pairs,
                     const std::vector<BasicManifold<T>>& manifolds) {
  CsvRows rows(out, "a,b,count,normal_x,normal_y,x0,y0,separation0,id0,x1,y1,separation1,id1\n");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    rows.add(FMT_COMPILE("{},{}"), pairs[i].a, pairs[i].b);
    add_manifold(rows, scene.pose(pairs[i].a), manifolds[i]);
  }
  rows.flush();
}

template <class T>
void write_distances(OutputFile& out, BasicScenePair<T> scenes, std::span<const Pair> pairs,
                     const std::vector<BasicDistance<T>>& distances) {
  CsvRows rows(out, "a,b,verdict,distance,normal_x,normal_y,point_a_x,point_a_y,point_b_x,point_b_y\n");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const BasicDistance<T>& distance = distances[i];
    const Pose a = scenes.a().pose(pairs[i].a), b = scenes.b().pose(pairs[i].b);
    rows.add(FMT_COMPILE("{},{},{},{},{},{},{},{},{},{}\n"), pairs[i].a, pairs[i].b, verdict_name(verdict(distance)),
             exactly(distance.distance), exactly(distance.normal_x), exactly(distance.normal_y),
             a.x + exactly(distance.point_a.x), a.y + exactly(distance.point_a.y), b.x + exactly(distance.point_b.x),
             b.y + exactly(distance.point_b.y));
  }
  rows.flush();
}

template <class T>
void write_impacts(OutputFile& out, const BasicScene<T>& scene, std::span<const Motion> motions,
                   std::span<const Pair> pairs, const std::vector<BasicImpact<T>>& impacts) {
  CsvRows rows(out, "a,b,hit,time,normal_x,normal_y,point_x,point_y\n");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const BasicImpact<T>& impact = impacts[i];
    if (impact.hit != 0) {
      const Pose a = scene.pose(pairs[i].a);
      const Motion& by = motions[pairs[i].a];
      const double time = exactly(impact.time);
      rows.add(FMT_COMPILE("{},{},1,{},{},{},{},{}\n"), pairs[i].a, pairs[i].b, time, exactly(impact.normal_x),
               exactly(impact.normal_y), a.x + time * by.x + exactly(impact.point_x),
               a.y + time * by.y + exactly(impact.point_y));
    } else {
      rows.add(FMT_COMPILE("{},{},0,,,,,\n"), pairs[i].a, pairs[i].b);
    }
  }
  rows.flush();
}

template <class T>
void write_part_manifolds(OutputFile& out, const BasicScene<T>& scene, std::span<const Pair> pairs,
                          const std::vector<BasicPartManifold<T>>& manifolds) {
  CsvRows rows(out, "a,b,part_a,part_b,count,normal_x,normal_y,x0,y0,separation0,id0,x1,y1,separation1,id1\n");
  for (const BasicPartManifold<T>& found_manifold : manifolds) {
    const Pair pair = pairs[found_manifold.pair];
    rows.add(FMT_COMPILE("{},{},{},{}"), pair.a, pair.b, found_manifold.parts.a, found_manifold.parts.b);
    add_manifold(rows, scene.pose(pair.a), found_manifold.manifold);
  }
  rows.flush();
}

void write_verdicts(OutputFile& out, std::span<const Pair> pairs, const std::vector<Verdict>& verdicts) {
  CsvRows rows(out, "a,b,verdict\n");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    rows.add(FMT_COMPILE("{},{},{}\n"), pairs[i].a, pairs[i].b, verdict_name(verdicts[i]));
  }
  rows.flush();
}

void write_relations(OutputFile& out, std::span<const Pair> pairs, const std::vector<std::uint8_t>& results) {
  CsvRows rows(out, "a,b,holds\n");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    rows.add(FMT_COMPILE("{},{},{}\n"), pairs[i].a, pairs[i].b, results[i]);
  }
  rows.flush();
}

void write_within(OutputFile& out, std::span<const Pair> pairs, const std::vector<Within>& results) {
  constexpr const char* names[] = {"no", "touching", "inside"};
  CsvRows rows(out, "a,b,within\n");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    rows.add(FMT_COMPILE("{},{},{}\n"), pairs[i].a, pairs[i].b, names[static_cast<std::size_t>(results[i])]);
  }
  rows.flush();
}

void write_push_outs(OutputFile& out, std::span<const BodyId> bodies, const std::vector<PushOut>& results) {
  CsvRows rows(out, "body,x,y,left,shortest\n");
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    rows.add(FMT_COMPILE("{},{},{},{},{}\n"), bodies[i], results[i].x, results[i].y, results[i].left,
             results[i].is_shortest);
  }
  rows.flush();
}

template <class T>
void write_areas(OutputFile& out, std::span<const Pair> pairs, const std::vector<BasicOverlap<T>>& overlaps) {
  CsvRows rows(out, "a,b,area,iou\n");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    rows.add(FMT_COMPILE("{},{},{},{}\n"), pairs[i].a, pairs[i].b, exactly(overlaps[i].area), exactly(overlaps[i].iou));
  }
  rows.flush();
}

void write_pairs(OutputFile& out, std::span<const Pair> pairs) {
  CsvRows rows(out, "a,b\n");
  for (const Pair& pair : pairs) {
    rows.add(FMT_COMPILE("{},{}\n"), pair.a, pair.b);
  }
  rows.flush();
}

void write_image_pairs(OutputFile& out, std::span<const ImagePair> pairs) {
  CsvRows rows(out, "a,b,image_x,image_y\n");
  for (const ImagePair& pair : pairs) {
    rows.add(FMT_COMPILE("{},{},{},{}\n"), pair.a, pair.b, pair.image_x, pair.image_y);
  }
  rows.flush();
}

namespace {

/// A part of a body, or a ring of an outline.
template <class T>
struct PlacedPart {
  std::size_t vertices;
  T radius;
};

template <class T>
std::vector<PlacedPart<T>> placed_parts(const BasicScene<T>& scene, ShapeId shape,
                                        std::span<const std::size_t> ring_sizes) {
  std::vector<PlacedPart<T>> result;
  for (const std::size_t size : ring_sizes) {
    result.push_back({size, T(0)});
  }
  if (result.empty()) {
    std::vector<ShapeId> parts(scene.part_count(shape));
    scene.parts(shape, parts);
    for (const ShapeId part : parts) {
      result.push_back({scene.vertex_count(part), scene.radius(part)});
    }
  }
  return result;
}

}  // namespace

template <class T>
void write_placed(OutputFile& out, const BasicScene<T>& scene, std::span<const std::vector<std::size_t>> ring_sizes) {
  bool with_parts = false;
  std::vector<std::vector<PlacedPart<T>>> parts_of;
  for (ShapeId shape = 0; shape < scene.shape_count(); ++shape) {
    parts_of.push_back(placed_parts(scene, shape, ring_sizes[shape]));
    with_parts = with_parts || parts_of.back().size() > 1;
  }
  CsvRows rows(out, with_parts ? "body,vertex,origin_x,origin_y,offset_x,offset_y,radius,part\n"
                               : "body,vertex,origin_x,origin_y,offset_x,offset_y,radius\n");
  std::vector<BasicVec2<T>> offsets;
  for (BodyId body = 0; body < scene.body_slots(); ++body) {
    if (!scene.has_body(body)) {
      continue;
    }
    const ShapeId shape = scene.shape(body);
    const Pose pose = scene.pose(body);
    offsets.resize(scene.vertex_count(shape));
    scene.placed_offsets(body, offsets);
    std::span<const BasicVec2<T>> left = offsets;
    for (std::size_t part = 0; part < parts_of[shape].size(); ++part) {
      const auto [count, radius] = parts_of[shape][part];
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

template void write_contacts(OutputFile&, std::span<const Pair>, const std::vector<Contact>&, std::span<const PartPair>,
                             bool);
template void write_contacts(OutputFile&, std::span<const Pair>, const std::vector<Contactd>&,
                             std::span<const PartPair>, bool);
template void write_placed(OutputFile&, const Scene&, std::span<const std::vector<std::size_t>>);
template void write_placed(OutputFile&, const Scened&, std::span<const std::vector<std::size_t>>);
template void write_manifolds(OutputFile&, const Scene&, std::span<const Pair>, const std::vector<Manifold>&);
template void write_manifolds(OutputFile&, const Scened&, std::span<const Pair>, const std::vector<Manifoldd>&);
template void write_part_manifolds(OutputFile&, const Scene&, std::span<const Pair>, const std::vector<PartManifold>&);
template void write_part_manifolds(OutputFile&, const Scened&, std::span<const Pair>,
                                   const std::vector<PartManifoldd>&);
template void write_distances(OutputFile&, ScenePair, std::span<const Pair>, const std::vector<Distance>&);
template void write_distances(OutputFile&, ScenePaird, std::span<const Pair>, const std::vector<Distanced>&);
template void write_impacts(OutputFile&, const Scene&, std::span<const Motion>, std::span<const Pair>,
                            const std::vector<Impact>&);
template void write_impacts(OutputFile&, const Scened&, std::span<const Motion>, std::span<const Pair>,
                            const std::vector<Impactd>&);
template void write_areas(OutputFile&, std::span<const Pair>, const std::vector<Overlap>&);
template void write_areas(OutputFile&, std::span<const Pair>, const std::vector<Overlapd>&);

}  // namespace satchel::cli
