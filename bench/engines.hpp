// The engines of this build.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine.hpp"

namespace satchel_bench {

/// Each is defined in engines/, in the file of its name. The workload must outlive the engine.
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
  Query query;               // the benchmark's query
  std::size_t max_vertices;  // of a shape; it does not support larger shapes, or takes far too long
  std::size_t max_bodies;
  bool threads;  // whether it can run on several threads
  std::unique_ptr<Engine> (*make)(const Workload&, unsigned threads);
};

/// The engines of this build in the order of the tables, Satchel first.
const std::vector<EngineEntry>& engines();

/// Name and version of each peer in this build.
std::map<std::string, std::string> peer_versions();

}  // namespace satchel_bench
