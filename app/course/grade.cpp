// Checks a folder of students' kernels: docs/course/README.md.
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "app/command/commands.hpp"
#include "app/command/messages.hpp"
#include "app/command/table.hpp"
#include "app/command/text_style.hpp"
#include "app/course/exercises.hpp"
#include "common/core/checksum.hpp"
#include "common/core/error.hpp"
#include "common/core/interrupt.hpp"
#include "common/core/json_text.hpp"
#include "common/core/names.hpp"
#include "common/core/output_file.hpp"
#include "common/core/printable.hpp"
#include "common/core/run_tool.hpp"
#include "common/core/standard_streams.hpp"
#include "common/core/text_file.hpp"
#include "config.hpp"

namespace gputest {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kPassed = "passed";
constexpr const char* kNotYet = "not yet";
constexpr const char* kBroken = "broken";

/// A student's kernel.
struct Submission {
  fs::path file;  ///< below the folder
  std::string student;
  const Exercise* exercise = nullptr;  ///< null: no exercise has such a name
};

/// What became of it.
struct Grade {
  std::string student, exercise, file;
  std::string verdict;   ///< kPassed, kNotYet, kBroken
  std::string sentence;  ///< the first finding that is not as asked, or why it is broken
  Json findings = Json::array();
  bool is_late = false;
  std::string text;  ///< the checksum of the file
};

/// The exercise that the name is, or begins or ends with, and the rest of the name.
std::pair<const Exercise*, std::string> exercise_in(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto is_gap = [](char c) { return c == '_' || c == '-' || c == '.'; };
  for (const Exercise& one : exercises()) {
    const std::size_t size = one.name.size();
    if (name == one.name) return {&one, ""};
    if (name.size() <= size + 1) continue;
    if (name.starts_with(one.name) && is_gap(name[size])) return {&one, name.substr(size + 1)};
    if (name.ends_with(one.name) && is_gap(name[name.size() - size - 1]))
      return {&one, name.substr(0, name.size() - size - 1)};
  }
  return {nullptr, name};
}

/// The files with kernels in the folder and below it, by student and exercise.
std::vector<Submission> submissions_in(const fs::path& folder) {
  std::vector<Submission> all;
  std::error_code error;
  fs::recursive_directory_iterator files(folder, error);
  for (; !error && files != fs::recursive_directory_iterator(); files.increment(error)) {
    if (!files->is_regular_file(error)) continue;
    const fs::path file = fs::relative(files->path(), folder);
    const std::string extension = file.extension();
    const char* const kKernels[] = {".cl", ".cu", ".hip", ".cpp"};
    if (std::find(std::begin(kKernels), std::end(kKernels), extension) == std::end(kKernels))
      continue;
    const auto [exercise, rest] = exercise_in(file.stem().string());
    const bool is_below = std::distance(file.begin(), file.end()) > 1;
    all.push_back({file, is_below ? file.begin()->string() : rest, exercise});
  }
  if (error)
    throw Error(Status::bad_input,
                fmt::format("cannot read {}: {}", printable(folder.string()), error.message()));
  if (all.empty())
    throw Error(Status::bad_input, fmt::format("{} has no kernel (*.cl, *.cu, *.hip, *.cpp)",
                                               printable(folder.string())));
  const auto key = [](const Submission& one) {
    return std::tuple(one.student, one.exercise != nullptr ? one.exercise->lesson : 0, one.file);
  };
  std::sort(all.begin(), all.end(),
            [&](const Submission& a, const Submission& b) { return key(a) < key(b); });
  return all;
}

/// "2026-12-01" or "2026-12-01T23:59", local time. A day ends with its last second.
std::time_t parse_deadline(const std::string& text) {
  std::tm time{};
  time.tm_isdst = -1;
  const char* end = strptime(text.c_str(), "%Y-%m-%dT%H:%M", &time);
  if (end == nullptr) {
    time = {};
    time.tm_isdst = -1;
    end = strptime(text.c_str(), "%Y-%m-%d", &time);
    time.tm_hour = 23;
    time.tm_min = time.tm_sec = 59;
  }
  if (end == nullptr || *end != '\0')
    throw Error(Status::bad_input,
                fmt::format("--deadline={} is not a time like 2026-12-01T23:59", printable(text)));
  return std::mktime(&time);
}

/// The order to grade.
struct GradeCommand {
  std::string folder, device, timeout, format = "table", output;
  std::optional<std::time_t> deadline;
  bool resume = false;
};

/// A line of JSON of `gputest exercise`; null for another line.
Json parsed(const std::string& line) {
  try {
    return line.starts_with("{") ? parse_json(line) : Json();
  } catch (const std::exception&) {
    return {};
  }
}

/// Checks a submission in a process of its own.
Grade grade_of(const Submission& one, const GradeCommand& command) {
  const std::string path = (fs::path(command.folder) / one.file).string();
  Grade grade;
  grade.student = one.student;
  grade.file = one.file.string();
  grade.verdict = kBroken;
  struct stat about {};
  if (command.deadline && stat(path.c_str(), &about) == 0)
    grade.is_late = about.st_mtime > *command.deadline;
  if (one.exercise == nullptr) {
    grade.sentence =
        fmt::format("no exercise has this name; there are {}", fmt::join(exercise_names(), ", "));
    return grade;
  }
  grade.exercise = one.exercise->name;
  try {
    grade.text = checksum(read_text_file(path));
  } catch (const Error& error) {
    grade.sentence = error.what();
    return grade;
  }
  std::vector<std::string> words{"/proc/self/exe", "exercise",    one.exercise->name, path,
                                 "--format=json",  "--isolate=on"};
  if (!one.exercise->checks.faster) words.emplace_back("--untimed");
  if (!command.device.empty()) words.push_back("--device=" + command.device);
  if (!command.timeout.empty()) words.push_back("--timeout=" + command.timeout);
  const auto end = run_tool(words, "");
  throw_if_interrupted();
  std::istringstream lines(end ? end->messages : "the program cannot start itself");
  std::string other;
  for (std::string line; std::getline(lines, line);) {
    const Json json = parsed(line);
    if (!json.is_object()) {
      const std::size_t sender = line.starts_with("gputest: ") ? 9 : 0;
      if (other.empty()) other = printable(line.substr(sender));
    } else if (json.contains("topic")) {
      grade.findings.push_back(json);
      if (grade.sentence.empty() && !json.value("passed", false) && json.value("asked", true))
        grade.sentence = fmt::format("{}: {}", json.value("topic", ""), json.value("sentence", ""));
    } else if (json.contains("verdict")) {
      grade.verdict = json.value("verdict", "") == kPassed ? kPassed : kNotYet;
    }
  }
  if (grade.verdict == kBroken) grade.sentence = other;
  return grade;
}

Json to_json(const Grade& one) {
  return {{"student", one.student},   {"exercise", one.exercise}, {"file", one.file},
          {"verdict", one.verdict},   {"late", one.is_late},      {"sentence", one.sentence},
          {"findings", one.findings}, {"text", one.text}};
}

/// The grades in a file of --output. Throws Error(bad_input) if it is no such file.
std::vector<Grade> read_grades(const std::string& path) {
  std::vector<Grade> all;
  const Json json = parse_json(read_text_file(path));
  try {
    for (const Json& one : json.at("grades"))
      all.push_back({one.at("student"), one.at("exercise"), one.at("file"), one.at("verdict"),
                     one.at("sentence"), one.at("findings"), one.at("late"), one.at("text")});
  } catch (const Json::exception& error) {
    throw Error(Status::bad_input, fmt::format("{} is no file of gputest grade: it {}",
                                               printable(path), json_fault(error)));
  }
  return all;
}

/// "3 of 4": the findings that are as asked.
std::string count_of(const Grade& grade) {
  int asked = 0, passed = 0;
  for (const Json& one : grade.findings) {
    if (!one.value("asked", true)) continue;
    ++asked;
    if (one.value("passed", false)) ++passed;
  }
  return asked == 0 ? "" : fmt::format("{} of {}", passed, asked);
}

std::string verdict_of(const Grade& grade) {
  return grade.verdict + (grade.is_late ? ", late" : "");
}

/// How many passed, are not yet right, are broken.
std::string summary_of(const std::vector<Grade>& grades) {
  const auto count = [&](const char* verdict) {
    return std::count_if(grades.begin(), grades.end(),
                         [&](const Grade& one) { return one.verdict == verdict; });
  };
  return fmt::format("{} passed, {} not yet, {} broken", count(kPassed), count(kNotYet),
                     count(kBroken));
}

Table table_of(const std::vector<Grade>& grades) {
  Table table;
  table.columns = {{"student"}, {"exercise"}, {"verdict"}, {"checks"}, {"first finding"}};
  for (const Grade& one : grades)
    table.rows.push_back(
        {{printable(one.student), one.exercise.empty() ? printable(one.file) : one.exercise,
          verdict_of(one), count_of(one), printable(one.sentence)}});
  return table;
}

void write_csv(std::ostream& out, const std::vector<Grade>& grades) {
  fmt::print(out, "student,exercise,file,verdict,late,checks,sentence\r\n");
  for (const Grade& one : grades) {
    std::vector<std::string> fields;
    for (const std::string& text :
         {one.student, one.exercise, one.file, one.verdict, std::string(one.is_late ? "yes" : "no"),
          count_of(one), printable(one.sentence)})
      fields.push_back(csv_field(text));
    fmt::print(out, "{}\r\n", fmt::join(fields, ","));
  }
}

void write_html(std::ostream& out, const std::vector<Grade>& grades) {
  fmt::print(out,
             "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Grades</title>\n"
             "<style>:root{{color-scheme:light dark}}body{{font:1rem system-ui;margin:2rem auto;"
             "max-width:60rem;padding:0 1rem}}table{{border-collapse:collapse;width:100%}}"
             "td,th{{text-align:left;vertical-align:top;padding:.3rem .6rem;"
             "border-bottom:1px solid #8888}}</style>\n<h1>Grades</h1>\n<p>{}</p>\n<table>\n",
             summary_of(grades));
  const Table table = table_of(grades);
  fmt::print(out, "<tr>");
  for (const Table::Column& column : table.columns) fmt::print(out, "<th>{}", column.title);
  for (const Table::Row& row : table.rows) {
    fmt::print(out, "\n<tr>");
    for (const std::string& cell : row.cells) fmt::print(out, "<td>{}", xml_text(cell));
  }
  fmt::print(out, "\n</table>\n</html>\n");
}

void write(std::ostream& out, const std::string& format, const std::vector<Grade>& grades) {
  if (format == "csv") return write_csv(out, grades);
  if (format == "html") return write_html(out, grades);
  Json all{{"gputest", GPUTEST_VERSION}, {"grades", Json::array()}};
  for (const Grade& one : grades) all["grades"].push_back(to_json(one));
  out << all.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

class GradeSubcommand : public Subcommand {
 public:
  std::string name() const override { return "grade"; }
  std::string summary() const override { return "check a folder of kernels for the exercises"; }
  void declare(OptionList& options) override {
    options.word("folder", command_.folder,
                 "files STUDENT/EXERCISE.cl, EXERCISE_STUDENT.cl or STUDENT_EXERCISE.cl");
    options.value("--format", command_.format, "table, csv, json or html [table]", "NAME");
    options.value("-o,--output", command_.output,
                  "write the grades to a file after each kernel [standard output]", "FILE");
    options.flag("--resume", command_.resume,
                 "keep the grades of files in --output that have not changed");
    options.value("--deadline", deadline_,
                  "mark files that were changed later: 2026-12-01T23:59, local time", "TIME");
    options.value("--device", command_.device, fmt::format("{} [the API's first]", kDeviceHelp),
                  "ID");
    options.value("--timeout", command_.timeout, "seconds that one part of a check may take [60]",
                  "S");
    options.need("--resume", "--output");
  }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest grade submissions", "a line for each student and exercise"},
            {"gputest grade submissions --format=json -o grades.json --resume", "go on later"}};
  }

  Status run() override {
    const std::vector<std::string> formats{"table", "csv", "json", "html"};
    if (std::find(formats.begin(), formats.end(), command_.format) == formats.end())
      throw Error(Status::usage, no_such("format", command_.format, formats));
    if (command_.format == "table" && !command_.output.empty())
      throw Error(Status::usage, "--output needs --format=csv, json or html");
    if (command_.resume && command_.format != "json")
      throw Error(Status::usage, "--resume needs --format=json, which has every finding");
    if (!deadline_.empty()) command_.deadline = parse_deadline(deadline_);
    const auto seconds = real_number("--timeout", command_.timeout, 0.1);
    if (!seconds) command_.timeout = "60";
    const std::vector<Submission> all = submissions_in(command_.folder);
    if (!command_.output.empty()) require_writable(command_.output);
    std::vector<Grade> earlier;
    std::error_code absent;
    if (command_.resume && fs::exists(command_.output, absent))
      earlier = read_grades(command_.output);
    std::vector<Grade> grades;
    for (const Submission& one : all) {
      grades.push_back(earlier_or_new(earlier, one));
      say("{} of {}: {}: {}", grades.size(), all.size(), printable(one.file.string()),
          grades.back().verdict);
      if (!command_.output.empty()) save(grades);
    }
    if (command_.output.empty()) print(grades);
    return Status::ok;
  }

 private:
  Grade earlier_or_new(const std::vector<Grade>& earlier, const Submission& one) const {
    for (const Grade& grade : earlier) {
      if (grade.file != one.file.string() || grade.text.empty()) continue;
      const std::string path = (fs::path(command_.folder) / one.file).string();
      if (grade.text == checksum(read_text_file(path))) return grade;
    }
    return grade_of(one, command_);
  }
  void save(const std::vector<Grade>& grades) const {
    write_file_atomically(command_.output,
                          [&](std::ostream& out) { write(out, command_.format, grades); });
  }
  void print(const std::vector<Grade>& grades) const {
    if (command_.format == "table")
      std::cout << to_text_within(table_of(grades), text_width(STDOUT_FILENO)) << '\n'
                << summary_of(grades) << '\n';
    else
      write(std::cout, command_.format, grades);
    std::cout << std::flush;
    require_standard_output();
  }

  GradeCommand command_;
  std::string deadline_;
};

}  // namespace

std::unique_ptr<Subcommand> make_grade() { return std::make_unique<GradeSubcommand>(); }

}  // namespace gputest
