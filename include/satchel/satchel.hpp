// All of Satchel: batched overlap tests of convex 2D shapes.
#pragma once

#include <satchel/areas.hpp>
#include <satchel/broad_phase.hpp>
#include <satchel/cast_rays.hpp>
#include <satchel/collide.hpp>
#include <satchel/convex_hull.hpp>
#include <satchel/distance.hpp>
#include <satchel/error.hpp>
#include <satchel/filter.hpp>
#include <satchel/find_bodies.hpp>
#include <satchel/first_hits.hpp>
#include <satchel/hits.hpp>
#include <satchel/index.hpp>
#include <satchel/isa.hpp>
#include <satchel/manifold.hpp>
#include <satchel/options.hpp>
#include <satchel/output.hpp>
#include <satchel/pose.hpp>
#include <satchel/results.hpp>
#include <satchel/ring.hpp>
#include <satchel/scene.hpp>
#include <satchel/sweep.hpp>
#include <satchel/types.hpp>
#include <satchel/version.hpp>
