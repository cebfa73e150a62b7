#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "app/command/commands.hpp"
#include "app/command/table.hpp"
#include "app/describe/kernel_plans.hpp"
#include "app/run/first_use.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/names.hpp"
#include "common/texts/cache.hpp"
#include "common/texts/image.hpp"

namespace gputest {
namespace {

class Cache : public Subcommand {
 public:
  explicit Cache(const Registry& registry) : registry_(registry) {}
  std::string name() const override { return "cache"; }
  std::string summary() const override {
    return "list, fill or clear the cache of compiled kernels on disk";
  }
  std::vector<ManualEntry> examples() const override {
    return {
        {"gputest cache list", "list compiled kernels and the folder"},
        {"gputest cache fill --target=sm_90,gfx90a", "compile every kernel for two GPUs"},
        {"gputest cache fill --target=sm_90 --kernel='gravity_*'", "compile only these kernels"}};
  }
  void declare(OptionList& options) override {
    options.word("what", what_, "list, fill or clear", false);
    options.list("--target", targets_, "fill: the GPUs to compile for, such as sm_90 or gfx90a",
                 "LIST");
    options.list("--kernel", kernels_, "fill: the kernels [all]", "GLOB");
  }
  Status run() override {
    if (what_ == "list") return list();
    if (what_ == "clear") {
      fmt::print("{} removed from {}\n", counted(texts::clear_cache()), texts::cache_folder());
      return Status::ok;
    }
    if (what_ == "fill") return fill();
    throw Error(Status::usage, fmt::format("cache takes list, fill or clear, not '{}'", what_));
  }

 private:
  /// Sizes with different launches, for example in bodies per thread or in the way of sorting keys.
  static constexpr std::array<std::uint64_t, 3> kSizes{1024, 16384, 262144};

  static std::unique_ptr<Problem> problem_of(const Family& family, std::uint64_t n) {
    ProblemRequest request;
    request.n = n;
    return family.make_problem(request);
  }

  static DeviceList no_devices(const std::string&) { return {}; }

  static std::string counted(std::size_t entries) {
    return fmt::format("{} compiled {}", entries, entries == 1 ? "file" : "files");
  }

  static Status list() {
    const std::vector<texts::CacheEntry> entries = texts::cache_entries();
    Table table;
    table.columns = {{"kernels of"}, {"target"}, {"compiler"}, {"bytes", Align::right}};
    std::uint64_t bytes = 0;
    for (const texts::CacheEntry& entry : entries) {
      table.rows.push_back(
          {{entry.file, entry.target, entry.compiler, std::to_string(entry.bytes)}});
      bytes += entry.bytes;
    }
    if (!entries.empty()) fmt::print("{}\n", to_text(table, false));
    fmt::print("{} in {}: {}\n", counted(entries.size()), texts::cache_folder(),
               format_bytes(bytes));
    return Status::ok;
  }

  /// Compiles the texts of a run without options, in every precision and block.
  Status fill() const {
    if (targets_.empty() || !std::all_of(targets_.begin(), targets_.end(), is_target))
      throw Error(Status::usage,
                  "cache fill needs a GPU to compile for, such as --target=sm_90 or gfx90a");
    for (const std::string& target : targets_) fill_for(target);
    return Status::ok;
  }

  static bool is_target(const std::string& text) {
    return text.starts_with("sm_") || text.starts_with("gfx");
  }

  static std::string_view api_of(const std::string& target) {
    return target.starts_with("sm_") ? "cuda" : "hip";
  }

  bool is_chosen(const KernelInfo& info, const std::string& target) const {
    return info.api == api_of(target) && (kernels_.empty() || matches_any(kernels_, info.name()));
  }

  void fill_for(const std::string& target) const {
    std::vector<const Kernel*> chosen;
    for (const auto& kernel : registry_.kernels())
      if (is_chosen(kernel->info(), target)) chosen.push_back(kernel.get());
    if (chosen.empty())
      throw Error(Status::usage, fmt::format("{} has no kernel that matches {}", api_of(target),
                                             fmt::join(kernels_, ", ")));
    std::map<std::pair<std::string, std::uint64_t>, std::unique_ptr<Problem>> problems;
    const auto for_each = [&](const auto& f) {
      for (const std::uint64_t n : kSizes)
        for (const Kernel* kernel : chosen) {
          const std::string& family = kernel->info().family;
          auto& problem = problems[{family, n}];
          if (!problem) problem = problem_of(*registry_.find_family(family), n);
          f(*kernel, *problem);
        }
    };
    std::vector<texts::Wanted> wanted;
    for_each([&](const Kernel& kernel, const Problem& problem) {
      const auto more = texts_of(kernel, problem, {target}, no_devices);
      for (const texts::Wanted& one : more)
        if (const std::string reason = texts::why_not_compiled(*one.compiler, one.target);
            !reason.empty())
          throw Error(Status::unavailable, reason);
      wanted.insert(wanted.end(), more.begin(), more.end());
    });
    compile_first(wanted);
    std::set<const Kernel*> compiled;
    std::vector<std::string> left_out;
    for_each([&](const Kernel& kernel, const Problem& problem) {
      const KernelPlans plans = plans_of(kernel, problem, {target}, no_devices);
      if (std::any_of(plans.launches.begin(), plans.launches.end(),
                      [](const PlannedLaunch& launch) { return has_code(launch.code); }))
        compiled.insert(&kernel);
      if (compiled.empty() && !plans.reasons.empty())
        throw Error(Status::unavailable, plans.reasons.front());
      for (const std::string& reason : plans.reasons) {
        const std::string line = fmt::format("{}: {}", kernel.info().name(), reason);
        if (std::find(left_out.begin(), left_out.end(), line) == left_out.end())
          left_out.push_back(line);
      }
    });
    if (compiled.empty())
      throw Error(Status::unavailable, fmt::format("no kernel is compiled for {}", target));
    fmt::print("{} {} compiled for {}, in {}\n", compiled.size(),
               compiled.size() == 1 ? "kernel is" : "kernels are", target, texts::cache_folder());
    for (const std::string& line : left_out) fmt::print("left out: {}\n", line);
  }

  const Registry& registry_;
  std::string what_ = "list";
  std::vector<std::string> targets_, kernels_;
};

}  // namespace

std::unique_ptr<Subcommand> make_cache(const Registry& registry) {
  return std::make_unique<Cache>(registry);
}

}  // namespace gputest
