#include "app/exercises.hpp"

#include <fmt/format.h>

#include "app/toml_file.hpp"
#include "common/core/embedded.hpp"

namespace gputest {

/// docs/course/exercises.toml, which the build puts into the program.
const std::vector<EmbeddedFile>& embedded_exercises();

namespace {

std::optional<double> asked_number(const TomlFile& file, const toml::table& table,
                                   std::string_view key) {
  const toml::node* const node = table.get(key);
  if (node == nullptr) return std::nullopt;
  const auto value = node->value<double>();
  if (!value || !(*value > 0)) file.refuse(*node, fmt::format("'{}' is a number above 0", key));
  return value;
}

/// The elements of an array; none where the key is missing.
template <class T>
std::vector<T> all_of(const TomlFile& file, const toml::table& table, std::string_view key) {
  std::vector<T> values;
  const toml::node* const node = table.get(key);
  if (node == nullptr) return values;
  if (!node->is_array()) file.refuse(*node, fmt::format("'{}' is an array", key));
  for (const toml::node& one : *node->as_array()) {
    const auto value = one.value<T>();
    if (!value) file.refuse(one, fmt::format("'{}' has an element of another kind", key));
    values.push_back(*value);
  }
  return values;
}

Exercise exercise_of(const TomlFile& file, const toml::table& table) {
  file.require_keys(table, {"name", "lesson", "title", "asks", "family", "begins_as", "layout",
                            "options", "sizes", "counted", "lines_read", "lines_written", "reads",
                            "bank_turns", "faster", "error", "to_layout", "has", "lacks"});
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
  one.sizes = all_of<std::uint64_t>(file, table, "sizes");
  if (one.sizes.empty()) file.refuse(table, "'sizes' is missing");
  one.counted = file.count(table, "counted", one.sizes.back());
  ExerciseChecks& checks = one.checks;
  checks.lines_read = asked_number(file, table, "lines_read");
  checks.lines_written = asked_number(file, table, "lines_written");
  checks.reads = asked_number(file, table, "reads");
  checks.bank_turns = asked_number(file, table, "bank_turns");
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
