// Prints a value that a test has added to the rows in a copy of the tree, after sending it as a
// message between processes. Standard input is the copy's schema.
#include <fmt/format.h>

#include <iostream>
#include <iterator>

#include "app/results/row_columns.hpp"
#include "app/results/schema.hpp"
#include "common/run/row_message.hpp"

namespace gputest {

const std::vector<EmbeddedFile>& result_schema() {
  static const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  static const std::vector<EmbeddedFile> files{{"result.schema.json", text}};
  return files;
}

}  // namespace gputest

int main() {
  gputest::ResultRow sent, received;
  sent.warmup = 0.25;
  gputest::from_message(gputest::to_message(sent), received);
  const gputest::RowColumn& column = gputest::row_column("warmup_s");
  fmt::print("{} {} {}: {}\n", column.name, gputest::column_text(column, to_json(received), 9),
             column.unit, column.meaning);
}
