#include "app/command/toml_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace gputest {

TomlFile::TomlFile(std::string path, std::string_view text) : path_(std::move(path)) {
  try {
    root_ = toml::parse(text, path_);
  } catch (const toml::parse_error& error) {
    constexpr std::string_view kOfLibrary = "Error while parsing ";
    std::string_view fault = error.description();
    if (fault.starts_with(kOfLibrary)) fault.remove_prefix(kOfLibrary.size());
    throw Error(Status::bad_input,
                fmt::format("{}:{}:{}: error: this is not TOML: {}; correct the line", path_,
                            error.source().begin.line, error.source().begin.column, fault));
  }
}

void TomlFile::refuse(const toml::node& at, const std::string& sentence, Status status) const {
  throw Error(status, fmt::format("{}:{}:{}: error: {}", path_, at.source().begin.line,
                                  at.source().begin.column, sentence));
}

void TomlFile::require_keys(const toml::table& table, const std::vector<std::string>& known,
                            Status status) const {
  for (const auto& [key, value] : table)
    if (std::find(known.begin(), known.end(), key.str()) == known.end())
      refuse(value,
             fmt::format("unknown key '{}'; known keys are {}", key.str(), fmt::join(known, ", ")),
             status);
}

std::string TomlFile::text(const toml::table& table, std::string_view key,
                           std::optional<std::string> otherwise) const {
  const toml::node* const node = table.get(key);
  if (node == nullptr && otherwise) return *otherwise;
  if (node == nullptr) refuse(table, fmt::format("'{}' is missing", key));
  const auto value = node->value<std::string>();
  if (!node->is_string() || !value) refuse(*node, fmt::format("'{}' must be text in quotes", key));
  return *value;
}

std::uint64_t TomlFile::count(const toml::table& table, std::string_view key,
                              std::uint64_t otherwise) const {
  const toml::node* const node = table.get(key);
  if (node == nullptr) return otherwise;
  const auto value = node->value<std::int64_t>();
  if (!node->is_integer() || !value || *value < 1)
    refuse(*node, fmt::format("'{}' must be a whole number above 0", key));
  return static_cast<std::uint64_t>(*value);
}

std::vector<const toml::table*> TomlFile::tables(const toml::table& table,
                                                 std::string_view key) const {
  std::vector<const toml::table*> made;
  const toml::node* const node = table.get(key);
  if (node == nullptr) return made;
  const toml::array* const all = node->as_array();
  if (all == nullptr) refuse(*node, fmt::format("'{}' must be an array of tables", key));
  for (const toml::node& one : *all) {
    if (!one.is_table()) refuse(one, fmt::format("'{}' must be an array of tables", key));
    made.push_back(one.as_table());
  }
  return made;
}

}  // namespace gputest
