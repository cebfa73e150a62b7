#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/command/commands.hpp"
#include "app/results/schema.hpp"
#include "common/task/task_family.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

/// The schema of an object without other members.
Json closed(const Json& members) {
  Json schema{{"type", "object"}, {"additionalProperties", false}};
  schema.update(members);
  return schema;
}

/// The schema of "problem" in rows of the family.
Json problem_of(const Family& family) {
  Json schema = closed(family.parameters_schema());
  for (const Axis& axis : family.axes())
    schema["properties"][axis.name] = {{"description", axis.help}, {"enum", axis.values}};
  return schema;
}

/// The condition that rows of the family have the family's "problem". A row that did not run may
/// have none.
Json condition(const std::string& family, const std::string& definition) {
  return {{"if",
           {{"properties", {{"algorithm", {{"const", family}}}}},
            {"anyOf",
             {{{"properties",
                {{"status",
                  {{"enum", {"ok", "noisy", "disturbed", "throttled", "undefended", "failed"}}}}}}},
              {{"properties", {{"problem", {{"minProperties", 1}}}}}}}}}},
          {"then", {{"properties", {{"problem", {{"$ref", "#/$defs/" + definition}}}}}}}};
}

class Schema : public Subcommand {
 public:
  explicit Schema(const Registry& registry) : registry_(registry) {}
  std::string name() const override { return "schema"; }
  std::string summary() const override { return "print the JSON Schema of --format=json"; }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest schema > result.schema.json", "save it for JSON validators"}};
  }
  Status run() override {
    Json schema = Json::parse(result_schema().front().text);
    Json& definitions = schema["$defs"];
    for (const auto& family : registry_.families()) {
      const std::string definition = family->name() + "_problem";
      definitions[definition] = problem_of(*family);
      definitions["row"]["allOf"].push_back(condition(family->name(), definition));
    }
    const std::string task = fmt::format("{}_problem", task::kFamily);
    definitions[task] = closed(task::task_parameters_schema());
    definitions["row"]["allOf"].push_back(condition(task::kFamily, task));
    fmt::print("{}\n", schema.dump(2));
    return Status::ok;
  }

 private:
  const Registry& registry_;
};

}  // namespace

std::unique_ptr<Subcommand> make_schema(const Registry& registry) {
  return std::make_unique<Schema>(registry);
}

}  // namespace gputest
