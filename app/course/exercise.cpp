// The exercises of the course: docs/course/README.md.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "app/command/commands.hpp"
#include "app/command/messages.hpp"
#include "app/command/table.hpp"
#include "app/command/text_style.hpp"
#include "app/command/wrap.hpp"
#include "app/course/exercise_check.hpp"
#include "app/run/isolation.hpp"
#include "app/run/selection.hpp"
#include "app/texts/kernel_texts.hpp"
#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "common/core/output_file.hpp"

namespace gputest {
namespace {

namespace fs = std::filesystem;

/// Sets a subcommand's options from a map of values.
class GivenOptions : public OptionList {
 public:
  explicit GivenOptions(std::map<std::string, std::string> values) : values_(std::move(values)) {}
  void group(const std::string&) override {}
  void value(const std::string& names, std::string& text, const std::string&,
             const std::string&) override {
    if (const auto found = values_.find(names); found != values_.end()) text = found->second;
  }
  void list(const std::string&, std::vector<std::string>&, const std::string&,
            const std::string&) override {}
  void repeated(const std::string&, std::vector<std::string>&, const std::string&,
                const std::string&) override {}
  void flag(const std::string&, bool&, const std::string&) override {}
  void word(const std::string& name, std::string& text, const std::string& help, bool) override {
    value(name, text, help, "");
  }
  void words(const std::string&, std::vector<std::string>&, const std::string&, int) override {}
  void exclude(const std::string&, const std::string&) override {}
  void need(const std::string&, const std::string&) override {}

 private:
  std::map<std::string, std::string> values_;
};

/// The checks of an exercise, in a few words.
std::string asked_of(const Exercise& exercise) {
  const ExerciseChecks& checks = exercise.checks;
  std::vector<std::string> parts{"right"};
  if (checks.counts()) parts.emplace_back("counted");
  if (checks.error) parts.emplace_back("error");
  if (checks.any_order) parts.emplace_back("bits");
  if (!checks.layout.empty()) parts.emplace_back("layout");
  if (!checks.has.empty() || !checks.lacks.empty()) parts.emplace_back("text");
  if (checks.faster) parts.emplace_back("speed");
  return fmt::format("{}", fmt::join(parts, ", "));
}

void print_list() {
  Table table;
  table.columns = {{"lesson", Align::right}, {"exercise"}, {"checked"}, {"task"}};
  for (const Exercise& one : exercises())
    table.rows.push_back({{fmt::format("{}", one.lesson), one.name, asked_of(one), one.title}});
  fmt::print("{}", to_text_within(table, text_width(STDOUT_FILENO)));
}

void print_paragraph(const std::string& text) {
  for (const std::string& line : wrapped(text, text_width(STDOUT_FILENO))) fmt::print("{}\n", line);
}

void print_task(const Exercise& exercise) {
  print_paragraph(
      fmt::format("{} (lesson {}): {}", exercise.name, exercise.lesson, exercise.title));
  fmt::print("\n");
  print_paragraph(exercise.asks);
  fmt::print(
      "\n  gputest exercise {0} -o mine.cl      the start\n"
      "  gputest exercise {0} mine.cl         is it done?\n",
      exercise.name);
}

/// Writes a file with the start of an exercise; the kernel is named after the file.
class StartFile {
 public:
  StartFile(const Registry& registry, const Exercise& exercise, const std::string& path)
      : registry_(registry), exercise_(exercise), path_(path) {}

  void write() const {
    if (exercise_.begins_as.empty())
      write_own();
    else
      write_template();
    say("check it with: gputest exercise {} {}", exercise_.name, path_);
  }

 private:
  void write_template() const {
    const auto start = make_template(registry_);
    GivenOptions options(
        {{"family", exercise_.family}, {"--layout", exercise_.layout}, {"-o,--output", path_}});
    start->declare(options);
    start->run();
  }

  void write_own() const {
    if (fs::path(path_).extension() != ".cl")
      throw Error(Status::bad_input,
                  fmt::format("the start of {} is in OpenCL C and needs a file name *.cl, not {}",
                              exercise_.name, path_));
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(path_, ignored)))
      throw Error(Status::bad_input,
                  fmt::format("{} already exists and is not overwritten; name a new file", path_));
    require_writable(path_);
    const std::string start = exercise_.family + "_" + exercise_.name;
    const std::string text =
        std::regex_replace(kernel_file_text("opencl", "course_" + exercise_.name).text,
                           std::regex("\\b" + start), own_name(start));
    write_file_atomically(path_, [&](std::ostream& out) { out << text; });
    say("wrote {}", path_);
  }

  /// The family, and the file's name with characters that a kernel's name may have.
  std::string own_name(const std::string& start) const {
    std::string variant = fs::path(path_).stem().string();
    for (char& c : variant) {
      c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    }
    const std::string name = exercise_.family + "_" + variant;
    return name == start ? exercise_.family + "_my_" + variant : name;
  }

  const Registry& registry_;
  const Exercise& exercise_;
  const std::string& path_;
};

std::string mark_of(const ExerciseFinding& one) {
  if (!one.is_asked) return "--";
  return one.passed ? "ok" : "NO";
}

/// A line of JSON, complete before the next part of the check, which may end the process.
void print_json_line(const nlohmann::ordered_json& json) {
  fmt::print("{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  std::fflush(stdout);
}

void print_finding(const ExerciseFinding& one, bool as_json) {
  if (as_json)
    return print_json_line({{"topic", one.topic},
                            {"passed", one.passed},
                            {"asked", one.is_asked},
                            {"sentence", one.sentence}});
  bool first = true;
  for (const std::string& line : wrapped(one.sentence, text_width(STDOUT_FILENO) - 16)) {
    fmt::print("  {:<4}{:<10}{}\n", first ? mark_of(one) : "", first ? one.topic : "", line);
    first = false;
  }
  std::fflush(stdout);  // the next part of the check may end the process
}

Status print_verdict(bool passed, bool as_json) {
  const char* verdict = passed ? "passed" : "not yet";
  if (as_json)
    print_json_line({{"verdict", verdict}});
  else
    fmt::print("{}\n", verdict);
  return passed ? Status::ok : Status::verification_failed;
}

Status print_check(Registry& registry, const ExerciseRequest& request, bool as_json,
                   const SignOfLife& sign) {
  const auto begun = [&](const CheckedKernel& kernel) {
    if (as_json) return print_json_line({{"kernel", kernel.name}, {"device", kernel.device_name}});
    fmt::print("exercise {} (lesson {}): {} on {}, {}\n", request.exercise->name,
               request.exercise->lesson, kernel.name, kernel.device, kernel.device_name);
    std::fflush(stdout);
  };
  const auto checking = [&](const std::string& topic, const std::string& on) {
    sign(Alive::step, fmt::format("{}\n{}", topic, on));
  };
  const auto found = [&](const ExerciseFinding& one) { print_finding(one, as_json); };
  return print_verdict(check_exercise(registry, request, {begun, checking, found}), as_json);
}

/// Prints the finding for a check that the kernel ended, by a crash or a timeout.
Status print_end(const EndedByKernel& end, bool as_json) {
  const std::size_t topic = end.doing().find('\n');
  print_finding({end.doing().substr(0, topic), false,
                 fmt::format("{}: {}", end.doing().substr(topic + 1), end.what())},
                as_json);
  return print_verdict(false, as_json);
}

class ExerciseCommand : public Subcommand {
 public:
  ExerciseCommand(Registry& registry, std::vector<std::string> argv)
      : registry_(registry), argv_(std::move(argv)) {}
  std::string name() const override { return "exercise"; }
  std::string summary() const override { return "the exercises of the course, and their checks"; }
  void declare(OptionList& options) override {
    options.word("exercise", exercise_, "name of the exercise; list: all of them");
    options.word("file", file_, "a kernel to check", false);
    options.value("-o,--output", output_, "a new file for the start", "FILE");
    options.value("--device", device_, fmt::format("{} [the API's first]", kDeviceHelp), "ID");
    options.flag("--untimed", untimed_, "only the checks that need no clock");
    options.value("--format", format_, "of the findings: text, or json, a line for each [text]",
                  "NAME");
    options.value("--timeout", timeout_, "seconds that one part of a check may take [300]", "S");
    options.value("--isolate", isolate_, "run each check in a separate process: on or off [on]",
                  "WHEN");
    options.exclude("--output", "file");
  }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest exercise list", "all exercises, by lesson"},
            {"gputest exercise coalescing -o mine.cl", "print the task, write the start"},
            {"gputest exercise coalescing mine.cl", "check your kernel"}};
  }

  Status run() override {
    if (exercise_ == "list") {
      if (!file_.empty() || !output_.empty())
        throw Error(Status::usage, "exercise list takes no file; remove it");
      print_list();
      return Status::ok;
    }
    const auto found = std::find_if(exercises().begin(), exercises().end(),
                                    [&](const Exercise& one) { return one.name == exercise_; });
    if (found == exercises().end())
      throw Error(Status::usage, no_such("exercise", exercise_, exercise_names()));
    if (file_.empty()) {
      print_task(*found);
      if (!output_.empty()) StartFile(registry_, *found, output_).write();
      return Status::ok;
    }
    if (format_ != "text" && format_ != "json")
      throw Error(Status::usage, no_such("format", format_, {"text", "json"}));
    const bool as_json = format_ == "json";
    constexpr double kSeconds = 300;
    const double timeout = real_number("--timeout", timeout_, 0.1).value_or(kSeconds);
    const bool apart = parse_isolation(isolate_) != Isolation::off;
    const ExerciseRequest request{&*found, file_, device_, !untimed_};
    try {
      return do_apart({argv_, apart, timeout}, [&](const SignOfLife& sign) {
        return print_check(registry_, request, as_json, sign);
      });
    } catch (const EndedByKernel& end) {
      if (end.doing().empty()) throw;  // it had not begun
      return print_end(end, as_json);
    }
  }

 private:
  Registry& registry_;
  std::vector<std::string> argv_;
  std::string exercise_, file_, output_, device_, timeout_, isolate_ = "auto", format_ = "text";
  bool untimed_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> make_exercise(Registry& registry,
                                          const std::vector<std::string>& argv) {
  return std::make_unique<ExerciseCommand>(registry, argv);
}

}  // namespace gputest
