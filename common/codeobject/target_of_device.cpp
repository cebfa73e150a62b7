#include "common/codeobject/target_of_device.hpp"

#include <cctype>

namespace gputest {
namespace {

struct NamedTarget {
  std::string_view part, target;
};
/// Parts of device names.
constexpr NamedTarget kNamedTargets[]{
    {"T4", "sm_75"},        {"RTX 2060", "sm_75"},    {"RTX 2070", "sm_75"},
    {"RTX 2080", "sm_75"},  {"TITAN RTX", "sm_75"},   {"A100", "sm_80"},
    {"A800", "sm_80"},      {"A30", "sm_80"},         {"A10", "sm_86"},
    {"A10G", "sm_86"},      {"A16", "sm_86"},         {"A40", "sm_86"},
    {"RTX A6000", "sm_86"}, {"RTX A5000", "sm_86"},   {"RTX A4000", "sm_86"},
    {"RTX 3060", "sm_86"},  {"RTX 3070", "sm_86"},    {"RTX 3080", "sm_86"},
    {"RTX 3090", "sm_86"},  {"Orin", "sm_87"},        {"L4", "sm_89"},
    {"L40", "sm_89"},       {"L40S", "sm_89"},        {"RTX 4060", "sm_89"},
    {"RTX 4070", "sm_89"},  {"RTX 4080", "sm_89"},    {"RTX 4090", "sm_89"},
    {"H100", "sm_90"},      {"H200", "sm_90"},        {"H800", "sm_90"},
    {"H20", "sm_90"},       {"GH200", "sm_90"},       {"B200", "sm_100"},
    {"B100", "sm_100"},     {"GB200", "sm_100"},      {"RTX 5070", "sm_120"},
    {"RTX 5080", "sm_120"}, {"RTX 5090", "sm_120"},   {"R9 Nano", "gfx803"},
    {"RX Vega", "gfx900"},  {"MI25", "gfx900"},       {"MI50", "gfx906"},
    {"MI60", "gfx906"},     {"Radeon VII", "gfx906"}, {"MI100", "gfx908"},
    {"MI210", "gfx90a"},    {"MI250", "gfx90a"},      {"MI250X", "gfx90a"},
    {"MI300X", "gfx942"},   {"MI300A", "gfx942"},     {"RX 6800", "gfx1030"},
    {"RX 6900", "gfx1030"}, {"RX 7900", "gfx1100"},
};

bool is_part_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Whether the name contains these words as whole words: "A10" is not in "A100".
bool holds_words(std::string_view name, std::string_view words) {
  for (auto at = name.find(words); at != name.npos; at = name.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    if ((at == 0 || !is_part_of_word(name[at - 1])) &&
        (end == name.size() || !is_part_of_word(name[end])))
      return true;
  }
  return false;
}

}  // namespace

std::string_view target_of_device(std::string_view name) {
  for (const NamedTarget& known : kNamedTargets)
    if (holds_words(name, known.part)) return known.target;
  return {};
}

}  // namespace gputest
