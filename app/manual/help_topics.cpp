#include "app/manual/help_topics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "app/command/manual.hpp"
#include "app/command/wrap.hpp"

namespace gputest {
namespace {

struct Shown {
  std::string summary;
  std::vector<std::string> apis;
};

ManualSection kernels_of(const Registry& registry, const Family& family) {
  std::map<std::string, Shown> kernels;
  for (const auto& kernel : registry.kernels()) {
    const KernelInfo& info = kernel->info();
    if (info.family != family.name()) continue;
    Shown& shown = kernels[info.name()];
    if (shown.summary.empty()) shown.summary = info.summary;
    if (std::find(shown.apis.begin(), shown.apis.end(), info.api) == shown.apis.end())
      shown.apis.push_back(info.api);
  }
  ManualSection section{"Kernels", {}};
  for (const auto& [name, shown] : kernels)
    section.entries.push_back(
        {name, fmt::format("{} ({})", shown.summary, fmt::join(shown.apis, ", "))});
  return section;
}

}  // namespace

std::vector<std::string> family_topics(const Registry& registry,
                                       const std::vector<std::string>& commands) {
  std::vector<std::string> topics;
  for (const auto& family : registry.families()) {
    const bool is_command =
        std::find(commands.begin(), commands.end(), family->name()) != commands.end();
    topics.push_back(family->name() + (is_command ? "_*" : ""));
  }
  return topics;
}

std::vector<std::string> help_topics(const Registry& registry,
                                     const std::vector<std::string>& commands) {
  std::vector<std::string> topics = family_topics(registry, commands);
  topics.insert(topics.end(), {kOptionsTopic, kTableTopic});
  return topics;
}

const Family* family_of_topic(const Registry& registry, const std::string& topic) {
  return registry.find_family(topic.substr(0, topic.find('_')));
}

std::string family_help(const Registry& registry, const Family& family) {
  std::vector<ManualSection> sections{kernels_of(registry, family)};
  ManualSection axes{"Axes (several values, or all, make several rows)", {}};
  for (const Axis& axis : family.axes())
    axes.entries.push_back({fmt::format("--{} LIST", axis.name),
                            fmt::format("{}: {}", axis.help, fmt::join(axis.values, ", "))});
  ManualSection problem{"Options of the problem", {}};
  for (const ProblemOption& option : family.options())
    problem.entries.push_back({fmt::format("--{} X", option.name),
                               fmt::format("{} [{}]", option.help, option.default_value)});
  for (ManualSection* section : {&axes, &problem})
    if (!section->entries.empty()) sections.push_back(std::move(*section));
  sections.push_back({kMoreHelp,
                      {{fmt::format("gputest --kernel='{}_*'", family.name()), "run these kernels"},
                       {fmt::format("gputest describe {}", sections.front().entries.front().name),
                        "a kernel's layouts, launches and resources"},
                       {"gputest help options", "the options of every family"}}});
  const std::string title = family.name() + ": " + family.summary();
  return fmt::format("{}\n\n{}", fmt::join(wrapped(title, kHelpWidth), "\n"), help_text(sections));
}

}  // namespace gputest
