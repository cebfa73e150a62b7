#include "common/task/task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "common/core/parse_number.hpp"

namespace gputest::task {
namespace {

struct TypeName {
  std::string_view name;
  NumberType type;
};

constexpr std::array<TypeName, 12> kTypes{{{"char", Element::int8},
                                           {"uchar", Element::uint8},
                                           {"short", Element::int16},
                                           {"ushort", Element::uint16},
                                           {"int", Element::int32},
                                           {"uint", Element::uint32},
                                           {"long", Element::int64},
                                           {"ulong", Element::uint64},
                                           {"half", Element::fp16},
                                           {"float", Element::fp32},
                                           {"double", Element::fp64},
                                           {"real", std::nullopt}}};

[[noreturn]] void fail(const std::string& complaint) { throw Error(Status::bad_input, complaint); }

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == text.npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool is_identifier(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return (std::isalnum(c) != 0 && c < 0x80) || c == '_';
         });
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; (at = text.find_first_not_of(" \t", at)) != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

NumberType parse_type(const std::string& text) {
  std::vector<std::string> known;
  for (const TypeName& type : kTypes) {
    if (text == type.name) return type.type;
    known.emplace_back(type.name);
  }
  fail(no_such("type", text, known));
}

/// Sets type and components from a word such as float4.
void read_type(std::string word, Parameter& parameter) {
  if (!word.empty() && word.back() >= '2' && word.back() <= '4') {
    parameter.components = static_cast<std::uint32_t>(word.back() - '0');
    word.pop_back();
  }
  parameter.type = parse_type(word);
}

/// The texts between commas outside parentheses.
std::vector<std::string> arguments_of(const std::string& text) {
  std::vector<std::string> all{""};
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0)
      all.emplace_back();
    else
      all.back() += c;
  }
  for (std::string& one : all) one = trimmed(one);
  return all;
}

Contents parse_contents(const std::string& text) {
  using Kind = Contents::Kind;
  static const std::map<std::string, std::pair<Kind, std::size_t>> kinds{
      {"uniform", {Kind::uniform, 2}},
      {"integers", {Kind::integers, 2}},
      {"hash", {Kind::hash, 0}},
      {"range", {Kind::range, 0}},
      {"permutation", {Kind::permutation, 0}},
      {"zero", {Kind::zero, 0}},
      {"constant", {Kind::constant, 1}},
      {"file", {Kind::file, 1}}};
  const std::size_t open = text.find('(');
  const std::string name = trimmed(text.substr(0, open));
  const auto found = kinds.find(name);
  if (found == kinds.end()) {
    std::vector<std::string> known;
    for (const auto& [each, kind] : kinds) known.push_back(each);
    fail(no_such("contents", name, known));
  }
  std::vector<std::string> arguments;
  if (open != text.npos) {
    if (text.back() != ')') fail(fmt::format("`{}` has no closing parenthesis", text));
    arguments = arguments_of(text.substr(open + 1, text.size() - open - 2));
  }
  const auto [kind, wanted] = found->second;
  if (arguments.size() != wanted)
    fail(fmt::format("{} takes {} arguments, not {}", name, wanted, arguments.size()));
  Contents contents;
  contents.kind = kind;
  if (kind == Kind::file)
    contents.file = arguments[0];
  else if (wanted > 0)
    contents.low = arguments[0];
  if (wanted > 1) contents.high = arguments[1];
  return contents;
}

/// Throws unless the type can hold such contents.
void require_contents(const Parameter& parameter) {
  const bool real = !parameter.type || is_real(*parameter.type);
  if (parameter.contents.kind == Contents::Kind::uniform && !real)
    fail(fmt::format("{} is of whole numbers, which have no uniform contents; take integers",
                     parameter.name));
  if (parameter.contents.kind == Contents::Kind::hash && real)
    fail(fmt::format("{} is of floating-point numbers, for which a hash is no value; take uniform",
                     parameter.name));
}

}  // namespace

bool is_real(Element element) {
  return element == Element::fp16 || element == Element::fp32 || element == Element::fp64;
}

Element element_of(const NumberType& type, Precision precision) {
  return type.value_or(precision == Precision::fp64 ? Element::fp64 : Element::fp32);
}

std::string name_of(const NumberType& type) {
  for (const TypeName& known : kTypes)
    if (known.type == type) return std::string(known.name);
  return "";
}

const Parameter* Task::find(const std::string& parameter) const {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const Parameter& one) { return one.name == parameter; });
  return found == parameters.end() ? nullptr : &*found;
}

std::vector<Precision> Task::precisions() const {
  const auto has = [&](const NumberType& type) {
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](const Parameter& one) { return one.type == type; });
  };
  if (has(std::nullopt)) return {Precision::fp32, Precision::fp64};
  return {has(Element::fp64) ? Precision::fp64 : Precision::fp32};
}

Parameter parse_parameter(const std::string& text, const std::vector<std::string>& sizes) {
  const std::size_t equals = text.find('=');
  const std::string left = trimmed(text.substr(0, equals));
  const std::string right = equals == text.npos ? "" : trimmed(text.substr(equals + 1));
  const std::size_t open = left.find('[');
  std::vector<std::string> words = words_of(left.substr(0, open));
  Parameter parameter;
  static const std::map<std::string, Parameter::Role> roles{{"in", Parameter::Role::in},
                                                            {"out", Parameter::Role::out},
                                                            {"inout", Parameter::Role::inout}};
  if (!words.empty() && roles.count(words.front()) != 0) {
    parameter.role = roles.at(words.front());
    words.erase(words.begin());
  }
  if (words.size() != 2 || !is_identifier(words[1]))
    fail(
        fmt::format("`{}` is no parameter; write \"int n\", \"float a = 2.5\" or \"in float "
                    "x[n] = uniform(-1, 1)\"",
                    text));
  parameter.name = words[1];
  read_type(words[0], parameter);
  if (!parameter.is_array()) {
    if (open != left.npos)
      fail(fmt::format("the array {} needs one of in, out and inout", parameter.name));
    if (parameter.components != 1)
      fail(fmt::format("{} has {} components; only arrays have components", parameter.name,
                       parameter.components));
    const bool is_size = std::find(sizes.begin(), sizes.end(), parameter.name) != sizes.end();
    if (right.empty() && !is_size)
      fail(fmt::format("{} has no value, and no size has its name", parameter.name));
    parameter.value = right.empty() ? parameter.name : right;
    if (parameter.type && !is_real(*parameter.type))
      require_expression(parameter.value, sizes);
    else
      require_real(parameter.value, sizes);
    return parameter;
  }
  if (open == left.npos || left.back() != ']')
    fail(fmt::format("the array {} has no count in brackets", parameter.name));
  parameter.count = left.substr(open + 1, left.size() - open - 2);
  require_expression(parameter.count, sizes);
  if (parameter.is_read() && right.empty())
    fail(fmt::format("the array {} has no contents, such as = uniform(-1, 1)", parameter.name));
  if (!parameter.is_read() && !right.empty())
    fail(fmt::format("the array {} is only written; it takes no contents", parameter.name));
  if (!right.empty()) parameter.contents = parse_contents(right);
  for (const std::string* bound : {&parameter.contents.low, &parameter.contents.high})
    if (!bound->empty()) require_real(*bound, sizes);
  require_contents(parameter);
  return parameter;
}

Comparison parse_comparison(const std::string& text) {
  const std::vector<std::string> words = words_of(text);
  if (words == std::vector<std::string>{"exact"}) return {};
  Comparison comparison;
  const auto number = parse_number<double>(words.empty() ? "" : words[0]);
  if (number && *number >= 0 && words.size() == 2 && words[1] == "ulps") {
    comparison.kind = Comparison::Kind::ulps;
  } else if (number && *number >= 0 && words.size() > 2 && words[1] == "of") {
    comparison.kind = Comparison::Kind::relative;
    comparison.scale = trimmed(text.substr(text.find(" of ") + 4));
  } else {
    fail(fmt::format("`{}` is no comparison; write \"exact\", \"2 ulps\" or \"1e-6 of NAME\"",
                     text));
  }
  comparison.bound = *number;
  return comparison;
}

Symmetry parse_symmetry(const std::string& text) {
  using Kind = Symmetry::Kind;
  static const std::map<std::string, Kind> kinds{
      {"scale", Kind::scale}, {"permute", Kind::permute}, {"shift", Kind::shift}};
  std::vector<std::string> words = words_of(text);
  const auto found = words.empty() ? kinds.end() : kinds.find(words.front());
  if (found == kinds.end())
    fail(no_such("symmetry", words.empty() ? "" : words.front(), {"permute", "scale", "shift"}));
  Symmetry symmetry{found->second, text};
  words.erase(words.begin());
  if (symmetry.kind != Kind::scale) {
    const std::size_t first = text.find_first_of(" \t"), colon = text.find(':');
    if (first == text.npos || colon == text.npos || colon < first)
      fail(fmt::format("`{}` names no length; write \"permute n: x y\"", text));
    symmetry.length = trimmed(text.substr(first, colon - first));
    words = words_of(text.substr(colon + 1));
  }
  if (words.empty()) fail(fmt::format("`{}` names no array", text));
  symmetry.arrays = words;
  return symmetry;
}

namespace {

void require_symmetry(const Task& task, const Symmetry& symmetry,
                      const std::vector<std::string>& names) {
  if (!symmetry.length.empty()) require_expression(symmetry.length, names);
  for (const std::string& name : symmetry.arrays) {
    const Parameter* array = task.find(name);
    if (array == nullptr || !array->is_array())
      fail(fmt::format("symmetry `{}`: there is no array {}", symmetry.text, name));
    if (symmetry.kind == Symmetry::Kind::scale && array->type && !is_real(*array->type))
      fail(fmt::format("symmetry `{}`: {} has whole numbers, which cannot be scaled", symmetry.text,
                       name));
  }
}

}  // namespace

bool has_own_scale(const Task& task, const Comparison& comparison) {
  return comparison.kind == Comparison::Kind::relative && is_identifier(comparison.scale) &&
         task.sizes.front().values.count(comparison.scale) == 0 &&
         task.find(comparison.scale) == nullptr;
}

void require_consistent(const Task& task) {
  std::vector<std::string> names;
  for (const auto& [name, value] : task.sizes.front().values) names.push_back(name);
  std::set<std::string> used;
  bool writes = false;
  for (const Parameter& parameter : task.parameters) {
    if (!used.insert(parameter.name).second)
      fail(fmt::format("two parameters are called {}", parameter.name));
    writes |= parameter.is_written();
    if (parameter.is_written() && task.compare.count(parameter.name) == 0)
      fail(fmt::format("compare has no entry for the output {}", parameter.name));
  }
  if (!writes) fail("no parameter is an output: out or inout");
  constexpr std::size_t kMostParameters = 63;
  if (task.parameters.size() > kMostParameters)
    fail(fmt::format("a kernel has at most {} parameters, not {}", kMostParameters,
                     task.parameters.size()));
  for (const auto& [output, comparison] : task.compare) {
    const Parameter* parameter = task.find(output);
    if (parameter == nullptr || !parameter->is_written())
      fail(fmt::format("compare names {}, which is no output", output));
    const Parameter* scale = task.find(comparison.scale);
    if (scale != nullptr && !scale->is_written())
      fail(fmt::format("compare: {} is no output; name an output, or a new array for the scale",
                       comparison.scale));
    if (scale != nullptr &&
        (scale->count != parameter->count || scale->components != parameter->components))
      fail(fmt::format("compare: {} has another count than {}", comparison.scale, output));
    if (comparison.kind == Comparison::Kind::relative && scale == nullptr &&
        !has_own_scale(task, comparison))
      require_real(comparison.scale, names);
  }
  for (const auto* all : {&task.launch.threads, &task.launch.groups})
    for (const std::string& one : *all) require_expression(one, names);
  for (const std::string* one : {&task.bytes, &task.flops})
    if (!one->empty()) require_expression(*one, names);
  for (const Symmetry& symmetry : task.symmetries) require_symmetry(task, symmetry, names);
  names.emplace_back("block");
  if (!task.launch.shared.empty()) require_expression(task.launch.shared, names);
}

}  // namespace gputest::task
