#include "common/owncode/ptx.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

namespace gputest::owncode {
namespace {

constexpr std::string_view kOfNames =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$%";
constexpr std::string_view kOfOperations =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:$";
constexpr std::string_view kBlanks = " \t\r\n";

/// Each statement, with its lines joined. A line that begins with a directive or a bracket is a
/// statement even without a semicolon.
std::vector<std::string> statements_of(std::string_view ptx) {
  std::vector<std::string> all(1);
  while (!ptx.empty()) {
    std::string_view line = ptx.substr(0, ptx.find('\n'));
    ptx.remove_prefix(std::min(line.size() + 1, ptx.size()));
    line = line.substr(0, line.find("//"));
    const std::size_t first = line.find_first_not_of(kBlanks);
    if (first == line.npos) continue;
    const bool is_whole = std::string_view(".(){}").find(line[first]) != line.npos;
    if (is_whole && all.back().find_first_not_of(kBlanks) != std::string::npos) all.emplace_back();
    for (const char letter : line)
      if (letter == ';')
        all.emplace_back();
      else
        all.back() += letter;
    all.back() += ' ';
    if (is_whole) all.emplace_back();
  }
  return all;
}

/// A statement's operation and the names among its operands.
struct Instruction {
  std::string operation;  ///< "ld.global.nc.f32"; ".global" of a declaration
  std::vector<std::string> names;
  bool has_result = false;  ///< the first operand is a register, not a list or an address
};

Instruction read(const std::string& statement) {
  Instruction read;
  std::size_t at = std::min(statement.find_first_not_of(" \t\r{}"), statement.size());
  if (at < statement.size() && statement[at] == '@')  // a predicate
    at = std::min(statement.find_first_not_of(kBlanks, statement.find_first_of(kBlanks, at)),
                  statement.size());
  const std::size_t end =
      std::min(statement.find_first_not_of(kOfOperations, at), statement.size());
  read.operation = statement.substr(at, end - at);
  const std::size_t first = statement.find_first_not_of(kBlanks, end);
  read.has_result = first != statement.npos && statement[first] == '%';
  for (at = statement.find_first_of(kOfNames, end); at != statement.npos;
       at = statement.find_first_of(kOfNames, at)) {
    const std::size_t next = std::min(statement.find_first_not_of(kOfNames, at), statement.size());
    read.names.push_back(statement.substr(at, next - at));
    at = next;
  }
  return read;
}

/// Whether the operation's result is an address if an operand is.
bool moves_address(const std::string& operation) {
  static constexpr std::array<std::string_view, 6> kAll{"mov.",  "add.",      "sub.",
                                                        "selp.", "mad.wide.", "cvta."};
  return std::any_of(kAll.begin(), kAll.end(),
                     [&](std::string_view one) { return operation.starts_with(one); });
}

/// A function, or what is outside of functions, with the addresses that it computes.
class Part {
 public:
  explicit Part(std::string_view variable) : addresses_{std::string(variable)} {}

  void add(const Instruction& instruction) { all_.push_back(instruction); }

  bool only_reads() {
    for (std::size_t known = 0; known != addresses_.size();) {  // again, for loops
      known = addresses_.size();
      for (const Instruction& one : all_)
        if (!allows(one)) return false;
    }
    return true;
  }

 private:
  bool allows(const Instruction& one) {
    const auto is_address = [&](const std::string& name) { return addresses_.contains(name); };
    if (std::none_of(one.names.begin(), one.names.end(), is_address)) return true;
    if (one.operation.starts_with("ld.") || one.operation.starts_with("setp.")) return true;
    if (!one.has_result) return false;
    if (std::none_of(one.names.begin() + 1, one.names.end(), is_address)) return true;
    if (!moves_address(one.operation)) return false;
    addresses_.insert(one.names.front());
    return true;
  }

  std::vector<Instruction> all_;
  std::set<std::string> addresses_;
};

bool begins_function(const std::string& statement) {
  return statement.starts_with('.') && (statement.find(".entry ") != std::string::npos ||
                                        statement.find(".func ") != std::string::npos);
}

/// Whether there is a comment or a text of inline assembly, in which a store could hide.
bool hides_text(std::string_view ptx) {
  constexpr std::string_view kCompilers = ".pragma \"nounroll\";";
  for (std::size_t at = ptx.find('"'); at != ptx.npos; at = ptx.find('"', at + 1)) {
    constexpr std::size_t kBefore = 8;  // characters before the first and the last quote
    const bool is_first =
        at >= kBefore && ptx.substr(at - kBefore, kCompilers.size()) == kCompilers;
    if (!is_first) return true;
    at = ptx.find('"', at + 1);
  }
  return ptx.find("/*") != ptx.npos;
}

/// Whether the statement declares the variable. It is not among its own values.
bool declares(const Instruction& statement, const std::string& variable) {
  return (statement.operation == ".global" || statement.operation == ".visible") &&
         std::count(statement.names.begin(), statement.names.end(), variable) == 1;
}

}  // namespace

bool is_only_read(std::string_view ptx, std::string_view variable) {
  if (hides_text(ptx)) return false;
  bool is_declared = false;
  Part part(variable);
  for (const std::string& statement : statements_of(ptx)) {
    if (begins_function(statement)) {
      if (!part.only_reads()) return false;
      part = Part(variable);
    }
    const Instruction instruction = read(statement);
    if (!is_declared && declares(instruction, std::string(variable)))
      is_declared = true;
    else
      part.add(instruction);
  }
  return is_declared && part.only_reads();
}

}  // namespace gputest::owncode
