#include "app/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <new>
#include <string_view>
#include <system_error>

#include "app/command/build_info.hpp"
#include "app/command/commands.hpp"
#include "app/command/messages.hpp"
#include "app/manual/completion.hpp"
#include "app/manual/help.hpp"
#include "app/manual/help_table.hpp"
#include "app/manual/help_topics.hpp"
#include "app/manual/man_page.hpp"
#include "app/registry.hpp"
#include "common/core/interrupt.hpp"
#include "common/core/memory_bound.hpp"
#include "common/core/names.hpp"
#include "common/core/standard_streams.hpp"
#include "common/core/threads.hpp"
#include "common/many/ranks.hpp"

namespace gputest {
namespace {

Error no_value(const std::string& option) {
  return Error(Status::usage, option + " has no value; see gputest --help");
}

/// Refuses "--input=", for which CLI11 would take the next word as the value.
void require_values(int argc, char** argv) {
  for (int k = 1; k < argc; ++k) {
    const std::string_view word = argv[k];
    if (word == "--") return;  // no options follow
    if (word.starts_with("--") && word.find('=') == word.size() - 1)
      throw no_value(std::string(word.substr(0, word.size() - 1)));
  }
}

/// The parts of a text between commas.
std::vector<std::string> between_commas(const std::string& text) {
  std::vector<std::string> parts{""};
  for (const char c : text)
    if (c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

/// Passes a subcommand's options to CLI11. Every value is taken as text, so that the subcommand
/// checks it. Empty values are refused: an empty variable means that the option was not given.
class CliOptions : public OptionList {
 public:
  explicit CliOptions(CLI::App& app) : app_(app) {}

  void group(const std::string& title) override { group_ = title; }
  void value(const std::string& names, std::string& text, const std::string& help,
             const std::string& type) override {
    finish(refuse_empty(app_.add_option(names, text, help)), type);
  }
  void list(const std::string& names, std::vector<std::string>& texts, const std::string& help,
            const std::string& type) override {
    finish(several(names, texts, help), type);
  }
  void repeated(const std::string& names, std::vector<std::string>& texts, const std::string& help,
                const std::string& type) override {
    finish(refuse_empty(app_.add_option(names, texts, help)->allow_extra_args(false)), type);
  }
  void flag(const std::string& names, bool& set, const std::string& help) override {
    finish(app_.add_flag(names, set, help), "");
  }
  void word(const std::string& name, std::string& text, const std::string& help,
            bool required) override {
    refuse_empty(app_.add_option(name, text, help)->required(required));
  }
  void words(const std::string& name, std::vector<std::string>& texts, const std::string& help,
             int fewest) override {
    refuse_empty(app_.add_option(name, texts, help)
                     ->required(fewest > 0)
                     ->expected(std::max(fewest, 1), CLI::detail::expected_max_vector_size));
  }
  void exclude(const std::string& one, const std::string& other) override {
    app_.get_option(one)->excludes(app_.get_option(other));
  }
  void need(const std::string& one, const std::string& other) override {
    app_.get_option(one)->needs(app_.get_option(other));
  }

 private:
  static CLI::Option* refuse_empty(CLI::Option* option) {
    return option->check([option](const std::string& text) {
      if (text.empty()) throw no_value(option->get_name());
      return std::string();
    });
  }

  /// CLI11's own delimiter would skip an empty value between two commas.
  CLI::Option* several(const std::string& names, std::vector<std::string>& texts,
                       const std::string& help) {
    CLI::Option* option = app_.add_option(
        names,
        [&texts, &app = app_, names](const CLI::results_t& given) {
          texts.clear();
          for (const std::string& text : given)
            for (std::string& part : between_commas(text)) {
              if (part.empty()) throw no_value(app.get_option(names)->get_name());
              texts.push_back(std::move(part));
            }
          return true;
        },
        help);
    return option->type_name("TEXT")->expected(CLI::detail::expected_max_vector_size);
  }

  void finish(CLI::Option* option, const std::string& type) const {
    if (!type.empty()) option->type_name(type);
    if (!group_.empty()) option->group(group_);
  }

  CLI::App& app_;
  std::string group_;
};

class CommandLine {
 public:
  CommandLine(int argc, char** argv, many::Ranks& ranks)
      : registry_(make_registry()),
        app_(
            "One algorithm, many GPU APIs and layouts: gputest verifies kernels, then times "
            "them.",
            "gputest"),
        run_(make_run(registry_, {argv, argv + argc}, ranks)) {
    app_.set_version_flag("-V,--version", version_line());
    app_.require_subcommand(0, 1);
    app_.formatter(help_formatter([this](const CLI::App& app) { return sections_.at(&app); }));
    CliOptions options(app_);
    run_->declare(options);
    add(app_, make_list(registry_));
    add(app_, make_describe(registry_));
    add(app_, make_source(registry_));
    add(app_, make_template(registry_));
    add(app_, make_cache(registry_));
    add(app_, make_generate());
    add(app_, make_law(registry_));
    add(app_, make_compare(registry_));
    add(app_, make_report(registry_));
    add(app_, make_explain(registry_));
    add(app_, make_simulate(registry_, {argv, argv + argc}, ranks));
    add(app_, make_survey(registry_, {argv, argv + argc}));
    add(app_, make_sweep(registry_, {argv, argv + argc}));
    add(app_, make_scale(registry_, ranks));
    add(app_, make_verify(registry_, {argv, argv + argc}));
    add(app_, make_exercise(registry_, {argv, argv + argc}));
    add(app_, make_grade());
    add(app_, make_judge(registry_, {argv, argv + argc}));
    add(app_, make_il());
    add(app_, make_isa());
    add(app_, make_schema(registry_));
    add(app_, make_help({[this](const auto& words) { return help_on(words); },
                         [this](const auto& words) { return man_page_of(words); },
                         [this] { return all_commands(app_); }}));
    add(app_, make_completion([this](const std::string& shell) {
          return completion_script(shell, completion_tree(app_, registry_));
        }));
    describe(app_, *run_);
  }

  Status run(int argc, char** argv) {
    require_values(argc, argv);
    try {
      app_.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      if (error.get_exit_code() == 0) {  // --help and --version
        app_.exit(error);
        return Status::ok;
      }
      throw explained(error);
    }
    require_no_options_of_a_run();
    require_threads();
    for (const auto& [app, subcommand] : subcommands_)
      if (app->parsed() && app->get_subcommands().empty()) {
        if (many::started_as_rank() && !subcommand->takes_ranks())
          throw Error(Status::usage,
                      fmt::format("gputest {} does not run under mpirun, because it is one "
                                  "process; start it without mpirun",
                                  subcommand->name()));
        return subcommand->run();
      }
    return run_->run();
  }

 private:
  /// Refuses options before a subcommand, where they would be ignored.
  void require_no_options_of_a_run() const {
    const auto given = app_.get_subcommands();
    if (given.empty()) return;
    for (const CLI::Option* option : app_.get_options())
      if (option->count() != 0)
        throw Error(Status::usage,
                    fmt::format("{} is ignored before {}; move it behind {}", option->get_name(),
                                given.front()->get_name(), given.front()->get_name()));
  }

  void add(CLI::App& parent, std::unique_ptr<Subcommand> subcommand) {
    CLI::App* app = parent.add_subcommand(subcommand->name(), subcommand->summary());
    CliOptions options(*app);
    subcommand->declare(options);
    describe(*app, *subcommand);
    auto children = subcommand->children();
    for (std::unique_ptr<Subcommand>& child : children) {
      app->require_subcommand(1);
      add(*app, std::move(child));
    }
    subcommands_.emplace_back(app, std::move(subcommand));
  }

  /// Adds examples to the help and, for the program itself, the sections common to every command.
  void describe(CLI::App& app, const Subcommand& subcommand) {
    std::vector<ManualSection>& sections = sections_[&app];
    const std::vector<ManualEntry> examples = subcommand.examples();
    if (!examples.empty()) sections.push_back(examples_section(examples));
    if (&app != &app_) return;
    sections.push_back(
        {kMoreHelp,
         {{"gputest help COMMAND", "a command's options"},
          {"gputest help FAMILY",
           fmt::format("a family's kernels and options: {}",
                       fmt::join(family_topics(registry_, names_of_children(app_)), ", "))},
          {"gputest help options", "every option of a run, exit status, variable and file"},
          {"gputest help table", "the columns, units and statuses of a run's table"}}});
    sections.insert(sections.end(), common_sections().begin(), common_sections().end());
  }

  /// The help of a command or a topic.
  std::string help_on(const std::vector<std::string>& words) const {
    if (words.size() == 1) {
      const std::vector<std::string> commands = names_of_children(app_);
      const std::string& word = words.front();
      const bool is_command = std::find(commands.begin(), commands.end(), word) != commands.end();
      const Family* family = family_of_topic(registry_, word);
      if (word == kOptionsTopic) return help_of_all_options(app_);
      if (word == kTableTopic) return table_help(registry_);
      if (!is_command && family != nullptr) return family_help(registry_, *family);
      if (!is_command) {
        std::vector<std::string> known = help_topics(registry_, commands);
        known.insert(known.end(), commands.begin(), commands.end());
        throw Error(Status::usage, no_such("help on", word, known));
      }
    }
    return help_of(app_, words);
  }

  /// The man page of a subcommand, which also has the sections common to every command.
  std::string man_page_of(const std::vector<std::string>& words) const {
    const CLI::App& app = command_of(app_, words);
    ManPageSource source{&app, {app_.get_name()}, {}, sections_.at(&app)};
    source.path.insert(source.path.end(), words.begin(), words.end());
    if (words.empty()) return man_page(source);  // it already has them
    const std::vector<ManualSection>& common = common_sections();
    source.sections.insert(source.sections.end(), common.begin(), common.end());
    for (std::size_t count = 1; count < source.path.size(); ++count)
      source.related.push_back(man_page_name({source.path.begin(), source.path.begin() + count}));
    return man_page(source);
  }

  /// The parser's error; for an unknown word, with the names that may have been meant.
  Error explained(const CLI::ParseError& error) const {
    std::string sentence = error.what();
    const std::vector<std::string> unknown = app_.remaining(true);
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !unknown.empty())
      sentence = explained_word(unknown.front());
    // A subcommand of a subcommand: CLI11 says only that one is required.
    const CLI::App& last = *commands_given().back();
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr &&
        !last.get_subcommands({}).empty())
      sentence = unknown.empty() || unknown.front()[0] == '-'
                     ? fmt::format("{} needs a subcommand: {}", last.get_name(),
                                   fmt::join(names_of_children(last), ", "))
                     : explained_word(unknown.front());
    const auto commands = commands_given();
    // CLI11 2.6 reports missing options before it checks values.
    for (const CLI::App* command : commands)
      for (const CLI::Option* option : command->get_options())
        if (const auto& texts = option->results();
            std::find(texts.begin(), texts.end(), "") != texts.end())
          return no_value(option->get_name());
    const CLI::App& at = *commands.back();
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
      for (const CLI::Option* option : at.get_options())
        if (option->get_positional() && sentence == option->get_name() + " is required")
          sentence = fmt::format("{} needs its argument {}", at.get_name(), option->get_name());
    std::string help;
    for (const CLI::App* command : commands) help += command->get_name() + " ";
    return Error(Status::usage, fmt::format("{}; see {}--help", sentence, help));
  }

  /// The program, and the subcommands on the command line.
  std::vector<const CLI::App*> commands_given() const {
    std::vector<const CLI::App*> commands{&app_};
    while (!commands.back()->get_subcommands().empty())
      commands.push_back(commands.back()->get_subcommands().front());
    return commands;
  }

  std::string explained_word(const std::string& word) const {
    const CLI::App& at = *commands_given().back();
    const auto parsed = app_.get_subcommands();
    std::vector<std::string> known;
    if (word[0] == '-') {
      for (const CLI::Option* option : at.get_options())
        if (!option->get_positional()) known.push_back(option->get_name());
      return no_such(parsed.empty() ? "option" : "option of " + at.get_name(),
                     word.substr(0, word.find('=')), known);
    }
    if (!parsed.empty() && at.get_subcommands({}).empty())
      return fmt::format("{} takes no further argument; remove '{}'", at.get_name(), word);
    return no_such("subcommand", word, names_of_children(at));
  }

  Registry registry_;
  CLI::App app_;
  std::unique_ptr<Subcommand> run_;
  std::map<const CLI::App*, std::vector<ManualSection>> sections_;  ///< shown after the options
  std::vector<std::pair<CLI::App*, std::unique_ptr<Subcommand>>> subcommands_;
};

/// How the command ended: its exit status, and the message if that is not 0.
struct Ending {
  int status = 0;
  std::string sentence;
};

Ending ending(Status status, const std::string& sentence) {
  return {static_cast<int>(status), sentence};
}

/// The ending for an error of the operating system.
Ending ending(const std::system_error& error) {
  const bool resources = error.code() == std::errc::not_enough_memory ||
                         error.code() == std::errc::resource_unavailable_try_again;
  return ending(resources ? Status::out_of_memory : Status::bad_input,
                fmt::format("the operating system refused a call: {}", error.what()));
}

Ending run(int argc, char** argv) {
  try {
    const auto ranks = many::join_ranks({argv, argv + argc});
    if (many::is_silent_rank() && std::freopen("/dev/null", "w", stdout) == nullptr)
      throw Error(Status::unavailable, "/dev/null cannot be written");
    const Status status = CommandLine(argc, argv, *ranks).run(argc, argv);
    require_standard_output();
    return ending(status, "");
  } catch (const Error& error) {
    return ending(error.status(), error.what());
  } catch (const std::system_error& error) {
    if (std::ferror(stdout) == 0) return ending(error);
    return ending(Status::bad_input, kNoStandardOutput);  // the error of fmt::print
  } catch (const std::bad_alloc&) {
    return ending(Status::out_of_memory, memory_is_exhausted());
  } catch (const std::exception& error) {
    return {kOwnFault, fmt::format("internal error: {}", error.what())};
  } catch (...) {
    return {kOwnFault, "internal error"};
  }
}

/// Ends by SIGPIPE, like other programs after their reader has closed the pipe.
[[noreturn]] void end_as_broken_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  std::_Exit(128 + SIGPIPE);
}

}  // namespace

int run_command_line(int argc, char** argv) {
  open_standard_streams();
  catch_interrupts();
  try {
    const Ending end = run(argc, argv);
    const bool unread = standard_output_lost_its_reader();
    if (!end.sentence.empty() && !many::is_silent_rank() &&
        !(unread && end.sentence == kNoStandardOutput))
      say("{}", end.sentence);
    if (unread) end_as_broken_pipe();
    return end.status;
  } catch (...) {  // no memory even for the message
    write_message("gputest: host memory is exhausted\n");
    return static_cast<int>(Status::out_of_memory);
  }
}

}  // namespace gputest
