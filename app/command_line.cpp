#include "app/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <new>
#include <system_error>

#include "app/build_info.hpp"
#include "app/commands.hpp"
#include "app/completion.hpp"
#include "app/registry.hpp"
#include "common/core/interrupt.hpp"
#include "common/core/names.hpp"

namespace gputest {
namespace {

/// What a subcommand takes, said to CLI11. Every value is taken as text, so that the subcommand
/// checks it.
class CliOptions : public OptionList {
 public:
  explicit CliOptions(CLI::App& app) : app_(app) {}

  void group(const std::string& title) override { group_ = title; }
  void value(const std::string& names, std::string& text, const std::string& help,
             const std::string& type) override {
    finish(app_.add_option(names, text, help), type);
  }
  void list(const std::string& names, std::vector<std::string>& texts, const std::string& help,
            const std::string& type) override {
    finish(app_.add_option(names, texts, help)->delimiter(','), type);
  }
  void repeated(const std::string& names, std::vector<std::string>& texts, const std::string& help,
                const std::string& type) override {
    finish(app_.add_option(names, texts, help)->allow_extra_args(false), type);
  }
  void flag(const std::string& names, bool& set, const std::string& help) override {
    finish(app_.add_flag(names, set, help), "");
  }
  void word(const std::string& name, std::string& text, const std::string& help,
            bool required) override {
    app_.add_option(name, text, help)->required(required);
  }
  void words(const std::string& name, std::vector<std::string>& texts,
             const std::string& help) override {
    app_.add_option(name, texts, help)->required();
  }
  void exclude(const std::string& one, const std::string& other) override {
    app_.get_option(one)->excludes(app_.get_option(other));
  }

 private:
  void finish(CLI::Option* option, const std::string& type) const {
    if (!type.empty()) option->type_name(type);
    if (!group_.empty()) option->group(group_);
  }

  CLI::App& app_;
  std::string group_;
};

class CommandLine {
 public:
  CommandLine(int argc, char** argv)
      : registry_(make_registry()),
        app_(
            "One algorithm, many GPU APIs and layouts: "
            "gputest verifies kernels, then times them.",
            "gputest"),
        run_(make_run(registry_, {argv, argv + argc})) {
    app_.set_version_flag("--version", version_line());
    app_.require_subcommand(0, 1);
    app_.get_formatter()->column_width(34);
    CliOptions options(app_);
    run_->declare(options);
    add(app_, make_list(registry_));
    add(app_, make_describe(registry_));
    add(app_, make_generate());
    add(app_, make_compare(registry_));
    add(app_, make_simulate(registry_));
    add(app_, make_il());
    add(app_, make_schema(registry_));
    add(app_, make_completion([this](const std::string& shell) {
          return completion_script(shell, completion_tree(app_, registry_));
        }));
    app_.footer(
        "Exit status: 0 all well; 1 a verification failed or a comparison regressed; 2 usage;\n"
        "3 the API or device is not there; 4 bad input; 5 out of memory; 6 timeout;\n"
        "7 device lost; 130 interrupted.");
  }

  Status run(int argc, char** argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      if (error.get_exit_code() == 0) {  // --help and --version
        app_.exit(error);
        return Status::ok;
      }
      throw explained(error);
    }
    for (const auto& [app, subcommand] : subcommands_)
      if (app->parsed() && app->get_subcommands().empty()) return subcommand->run();
    return run_->run();
  }

 private:
  void add(CLI::App& parent, std::unique_ptr<Subcommand> subcommand) {
    CLI::App* app = parent.add_subcommand(subcommand->name(), subcommand->summary());
    CliOptions options(*app);
    subcommand->declare(options);
    auto children = subcommand->children();
    for (std::unique_ptr<Subcommand>& child : children) {
      app->require_subcommand(1);
      add(*app, std::move(child));
    }
    subcommands_.emplace_back(app, std::move(subcommand));
  }

  /// The parser's complaint; of a word it does not know, with what may have been meant.
  Error explained(const CLI::ParseError& error) const {
    std::string sentence = error.what();
    const std::vector<std::string> unknown = app_.remaining(true);
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !unknown.empty())
      sentence = explained_word(unknown.front());
    return Error(Status::usage, sentence + "; see gputest --help");
  }

  std::string explained_word(const std::string& word) const {
    const CLI::App* deepest = &app_;
    while (!deepest->get_subcommands().empty()) deepest = deepest->get_subcommands().front();
    const CLI::App& at = *deepest;
    const auto parsed = app_.get_subcommands();
    std::vector<std::string> known;
    if (word[0] == '-') {
      for (const CLI::Option* option : at.get_options())
        if (!option->get_positional()) known.push_back(option->get_name());
      return no_such(parsed.empty() ? "option" : "option of " + at.get_name(),
                     word.substr(0, word.find('=')), known);
    }
    if (!parsed.empty() && at.get_subcommands({}).empty())
      return fmt::format("{} takes no further '{}'", at.get_name(), word);
    for (const CLI::App* child : at.get_subcommands({})) known.push_back(child->get_name());
    return no_such("subcommand", word, known);
  }

  Registry registry_;
  CLI::App app_;
  std::unique_ptr<Subcommand> run_;
  std::vector<std::pair<CLI::App*, std::unique_ptr<Subcommand>>> subcommands_;
};

int fail(Status status, const std::string& sentence) {
  fmt::print(stderr, "gputest: {}\n", sentence);
  return static_cast<int>(status);
}

}  // namespace

int run_command_line(int argc, char** argv) {
  catch_interrupts();
  try {
    const Status status = CommandLine(argc, argv).run(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout)
      return fail(Status::bad_input, "cannot write to standard output");
    return static_cast<int>(status);
  } catch (const Error& error) {
    return fail(error.status(), error.what());
  } catch (const std::system_error&) {  // what fmt throws where standard output is full
    return fail(Status::bad_input, "cannot write to standard output");
  } catch (const std::bad_alloc&) {
    return fail(Status::out_of_memory, "host memory is exhausted");
  }
}

}  // namespace gputest
