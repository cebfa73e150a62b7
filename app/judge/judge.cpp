// Verifies and times kernels of a problem that a file describes: docs/judge.md.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/command/commands.hpp"
#include "app/judge/certificate.hpp"
#include "app/judge/submission.hpp"
#include "app/judge/task_file.hpp"
#include "app/run/isolation.hpp"
#include "app/run/own_kernels.hpp"
#include "app/run/run.hpp"
#include "app/run/run_options.hpp"
#include "app/run/shut_in.hpp"
#include "common/core/defences.hpp"
#include "common/owncode/confinement.hpp"
#include "common/task/task_family.hpp"

namespace gputest {
namespace {

class Judge : public Subcommand {
 public:
  Judge(Registry& registry, std::vector<std::string> argv)
      : registry_(registry), argv_(std::move(argv)), options_(registry) {}
  std::string name() const override { return "judge"; }
  std::string summary() const override { return "verify and time kernels for your problem"; }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest judge saxpy.toml mine.cu theirs.cl", "two kernels for the task of a file"},
            {"gputest judge saxpy.toml *.cl --format=json -o result.json",
             "all of a folder, as a result for other programs"}};
  }
  void declare(OptionList& options) override {
    options.word("task", judged_.task, "the task's file (TOML)", false);
    options.words("submissions", judged_.submissions, "files with a kernel: .cu, .hip, .cl or .cpp",
                  0);
    options.group("Submissions");
    options.value("--entry", judged_.entry, "the kernel function [the only one of each file]",
                  "NAME");
    options.value("--repeat", repeated_, "take task and submissions from a result (JSON)", "FILE");
    options.exclude("--repeat", "--entry");
    options_.declare_judging(options);
  }

  Status run() override {
    RunCommand command = options_.read();
    auto order = worker_order();
    std::vector<std::string> argv = argv_;
    if (!repeated_.empty()) unpack(argv);
    if (judged_.submissions.empty())
      throw Error(Status::usage, "gputest judge needs a task and submissions, or --repeat=RESULT");
    const task::Task task = read_task(judged_.task);
    const std::vector<Submitted> submissions =
        read_submissions(judged_.submissions, judged_.entry, task);
    if (order && !order->room.empty()) shut_in(*order, openable(task));
    registry_.add(task::make_task_family(task));
    add(submissions, command);
    if (!order) require_right(task);
    if (!order && command.format == OutputFormat::json)
      command.certificate = certificate_of(judged_, task);
    command.n = "1";
    for (std::size_t size = 2; size <= task.sizes.size(); ++size)
      command.n += fmt::format(",{}", size);
    command.isolation = Isolation::on;
    command.shuts_in = !is_left_out(Defence::jail);
    command.only_right_from = 1 + static_cast<std::uint64_t>(std::count_if(
                                      task.sizes.begin(), task.sizes.end(),
                                      [](const task::Task::Size& size) { return !size.is_timed; }));
    return run_command(registry_, command, argv, std::move(order));
  }

 private:
  /// Throws what task::require_right() does, with the file in each sentence.
  static void require_right(const task::Task& task) {
    try {
      task::require_right(task);
    } catch (const Error& error) {
      const std::string sentence = error.what();
      if (sentence.find(task.path) != sentence.npos) throw;
      throw Error(error.status(), fmt::format("{}: {}", task.path, sentence), error.api_failure());
    }
  }

  /// Takes the files of --repeat. A worker finds them as words of its command line.
  void unpack(std::vector<std::string>& argv) {
    if (!judged_.task.empty())
      throw Error(Status::usage, "--repeat has a task and submissions; leave out the others");
    judged_ = judged_in(repeated_);
    std::erase(argv, "--repeat=" + repeated_);
    if (const auto word = std::find(argv.begin(), argv.end(), "--repeat");
        word != argv.end() && word + 1 != argv.end())
      argv.erase(word, word + 2);
    if (!judged_.entry.empty()) argv.push_back("--entry=" + judged_.entry);
    argv.push_back(judged_.task);
    argv.insert(argv.end(), judged_.submissions.begin(), judged_.submissions.end());
  }

  /// The files of submissions and the task that are read after a submission's code has run.
  Openable openable(const task::Task& task) const {
    namespace fs = std::filesystem;
    Openable all;
    for (const std::string& file : judged_.submissions) try {
        for (const std::string& part : owncode::require_confined(file))
          all.files.push_back((fs::path(file).parent_path() / part).string());
      } catch (const Error&) {  // it does not run
      }
    std::error_code ignored;
    const fs::path folder = fs::absolute(task.path).parent_path();
    for (const auto& entry : fs::directory_iterator(folder, ignored))
      if (entry.path().extension() == ".npy") all.files.push_back(entry.path());
    if (!task.reference.python.empty())
      all.folders_of_tools.push_back(fs::absolute(task.reference.file).parent_path());
    return all;
  }

  /// Adds the submissions' kernels. Only they run.
  void add(const std::vector<Submitted>& submissions, RunCommand& command) {
    command.kernels = {fmt::format("{}_*", task::kFamily)};
    const bool every_api = command.apis == std::vector<std::string>{"all"};
    if (every_api) command.apis.clear();
    for (const Submitted& one : submissions) {
      const std::string api = add_own_kernel(registry_, one.kernel, one.kernel.path);
      Kernel& kernel = *registry_.kernels().back();
      if (!one.fault.empty()) kernel.set_fault(one.fault);
      if (every_api &&
          std::find(command.apis.begin(), command.apis.end(), api) == command.apis.end())
        command.apis.push_back(api);
    }
  }

  Registry& registry_;
  std::vector<std::string> argv_;
  RunOptions options_;
  Judged judged_;
  std::string repeated_;  ///< a result; empty: none
};

}  // namespace

std::unique_ptr<Subcommand> make_judge(Registry& registry, const std::vector<std::string>& argv) {
  return std::make_unique<Judge>(registry, argv);
}

}  // namespace gputest
