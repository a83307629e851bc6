// Reads xml_cases.txt: geometries of the test suites of JTS and GEOS, and what these say of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <satchel/satchel.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace satchel::test {

using XmlRing = std::vector<Vec2d>;
using XmlGeometry = std::vector<std::vector<XmlRing>>;  ///< polygons, each a list of rings

constexpr std::size_t predicates = 10;

struct XmlPair {
  std::size_t a, b;
  std::string answers;  ///< a digit for each predicate, or a point where none is given
};
struct XmlValidity {
  std::size_t geometry;
  std::string word;  ///< "valid", or why not
};
struct XmlCases {
  std::vector<XmlGeometry> geometries;
  std::vector<XmlPair> pairs;
  std::vector<XmlValidity> validities;
};

namespace xml {

inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

inline XmlGeometry geometry_of(const std::string& text) {
  XmlGeometry polygons;
  for (const std::string& polygon : split(text, ';')) {
    polygons.emplace_back();
    if (polygon == "-") continue;
    for (const std::string& ring : split(polygon, '|')) {
      polygons.back().emplace_back();
      for (const std::string& point : split(ring, ',')) {
        std::size_t used = 0;
        const double x = std::stod(point, &used);
        polygons.back().back().push_back({x, std::stod(point.substr(used))});
      }
    }
  }
  return polygons;
}

}  // namespace xml

inline XmlCases read_xml_cases(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  XmlCases cases;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "g") {
      std::size_t number = 0;
      words >> number;
      if (number != cases.geometries.size()) throw std::runtime_error("geometries are not in order: " + line);
      std::string text;
      std::getline(words >> std::ws, text);
      cases.geometries.push_back(xml::geometry_of(text));
    } else if (kind == "p") {
      XmlPair pair{};
      words >> pair.a >> pair.b >> pair.answers;
      cases.pairs.push_back(pair);
    } else if (kind == "v") {
      XmlValidity validity{};
      words >> validity.geometry >> validity.word;
      cases.validities.push_back(validity);
    } else if (kind != "#" && !kind.empty()) {
      throw std::runtime_error("unknown line: " + line);
    }
  }
  return cases;
}

/// A geometry as `add_outlines` takes it.
template <class T>
struct XmlOutline {
  std::vector<BasicVec2<T>> vertices;
  std::vector<std::uint32_t> rings{0}, polygons{0}, outline;
  bool exact = true;  ///< T has all coordinates

  explicit XmlOutline(const XmlGeometry& geometry) {
    for (const std::vector<XmlRing>& polygon : geometry) {
      for (const XmlRing& ring : polygon) {
        for (const Vec2d& p : ring) {
          vertices.push_back({static_cast<T>(p.x), static_cast<T>(p.y)});
          exact =
              exact && static_cast<double>(vertices.back().x) == p.x && static_cast<double>(vertices.back().y) == p.y;
        }
        rings.push_back(static_cast<std::uint32_t>(vertices.size()));
      }
      polygons.push_back(static_cast<std::uint32_t>(rings.size() - 1));
    }
    outline = {0, static_cast<std::uint32_t>(polygons.size() - 1)};
  }
  BasicOutlines<T> view() const { return {vertices, rings, polygons, outline}; }
};

}  // namespace satchel::test
