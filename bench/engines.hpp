// The engines of this build.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine.hpp"

namespace satchel_bench {

/// Each in the file of its name. The workload outlives the engine.
std::unique_ptr<Engine> make_satchel_collide(const Workload& workload, unsigned threads);
std::unique_ptr<Engine> make_satchel_classify(const Workload& workload, unsigned threads);
std::unique_ptr<Engine> make_satchel_collide_double(const Workload& workload, unsigned threads);
std::unique_ptr<Engine> make_satchel_classify_double(const Workload& workload, unsigned threads);
std::unique_ptr<Engine> make_satchel_manifold(const Workload& workload, unsigned threads);
std::unique_ptr<Engine> make_satchel_distance(const Workload& workload, unsigned threads);
std::unique_ptr<Engine> make_satchel_sweep(const Workload& workload, unsigned threads);
std::unique_ptr<Engine> make_textbook(const Workload& workload);
std::unique_ptr<Engine> make_bytes(const Workload& workload);
std::unique_ptr<Engine> make_box2d(const Workload& workload);
std::unique_ptr<Engine> make_box2d_round(const Workload& workload);
std::unique_ptr<Engine> make_box2d_overlap(const Workload& workload);
std::unique_ptr<Engine> make_box2d_distance(const Workload& workload);
std::unique_ptr<Engine> make_box2d_sweep(const Workload& workload);
std::unique_ptr<Engine> make_chipmunk(const Workload& workload);
std::unique_ptr<Engine> make_geos(const Workload& workload);
std::unique_ptr<Engine> make_boost_geometry(const Workload& workload);

enum class Query { collide, classify, manifold, distance, sweep };
inline constexpr Query all_queries[] = {Query::collide, Query::classify, Query::manifold, Query::distance,
                                        Query::sweep};

struct EngineEntry {
  std::string name;
  Query query;               // what it answers: verdict, normal and depth, or the verdict alone
  std::size_t max_vertices;  // larger shapes it cannot take, or would take all day over
  std::size_t max_bodies;
  bool threads;  // can run on several
  std::unique_ptr<Engine> (*make)(const Workload&, unsigned threads);
};

/// Satchel first, then in the order of the tables.
const std::vector<EngineEntry>& engines();

/// Name and version of each peer in this build.
std::map<std::string, std::string> peer_versions();

}  // namespace satchel_bench
