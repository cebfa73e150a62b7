#include "app/manual/help.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/Formatter.hpp>
#include <array>

#include "app/command/commands.hpp"
#include "app/command/wrap.hpp"
#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "common/core/output_file.hpp"

namespace gputest {
namespace {

/// The options that the program's own short help shows.
constexpr std::array kMostUsed{"--api",       "--kernel", "--device",  "--layout",   "--precision",
                               "-n",          "--input",  "--dry-run", "--baseline", "--roofline",
                               "--my-kernel", "--format", "-o",        "--wide"};

class NarrowFormatter : public CLI::Formatter {
 public:
  explicit NarrowFormatter(SectionsOf sections) : sections_(std::move(sections)) {}

  /// The program's own help is short unless the mode is All.
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    const bool is_short = app->get_parent() == nullptr && mode != CLI::AppFormatMode::All;
    std::vector<ManualSection> all = is_short ? most_used_of(*app) : arguments_of(*app);
    for (ManualSection& section : sections_(*app)) {
      all.push_back(std::move(section));
      if (is_short && all.back().title == kMoreHelp) break;
    }
    const std::string usage = "Usage: " + name + usage_behind_name(*app, *this);
    std::string text;
    for (const std::string& paragraph : {app->get_description(), usage})
      text += fmt::format("{}\n", fmt::join(wrapped(paragraph, kHelpWidth), "\n"));
    return text + "\n" + help_text(all);
  }

 private:
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

  /// The most used options, and the subcommands.
  std::vector<ManualSection> most_used_of(const CLI::App& app) const {
    ManualSection options{"Most used options", {}};
    for (const char* name : kMostUsed)
      options.entries.push_back(entry(*app.get_option(name), false));
    return {options, arguments_of(app).back()};
  }

  SectionsOf sections_;
};

class Help : public Subcommand {
 public:
  explicit Help(Manual manual) : manual_(std::move(manual)) {}
  std::string name() const override { return "help"; }
  std::string summary() const override { return "print the help of a command or family"; }
  void declare(OptionList& options) override {
    options.words("command", words_,
                  "a command, such as list or il run; a family, such as gravity; options: every "
                  "option of a run; table: the words of a run's table [gputest]",
                  0);
    options.value("--format", format_, "text, or man for a page that man -l shows [text]",
                  "FORMAT");
    options.value("--folder", folder_, "write the pages of all commands as COMMAND.1 into a folder",
                  "DIR");
  }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest help il run", "the same as gputest il run --help"},
            {"gputest help gravity", "the kernels and options of gravity"},
            {"gputest help --format=man sweep | man -l -", "a page of the manual"}};
  }
  Status run() override {
    if (format_ != "text" && format_ != "man")
      throw Error(Status::usage, no_such("format", format_, {"text", "man"}));
    if (!folder_.empty())
      write_pages();
    else if (format_ == "man")
      fmt::print("{}", manual_.man_page(words_));
    else
      fmt::print("{}", manual_.help(words_));
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

std::string help_of_all_options(const CLI::App& program) {
  return program.get_formatter()->make_help(&program, program.get_name(), CLI::AppFormatMode::All);
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
