#include "common/codeobject/resource_table.hpp"

#include <algorithm>

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

Json loop_json(const ResourceRow& row) {
  if (!row.loop) return nullptr;
  Json loop{{"instructions", row.loop->total()}};
  for (const InstructionKind kind : kInstructionKinds)
    loop[std::string(name(kind))] = row.loop->of(kind);
  return loop;
}

LoopCount loop_of(const Json& json) {
  LoopCount loop;
  for (const InstructionKind kind : kInstructionKinds)
    loop.by_kind[static_cast<std::size_t>(kind)] = json.at(std::string(name(kind)));
  return loop;
}

}  // namespace

Json to_json(const ResourceRow& row) {
  return {{"platform", row.instance.platform},
          {"target", row.target},
          {"kernel", row.instance.kernel},
          {"layout", row.instance.layout},
          {"precision", row.instance.precision},
          {"arguments", row.instance.arguments},
          {"max_block", row.resources.max_block},
          {"wavefront", row.resources.wavefront},
          {"vector_registers", row.resources.vector_registers},
          {"scalar_registers", row.resources.scalar_registers},
          {"shared_bytes", row.resources.shared_bytes},
          {"scratch_bytes", row.resources.scratch_bytes},
          {"spilled_registers", row.resources.spilled_registers},
          {"loop", loop_json(row)},
          {"loop_source", row.loop_source}};
}

std::vector<ResourceRow> resource_rows(std::string_view json) {
  std::vector<ResourceRow> rows;
  for (const Json& entry : Json::parse(json)) {
    ResourceRow row;
    row.target = entry.at("target");
    row.instance = {entry.at("platform"),  entry.at("kernel"),    entry.at("layout"),
                    entry.at("precision"), entry.at("arguments"), entry.at("wavefront")};
    row.resources.max_block = entry.at("max_block");
    row.resources.wavefront = entry.at("wavefront");
    row.resources.vector_registers = entry.at("vector_registers");
    row.resources.scalar_registers = entry.at("scalar_registers");
    row.resources.shared_bytes = entry.at("shared_bytes");
    row.resources.scratch_bytes = entry.at("scratch_bytes");
    row.resources.spilled_registers = entry.at("spilled_registers");
    if (!entry.at("loop").is_null()) row.loop = loop_of(entry.at("loop"));
    row.loop_source = entry.at("loop_source");
    rows.push_back(row);
  }
  return rows;
}

bool same_but_wavefront(const ResourceRow& a, const ResourceRow& b) {
  return a.target == b.target && a.instance.platform == b.instance.platform &&
         a.instance.kernel == b.instance.kernel && a.instance.layout == b.instance.layout &&
         a.instance.precision == b.instance.precision &&
         a.instance.arguments == b.instance.arguments;
}

void drop_other_wavefronts(std::vector<ResourceRow>& rows) {
  const auto fits = [](const ResourceRow& row) {
    return row.instance.wavefront == 0 || row.instance.wavefront == row.resources.wavefront;
  };
  std::vector<ResourceRow> kept;
  for (const ResourceRow& row : rows)
    if (fits(row) || std::none_of(rows.begin(), rows.end(), [&](const ResourceRow& other) {
          return fits(other) && same_but_wavefront(row, other);
        }))
      kept.push_back(row);
  rows = std::move(kept);
}

}  // namespace gputest
