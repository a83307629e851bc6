#include "engine_notes.hpp"

#include <algorithm>
#include <iterator>

namespace satchel_bench {
namespace {

struct Note {
  std::string_view query;  // empty: all other queries
  std::string_view engine;
  std::string_view text;
};

constexpr Note notes[] = {
    {"collide", "satchel", "exact verdict, normal, separation"},
    {"collide", "satchel_double", "the same in double precision"},
    {"classify", "satchel", "exact verdict: disjoint, touching or overlapping"},
    {"classify", "satchel_double", "the same in double precision"},
    {"manifold", "satchel", "contact points on top of the exact verdict, normal and separation"},
    {"manifold", "box2d", "contact manifold in float (b2CollidePolygons), with its skin"},
    {"", "textbook", "verdict, normal, depth in float: scalar SAT, projection intervals"},
    {"collide", "box2d",
     "contact manifold in float (b2CollidePolygons): normal and up to two clipped points, with its skin"},
    {"classify", "box2d", "contact manifold in float (b2CollidePolygons), as under collide: more than a verdict"},
    {"classify", "box2d_overlap", "yes or no in float (b2TestOverlap, GJK), with its skin"},
    {"", "chipmunk", "contact manifold in double (cpCollide: GJK, EPA)"},
    {"", "geos", "yes or no in double (prepared intersects): less than an MTV"},
    {"", "boost_geometry", "yes or no in double (intersects): less than an MTV"},
    {"", "bytes", "nothing: reads the same lines and writes as many bytes, the bound that memory sets"},
    {"pairs", "satchel", "sorted list of pairs of bodies, from poses"},
    {"pairs", "cgal", "list, not sorted, of given boxes (box_self_intersection_d)"},
    {"pairs", "box2d", "list, not sorted, of given boxes (b2DynamicTree)"},
    {"pairs", "boost_rtree", "list, not sorted, of given boxes (rtree)"},
    {"frame", "satchel", "poses, sorted pairs, exact contacts"},
    {"frame", "box2d", "poses, pairs of fat boxes (b2DynamicTree, kept), manifolds (b2CollidePolygons)"},
};

}  // namespace

std::string_view engine_note(std::string_view query, std::string_view engine) {
  const auto note = std::find_if(std::begin(notes), std::end(notes), [&](const Note& n) {
    return n.engine == engine && (n.query.empty() || n.query == query);
  });
  return note == std::end(notes) ? std::string_view() : note->text;
}

}  // namespace satchel_bench
