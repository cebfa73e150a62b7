#include "app/help.hpp"

#include <fmt/format.h>

#include <CLI/Formatter.hpp>
#include <sstream>

#include "app/commands.hpp"
#include "app/help_table.hpp"
#include "app/wrap.hpp"
#include "common/core/error.hpp"
#include "common/core/names.hpp"

namespace gputest {
namespace {

constexpr std::size_t kHelpWidth = 80, kHelpColumn = 34;  // where explanations begin

class NarrowFormatter : public CLI::Formatter {
 public:
  NarrowFormatter() { column_width(kHelpColumn); }

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    std::istringstream lines(Formatter::make_help(app, std::move(name), mode));
    std::string text;
    for (std::string line; std::getline(lines, line);) text += narrowed(line);
    return text;
  }

 private:
  /// What goes over the end of a line of names stands below their explanation.
  static std::string narrowed(const std::string& line) {
    const std::size_t indent = line.starts_with("  ") ? kHelpColumn : 0;
    const std::size_t word = line.find_first_not_of(' ');
    if (word == line.npos || line.size() <= kHelpWidth) return line + "\n";
    // The names stand before the column of the explanations, as the first of its lines.
    std::string head, text = line;
    if (indent != 0 && line.size() > indent && line[indent - 1] == ' ') {
      head = line.substr(0, indent);
      text = line.substr(indent);
    }
    std::string result;
    for (const std::string& part : wrapped(text, kHelpWidth - indent)) {
      result += result.empty() ? head : std::string(indent, ' ');
      result += part + "\n";
    }
    return result;
  }
};

class Help : public Subcommand {
 public:
  Help(const Registry& registry, HelpText help) : registry_(registry), help_(std::move(help)) {}
  std::string name() const override { return "help"; }
  std::string summary() const override { return "what a command does and takes"; }
  void declare(OptionList& options) override {
    options.words("command", words_,
                  "a command, as list or il run; table: what a run's table says [gputest itself]",
                  0);
  }
  Status run() override {
    const bool is_topic = words_ == std::vector<std::string>{kTableTopic};
    fmt::print("{}", is_topic ? table_help(registry_) : help_(words_));
    return Status::ok;
  }

 private:
  const Registry& registry_;
  HelpText help_;
  std::vector<std::string> words_;
};

}  // namespace

std::shared_ptr<CLI::Formatter> help_formatter() { return std::make_shared<NarrowFormatter>(); }

std::vector<std::string> names_of_children(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* child : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(child->get_name());
  return names;
}

std::string help_of(const CLI::App& program, const std::vector<std::string>& words) {
  const CLI::App* app = &program;
  std::string path = program.get_name();
  for (const std::string& word : words) {
    const std::vector<std::string> known = names_of_children(*app);
    if (known.empty())
      throw Error(Status::usage, fmt::format("{} has no subcommands, and so no '{}'", path, word));
    const CLI::App* found = nullptr;
    for (const CLI::App* child : app->get_subcommands([](const CLI::App*) { return true; }))
      if (child->get_name() == word) found = child;
    if (found == nullptr) throw Error(Status::usage, no_such("subcommand", word, known));
    app = found;
    path += " " + word;
  }
  return program.get_formatter()->make_help(app, path, CLI::AppFormatMode::Normal);
}

std::unique_ptr<Subcommand> make_help(const Registry& registry, HelpText help) {
  return std::make_unique<Help>(registry, std::move(help));
}

}  // namespace gputest
