#include "il_reference/r600/assembly.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <stdexcept>

namespace gputest::r600 {
namespace {

constexpr std::string_view kSpace = " \t";

bool begins(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

/// The text without blanks and commas around it.
std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(kSpace);
  if (first == text.npos) return {};
  text.remove_prefix(first);
  return text.substr(0, text.find_last_not_of(" \t,") + 1);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The number after `mark`.
std::optional<std::uint32_t> number_after(std::string_view text, std::string_view mark) {
  const auto at = text.find(mark);
  if (at == text.npos) return std::nullopt;
  std::uint32_t number = 0;
  bool any = false;
  for (std::size_t k = at + mark.size(); k < text.size() && text[k] >= '0' && text[k] <= '9'; ++k) {
    number = number * 10 + static_cast<std::uint32_t>(text[k] - '0');
    any = true;
  }
  return any ? std::optional(number) : std::nullopt;
}

/// The text with single blanks between words.
std::string single_spaced(std::string_view text) {
  std::string made;
  for (const char c : trimmed(text))
    if (c != ' ' || made.back() != ' ') made += c;
  return made;
}

/// The quoted folder and file, as one path.
std::string quoted_path(std::string_view text) {
  std::string path;
  for (auto begin = text.find('"'); begin != text.npos; begin = text.find('"')) {
    text.remove_prefix(begin + 1);
    const auto end = std::min(text.find('"'), text.size());
    if (!path.empty()) path += '/';
    path += text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return path;
}

std::string_view mnemonic(const Operation& operation) {
  return std::string_view(operation.text).substr(0, operation.text.find(' '));
}

/// Removes the line numbers of an operation that is spread over a bundle's slots with all but one
/// masked. Northern Islands compute 1/sqrt so. LLVM gives it the line of the next operation.
void forget_lines_of_spread(Bundle& bundle) {
  for (const Operation& masked : std::vector<Operation>(bundle.operations)) {
    if (masked.text.find("(MASKED)") == masked.text.npos || begins(masked.text, "PRED_")) continue;
    for (Operation& operation : bundle.operations)
      if (mnemonic(operation) == mnemonic(masked)) operation = {operation.text, {}, 0};
  }
}

/// Follows `.file` and `.loc`, which give the source of the instructions after them.
class Origins {
 public:
  void read(std::string_view directive) {
    if (begins(directive, ".file")) {
      // .file 0 "/folder" "a.cl" md5 0x…; .file 1 "a.il"
      files_[number_after(directive, ".file\t").value_or(0)] = quoted_path(directive);
    } else if (begins(directive, ".loc\t")) {
      file_ = number_after(directive, ".loc\t").value_or(0);
      const auto second = directive.find(' ');
      line_ = number_after(directive.substr(std::min(second, directive.size())), " ").value_or(0);
    }
  }

  Operation of(std::string text) const {
    const auto file = files_.find(file_);
    if (line_ == 0 || file == files_.end()) return {std::move(text), {}, 0};
    return {std::move(text), file->second, line_};
  }

 private:
  std::map<std::uint32_t, std::string> files_;
  std::uint32_t file_ = 0, line_ = 0;
};

/// Reads the lines of one kernel, from its label to its end.
class Reader {
 public:
  explicit Reader(const Origins& origins) : origins_(origins) {}

  void read(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.empty() || text.front() == '.' || text.front() == ';' || text.back() == ':') {
      start_clause(text);
    } else if (clause_ == nullptr) {
      step(text);
    } else if (!is_literal(text)) {
      if (fetching_)
        clause_->fetches.push_back(origins_.of(single_spaced(text)));
      else
        operation(text);
    } else if (!clause_->bundles.empty()) {
      literals(text);
    }
  }

  /// Assigns every step its clause.
  Code finished() {
    for (Clause& clause : code_.clauses)
      for (Bundle& bundle : clause.bundles) forget_lines_of_spread(bundle);
    for (std::size_t k = 0; k < code_.steps.size(); ++k) {
      const std::string& text = code_.steps[k].text;
      if (!begins(text, "ALU") && !begins(text, "TEX") && !begins(text, "VTX")) continue;
      const auto found = places_.find(number_after(text, "@").value_or(0));
      if (found == places_.end())
        throw std::runtime_error("the assembly has no clause for " + text);
      code_.steps[k].clause = found->second;
    }
    return std::move(code_);
  }

  /// An entry of the section .AMDGPU.config: a register's number, and then its value.
  void configure(std::uint32_t index, std::uint32_t value) {
    constexpr std::uint32_t kResources = 0x28844, kResourcesLs = 0x288D4;  // SQ_PGM_RESOURCES_*
    constexpr std::uint32_t kLds = 0x288E8;                                // SQ_LDS_ALLOC
    if (index == kLds) code_.lds_words = value;
    if (index != kResources && index != kResourcesLs) return;
    code_.registers = value & 0xFF;
    code_.stack = value >> 8 & 0xFF;
  }

 private:
  void start_clause(std::string_view text) {
    const auto place = number_after(text, "clause starting at ");
    if (!place) return;
    fetching_ = begins(text, "Fetch");
    places_[*place] = static_cast<int>(code_.clauses.size());
    clause_ = &code_.clauses.emplace_back();
    open_ = false;
  }

  void step(std::string_view text) { code_.steps.push_back({origins_.of(single_spaced(text))}); }

  /// The last operation of a bundle has a star behind its mnemonic: "MOV * T0.X, KC0[4].Y". A
  /// barrier is a bundle without one.
  void operation(std::string_view text) {
    std::string written = single_spaced(text);
    const bool barrier = begins(written, "GROUP_BARRIER");
    if (!open_ || barrier) clause_->bundles.emplace_back();
    const auto blank = written.find(' ');
    const bool last = blank != written.npos && written.compare(blank, 3, " * ") == 0;
    if (last) written.erase(blank, 2);
    open_ = !last && !barrier;
    clause_->bundles.back().operations.push_back(origins_.of(std::move(written)));
  }

  /// "4(5.605194e-45), @table": each number, followed by its value as a float.
  void literals(std::string_view text) {
    while (!text.empty()) {
      const auto end = std::min(text.find(','), text.size());
      const std::string_view one = trimmed(text.substr(0, end));
      clause_->bundles.back().literals.emplace_back(one.substr(0, one.find('(')));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  /// Whether the text is a bundle's literals: "4(5.605194e-45), 0(0.000000e+00)".
  static bool is_literal(std::string_view text) {
    return text.front() == '-' || text.front() == '@' ||
           (text.front() >= '0' && text.front() <= '9');
  }

  const Origins& origins_;
  Code code_;
  std::map<std::uint32_t, int> places_;
  Clause* clause_ = nullptr;
  bool fetching_ = false;
  bool open_ = false;  ///< the last bundle is not complete
};

/// The bytes of a directive for data; none for other directives.
std::optional<std::vector<std::uint8_t>> data_of(std::string_view directive) {
  const auto blank = directive.find_first_of(kSpace);
  if (blank == directive.npos) return std::nullopt;
  const std::string_view name = directive.substr(0, blank);
  const std::string value(trimmed(directive.substr(blank)));
  const auto number = std::strtoll(value.c_str(), nullptr, 0);
  constexpr long long kMost = 1 << 20;  // bytes of a table
  if (name == ".zero" && number >= 0 && number <= kMost)
    return std::vector<std::uint8_t>(static_cast<std::size_t>(number));
  for (const auto& [of_size, bytes] : {std::pair{".byte", 1}, {".short", 2}, {".long", 4}}) {
    if (name != of_size) continue;
    std::vector<std::uint8_t> data;
    for (int k = 0; k < bytes; ++k) data.push_back(static_cast<std::uint8_t>(number >> (8 * k)));
    return data;
  }
  return std::nullopt;
}

/// Reads tables of constants: data behind labels outside of functions.
class TableReader {
 public:
  void read(std::string_view line, Code& code) {
    if (!line.empty() && line.back() == ':') {
      table_ = std::string(line.substr(0, line.size() - 1));
      if (table_.ends_with("$local")) table_.resize(table_.size() - 6);
    } else if (const auto data = data_of(line); data && !table_.empty()) {
      std::vector<std::uint8_t>& table = code.tables[table_];
      table.insert(table.end(), data->begin(), data->end());
    } else if (begins(line, ".ascii") || begins(line, ".asciz")) {
      table_.clear();
    }
  }

 private:
  std::string table_;
};

}  // namespace

Code parse_assembly(std::string_view text, const std::string& kernel) {
  Origins origins;
  Reader reader(origins);
  TableReader tables;
  Code constants;
  bool in_configuration = false, found = false, inside = false;
  std::vector<std::uint32_t> configuration;
  for (const std::string_view line : lines_of(text)) {
    const std::string_view what = trimmed(line);
    origins.read(what);
    if (begins(what, ".section") || what == ".text") {
      in_configuration = what.find(".AMDGPU.config") != what.npos;
      if (in_configuration) configuration.clear();
    } else if (in_configuration && begins(what, ".long")) {
      configuration.push_back(number_after(what, ".long\t").value_or(0));
    } else if (what == kernel + ":") {
      for (std::size_t k = 0; k + 1 < configuration.size(); k += 2)
        reader.configure(configuration[k], configuration[k + 1]);
      found = inside = true;
    } else if (begins(what, ".Lfunc_end")) {
      inside = false;
    } else if (inside) {
      reader.read(line);
    } else {
      tables.read(what, constants);
    }
  }
  Code code = found ? reader.finished() : Code{};
  code.tables = std::move(constants.tables);
  if (code.clauses.empty())
    throw std::runtime_error("the assembly has no code of the r600 family for " + kernel);
  return code;
}

Count count(const Code& code, std::size_t first, std::size_t last) {
  Count sum;
  for (std::size_t k = first; k < last; ++k) {
    if (code.steps[k].clause < 0) continue;
    const Clause& clause = code.clauses[static_cast<std::size_t>(code.steps[k].clause)];
    ++(clause.bundles.empty() ? sum.fetch_clauses : sum.alu_clauses);
    sum.bundles += static_cast<std::uint32_t>(clause.bundles.size());
    sum.fetches += static_cast<std::uint32_t>(clause.fetches.size());
    for (const Bundle& bundle : clause.bundles)
      sum.operations += static_cast<std::uint32_t>(bundle.operations.size());
  }
  return sum;
}

Loop inner_loop(const Code& code) {
  Loop best;
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t start = kNone;
  for (std::size_t k = 0; k < code.steps.size(); ++k) {
    if (begins(code.steps[k].text, "LOOP_START")) start = k;
    if (!begins(code.steps[k].text, "END_LOOP") || start == kNone) continue;
    const Loop loop{start, k + 1};
    start = kNone;
    if (best.last == 0 ||
        count(code, loop.first, loop.last).bundles > count(code, best.first, best.last).bundles)
      best = loop;
  }
  return best;
}

std::map<std::uint32_t, LineCount> count_by_line(const Code& code, const Loop& steps,
                                                 std::string_view file) {
  std::map<std::uint32_t, LineCount> lines;
  const auto line_of = [&](const Operation& operation) {
    return operation.file == file ? operation.line : 0;
  };
  for (std::size_t k = steps.first; k < steps.last; ++k) {
    if (code.steps[k].clause < 0) continue;
    const Clause& clause = code.clauses[static_cast<std::size_t>(code.steps[k].clause)];
    for (const Operation& fetch : clause.fetches) ++lines[line_of(fetch)].fetches;
    for (const Bundle& bundle : clause.bundles)
      for (const Operation& operation : bundle.operations) ++lines[line_of(operation)].operations;
  }
  return lines;
}

}  // namespace gputest::r600
