// The same world as a WebAssembly module: what lockstep.mjs calls.
#include <cstdint>
#include <memory>

#include "world.hpp"

namespace {
std::unique_ptr<lockstep::World> world;
}

extern "C" {

__attribute__((export_name("start"))) void start(std::uint32_t bodies) {
  world.reset();
  world = std::make_unique<lockstep::World>(bodies);
}
/// The hash of the frame.
__attribute__((export_name("step"))) std::uint64_t step() {
  world->step();
  return world->hash();
}
__attribute__((export_name("add_to_digest"))) std::uint64_t add_to_digest(std::uint64_t digest, std::uint64_t hash) {
  return lockstep::add_to_digest(digest, hash);
}
__attribute__((export_name("half_width"))) double half_width() { return world->half_width(); }
/// x, y, cos, sin of each body, as doubles.
__attribute__((export_name("poses"))) const satchel::Pose* poses() { return world->poses().data(); }
/// Each kind has ten floats (five corners), then the number of corners, then the radius.
__attribute__((export_name("kinds"))) const lockstep::Kind* kinds() { return lockstep::kinds.data(); }

}  // extern "C"
