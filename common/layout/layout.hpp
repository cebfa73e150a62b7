// A particle layout: where each component of each particle lies in the arrays a kernel reads.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/core/precision.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

enum class Component { x, y, z, mass, vx, vy, vz };

/// The place of one number: the `number`-th of array `array`.
struct Place {
  std::size_t array;
  std::uint64_t number;
};

/// A layout is its arrays' shapes and the place of each number in them; packing and unpacking
/// follow from those two. The load header of the same name (load_soa.h for "soa") tells kernels.
struct Layout {
  std::string_view name;
  std::string_view summary;
  bool holds_velocity;
  /// The arrays that hold n particles, in the order in which kernels take them. `image_width` is
  /// texels a row, used by 2D resources alone.
  std::vector<ArrayShape> (*shapes)(std::uint64_t n, Element real, std::uint64_t image_width);
  Place (*place)(Component component, std::uint64_t particle);
};

/// Every layout, in the order in which they are listed.
const std::vector<const Layout*>& all_layouts();

/// Null if there is no layout of that name.
const Layout* find_layout(std::string_view name);

/// The particles in the layout's arrays, rounded to the precision. Padding is zero, so that padding
/// read as a particle has no mass.
std::vector<HostArray> pack(const Layout& layout, const ParticleSet& particles, Precision precision,
                            std::uint64_t image_width);

/// The first n particles of packed arrays: the inverse of pack, up to rounding. Velocities are zero
/// where the layout holds none; ids are places.
ParticleSet unpack(const Layout& layout, const std::vector<HostArray>& arrays, std::uint64_t n);

/// The particles as a kernel of that precision is given them: every position, velocity and mass
/// rounded.
ParticleSet rounded(const ParticleSet& particles, Precision precision);

}  // namespace gputest
