#include "app/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <new>
#include <system_error>

#include "app/build_info.hpp"
#include "app/commands.hpp"
#include "app/completion.hpp"
#include "app/il.hpp"
#include "app/registry.hpp"
#include "common/core/interrupt.hpp"
#include "common/core/parse_number.hpp"
#include "common/layout/layout.hpp"

namespace gputest {
namespace {

/// Options are taken as text and parsed here, so that every number is checked the same way.
struct RawNumbers {
  std::string seed, samples, min_time, timeout, threshold = "0.05";
  std::string steps, time_step, temperature, every, trajectory_every, checkpoint_every;
};

double parse_seconds(const std::string& option, const std::string& text, double least) {
  const auto value = parse_number<double>(text);
  if (!value || *value < least || *value > 1e6)
    throw Error(Status::bad_input,
                fmt::format("{} takes a number from {} to 1e6, not '{}'", option, least, text));
  return *value;
}

std::uint64_t parse_whole(const std::string& option, const std::string& text, std::uint64_t least,
                          std::uint64_t most) {
  const auto value = parse_number<std::uint64_t>(text);
  if (!value || *value < least || *value > most)
    throw Error(Status::bad_input, fmt::format("{} takes a whole number from {} to {}, not '{}'",
                                               option, least, most, text));
  return *value;
}

class CommandLine {
 public:
  CommandLine()
      : registry_(make_registry()),
        app_(
            "One algorithm, many GPU APIs and layouts: "
            "gputest verifies kernels, then times them.",
            "gputest") {
    app_.set_version_flag("--version", version_line());
    app_.require_subcommand(0, 1);
    app_.get_formatter()->column_width(34);
    add_run_options();
    add_list();
    add_describe();
    add_generate();
    add_compare();
    add_simulate();
    add_il();
    add_completion();
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
    if (list_->parsed()) return list(registry_, what_, list_json_);
    if (describe_->parsed()) return describe(registry_, kernel_, describe_json_);
    if (generate_->parsed()) return generate(generate_command_);
    if (compare_->parsed())
      return compare(old_file_, new_file_, parse_seconds("--threshold", raw_.threshold, 0));
    if (simulate_->parsed()) {
      read_simulate_numbers();
      return simulate(registry_, simulate_command_);
    }
    if (il_check_->parsed()) return il_check(il_file_);
    if (il_translate_->parsed()) return il_translate(il_translate_command_);
    if (il_run_->parsed()) return il_run(il_run_command_);
    if (completion_->parsed()) {
      fmt::print("{}", completion_script(shell_, completion_tree(app_, registry_)));
      return Status::ok;
    }
    read_numbers();
    return gputest::run(registry_, run_command_, {argv, argv + argc});
  }

 private:
  void add_run_options() {
    RunCommand& run = run_command_;
    const std::string group = "Which cases";
    app_.add_option("--api", run.apis, "APIs: " + joined(registry_.api_names()) + ", all")
        ->delimiter(',')
        ->type_name("LIST")
        ->group(group);
    app_.add_option("--kernel", run.kernels, "kernels, may be given more than once [gravity_*]")
        ->delimiter(',')
        ->type_name("GLOB")
        ->group(group);
    app_.add_option("--device", run.device, "id, part of a name, or all [each API's first]")
        ->type_name("ID")
        ->group(group);
    app_.add_option("--layout", run.layouts, "memory layouts, or all [each kernel's own]")
        ->delimiter(',')
        ->type_name("LIST")
        ->group(group);
    app_.add_option("--precision", run.precisions, "fp32, fp64, or all [fp32]")
        ->delimiter(',')
        ->type_name("LIST")
        ->group(group);
    app_.add_option("--block", run.blocks, "threads a block, or all [each kernel's default]")
        ->delimiter(',')
        ->type_name("LIST")
        ->group(group);
    for (const auto& algorithm : registry_.families())
      for (const Axis& axis : algorithm->axes()) {
        if (run.axes.count(axis.name) != 0) continue;  // shared by two algorithms
        app_.add_option("--" + axis.name, run.axes[axis.name],
                        fmt::format("{}: {}, or all [each kernel's own]", axis.help,
                                    fmt::join(axis.values, ", ")))
            ->delimiter(',')
            ->type_name("LIST")
            ->group(group);
      }
    app_.add_flag("--dry-run", run.dry_run, "show the cases and run none")->group(group);

    const std::string problem = "The problem";
    auto* n = app_.add_option("-n", run.n, "particles: N, N,N,… or A..B*2 [16384]");
    n->type_name("N")->group(problem);
    app_.add_option("--input", run.input, "read particles from a file (gputest list formats)")
        ->type_name("FILE")
        ->excludes(n)
        ->group(problem);
    app_.add_option("--seed", raw_.seed, "seed of generated particles [the generator's own]")
        ->type_name("S")
        ->group(problem);
    for (const auto& algorithm : registry_.families())
      for (const ProblemOption& option : algorithm->options()) {
        if (run.problem.count(option.name) != 0) continue;  // shared by two algorithms
        std::string& value = run.problem[option.name];
        value = option.default_value;
        app_.add_option("--" + option.name, value,
                        fmt::format("{} [{}]", option.help, option.default_value))
            ->type_name("X")
            ->group(problem);
      }

    const std::string measuring = "Measuring";
    app_.add_option("--samples", raw_.samples, "samples at least [10]")
        ->type_name("K")
        ->group(measuring);
    app_.add_option("--min-time", raw_.min_time, "seconds that those samples take [0.5]")
        ->type_name("S")
        ->group(measuring);
    app_.add_option("--timeout", raw_.timeout, "seconds for one case [none]")
        ->type_name("S")
        ->group(measuring);
    app_.add_flag("--no-verify{false}", run.runner.verify, "do not compare with the reference")
        ->group(measuring);

    const std::string output = "Output";
    app_.add_option("--format", format_, "table, json, csv or md [table]")
        ->type_name("FORMAT")
        ->group(output);
    app_.add_option("--output", run.output, "write the result to a file")
        ->type_name("FILE")
        ->group(output);
    app_.add_option("--forces", run.forces, "write id, acceleration, potential of one case")
        ->type_name("FILE")
        ->group(output);
    app_.add_option("--trace", run.trace, "show on stderr what this thread of il:interpreter does")
        ->type_name("X,Y")
        ->group(output);
    app_.add_option("--baseline", run.baseline, "show rates over this row's: api:kernel[:layout]")
        ->type_name("ROW")
        ->group(output);
  }

  void add_list() {
    list_ = app_.add_subcommand("list", "what this build and this machine have");
    list_->add_option("what", what_, "apis, devices, kernels, layouts or formats");
    list_->add_option("--format", list_format_, "table or json [table]")
        ->check([this](const std::string& format) -> std::string {
          list_json_ = format == "json";
          return list_json_ || format == "table" ? "" : "list prints table or json";
        });
  }

  void add_describe() {
    describe_ = app_.add_subcommand("describe", "everything known of a kernel");
    describe_->add_option("kernel", kernel_, "a name, or api:name")->required();
    describe_->add_option("--format", describe_format_, "table or json [table]")
        ->check([this](const std::string& format) -> std::string {
          describe_json_ = format == "json";
          return describe_json_ || format == "table" ? "" : "describe prints table or json";
        });
  }

  void add_generate() {
    generate_ = app_.add_subcommand("generate", "write particles to a file");
    generate_
        ->add_option("distribution", generate_command_.distribution, "plummer, uniform or lattice")
        ->required();
    generate_->add_option("-n", generate_command_.n, "particles, for plummer and uniform [16384]");
    generate_->add_option("--seed", generate_command_.seed, "the same seed, the same bits");
    generate_->add_option("--edge", generate_command_.edge,
                          "edge of the box, uniform [1] and lattice [50]");
    generate_->add_option("--density", generate_command_.density,
                          "particles a volume, lattice [1]");
    generate_->add_option("--to", generate_command_.format,
                          "file format (gputest list formats) [by extension, else nbody]");
    generate_->add_option("-o,--output", generate_command_.output, "the file")->required();
  }

  void add_compare() {
    compare_ = app_.add_subcommand("compare", "two JSON results, row by row");
    compare_->add_option("old", old_file_, "the earlier result")->required();
    compare_->add_option("new", new_file_, "the later result")->required();
    compare_->add_option("--threshold", raw_.threshold, "relative slowdown that counts [0.05]");
  }

  void add_simulate() {
    SimulateCommand& command = simulate_command_;
    command.run.apis = {"cpu"};
    simulate_ = app_.add_subcommand("simulate", "move particles under one kernel's forces");
    const auto list = [&](const std::string& name, std::vector<std::string>& values,
                          const std::string& help) {
      simulate_->add_option(name, values, help)->delimiter(',')->type_name("NAME");
    };
    list("--api", command.run.apis, "the API [cpu]");
    list("--kernel", command.run.kernels, "the kernel, of lj or gravity [lj_simd]");
    simulate_->add_option("--device", command.run.device, "id or part of a name");
    list("--layout", command.run.layouts, "memory layout [the kernel's own]");
    list("--precision", command.run.precisions, "fp32 or fp64 [fp32]");
    list("--block", command.run.blocks, "threads a block [the kernel's default]");
    simulate_->add_option("-n", command.run.n, "particles generated [16384]");
    simulate_->add_option("--input", command.run.input, "read particles from a file");
    simulate_->add_option("--seed", raw_.seed, "seed of generated particles and velocities");
    for (const auto& algorithm : registry_.families()) {
      for (const ProblemOption& option : algorithm->options()) {
        if (command.run.problem.count(option.name) != 0) continue;
        std::string& value = command.run.problem[option.name];
        value = option.default_value;
        if (option.name == "cutoff" || option.name == "skin" || option.name == "density" ||
            option.name == "shift" || option.name == "eps")
          simulate_->add_option("--" + option.name, value,
                                fmt::format("{} [{}]", option.help, option.default_value));
      }
      if (algorithm->name() != "lj" && algorithm->name() != "gravity") continue;
      for (const Axis& axis : algorithm->axes())
        if (command.run.axes.count(axis.name) == 0)
          list("--" + axis.name, command.run.axes[axis.name], axis.help + " [the kernel's own]");
    }
    simulate_->add_option("--steps", raw_.steps, "steps [1000]");
    simulate_->add_option("--time-step", raw_.time_step, "time a step [0.005]");
    simulate_->add_option("--temperature", raw_.temperature,
                          "velocities of that temperature at random [as they are, else none]");
    simulate_->add_option("--every", raw_.every, "steps between printed lines [100]");
    simulate_->add_option("--trajectory", command.trajectory, "frames to a file .xyz or .dump");
    simulate_->add_option("--trajectory-every", raw_.trajectory_every,
                          "steps between frames [100]");
    simulate_->add_option("--checkpoint", command.checkpoint,
                          "write what --restart goes on from, at the end and on a signal");
    simulate_->add_option("--checkpoint-every", raw_.checkpoint_every, "and every so many steps");
    simulate_->add_option("--restart", command.restart, "go on from a checkpoint")
        ->excludes("--input")
        ->excludes("-n");
  }

  void read_simulate_numbers() {
    SimulateCommand& command = simulate_command_;
    constexpr auto kAny = std::numeric_limits<std::uint64_t>::max();
    const auto whole = [](const char* option, const std::string& text, std::uint64_t least,
                          std::uint64_t& value) {
      if (!text.empty()) value = parse_whole(option, text, least, kAny);
    };
    if (!raw_.seed.empty()) command.run.seed = parse_whole("--seed", raw_.seed, 0, kAny);
    whole("--steps", raw_.steps, 0, command.steps);
    whole("--every", raw_.every, 1, command.every);
    whole("--trajectory-every", raw_.trajectory_every, 1, command.trajectory_every);
    whole("--checkpoint-every", raw_.checkpoint_every, 1, command.checkpoint_every);
    if (!raw_.time_step.empty())
      command.time_step = parse_seconds("--time-step", raw_.time_step, 1e-12);
    if (!raw_.temperature.empty())
      command.temperature = parse_seconds("--temperature", raw_.temperature, 0);
  }

  void add_il() {
    il_ = app_.add_subcommand("il", "AMD IL of your own: check, run or translate it");
    il_->require_subcommand(1);
    il_check_ = il_->add_subcommand("check", "say what is wrong with a kernel");
    il_check_->add_option("file", il_file_, "IL text")->required();

    il_translate_ = il_->add_subcommand("translate", "write a kernel as OpenCL C 1.2");
    IlTranslateCommand& translate = il_translate_command_;
    il_translate_->add_option("file", translate.file, "IL text")->required();
    add_mode(*il_translate_, translate.strict);
    il_translate_->add_flag("--buffers", translate.buffers,
                            "resources as pitched buffers, not as images");
    il_translate_->add_option("--output", translate.output, "write to a file");

    il_run_ = il_->add_subcommand("run", "run a kernel; files are raw little-endian words");
    IlRunCommand& run = il_run_command_;
    const auto list = [&](const char* name, std::vector<std::string>& value, const char* help,
                          const char* form) {
      il_run_->add_option(name, value, help)->type_name(form)->allow_extra_args(false);
    };
    const auto one = [&](const char* name, std::string& value, const char* help, const char* form) {
      il_run_->add_option(name, value, help)->type_name(form);
    };
    il_run_->add_option("file", run.file, "IL text")->required();
    list("--resource", run.resources, "input resource", "N=FILE:WxH[:FORMAT]");
    list("--cb", run.specializations, "constant buffer: a file, or numbers 2,2.0,0x2",
         "N=FILE|NUMBERS");
    list("--uav", run.uavs, "UAV: a file, or so many elements of zeros",
         "N=FILE|COUNT[:WxH:FORMAT]");
    one("--global", run.global, "g[]: a file, or so many elements of zeros", "FILE|COUNT");
    list("--output", run.outputs, "where o0, g or uav0 goes; - for text [- of every o]",
         "oN=FILE[:WxH[:FORMAT]]");
    one("--domain", run.domain, "threads of a pixel kernel", "WxH");
    one("--groups", run.groups, "groups of a compute kernel", "XxYxZ");
    one("--trace", run.trace, "show what this thread does", "X,Y");
    one("--step-limit", run.step_limit, "instructions of a thread before it is stopped [100000000]",
        "N");
    one("--device", run.device, "il:interpreter or il:opencl:N [il:interpreter]", "ID");
    one("--cal-device", run.cal_device, "whose limits hold: RV670, RV770, Cypress [RV770]", "NAME");
    add_mode(*il_run_, run.strict);
  }

  static void add_mode(CLI::App& command, bool& strict) {
    command.add_flag("--strict,!--fast", strict,
                     "OpenCL: bit for bit as the interpreter, or the device's arithmetic [fast]");
  }

  void add_completion() {
    completion_ = app_.add_subcommand("completion", "a completion script for bash or zsh");
    completion_->add_option("shell", shell_, "bash or zsh")->required();
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

  void read_numbers() {
    RunnerOptions& runner = run_command_.runner;
    constexpr auto kAny = std::numeric_limits<std::uint64_t>::max();
    if (!raw_.seed.empty()) run_command_.seed = parse_whole("--seed", raw_.seed, 0, kAny);
    if (!raw_.samples.empty())
      runner.samples = static_cast<unsigned>(parse_whole("--samples", raw_.samples, 1, 100000));
    if (!raw_.min_time.empty()) runner.min_time = parse_seconds("--min-time", raw_.min_time, 0);
    if (!raw_.timeout.empty()) runner.timeout = parse_seconds("--timeout", raw_.timeout, 0.001);
    static const std::map<std::string, OutputFormat> formats{{"table", OutputFormat::table},
                                                             {"json", OutputFormat::json},
                                                             {"csv", OutputFormat::csv},
                                                             {"md", OutputFormat::markdown}};
    const auto format = formats.find(format_);
    if (format == formats.end())
      throw Error(Status::usage, no_such("format", format_, {"table", "json", "csv", "md"}));
    run_command_.format = format->second;
  }

  static std::string joined(const std::vector<std::string>& names) {
    return fmt::format("{}", fmt::join(names, ", "));
  }

  Registry registry_;
  CLI::App app_;
  CLI::App *list_, *describe_, *generate_, *compare_, *simulate_, *completion_;
  CLI::App *il_, *il_check_, *il_translate_, *il_run_;
  RunCommand run_command_;
  RawNumbers raw_;
  std::string format_ = "table";
  std::string what_, list_format_, describe_format_, kernel_, old_file_, new_file_, shell_;
  bool list_json_ = false, describe_json_ = false;
  GenerateCommand generate_command_;
  SimulateCommand simulate_command_;
  std::string il_file_;
  IlTranslateCommand il_translate_command_;
  IlRunCommand il_run_command_;
};

int fail(Status status, const std::string& sentence) {
  fmt::print(stderr, "gputest: {}\n", sentence);
  return static_cast<int>(status);
}

}  // namespace

int run_command_line(int argc, char** argv) {
  catch_interrupts();
  try {
    const Status status = CommandLine().run(argc, argv);
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
