#include "app/course/exercise_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "app/describe/counted_accesses.hpp"
#include "app/describe/results_by_order.hpp"
#include "app/run/case_loop.hpp"
#include "app/run/own_kernels.hpp"
#include "app/run/selection.hpp"
#include "app/texts/kernel_texts.hpp"
#include "common/core/error.hpp"
#include "common/core/text_file.hpp"
#include "common/measure/statistics.hpp"
#include "common/run/runner.hpp"
#include "config.hpp"
#ifdef GPUTEST_HAVE_OPENCL
#include "opencl/catalogue.hpp"
#endif

namespace gputest {
namespace {

constexpr unsigned kRounds = 5;  ///< each runs the start, then the kernel
constexpr SamplingOptions kShortSampling{Strategy::hot, 3, 0.02, 0.1};

std::string start_variant(const Exercise& exercise) { return exercise.name; }

/// The kernel to compare with, in the same API; empty if there is none. Adds the start
/// to the registry if it is a file of the course, which is in OpenCL C.
std::string add_start(Registry& registry, const Exercise& exercise, const AddedKernel& own) {
  if (!exercise.begins_as.empty()) {
    const bool there =
        std::any_of(registry.kernels().begin(), registry.kernels().end(), [&](const auto& kernel) {
          return kernel->info().api == own.api && kernel->info().name() == exercise.begins_as;
        });
    return there ? exercise.begins_as : "";
  }
  if (own.api != "opencl") return "";
#ifdef GPUTEST_HAVE_OPENCL
  const std::string start = exercise.family + "_" + start_variant(exercise);
  if (own.name == start)
    throw Error(Status::bad_input,
                fmt::format("{} is the name of the exercise's start; give your kernel another name",
                            start));
  add_own_opencl_kernel(registry, {fmt::format("opencl/kernels/course/{}.cl", exercise.name),
                                   kernel_file_text("opencl", "course_" + exercise.name).text,
                                   exercise.family, start_variant(exercise)});
  return start;
#else
  return "";
#endif
}

/// The case of a kernel of that API at a size. Throws Error if it cannot run.
Case exercise_case(const Registry& registry, const ExerciseRequest& request, const std::string& api,
                   const std::string& kernel, const std::string& layout, const ExerciseSize& size) {
  RunCommand run;
  run.apis = {api};
  run.kernels = {kernel};
  run.device = request.device;
  if (!layout.empty()) run.layouts = {layout};
  const Family& family = *registry.find_family(request.exercise->family);
  for (const auto& [name, value] : request.exercise->options) {
    const std::string& option = name;
    const std::vector<Axis> axes = family.axes();
    if (std::any_of(axes.begin(), axes.end(), [&](const Axis& a) { return a.name == option; }))
      run.axes[name] = {value};
    else
      run.problem[name] = value;
  }
  if (!size.shape.empty()) run.problem["shape"] = size.shape;
  const Selection selection = select(registry, run, {size.n});
  if (selection.cases.empty())
    throw Error(Status::unavailable,
                fmt::format("no device can run {}; gputest list devices shows why", kernel));
  const Case& c = selection.cases.front();
  if (!request.device.empty()) require_single_device(selection, "--device=" + request.device);
  if (!c.fault().empty()) throw Error(Status::bad_input, c.fault());
  if (!c.skip_reason.empty()) throw Error(Status::bad_input, c.skip_reason);
  return c;
}

std::unique_ptr<Problem> exercise_problem(const Registry& registry, const Exercise& exercise,
                                          const ExerciseSize& size) {
  const Family& family = *registry.find_family(exercise.family);
  ProblemRequest request;
  request.n = size.n;
  for (const ProblemOption& option : family.options())
    if (const auto found = exercise.options.find(option.name); found != exercise.options.end())
      request.options[option.name] = found->second;
  if (!size.shape.empty()) request.options["shape"] = size.shape;
  return family.make_problem(request);
}

/// "n = 1, 1000", "shape = 1,5; 33,5".
std::string sizes_text(const std::vector<ExerciseSize>& sizes) {
  const bool shapes = !sizes.front().shape.empty();
  std::vector<std::string> texts;
  for (const ExerciseSize& size : sizes) texts.push_back(size.text());
  return fmt::format("{} = {}", shapes ? "shape" : "n", fmt::join(texts, shapes ? "; " : ", "));
}

/// A text without its C comments; IL has the same.
std::string without_comments(const std::string& text) {
  static const std::regex kComment(R"(/\*[^]*?\*/|//[^\n]*)");
  return std::regex_replace(text, kComment, " ");
}

/// The text of the user's file and of its own includes, without comments, and with continued lines
/// joined.
std::string own_text(const std::filesystem::path& path, unsigned depth = 0) {
  constexpr unsigned kDeepest = 8;
  static const std::regex kContinued(R"(\\\r?\n)"),
      kInclude(R"re(#[ \t]*include[ \t]*"([^"]*)")re");
  std::string text =
      without_comments(std::regex_replace(read_text_file(path.string()), kContinued, ""));
  std::string included;
  for (std::sregex_iterator found(text.begin(), text.end(), kInclude), end; found != end; ++found) {
    const std::string name = (*found)[1];
    const bool is_of_project = name.starts_with("opencl/") || name.starts_with("common/");
    std::error_code absent;
    if (!is_of_project && depth < kDeepest &&
        std::filesystem::is_regular_file(path.parent_path() / name, absent))
      included += "\n" + own_text(path.parent_path() / name, depth + 1);
  }
  return text + included;
}

/// A name in the text by which a kernel could do something else while it is checked; empty if there
/// is none. A kernel may define COUNTED_AS.
std::string name_of_the_check(const std::string& text) {
  static const std::regex kOfCheck(
      R"(\b(GT_COUNT|GT_ITEMS_REVERSED|GPUTEST_COUNTED_H|COUNTED_NOTE|counted_place|counted_reads)\b)");
  static const std::regex kInDirective(
      R"(#[ \t]*(?:if|elif|define|undef)[^\n]*\b(COUNTED_(?:ITEM|READ|WRITE|LOCAL|ADD)|get_local_id|get_global_id)\b)");
  static const std::regex kDefined(R"(#[ \t]*define[ \t]+(?!COUNTED_|get_)\w)");
  std::smatch found;
  if (std::regex_search(text, found, kOfCheck)) return found[1];
  for (std::string::size_type start = 0; start < text.size();) {
    const auto end = std::min(text.find('\n', start), text.size());
    const std::string line = text.substr(start, end - start);
    if (!std::regex_search(line, kDefined) && std::regex_search(line, found, kInDirective))
      return found[1];
    start = end + 1;
  }
  return "";
}

/// Runs the checks one after another and reports their findings.
class Checker {
 public:
  Checker(Registry& registry, const ExerciseRequest& request, const ExerciseListener& listener)
      : registry_(registry), request_(request), exercise_(*request.exercise), listener_(listener) {
    const auto added = add_own_kernels(registry, {request.file}, exercise_.family);
    if (added.size() != 1)
      throw Error(Status::bad_input, fmt::format("{} has {} kernels; an exercise needs exactly one",
                                                 request.file, added.size()));
    own_ = added.front();
    start_ = add_start(registry, exercise_, own_);
    largest_ = std::make_unique<Case>(mine(exercise_.sizes.back()));
    device_ = registry.find_backend(own_.api)->open(largest_->device.id);
  }

  /// Runs all checks and returns whether the kernel passed.
  bool check() {
    listener_.begun({own_.name, device_->info().id, device_->info().name});
    try {
      check_parts();
    } catch (const Error& error) {
      if (error.status() != Status::device_lost) throw;
      find(topic_, false, fmt::format("{}: {}", on_, error.what()));
    }
    return passed_;
  }

 private:
  void check_parts() {
    if (!check_names()) return;
    if (!check_answers()) return;
    check_items();
    check_text();
    check_counts();
    check_order();
    check_speed();
  }

  /// Announces the next part and its finding, because the kernel may end the process or lose the
  /// device.
  void begin(const std::string& topic, const std::string& on) {
    topic_ = topic;
    on_ = on;
    listener_.checking(topic, on);
  }

  Case mine(const ExerciseSize& size) const {
    return exercise_case(registry_, request_, own_.api, own_.name, "", size);
  }

  void find(const std::string& topic, bool passed, const std::string& sentence,
            bool is_asked = true) {
    passed_ = passed_ && passed;
    listener_.found({topic, passed, sentence, is_asked});
  }

  /// Reports a count that must be at most `most`, if that is given: "{found} {thing}s {rest}".
  void find_at_most(const std::string& topic, const std::optional<double>& most, double found,
                    const std::string& thing, const std::string& rest) {
    if (!most) return;
    const bool passed = found <= *most * 1.0001;  // a mean of whole numbers
    find(topic, passed,
         fmt::format("{:.5g} {}{} {}; asked for: {:g} at most", found, thing, found == 1 ? "" : "s",
                     rest, *most));
  }

  /// Refuses a text that could behave differently when it is checked; false if it could.
  bool check_names() {
    if (!exercise_.checks.counts() && !exercise_.checks.any_item) return true;
    const std::string name = name_of_the_check(own_text(request_.file));
    if (name.empty()) return true;
    find("text", false,
         fmt::format("its text uses {}, which belongs to the check; remove it, because the checked "
                     "kernel must be the one that is timed",
                     name));
    return false;
  }

  /// Verifies the results at every size; false if one is wrong.
  bool check_answers() {
    RunnerOptions options;
    options.measure = false;
    double error = 0;
    for (const ExerciseSize& size : exercise_.sizes) {
      begin("right", sizes_text({size}));
      const Case c = mine(size);
      const auto problem = exercise_problem(registry_, exercise_, size);
      const ResultRow row = Runner(options).run(*c.kernel, *device_, *problem, c.configuration);
      if (row.exit_status != Status::ok || !row.verification) {
        print_build_log(row);
        find("right", false, fmt::format("{}: {}", sizes_text({size}), row.reason));
        return false;
      }
      error = std::max(error, row.verification->max_error);
    }
    find("right", true,
         fmt::format("at {}; the largest error is {:.2g}", sizes_text(exercise_.sizes), error));
    if (const auto& most = exercise_.checks.error)
      find("error", error <= *most, fmt::format("{:.2g}; asked for: {:.2g} at most", error, *most));
    return true;
  }

  /// Checks that results do not depend on the order in which the device runs a group's items.
  void check_items() {
    if (!exercise_.checks.any_item) return;
    if (read_text_file(request_.file).find("course/counted.h") == std::string::npos)
      return find("waits", false,
                  "its text does not include course/counted.h; include it as the start does");
    for (const ExerciseSize& size : exercise_.sizes) {
      const std::string on =
          fmt::format("{}, with the items of a group in the opposite order", sizes_text({size}));
      begin("waits", on);
      const Case c = mine(size);
      const auto problem = exercise_problem(registry_, exercise_, size);
      problem->make_reference(c.configuration);
      const Verification verification = problem->verify(
          c.configuration, c.configuration.precision,
          outputs_of_reversed_items(*c.kernel, *device_, *problem, c.configuration));
      if (!verification.passed)
        return find("waits", false, fmt::format("{}: {}", on, verification.reason));
    }
    find("waits", true, "also right with the items of a group in the opposite order");
  }

  void check_text() {
    const ExerciseChecks& asked = exercise_.checks;
    if (!asked.layout.empty()) {
      const std::string& layout = largest_->configuration.layout;
      find("layout", layout == asked.layout,
           fmt::format("{}; asked for: {}", layout, asked.layout));
    }
    const std::string text = without_comments(read_text_file(request_.file));
    for (const std::string& part : asked.has)
      if (text.find(part) == text.npos)
        find("text", false, fmt::format("it must use {}, and does not", part));
    for (const std::string& part : asked.lacks)
      if (text.find(part) != text.npos)
        find("text", false, fmt::format("it uses {}, and must not", part));
  }

  /// Checks the counts that the kernel writes when it is built for counting.
  void check_counts() {
    const ExerciseChecks& asked = exercise_.checks;
    if (!asked.counts()) return;
    const std::string counting = asked.additions ? "COUNTED_ADD" : "COUNTED_WRITE";
    if ((asked.counts_writes() || asked.additions) &&
        read_text_file(request_.file).find(counting) == std::string::npos) {
      find("counted", false,
           fmt::format("its text does not use {}, which counting needs", counting));
      return;
    }
    const Case c = mine(exercise_.counted);
    const auto problem = exercise_problem(registry_, exercise_, exercise_.counted);
    const KernelSignature shapes = problem->shapes(c.configuration);
    const auto bytes_of = [](const ArrayShape& shape) {
      return bytes(shape.element) * shape.components;
    };
    const auto count = [&](Counted what) {
      begin("counted", sizes_text({exercise_.counted}));
      return counted_of_items(*c.kernel, *device_, *problem, c.configuration, what);
    };
    const std::string lines =
        fmt::format("of {} bytes for {} items", kCountedLine, kCountedWavefront);
    if (asked.lines_read)
      find_at_most("reads", asked.lines_read,
                   lines_of_wavefronts(count(Counted::place_read), bytes_of(shapes.inputs.front())),
                   "line", lines);
    if (asked.lines_written)
      find_at_most(
          "writes", asked.lines_written,
          lines_of_wavefronts(count(Counted::place_written), bytes_of(shapes.outputs.front())),
          "line", lines);
    if (asked.reads)
      find_at_most("reads", asked.reads,
                   total_of_items(count(Counted::reads)) / static_cast<double>(shapes.items),
                   "read", "of global memory for each result");
    if (asked.bank_turns)
      find_at_most("banks", asked.bank_turns, turns_of_wavefronts(count(Counted::place_in_local)),
                   "turn", fmt::format("for {} items", kCountedWavefront));
    const std::string at = fmt::format("at {}", sizes_text({exercise_.counted}));
    if (asked.additions)
      find_at_most("adds", asked.additions, total_of_items(count(Counted::additions)),
                   "atomic addition", at);
    if (asked.launches)
      find_at_most("launches", asked.launches,
                   enqueued(c.kernel->prepare(*device_, c.configuration, shapes)->plan()),
                   "enqueue", at);
  }

  /// The number of kernels that the plan enqueues.
  static double enqueued(const LaunchPlan& plan) {
    double times = 0;
    for (const Pass& pass : plan.passes) times += static_cast<double>(pass.times);
    return times;
  }

  /// Whether results are the same bits in any order of the items.
  void check_order() {
    if (!exercise_.checks.any_order) return;
    begin("bits", sizes_text({exercise_.counted}));
    const auto problem = exercise_problem(registry_, exercise_, exercise_.counted);
    const auto found =
        results_changed_by_order(*largest_->kernel, *device_, *problem, largest_->configuration);
    if (!found)
      return find(
          "bits", false,
          "its layout has an array without one element per item, so the order cannot be reversed");
    find("bits", found->changed == 0,
         fmt::format("{} of {} results change with the order of the items; asked for: 0",
                     found->changed, found->of));
  }

  /// A short run of the case, verified again.
  ResultRow timed(const Case& c, Problem& problem) {
    RunnerOptions options;
    options.sampling = kShortSampling;
    return Runner(options).run(*c.kernel, *device_, problem, c.configuration);
  }

  /// Times the start and the kernel alternately, so that other load of the machine affects both.
  void check_speed() {
    const auto& least = exercise_.checks.faster;
    if (!request_.timed || device_->info().emulated) {
      if (least) find("speed", true, "not timed", false);
      return;
    }
    if (exercise_.start_races) return;
    if (start_.empty()) {
      if (least)
        find("speed", true,
             fmt::format("not compared with the start, which is not available in {}", own_.api));
      return;
    }
    const ExerciseSize& size = exercise_.sizes.back();
    const Case start = exercise_case(registry_, request_, own_.api, start_, exercise_.layout, size);
    const auto problem = exercise_problem(registry_, exercise_, size);
    std::vector<double> ratios;
    for (unsigned round = 0; round < kRounds; ++round) {
      begin("speed", sizes_text({size}));
      const ResultRow before = timed(start, *problem);
      if (!before.timing) return;  // a start may be wrong; then it has no speed
      const ResultRow now = timed(*largest_, *problem);
      if (!now.timing) return find("speed", false, now.reason);
      ratios.push_back(before.timing->median / now.timing->median);
    }
    const auto [low, high] = std::minmax_element(ratios.begin(), ratios.end());
    std::string sentence = fmt::format(
        "{:.3g} times as fast as the start ({:.3g} to {:.3g} in {} rounds, "
        "{})",
        median(ratios), *low, *high, kRounds, sizes_text({size}));
    if (least) {
      sentence += fmt::format("; asked for: {:g} at least", *least);
      if (*low < *least && *high >= *least)
        sentence += ". The rounds disagree: run the check again when the machine is idle";
    }
    find("speed", !least || *low >= *least, sentence, least.has_value());
  }

  Registry& registry_;
  const ExerciseRequest& request_;
  const Exercise& exercise_;
  const ExerciseListener& listener_;
  AddedKernel own_;
  std::string start_;
  std::unique_ptr<Case> largest_;  ///< this kernel at the timed size
  std::unique_ptr<Device> device_;
  std::string topic_, on_;  ///< of the running part
  bool passed_ = true;
};

}  // namespace

bool check_exercise(Registry& registry, const ExerciseRequest& request,
                    const ExerciseListener& listener) {
  return Checker(registry, request, listener).check();
}

}  // namespace gputest
