#include "common/layout/layout.hpp"

#include <algorithm>
#include <array>

namespace gputest {
namespace {

constexpr std::array kComponents{Component::x,  Component::y,  Component::z, Component::mass,
                                 Component::vx, Component::vy, Component::vz};

template <class Set>
auto& component_of(Set& particles, Component component) {
  switch (component) {
    case Component::x:
      return particles.x;
    case Component::y:
      return particles.y;
    case Component::z:
      return particles.z;
    case Component::mass:
      return particles.mass;
    case Component::vx:
      return particles.vx;
    case Component::vy:
      return particles.vy;
    case Component::vz:
      break;
  }
  return particles.vz;
}

bool holds(const Layout& layout, Component component) {
  return component <= Component::mass || layout.holds_velocity;
}

template <class Real>
void store(const Layout& layout, const ParticleSet& particles, std::vector<HostArray>& arrays) {
  for (const Component component : kComponents) {
    if (!holds(layout, component)) continue;
    const std::vector<double>& values = component_of(particles, component);
    for (std::uint64_t i = 0; i < values.size(); ++i) {
      const Place place = layout.place(component, i);
      arrays[place.array].as<Real>()[place.number] = static_cast<Real>(values[i]);
    }
  }
}

template <class Real>
void load(const Layout& layout, const std::vector<HostArray>& arrays, ParticleSet& particles) {
  for (const Component component : kComponents) {
    if (!holds(layout, component)) continue;
    std::vector<double>& values = component_of(particles, component);
    for (std::uint64_t i = 0; i < values.size(); ++i) {
      const Place place = layout.place(component, i);
      values[i] = static_cast<double>(arrays[place.array].as<Real>()[place.number]);
    }
  }
}

}  // namespace

const Layout* find_layout(std::string_view name) {
  const auto& all = all_layouts();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Layout* layout) { return layout->name == name; });
  return found == all.end() ? nullptr : *found;
}

std::vector<Named> named_layouts() {
  std::vector<Named> named;
  for (const Layout* layout : all_layouts())
    named.push_back({std::string(layout->name), std::string(layout->summary)});
  return named;
}

bool is_buffer_layout(std::string_view name) {
  const Layout* layout = find_layout(name);
  return layout != nullptr && !layout->shapes(1, Element::fp32, 1).front().is_image();
}

std::vector<std::string> buffer_layouts(std::vector<std::string> names) {
  std::erase_if(names, [](const std::string& name) {
    return find_layout(name) != nullptr && !is_buffer_layout(name);
  });
  return names;
}

std::vector<Named> named_buffer_layouts() {
  std::vector<Named> named = named_layouts();
  std::erase_if(named, [](const Named& layout) { return !is_buffer_layout(layout.name); });
  return named;
}

std::vector<HostArray> pack(const Layout& layout, const ParticleSet& particles, Precision precision,
                            std::uint64_t image_width) {
  const Element real = precision == Precision::fp32 ? Element::fp32 : Element::fp64;
  std::vector<HostArray> arrays;
  for (ArrayShape& shape : layout.shapes(particles.size(), real, image_width)) {
    const std::uint64_t bytes = shape.bytes();
    arrays.push_back({std::move(shape), std::vector<std::byte>(bytes)});
  }
  if (precision == Precision::fp32)
    store<float>(layout, particles, arrays);
  else
    store<double>(layout, particles, arrays);
  return arrays;
}

ParticleSet unpack(const Layout& layout, const std::vector<HostArray>& arrays, std::uint64_t n) {
  ParticleSet particles;
  particles.resize(n);
  if (arrays.front().shape.element == Element::fp32)
    load<float>(layout, arrays, particles);
  else
    load<double>(layout, arrays, particles);
  return particles;
}

}  // namespace gputest
