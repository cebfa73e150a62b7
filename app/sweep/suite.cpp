#include "app/sweep/suite.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "app/command/toml_file.hpp"
#include "app/run/run_options.hpp"
#include "common/core/checksum.hpp"
#include "common/core/embedded.hpp"
#include "common/core/names.hpp"
#include "common/core/parse_number.hpp"
#include "common/core/text_file.hpp"

namespace gputest {

/// suites/*.toml, which the build embeds.
const std::vector<EmbeddedFile>& embedded_suites();

namespace {

/// Reads the options of a run from keys of a TOML table.
class RunKeys : public OptionList {
 public:
  void group(const std::string&) override {}
  void value(const std::string& names, std::string& text, const std::string&,
             const std::string&) override {
    keys_[key(names)] = {names, &text, nullptr, nullptr};
  }
  void list(const std::string& names, std::vector<std::string>& texts, const std::string&,
            const std::string&) override {
    keys_[key(names)] = {names, nullptr, &texts, nullptr};
  }
  void repeated(const std::string& names, std::vector<std::string>& texts, const std::string& help,
                const std::string& type) override {
    list(names, texts, help, type);
  }
  void flag(const std::string& names, bool& set, const std::string&) override {
    keys_[key(names)] = {names, nullptr, nullptr, &set};
  }
  void word(const std::string&, std::string&, const std::string&, bool) override {}
  void words(const std::string&, std::vector<std::string>&, const std::string&, int) override {}
  void exclude(const std::string&, const std::string&) override {}
  void need(const std::string&, const std::string&) override {}

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [name, variables] : keys_)
      if (name != "input" && name != "isolate")
        names.push_back(name);  // a suite must not depend on other files
    return names;
  }

  /// Sets the key's value, and returns key and value as words of a command line.
  std::vector<std::string> set(const TomlFile& file, const std::string& name,
                               const toml::node& node) {
    const Variables& variables = keys_.at(name);
    if (variables.flag != nullptr) {
      const auto given = node.value<bool>();
      if (!node.is_boolean() || !given)
        file.refuse(node, fmt::format("'{}' must be true or false", name));
      *variables.flag = *given;
      return *given ? std::vector{variables.option} : std::vector<std::string>{};
    }
    const std::vector<std::string> texts = texts_of(file, name, node);
    const std::string joined = fmt::format("{}", fmt::join(texts, ","));
    if (variables.text != nullptr)
      *variables.text = joined;
    else
      *variables.texts = texts;
    if (variables.option.starts_with("--")) return {variables.option + "=" + joined};
    return {variables.option, joined};
  }

 private:
  struct Variables {
    std::string option;
    std::string* text;
    std::vector<std::string>* texts;
    bool* flag;
  };

  static std::string key(const std::string& option) {
    return option.substr(option.find_first_not_of('-'));
  }

  /// One value, several separated by commas, or an array of values.
  static std::vector<std::string> texts_of(const TomlFile& file, const std::string& name,
                                           const toml::node& node) {
    std::vector<std::string> texts;
    const auto add = [&](const toml::node& one) {
      std::string text;
      if (one.is_string())
        text = **one.as_string();
      else if (one.is_integer())
        text = fmt::format("{}", **one.as_integer());
      else if (one.is_floating_point())
        text = fmt::format("{}", **one.as_floating_point());
      else
        file.refuse(one, fmt::format("'{}' must be text, a number or an array of them", name));
      for (std::string::size_type start = 0; start != std::string::npos;) {
        const auto comma = text.find(',', start);
        texts.push_back(text.substr(start, comma == text.npos ? comma : comma - start));
        if (texts.back().empty())
          file.refuse(one, fmt::format("'{}' has no value", name), Status::usage);
        start = comma == text.npos ? comma : comma + 1;
      }
    };
    if (const toml::array* all = node.as_array())
      for (const toml::node& one : *all) add(one);
    else
      add(node);
    if (texts.empty()) file.refuse(node, fmt::format("'{}' has no value", name), Status::usage);
    return texts;
  }

  std::map<std::string, Variables> keys_;
};

SuiteRun run_of(const Registry& registry, const TomlFile& file, const std::string& path,
                const toml::table& table) {
  RunOptions options(registry);
  RunKeys keys;
  options.declare_measurement(keys);
  file.require_keys(table, keys.names(), Status::usage);
  SuiteRun run;
  run.place = fmt::format("{}:{}", path, table.source().begin.line);
  for (const auto& [key, node] : table)
    for (std::string& word : keys.set(file, std::string(key.str()), node))
      run.words.push_back(std::move(word));
  try {
    run.command = options.read();
  } catch (const Error& error) {
    file.refuse(table, error.what(), error.status());
  }
  return run;
}

double number_of(const TomlFile& file, const toml::table& table, std::string_view key,
                 double otherwise) {
  const toml::node* const node = table.get(key);
  if (node == nullptr) return otherwise;
  const auto value = node->value<double>();
  if (!node->is_number() || !value || !(*value > 0))
    file.refuse(*node, fmt::format("'{}' must be a number above 0", key));
  return *value;
}

nlohmann::ordered_json wanted_value(const TomlFile& file, const std::string& name,
                                    const toml::node& node) {
  if (node.is_string()) return **node.as_string();
  if (node.is_number()) return *node.value<double>();
  file.refuse(node, fmt::format("'{}' must be text, a number or an array of them", name));
}

/// The conditions on the rows that a published figure is compared with: texts and numbers.
nlohmann::ordered_json match_of(const Registry& registry, const TomlFile& file,
                                const toml::table& table, std::string_view key) {
  auto match = nlohmann::ordered_json::object();
  const toml::node* const node = table.get(key);
  if (node == nullptr) return match;
  if (!node->is_table()) file.refuse(*node, fmt::format("'{}' must be a table", key));
  std::vector<std::string> known{"api", "kernel", "layout", "precision", "n", "block"};
  for (const auto& family : registry.families()) {
    for (const Axis& axis : family->axes()) known.push_back(axis.name);
    for (const ProblemOption& option : family->options()) known.push_back(option.name);
  }
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  file.require_keys(*node->as_table(), known, Status::usage);
  for (const auto& [name, value] : *node->as_table()) {
    const std::string text(name.str());
    if (const toml::array* all = value.as_array()) {
      match[text] = nlohmann::ordered_json::array();
      for (const toml::node& one : *all) match[text].push_back(wanted_value(file, text, one));
    } else {
      match[text] = wanted_value(file, text, value);
    }
  }
  return match;
}

Published published_of(const Registry& registry, const TomlFile& file, const toml::table& table) {
  file.require_keys(
      table, {"what", "value", "unit", "device", "where", "match", "over", "launches", "transfers"},
      Status::usage);
  Published figure;
  figure.what = file.text(table, "what");
  figure.printed = file.text(table, "value");  // as text, which keeps its digits
  const auto value = parse_number<double>(figure.printed);
  if (!value || !(*value > 0))
    file.refuse(*table.get("value"), "'value' must be a number above 0 in quotes: \"0.10\"");
  figure.value = *value;
  figure.unit = file.text(table, "unit");
  figure.device = file.text(table, "device", "");
  figure.where = file.text(table, "where");
  figure.match = match_of(registry, file, table, "match");
  figure.over = match_of(registry, file, table, "over");
  figure.launches = number_of(file, table, "launches", figure.launches);
  figure.transfers = table["transfers"].value_or(false);
  const std::vector<std::string>& units = Published::units();
  if (std::find(units.begin(), units.end(), figure.unit) == units.end())
    file.refuse(*table.get("unit"), no_such("unit", figure.unit, units), Status::usage);
  if ((figure.unit == "times") != table.contains("over"))
    file.refuse(table, "'over' is required for the unit \"times\", and allowed only there");
  return figure;
}

Suite suite_of(const Registry& registry, const std::string& path, std::string_view text) {
  const TomlFile file(path, text);
  file.require_keys(file.root(), {"title", "source", "notes", "run", "published"}, Status::usage);
  Suite suite;
  suite.name = std::filesystem::path(path).stem().string();
  suite.title = file.text(file.root(), "title");
  suite.notes = file.text(file.root(), "notes", "");
  suite.checksum = checksum(text);
  if (const toml::node* node = file.root().get("source")) {
    if (!node->is_table()) file.refuse(*node, "'source' must be a table");
    const toml::table& source = *node->as_table();
    file.require_keys(source, {"document", "place", "address"}, Status::usage);
    suite.source = {file.text(source, "document"), file.text(source, "place", ""),
                    file.text(source, "address", "")};
  }
  for (const toml::table* run : file.tables(file.root(), "run"))
    suite.runs.push_back(run_of(registry, file, path, *run));
  if (suite.runs.empty()) file.refuse(file.root(), "the suite has no [[run]]; add one");
  for (const toml::table* figure : file.tables(file.root(), "published"))
    suite.published.push_back(published_of(registry, file, *figure));
  return suite;
}

std::string stem_of(const EmbeddedFile& file) {
  return std::filesystem::path(file.path).stem().string();
}

}  // namespace

std::vector<std::string> suite_names() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : embedded_suites()) names.push_back(stem_of(file));
  return names;
}

Suite read_suite(const Registry& registry, const std::string& word) {
  if (word.ends_with(".toml") || word.find('/') != word.npos) {
    Suite suite = suite_of(registry, word, read_text_file(word));
    suite.path = word;
    return suite;
  }
  for (const EmbeddedFile& file : embedded_suites())
    if (stem_of(file) == word) return suite_of(registry, std::string(file.path), file.text);
  throw Error(Status::usage, no_such("suite", word, suite_names()));
}

}  // namespace gputest
