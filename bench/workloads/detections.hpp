// Boxes with scores as a detector gives them: clusters of boxes that nearly agree.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/question.hpp"
#include "workloads/workload.hpp"

namespace satchel_bench {

/// Body i has shape i. All scores differ, and all numbers are values of floats.
struct Detections {
  Workload workload;
  std::vector<float> scores;           // of each body
  std::vector<std::uint32_t> classes;  // empty: one class; else of each body
};

inline constexpr float nms_threshold = 0.5f;
inline constexpr Question clusters_of_30{"nms", "clusters_of_30", "body", 3'000};
inline constexpr Question clusters_of_20{"nms", "clusters_of_20", "body", 100'000};
inline constexpr Question of_80_classes{"nms", "classes_80", "body", 100'000};
const Detections& few_detections();   // of clusters_of_30
const Detections& many_detections();  // of clusters_of_20
const Detections& of_many_classes();  // the same, each of any of 80 classes

}  // namespace satchel_bench
