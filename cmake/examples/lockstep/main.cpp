// lockstep BODIES FRAMES [--isa NAME] [--record FILE] [--check FILE]
//
// Steps the world on one instruction set, writes a hash a frame into a file, or compares them with those of a file that another
// machine wrote, and prints a digest of all. Exit status: 0; 1: a hash differs, or a file cannot be used; 77: this machine does not
// have the instruction set.
//
// The file: "lockstep", then the number of bodies and of frames (32 bits), then the hashes (64 bits), all little-endian.
#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "world.hpp"

namespace {

using Bytes = std::vector<unsigned char>;

void append(Bytes& bytes, std::uint64_t number, int size) {
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<unsigned char>(number >> (8 * i)));
}

int fail(const std::string& text) {
  std::fprintf(stderr, "lockstep: %s\n", text.c_str());
  return 1;
}

bool read(const std::string& path, Bytes& bytes) {
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return false;
  unsigned char block[4096];
  for (std::size_t n = 0; (n = std::fread(block, 1, sizeof block, file)) > 0;)
    bytes.insert(bytes.end(), block, block + n);
  return std::fclose(file) == 0;
}

bool write(const std::string& path, const Bytes& bytes) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  return std::fclose(file) == 0 && written;
}

int run(std::uint32_t bodies, std::uint32_t frames, const std::string& record, const std::string& check) {
  Bytes hashes, others;
  for (const char c : std::string_view("lockstep")) hashes.push_back(static_cast<unsigned char>(c));
  append(hashes, bodies, 4);
  append(hashes, frames, 4);
  if (!check.empty()) {
    if (!read(check, others)) return fail(check + " cannot be read");
    if (others.size() < 16 || !std::equal(hashes.begin(), hashes.begin() + 12, others.begin())) {
      return fail(check + " is no record of this number of bodies");
    }
    if (others.size() < 16 + std::size_t{8} * frames) return fail(check + " has fewer frames");
  }

  lockstep::World world(bodies);
  std::uint64_t digest = 0;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint32_t frame = 0; frame < frames; ++frame) {
    world.step();
    const std::uint64_t hash = world.hash();
    digest = lockstep::add_to_digest(digest, hash);
    append(hashes, hash, 8);
    if (!others.empty() &&
        !std::equal(hashes.end() - 8, hashes.end(), others.begin() + 16 + std::ptrdiff_t{8} * frame)) {
      return fail("frame " + std::to_string(frame) + " differs");
    }
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (!record.empty() && !write(record, hashes)) return fail(record + " cannot be written");
  std::printf("%" PRIu32 " bodies, %" PRIu32 " frames: digest %016" PRIx64 "\n", bodies, frames, digest);
  std::printf("%s, %.1f s%s\n", std::string(satchel::active_isa()).c_str(), seconds.count(),
              check.empty() ? "" : ", every hash equal");
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  std::string isa, record, check;
  for (std::size_t i = 2; i + 1 < words.size(); i += 2) {
    (words[i] == "--isa" ? isa : words[i] == "--record" ? record : check) = words[i + 1];
    if (words[i] != "--isa" && words[i] != "--record" && words[i] != "--check") return fail("no option " + words[i]);
  }
  const auto number = [&](std::size_t i) {
    return static_cast<std::uint32_t>(std::strtoul(words[i].c_str(), nullptr, 10));
  };
  if (words.size() < 2 || words.size() % 2 != 0 || number(0) == 0 || number(1) == 0) {
    return fail("lockstep BODIES FRAMES [--isa NAME] [--record FILE] [--check FILE]");
  }
  if (!isa.empty()) {
    bool is_available = false;
    for (const std::string_view name : satchel::available_isas()) is_available |= name == isa;
    if (!is_available) {
      std::printf("this machine has no %s\n", isa.c_str());
      return 77;
    }
    satchel::force_isa(isa);
  }
  return run(number(0), number(1), record, check);
} catch (const std::exception& error) {
  return fail(error.what());
}
