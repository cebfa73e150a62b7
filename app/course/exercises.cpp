#include "app/course/exercises.hpp"

#include <fmt/format.h>

#include "app/command/toml_file.hpp"
#include "common/core/embedded.hpp"

namespace gputest {

/// docs/course/exercises.toml, which the build embeds.
const std::vector<EmbeddedFile>& embedded_exercises();

namespace {

std::optional<double> asked_number(const TomlFile& file, const toml::table& table,
                                   std::string_view key) {
  const toml::node* const node = table.get(key);
  if (node == nullptr) return std::nullopt;
  const auto value = node->value<double>();
  if (!value || !(*value > 0))
    file.refuse(*node, fmt::format("'{}' must be a number above 0", key));
  return value;
}

/// The elements of an array; none if the key is missing.
template <class T>
std::vector<T> all_of(const TomlFile& file, const toml::table& table, std::string_view key) {
  std::vector<T> values;
  const toml::node* const node = table.get(key);
  if (node == nullptr) return values;
  if (!node->is_array()) file.refuse(*node, fmt::format("'{}' must be an array", key));
  for (const toml::node& one : *node->as_array()) {
    const auto value = one.value<T>();
    if (!value) file.refuse(one, fmt::format("'{}' has an element of the wrong type", key));
    values.push_back(*value);
  }
  return values;
}

/// The sizes of an exercise: numbers of elements, or shapes.
std::vector<ExerciseSize> asked_sizes(const TomlFile& file, const toml::table& table) {
  const toml::array* const all = table["sizes"].as_array();
  if (all == nullptr || all->empty())
    file.refuse(table, "'sizes' must be an array that is not empty");
  std::vector<ExerciseSize> sizes;
  for (const toml::node& one : *all) {
    if (const auto n = one.value_exact<std::int64_t>(); n && *n > 0)
      sizes.push_back({static_cast<std::uint64_t>(*n), ""});
    else if (const auto shape = one.value_exact<std::string>())
      sizes.push_back({1, *shape});
    else
      file.refuse(one, "'sizes' takes only numbers above 0 and shapes in quotes");
  }
  return sizes;
}

Exercise exercise_of(const TomlFile& file, const toml::table& table) {
  file.require_keys(
      table, {"name",      "lesson",     "title",     "asks",     "family",     "begins_as",
              "layout",    "options",    "sizes",     "counted",  "lines_read", "lines_written",
              "reads",     "bank_turns", "additions", "launches", "faster",     "error",
              "any_order", "any_item",   "to_layout", "has",      "lacks",      "start_races"});
  Exercise one;
  one.name = file.text(table, "name");
  one.lesson = static_cast<unsigned>(file.count(table, "lesson", 0));
  one.title = file.text(table, "title");
  one.asks = file.text(table, "asks");
  one.family = file.text(table, "family");
  one.begins_as = file.text(table, "begins_as", "");
  one.layout = file.text(table, "layout", "");
  if (const toml::table* options = table["options"].as_table())
    for (const auto& [key, value] : *options)
      one.options[std::string(key.str())] = file.text(*options, key.str());
  one.sizes = asked_sizes(file, table);
  one.counted = one.sizes.back();
  if (table.contains("counted")) one.counted = {file.count(table, "counted", 1), ""};
  one.start_races = table["start_races"].value_or(false);
  ExerciseChecks& checks = one.checks;
  checks.lines_read = asked_number(file, table, "lines_read");
  checks.lines_written = asked_number(file, table, "lines_written");
  checks.reads = asked_number(file, table, "reads");
  checks.bank_turns = asked_number(file, table, "bank_turns");
  checks.additions = asked_number(file, table, "additions");
  checks.launches = asked_number(file, table, "launches");
  checks.any_order = table["any_order"].value_or(false);
  checks.any_item = table["any_item"].value_or(false);
  checks.faster = asked_number(file, table, "faster");
  checks.error = asked_number(file, table, "error");
  checks.layout = file.text(table, "to_layout", "");
  checks.has = all_of<std::string>(file, table, "has");
  checks.lacks = all_of<std::string>(file, table, "lacks");
  return one;
}

std::vector<Exercise> read_exercises() {
  std::vector<Exercise> all;
  for (const EmbeddedFile& text : embedded_exercises()) {
    const TomlFile file(std::string(text.path), text.text);
    for (const toml::table* table : file.tables(file.root(), "exercise"))
      all.push_back(exercise_of(file, *table));
  }
  return all;
}

}  // namespace

const std::vector<Exercise>& exercises() {
  static const std::vector<Exercise> all = read_exercises();
  return all;
}

std::vector<std::string> exercise_names() {
  std::vector<std::string> names;
  for (const Exercise& one : exercises()) names.push_back(one.name);
  return names;
}

}  // namespace gputest
