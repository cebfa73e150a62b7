#include "common/codeobject/disassembly.hpp"

#include <charconv>

namespace gputest {
namespace {

constexpr std::string_view kBlank = " \t\r";

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(kBlank);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t;"));
}

/// The hexadecimal number at the beginning of `text`.
std::optional<std::uint64_t> hexadecimal(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (code != std::errc() || end == text.data()) return std::nullopt;
  return value;
}

/// Calls f(line) for every line that is not blank, without surrounding blanks.
template <class F>
void for_each_line(std::string_view text, F&& f) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    if (const std::string_view line = without_blanks(text.substr(0, end)); !line.empty()) f(line);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

}  // namespace

// 0000000000022300 <symbol>:
//         s_cbranch_scc1 95        // 000000022338: BF85005F <symbol+0x1b8>
Disassembly parse_amd_disassembly(std::string_view text) {
  Disassembly kernels;
  std::vector<Instruction>* kernel = nullptr;
  std::uint64_t start = 0;
  for_each_line(text, [&](std::string_view line) {
    const auto open = line.find('<');
    if (line.substr(line.size() - 1) == ":" && open != line.npos && line[line.size() - 2] == '>') {
      kernel = &kernels[std::string(line.substr(open + 1, line.size() - open - 3))];
      start = hexadecimal(line).value_or(0);
      return;
    }
    const auto comment = line.find("// ");
    if (kernel == nullptr || comment == line.npos) return;
    const auto address = hexadecimal(line.substr(comment + 3));
    if (!address) return;
    Instruction instruction{*address, std::string(first_word(line)), std::nullopt};
    const bool is_branch = instruction.mnemonic.find("branch") != std::string::npos;
    const std::string_view where = line.substr(comment);
    if (is_branch && where.find('<') != where.npos) {
      const auto plus = where.rfind("+0x");
      instruction.branches_to =
          start + (plus == where.npos ? 0 : hexadecimal(where.substr(plus + 3)).value_or(0));
    }
    kernel->push_back(instruction);
  });
  return kernels;
}

//         Function : symbol
//         /*0340*/              @P0 BRA 0x1f0 ;         /* 0x... */
Disassembly parse_sass(std::string_view text) {
  constexpr std::string_view kFunction = "Function : ";
  Disassembly kernels;
  std::vector<Instruction>* kernel = nullptr;
  for_each_line(text, [&](std::string_view line) {
    if (line.substr(0, kFunction.size()) == kFunction) {
      kernel = &kernels[std::string(line.substr(kFunction.size()))];
      return;
    }
    if (kernel == nullptr || line.substr(0, 2) != "/*" || line.substr(0, 4) == "/* 0") return;
    const auto address = hexadecimal(line.substr(2));
    const auto body = line.find("*/");
    if (!address || body == line.npos) return;
    std::string_view rest = without_blanks(line.substr(body + 2));
    if (rest.empty() || rest.substr(0, 2) == "/*") return;
    if (rest[0] == '@') rest = without_blanks(rest.substr(first_word(rest).size()));
    Instruction instruction{*address, std::string(first_word(rest)), std::nullopt};
    if (instruction.mnemonic.substr(0, 3) == "BRA") {
      const auto target = rest.substr(0, rest.find(';')).rfind("0x");
      if (target != rest.npos) instruction.branches_to = hexadecimal(rest.substr(target + 2));
    }
    kernel->push_back(instruction);
  });
  return kernels;
}

// .visible .entry symbol(
// $L__BB0_3:
//         @%p4 bra $L__BB0_3;
Disassembly parse_ptx(std::string_view text) {
  constexpr std::string_view kEntry = ".entry ";
  Disassembly kernels;
  std::vector<Instruction>* kernel = nullptr;
  std::map<std::string, std::uint64_t, std::less<>> labels;
  std::vector<std::pair<std::size_t, std::string>> branches;
  for_each_line(text, [&](std::string_view line) {
    if (const auto entry = line.find(kEntry); entry != line.npos) {
      const std::string_view rest = line.substr(entry + kEntry.size());
      kernel = &kernels[std::string(rest.substr(0, rest.find('(')))];
      labels.clear();
      branches.clear();
      return;
    }
    if (kernel == nullptr) return;
    if (line[0] == '}') {
      for (const auto& [index, label] : branches)
        if (const auto found = labels.find(label); found != labels.end())
          (*kernel)[index].branches_to = found->second;
      kernel = nullptr;
      return;
    }
    if (line[0] == '$') {
      labels[std::string(line.substr(0, line.find(':')))] = kernel->size();
      return;
    }
    if (line[0] == '@') line = without_blanks(line.substr(first_word(line).size()));
    if (line.empty() || line[0] < 'a' || line[0] > 'z') return;  // a directive or a brace
    const std::string mnemonic(first_word(line));
    if (mnemonic.substr(0, 3) == "bra") {
      const auto label = line.find('$');
      if (label != line.npos)
        branches.push_back({kernel->size(), std::string(first_word(line.substr(label)))});
    }
    kernel->push_back({kernel->size(), mnemonic, std::nullopt});
  });
  return kernels;
}

}  // namespace gputest
