// Millions of random and hard pairs against the exact oracle, in float and double: the long form of what ctest runs in
// small. Not a test of its own, since it takes an hour; tests/README.md has the figures of a run.
//
//   satchel_long_run [--pairs N] [--hard N] [--second N] [--seed S] [--threads N] [--family NAME]
//                    [--precision float|double]
//
//   --pairs    random pairs for each precision
//   --hard     pairs of each family of hard pairs, for each precision
//   --second   pairs of each family that are put to CGAL's exact kernel too (default: none)
//   --family, --precision   this one alone
//
// Exit status: 0 all right, 2 something is not, 3 a long run in which some stage of the cascade had too little to do.
// The same seed gives the same pairs, whatever the number of threads: each chunk of pairs has a seed of its own.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/rounded_families.hpp"
#include "support/trial.hpp"
#ifdef SATCHEL_TEST_SECOND_OPINION
#include "support/queries.hpp"
#include "support/second_opinion.hpp"
#endif

namespace satchel::test {
namespace {

constexpr std::size_t pairs_per_chunk = 4000;

struct Order {
  std::size_t random_pairs = 1000000, hard_pairs = 50000, second_pairs = 0;
  std::uint64_t seed = 1;
  unsigned threads = std::max(std::thread::hardware_concurrency(), 1u);
  std::string family, precision;
};

/// splitmix64: seeds of chunks that have nothing to do with one another.
std::uint64_t mixed(std::uint64_t seed) {
  seed += 0x9e3779b97f4a7c15;
  seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9;
  seed = (seed ^ (seed >> 27)) * 0x94d049bb133111eb;
  return seed ^ (seed >> 31);
}

/// Chunks of pairs, spread over the threads. trial(random, pairs) makes so many pairs and judges them.
template <class Trial>
Tally in_chunks(std::size_t pairs, std::uint64_t seed, unsigned threads, Trial trial) {
  Tally total;
  std::mutex mutex;
  std::atomic<std::size_t> next{0};
  const std::size_t chunks = (pairs + pairs_per_chunk - 1) / pairs_per_chunk;
  const auto work = [&] {
    for (std::size_t chunk; (chunk = next++) < chunks;) {
      Random random(mixed(seed + chunk));
      const Tally tally = trial(random, std::min(pairs_per_chunk, pairs - chunk * pairs_per_chunk));
      const std::lock_guard lock(mutex);
      total.add(tally);
    }
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  return total;
}

/// Pairs whose verdict CGAL gives otherwise, as wrong ones.
template <class T>
Tally differing([[maybe_unused]] const BasicWorld<T>& world) {
  Tally tally;
#ifdef SATCHEL_TEST_SECOND_OPINION
  const std::vector<Verdict> verdicts =
      classified(world.scene, world.pairs, {.max_threads = 1, .stats = &tally.stages});
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const Pair pair = world.pairs[i];
    const Verdict other = second_opinion(placed(world.scene, pair.a), placed(world.scene, pair.b));
    ++tally.verdicts[static_cast<std::size_t>(other)];
    tally.wrong += verdicts[i] != other;
  }
#else
  throw std::runtime_error("--second: this was built without CGAL");
#endif
  return tally;
}

void print_header() {
  std::printf("%-7s %-19s %10s %10s %10s %10s %10s %10s %6s %8s %6s %9s\n", "", "family", "pairs", "by lanes",
              "by double", "exactly", "touching", "t.exactly", "wrong", "> 6 u D'", "faulty", "max error");
}

void print(const char* precision, const char* name, const Tally& tally) {
  const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
  std::printf("%-7s %-19s %10llu %10llu %10llu %10llu %10llu %10llu %6llu %8llu %6llu %9.3f\n", precision, name,
              number(tally.stages.pairs), number(tally.stages.decided_by_lanes), number(tally.stages.decided_by_double),
              number(tally.stages.decided_exactly), number(tally.verdicts[1]), number(tally.touching_exactly),
              number(tally.wrong), number(tally.too_large), number(tally.faulty), tally.largest_error);
  for (const std::string& example : tally.examples) std::printf("%s\n", example.c_str());
  std::fflush(stdout);
}

template <class T>
Tally run(const char* precision, const Order& order) {
  Tally total;
  if (!order.precision.empty() && order.precision != precision) return total;
  std::uint64_t seed = mixed(order.seed + sizeof(T));
  if (order.random_pairs > 0) {
    const Tally tally = in_chunks(order.random_pairs, seed, order.threads, [](Random& random, std::size_t pairs) {
      return tried(crowd<T>(random, pairs / 4 + 1, pairs, 3, 16));
    });
    print(precision, "random", tally);
    total.add(tally);
  }
  for (const BasicFamily<T>& family : families<T>()) {
    seed = mixed(seed);
    if (order.hard_pairs == 0 || (!order.family.empty() && order.family != family.name)) continue;
    const Tally tally = in_chunks(order.hard_pairs, seed, order.threads, [&](Random& random, std::size_t pairs) {
      return tried(world_of(family, pairs, random));
    });
    print(precision, family.name, tally);
    total.add(tally);
  }
  for (const BasicRoundFamily<T>& family : round_families<T>()) {
    seed = mixed(seed);
    if (order.hard_pairs == 0 || (!order.family.empty() && order.family != family.name)) continue;
    const Tally tally = in_chunks(order.hard_pairs, seed, order.threads, [&](Random& random, std::size_t pairs) {
      return tried_round(world_of(family, pairs, random));
    });
    print(precision, family.name, tally);
    total.add(tally);
  }
  Tally second;
  for (const BasicFamily<T>& family : families<T>()) {
    seed = mixed(seed);
    if (order.second_pairs == 0 || (!order.family.empty() && order.family != family.name)) continue;
    second.add(in_chunks(order.second_pairs, seed, order.threads, [&](Random& random, std::size_t pairs) {
      return differing(world_of(family, pairs, random));
    }));
  }
  if (order.second_pairs > 0) print(precision, "by CGAL", second);
  total.wrong += second.wrong;
  total.examples.clear();
  print(precision, "all", total);
  return total;
}

/// Whether every stage had enough to decide; else the run has proved less than it seems.
bool well_spread(const Tally& all) {
  struct Stage {
    const char* name;
    std::uint64_t pairs, least;
  };
  bool enough = true;
  for (const Stage& stage : {Stage{"by the lanes", all.stages.decided_by_lanes, 1000000},
                             Stage{"by the double filter", all.stages.decided_by_double, 100000},
                             Stage{"by expansions", all.stages.decided_exactly, 10000},
                             Stage{"by expansions, touching", all.touching_exactly, 1000}}) {
    if (stage.pairs >= stage.least) continue;
    std::printf("too few pairs decided %s: %llu, not %llu\n", stage.name, static_cast<unsigned long long>(stage.pairs),
                static_cast<unsigned long long>(stage.least));
    enough = false;
  }
  return enough;
}

Order parsed(int count, char** arguments) {
  Order order;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string option = arguments[i];
    const char* value = arguments[i + 1];
    if (option == "--pairs") {
      order.random_pairs = std::strtoull(value, nullptr, 10);
    } else if (option == "--hard") {
      order.hard_pairs = std::strtoull(value, nullptr, 10);
    } else if (option == "--second") {
      order.second_pairs = std::strtoull(value, nullptr, 10);
    } else if (option == "--seed") {
      order.seed = std::strtoull(value, nullptr, 10);
    } else if (option == "--threads") {
      order.threads = std::max(1u, static_cast<unsigned>(std::strtoul(value, nullptr, 10)));
    } else if (option == "--family") {
      order.family = value;
    } else if (option == "--precision") {
      order.precision = value;
    } else {
      throw std::runtime_error("unknown option " + option);
    }
  }
  if (count % 2 == 0) throw std::runtime_error(std::string("no value for ") + arguments[count - 1]);
  return order;
}

}  // namespace
}  // namespace satchel::test

int main(int count, char** arguments) {
  using namespace satchel::test;
  try {
    const Order order = parsed(count, arguments);
    print_header();
    const Tally of_float = run<float>("float", order), of_double = run<double>("double", order);
    Tally both = of_float;
    both.add(of_double);
    const bool is_long =
        order.hard_pairs >= 50000 && order.random_pairs >= 1000000 && order.family.empty() && order.precision.empty();
    if (is_long && !well_spread(both)) return 3;
    return both.all_right() ? EXIT_SUCCESS : 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "satchel_long_run: %s\n", error.what());
    std::fprintf(
        stderr,
        "usage: satchel_long_run [--pairs N] [--hard N] [--second N] [--seed S] [--threads N] [--family NAME]\n"
        "       [--precision float|double]\n");
    return 1;
  }
}
