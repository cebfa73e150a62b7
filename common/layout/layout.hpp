// A particle layout: the place of each component of each particle in the arrays that a kernel
// reads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/core/names.hpp"
#include "common/core/precision.hpp"
#include "common/particles/particle_set.hpp"
#include "common/particles/rounded.hpp"

namespace gputest {

enum class Component { x, y, z, mass, vx, vy, vz };

/// 0 for x, …, 3 for the mass: the index of a component in x y z m.
constexpr std::uint64_t number_of(Component component) {
  return static_cast<std::uint64_t>(component);
}

/// The place of one number: the `number`-th of array `array`.
struct Place {
  std::size_t array;
  std::uint64_t number;
};

/// A layout consists of its arrays' shapes and the place of each number in them; packing and
/// unpacking follow from these two. Each is `extern const Layout layout_<name>` in
/// layout_<name>.cpp; the build lists the files. The load header load_<name>.h next to it gives
/// kernels the same places; a layout without one is not made of plain buffers.
struct Layout {
  std::string_view name;
  std::string_view summary;
  bool holds_velocity;
  /// The arrays that hold n particles, in the order in which kernels take them. `image_width` is
  /// texels per row; only 2D resources use it.
  std::vector<ArrayShape> (*shapes)(std::uint64_t n, Element real, std::uint64_t image_width);
  Place (*place)(Component component, std::uint64_t particle);
};

/// Every layout, in alphabetical order.
const std::vector<const Layout*>& all_layouts();

/// Null if there is no layout of that name.
const Layout* find_layout(std::string_view name);

/// Whether kernels load the layout from plain buffers; false for an image and for an unknown name.
bool is_buffer_layout(std::string_view name);

/// The layouts of a family, without the images.
std::vector<std::string> buffer_layouts(std::vector<std::string> names);

/// All layouts, as a family names them.
std::vector<Named> named_layouts();
/// The layouts that kernels load from plain buffers.
std::vector<Named> named_buffer_layouts();

/// The particles in the layout's arrays, rounded to the precision. Padding is zero, so that a
/// particle read from padding has no mass.
std::vector<HostArray> pack(const Layout& layout, const ParticleSet& particles, Precision precision,
                            std::uint64_t image_width);

/// The first n particles of packed arrays: the inverse of pack, up to rounding. Velocities are zero
/// if the layout holds none; ids are indices.
ParticleSet unpack(const Layout& layout, const std::vector<HostArray>& arrays, std::uint64_t n);

}  // namespace gputest
