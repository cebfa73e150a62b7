#include "app/results/row_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/results/schema.hpp"
#include "common/core/error.hpp"
#include "common/core/names.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

/// The description of the member at that path of a row: its own, else its definition's.
std::string meaning_of(const Json& schema, const std::string& path) {
  const auto definition = [&](const Json& node) -> const Json& {
    const Json* found = &node;
    if (found->contains("oneOf")) found = &found->at("oneOf").at(0);
    if (!found->contains("$ref")) return *found;
    return schema.at(Json::json_pointer(found->at("$ref").get<std::string>().substr(1)));
  };
  const Json* node = &schema.at("$defs").at("row");
  for (std::size_t from = 0; from < path.size();) {
    const std::size_t to = std::min(path.find('.', from), path.size());
    const Json& whole = definition(*node);
    if (!whole.contains("properties")) break;  // the rest is an index of a list
    node = &whole.at("properties").at(path.substr(from, to - from));
    from = to + 1;
  }
  return node->contains("description") ? node->at("description").get<std::string>()
                                       : definition(*node).value("description", "");
}

std::vector<RowColumn> read_columns() {
  const Json schema = Json::parse(result_schema().front().text);
  std::vector<RowColumn> columns;
  for (const Json& column : schema.at("x-columns")) {
    if (column.value("only", "") == "frame") continue;
    std::string path = column.value("path", "");
    path.resize(std::min(path.find(' '), path.size()));  // without the path of an older version
    const std::string meaning =
        path.empty() ? "The values of the family's axes." : meaning_of(schema, path);
    std::replace(path.begin(), path.end(), '.', '/');
    columns.push_back({column.at("name").get<std::string>(),
                       Json::json_pointer(path.empty() ? "" : "/" + path), column.value("unit", ""),
                       meaning});
  }
  return columns;
}

std::string text_of(const Json& value, int digits) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{:.{}g}", value.get<double>(), digits);
  if (!value.is_array()) return value.dump();
  std::vector<std::string> parts;
  for (const Json& part : value) parts.push_back(text_of(part, digits));
  return fmt::format("{}", fmt::join(parts, " "));
}

}  // namespace

const std::vector<RowColumn>& row_columns() {
  static const std::vector<RowColumn> columns = read_columns();
  return columns;
}

const RowColumn& row_column(const std::string& name) {
  std::vector<std::string> names;
  for (const RowColumn& column : row_columns()) {
    if (column.name == name) return column;
    names.push_back(column.name);
  }
  throw Error(Status::usage, no_such("column", name, names));
}

std::string column_text(const RowColumn& column, const Json& row, int digits) {
  return !column.place.empty() && row.contains(column.place) ? text_of(row.at(column.place), digits)
                                                             : "";
}

}  // namespace gputest
