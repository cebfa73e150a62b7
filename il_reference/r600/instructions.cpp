#include "il_reference/r600/instructions.hpp"

#include <map>

namespace gputest::r600 {
namespace {

using Table = std::map<std::string_view, const Instruction*>;

const Table& table() {
  static const Table all = [] {
    Table made;
    for (const auto* part : {&float_instructions(), &integer_instructions()})
      for (const Instruction& one : *part) made.emplace(one.mnemonic, &one);
    return made;
  }();
  return all;
}

}  // namespace

const Instruction* find_instruction(std::string_view mnemonic) {
  const auto found = table().find(mnemonic);
  return found == table().end() ? nullptr : found->second;
}

std::vector<std::string_view> known_instructions() {
  std::vector<std::string_view> names;
  for (const auto& [name, one] : table()) names.push_back(name);
  return names;
}

}  // namespace gputest::r600
