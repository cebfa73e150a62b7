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

bool may_be_own(std::string_view symbol) {
  return symbol.find("7gputest") != symbol.npos;  // the namespace, as it is mangled
}

Json to_json(const ResourceRow& row) {
  return {{"platform", row.platform},
          {"target", row.target},
          {"symbol", row.resources.symbol},
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
    row.platform = entry.at("platform");
    row.target = entry.at("target");
    row.resources.symbol = entry.at("symbol");
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

ResourceTable::ResourceTable(std::vector<ResourceRow> rows) : rows_(std::move(rows)) {
  for (const ResourceRow& row : rows_) {
    by_symbol_.insert({{row.target, row.resources.symbol}, &row});
    if (std::none_of(targets_.begin(), targets_.end(), [&](const Target& known) {
          return known.platform == row.platform && known.name == row.target;
        }))
      targets_.push_back({row.platform, row.target, row.resources.wavefront});
  }
  std::stable_sort(targets_.begin(), targets_.end(), [](const Target& a, const Target& b) {
    return std::make_pair(a.name.size(), std::string_view(a.name)) <
           std::make_pair(b.name.size(), std::string_view(b.name));
  });
}

const ResourceRow* ResourceTable::find(std::string_view target, std::string_view symbol) const {
  const auto found = by_symbol_.find({target, symbol});
  return found == by_symbol_.end() ? nullptr : found->second;
}

}  // namespace gputest
