#include <unordered_map>

#include "hip/isa/semantics.hpp"

namespace gputest::isa {
namespace {

using Index = std::unordered_map<std::string_view, const Semantics*>;

const Index& all_instructions() {
  static const Index index = [] {
    Index all;
    for (const auto table :
         {scalar_instructions(), scalar_accumulating_instructions(), control_instructions(),
          vector_float_instructions(), vector_integer_instructions(), compare_instructions(),
          convert_instructions(), lane_instructions(), idle_instructions(), packed_instructions(),
          half_instructions(), matrix_instructions(), image_instructions(),
          scalar_memory_instructions(), vector_memory_instructions(), typed_buffer_instructions(),
          lds_instructions()})
      for (const Semantics& entry : table) all.emplace(entry.mnemonic, &entry);
    return all;
  }();
  return index;
}

}  // namespace

const Semantics* find_semantics(std::string_view mnemonic) {
  const auto found = all_instructions().find(mnemonic);
  return found == all_instructions().end() ? nullptr : found->second;
}

std::vector<std::string_view> known_mnemonics() {
  std::vector<std::string_view> names;
  for (const auto& [name, entry] : all_instructions()) names.push_back(name);
  return names;
}

}  // namespace gputest::isa
