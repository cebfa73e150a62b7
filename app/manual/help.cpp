#include "app/manual/help.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/Formatter.hpp>
#include <sstream>

#include "app/command/commands.hpp"
#include "app/command/wrap.hpp"
#include "app/manual/help_table.hpp"
#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "common/core/output_file.hpp"

namespace gputest {
namespace {

constexpr std::size_t kHelpWidth = 80, kHelpColumn = 34;  // where explanations begin

class NarrowFormatter : public CLI::Formatter {
 public:
  explicit NarrowFormatter(SectionsOf sections) : sections_(std::move(sections)) {}

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const override {
    std::vector<ManualSection> all = arguments_of(*app);
    for (ManualSection& section : sections_(*app)) all.push_back(std::move(section));
    std::istringstream lines(app->get_description() + "\nUsage: " + name +
                             usage_behind_name(*app, *this) + "\n\n" + help_text(all, kHelpColumn));
    std::string text;
    for (std::string line; std::getline(lines, line);) text += narrowed(line);
    return text;
  }

 private:
  /// Wraps a long line; its continuation lines begin at the column of explanations.
  static std::string narrowed(const std::string& line) {
    const std::size_t indent = line.starts_with("  ") ? kHelpColumn : 0;
    const std::size_t word = line.find_first_not_of(' ');
    if (word == line.npos || line.size() <= kHelpWidth) return line + "\n";
    // The first line keeps the names before the column of explanations.
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

  ManualEntry entry(const CLI::Option& option, bool is_positional) const {
    return {make_option_name(&option, is_positional) + make_option_opts(&option),
            make_option_desc(&option)};
  }

  /// The command's positionals, its options by group, and its subcommands.
  std::vector<ManualSection> arguments_of(const CLI::App& app) const {
    std::vector<ManualSection> sections;
    const auto add = [&](const std::string& title, std::vector<ManualEntry> entries) {
      if (!entries.empty()) sections.push_back({title, std::move(entries)});
    };
    std::vector<ManualEntry> positionals, subcommands;
    for (const CLI::Option* option : app.get_options())
      if (option->get_positional()) positionals.push_back(entry(*option, true));
    add("Positionals", std::move(positionals));
    for (const std::string& group : app.get_groups()) {
      std::vector<ManualEntry> options;
      for (const CLI::Option* option : app.get_options())
        if (option->get_group() == group && option->nonpositional())
          options.push_back(entry(*option, false));
      // CLI11 2.6 writes the name of the default group in capitals.
      add(CLI::detail::to_lower(group) == "options" ? "Options" : group, std::move(options));
    }
    for (const CLI::App* child : app.get_subcommands([](const CLI::App*) { return true; }))
      subcommands.push_back({child->get_name(), child->get_description()});
    add("Subcommands", std::move(subcommands));
    return sections;
  }

  SectionsOf sections_;
};

class Help : public Subcommand {
 public:
  explicit Help(Manual manual) : manual_(std::move(manual)) {}
  std::string name() const override { return "help"; }
  std::string summary() const override { return "print the help of a command"; }
  void declare(OptionList& options) override {
    options.words("command", words_,
                  "a command, such as list or il run; table: the words of a run's table [gputest]",
                  0);
    options.value("--format", format_, "text, or man for a page that man -l shows [text]",
                  "FORMAT");
    options.value("--folder", folder_, "write the pages of all commands as COMMAND.1 into a folder",
                  "DIR");
  }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest help il run", "the same as gputest il run --help"},
            {"gputest help --format=man sweep | man -l -", "a page of the manual"}};
  }
  Status run() override {
    if (format_ != "text" && format_ != "man")
      throw Error(Status::usage, no_such("format", format_, {"text", "man"}));
    const bool is_topic = words_ == std::vector<std::string>{kTableTopic};
    if (!folder_.empty())
      write_pages();
    else if (is_topic && format_ == "text")
      fmt::print("{}", manual_.table());
    else
      fmt::print("{}", format_ == "man" ? manual_.man_page(words_) : manual_.help(words_));
    return Status::ok;
  }

 private:
  void write_pages() const {
    if (format_ != "man" || !words_.empty())
      throw Error(Status::usage, "--folder writes all pages; give --format=man and no command");
    for (const std::vector<std::string>& words : manual_.commands()) {
      const std::string path =
          fmt::format("{}/gputest{}{}.1", folder_, words.empty() ? "" : "-", fmt::join(words, "-"));
      write_file_atomically(path, [&](std::ostream& file) { file << manual_.man_page(words); });
    }
  }

  Manual manual_;
  std::vector<std::string> words_;
  std::string format_ = "text", folder_;
};

}  // namespace

std::string usage_behind_name(const CLI::App& app, const CLI::Formatter& formatter) {
  const std::string name = "NAME";  // versions of CLI11 write different text around it
  std::string usage = formatter.make_usage(&app, name);
  usage.erase(0, usage.find(name) + name.size());
  usage.erase(usage.find_last_not_of("\n ") + 1);
  return usage;
}

std::shared_ptr<CLI::Formatter> help_formatter(SectionsOf sections) {
  return std::make_shared<NarrowFormatter>(std::move(sections));
}

std::vector<std::string> names_of_children(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* child : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(child->get_name());
  return names;
}

const CLI::App& command_of(const CLI::App& program, const std::vector<std::string>& words) {
  const CLI::App* app = &program;
  std::string path = program.get_name();
  for (const std::string& word : words) {
    const std::vector<std::string> known = names_of_children(*app);
    if (known.empty())
      throw Error(Status::usage, fmt::format("{} has no subcommands; remove '{}'", path, word));
    const CLI::App* found = nullptr;
    for (const CLI::App* child : app->get_subcommands([](const CLI::App*) { return true; }))
      if (child->get_name() == word) found = child;
    if (found == nullptr) throw Error(Status::usage, no_such("subcommand", word, known));
    app = found;
    path += " " + word;
  }
  return *app;
}

std::string help_of(const CLI::App& program, const std::vector<std::string>& words) {
  const CLI::App& app = command_of(program, words);
  std::string path = program.get_name();
  for (const std::string& word : words) path += " " + word;
  return program.get_formatter()->make_help(&app, path, CLI::AppFormatMode::Normal);
}

std::vector<std::vector<std::string>> all_commands(const CLI::App& program) {
  std::vector<std::vector<std::string>> commands{{}};
  for (std::size_t k = 0; k < commands.size(); ++k)
    for (const std::string& name : names_of_children(command_of(program, commands[k]))) {
      std::vector<std::string> words = commands[k];
      words.push_back(name);
      commands.push_back(words);
    }
  return commands;
}

std::unique_ptr<Subcommand> make_help(Manual manual) {
  return std::make_unique<Help>(std::move(manual));
}

}  // namespace gputest
