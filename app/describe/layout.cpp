#include "app/describe/layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/command/table.hpp"
#include "app/command/text_style.hpp"
#include "app/command/wrap.hpp"
#include "common/core/host.hpp"
#include "common/layout/layout.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kShownCount = 16384;  // the default n of a run
constexpr std::uint64_t kShownParticles[] = {0, 1, 2,  3,
                                             7, 8, 31, 32};  // block boundaries are among them

struct NamedComponent {
  const char* name;
  Component component;
};

std::vector<NamedComponent> components_of(const Layout& layout) {
  std::vector<NamedComponent> all{
      {"x", Component::x}, {"y", Component::y}, {"z", Component::z}, {"mass", Component::mass}};
  if (layout.holds_velocity)
    all.insert(all.end(), {{"vx", Component::vx}, {"vy", Component::vy}, {"vz", Component::vz}});
  return all;
}

std::vector<std::string> families_with(const Registry& registry, const std::string& layout) {
  std::vector<std::string> families;
  for (const auto& family : registry.families()) {
    const std::vector<std::string> names = names_of(family->layouts());
    if (std::find(names.begin(), names.end(), layout) != names.end())
      families.push_back(family->name());
  }
  return families;
}

/// The default number of texels per row; 0 if no family has 2D resources.
std::uint64_t default_image_width(const Registry& registry) {
  for (const auto& family : registry.families())
    for (const ProblemOption& option : family->options())
      if (option.name == "image-width") return std::stoull(option.default_value);
  return 0;
}

Json arrays_json(const std::vector<ArrayShape>& arrays) {
  Json json = Json::array();
  for (const ArrayShape& array : arrays) {
    json.push_back({{"array", array.name},
                    {"components", array.components},
                    {"elements", array.count},
                    {"bytes", array.bytes()}});
    if (array.is_image()) json.back()["row"] = array.image_width;
  }
  return json;
}

Json places_json(const Layout& layout, const std::vector<ArrayShape>& arrays) {
  Json json = Json::array();
  for (const std::uint64_t particle : kShownParticles) {
    Json places{{"particle", particle}};
    for (const auto& [name, component] : components_of(layout)) {
      const Place place = layout.place(component, particle);
      places[name] = {{"array", arrays[place.array].name}, {"number", place.number}};
    }
    json.push_back(places);
  }
  return json;
}

std::string arrays_text(const std::vector<ArrayShape>& arrays) {
  Table table;
  table.columns = {{"array"},
                   {"numbers per element", Align::right},
                   {"elements", Align::right},
                   {"bytes", Align::right}};
  for (const ArrayShape& array : arrays) {
    const std::string elements =
        array.is_image() ? fmt::format("{} in rows of {}", array.count, array.image_width)
                         : std::to_string(array.count);
    table.rows.push_back(
        {{array.name, std::to_string(array.components), elements, format_bytes(array.bytes())}});
  }
  return to_text(table, false);
}

/// The places of some of the components.
Table places_table(const Layout& layout, const std::vector<ArrayShape>& arrays,
                   const std::vector<NamedComponent>& components) {
  Table table;
  table.columns = {{"particle", Align::right}};
  for (const NamedComponent& one : components) table.columns.push_back({one.name});
  for (const std::uint64_t particle : kShownParticles) {
    Table::Row row{{std::to_string(particle)}};
    for (const NamedComponent& one : components) {
      const Place place = layout.place(one.component, particle);
      row.cells.push_back(fmt::format("{}[{}]", arrays[place.array].name, place.number));
    }
    table.rows.push_back(row);
  }
  return table;
}

/// As many tables as fit in lines of `width` characters.
std::string places_text(const Layout& layout, const std::vector<ArrayShape>& arrays,
                        std::size_t width) {
  std::string text;
  std::vector<NamedComponent> components;
  const auto add = [&] {
    text += (text.empty() ? "" : "\n") + to_text(places_table(layout, arrays, components), false);
    components.clear();
  };
  for (const NamedComponent& one : components_of(layout)) {
    std::vector<NamedComponent> longer = components;
    longer.push_back(one);
    if (!components.empty() && text_width_of(places_table(layout, arrays, longer)) > width) add();
    components.push_back(one);
  }
  add();
  return text;
}

}  // namespace

bool is_layout(const Registry& registry, const std::string& name) {
  const std::vector<std::string> names = names_of(registry.layouts());
  return std::find(names.begin(), names.end(), name) != names.end();
}

void print_layout(const Registry& registry, const std::string& name, bool json) {
  std::string summary;
  for (const Named& layout : registry.layouts())
    if (layout.name == name) summary = layout.summary;
  const std::vector<std::string> families = families_with(registry, name);
  const Layout* layout = find_layout(name);
  std::vector<ArrayShape> arrays;
  if (layout != nullptr)
    arrays = layout->shapes(kShownCount, Element::fp32, default_image_width(registry));
  if (json) {
    Json all{{"layout", name}, {"summary", summary}, {"families", families}};
    if (layout != nullptr) {
      all["n"] = kShownCount;
      all["precision"] = "fp32";
      all["arrays"] = arrays_json(arrays);
      all["places"] = places_json(*layout, arrays);
    }
    fmt::print("{}\n", all.dump(2));
    return;
  }
  constexpr std::size_t kIndent = 14;
  const std::size_t width = is_terminal(STDOUT_FILENO) ? text_width(STDOUT_FILENO) : 0;
  fmt::print("{}{}", paragraph(fmt::format("{}: {}", name, summary), width),
             paragraph(fmt::format("  families    {}", fmt::join(families, ", ")), width, kIndent));
  if (layout == nullptr) return;
  fmt::print("\n  arrays, n = {}, fp32\n{}", kShownCount, arrays_text(arrays));
  fmt::print("\n  the place of each number: the array, and the index in it\n{}",
             places_text(*layout, arrays, text_width(STDOUT_FILENO)));
}

}  // namespace gputest
