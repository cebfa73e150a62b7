#include "app/judge/task_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "app/command/toml_file.hpp"
#include "common/core/checksum.hpp"
#include "common/core/error.hpp"
#include "common/core/text_file.hpp"

namespace gputest {
namespace {

namespace fs = std::filesystem;
using task::Task;

/// Reads the parts of the file into a task.
class TaskReader {
  /// Adds the place to errors of `work`.
  template <class Work>
  auto placed(const toml::node& at, const Work& work) const {
    try {
      return work();
    } catch (const Error& error) {
      file_.refuse(at, error.what(), error.status());
    }
  }

 public:
  TaskReader(const std::string& path, const std::string& text)
      : path_(path), text_(text), file_(path, text) {
    task_.path = path;
    task_.name = fs::path(path).stem().string();
  }

  Task read() {
    const toml::table& root = file_.root();
    file_.require_keys(root, {"summary", "parameters", "launch", "sizes", "reference", "compare",
                              "bytes", "flops", "symmetries"});
    task_.summary = file_.text(root, "summary");
    read_sizes(table(root, "sizes"));
    read_parameters(root);
    read_launch(table(root, "launch"));
    read_reference(root);
    for (const auto& [output, entry] : table(root, "compare"))
      task_.compare[std::string(output.str())] = placed(entry, [&, &value = entry] {
        return task::parse_comparison(text(value, "a comparison"));
      });
    task_.bytes = file_.text(root, "bytes", "");
    task_.flops = file_.text(root, "flops", "");
    if (root.get("symmetries") != nullptr)
      for (const toml::node& one : array(root, "symmetries"))
        task_.symmetries.push_back(
            placed(one, [&] { return task::parse_symmetry(text(one, "a symmetry")); }));
    placed(root, [&] { task::require_consistent(task_); });
    task_.checksum = checksum(text_ + task_.reference.text);
    return task_;
  }

 private:
  const toml::node& node(const toml::table& in, std::string_view key) const {
    const toml::node* found = in.get(key);
    if (found == nullptr) file_.refuse(in, fmt::format("'{}' is missing", key));
    return *found;
  }
  const toml::table& table(const toml::table& in, std::string_view key) const {
    const toml::node& found = node(in, key);
    if (!found.is_table()) file_.refuse(found, fmt::format("'{}' must be a table {{ … }}", key));
    return *found.as_table();
  }
  const toml::array& array(const toml::table& in, std::string_view key) const {
    const toml::node& found = node(in, key);
    if (!found.is_array()) file_.refuse(found, fmt::format("'{}' must be a list [ … ]", key));
    return *found.as_array();
  }
  std::string text(const toml::node& at, const std::string& what) const {
    const auto value = at.value<std::string>();
    if (!at.is_string() || !value) file_.refuse(at, what + " must be text in quotes");
    return *value;
  }
  std::int64_t whole(const toml::node& at, const std::string& what) const {
    const auto value = at.value<std::int64_t>();
    if (!at.is_integer() || !value) file_.refuse(at, what + " must be a whole number");
    return *value;
  }
  /// One text, or a list of one or two.
  std::vector<std::string> texts(const toml::node& at, const std::string& what) const {
    if (!at.is_array()) return {text(at, what)};
    std::vector<std::string> all;
    for (const toml::node& one : *at.as_array()) all.push_back(text(one, what));
    if (all.empty() || all.size() > 2) file_.refuse(at, what + " has one or two dimensions");
    return all;
  }

  void read_sizes(const toml::table& sizes) {
    file_.require_keys(sizes, {"verify", "time"});
    std::set<std::string> names;
    for (const bool is_timed : {false, true}) {
      const char* const key = is_timed ? "time" : "verify";
      for (const toml::table* one : file_.tables(sizes, key)) {
        Task::Size size{{}, is_timed};
        std::set<std::string> own;
        for (const auto& [name, value] : *one) {
          size.values[std::string(name.str())] =
              whole(value, fmt::format("the size {}", name.str()));
          own.insert(std::string(name.str()));
        }
        if (names.empty()) names = own;
        if (own.empty() || own != names)
          file_.refuse(*one, "every size gives a value to the same names");
        task_.sizes.push_back(std::move(size));
      }
    }
    if (task_.sizes.empty() || !task_.sizes.back().is_timed)
      file_.refuse(sizes, "'time' has no size");
    constexpr std::size_t kMost = 1000;
    if (task_.sizes.size() > kMost)
      file_.refuse(sizes, fmt::format("a task has at most {} sizes", kMost));
    for (const char* reserved : {"block", "min", "max", "ceil", "log2"})
      if (names.count(reserved) != 0)
        file_.refuse(sizes, fmt::format("no size may be called {}", reserved));
    names_.assign(names.begin(), names.end());
  }

  void read_parameters(const toml::table& root) {
    for (const toml::node& one : array(root, "parameters"))
      task_.parameters.push_back(
          placed(one, [&] { return task::parse_parameter(text(one, "a parameter"), names_); }));
  }

  void read_launch(const toml::table& launch) {
    file_.require_keys(launch, {"threads", "groups", "block", "shared"});
    const toml::node* threads = launch.get("threads");
    const toml::node* groups = launch.get("groups");
    if ((threads == nullptr) == (groups == nullptr))
      file_.refuse(launch, "a launch has either 'threads' or 'groups'");
    (threads != nullptr ? task_.launch.threads : task_.launch.groups) =
        threads != nullptr ? texts(*threads, "'threads'") : texts(*groups, "'groups'");
    for (const toml::node& one : array(launch, "block")) read_block(one);
    if (task_.launch.blocks.empty()) file_.refuse(launch, "'block' names no block");
    task_.launch.shared = file_.text(launch, "shared", "");
  }

  void read_block(const toml::node& at) {
    std::vector<std::int64_t> edges;
    if (at.is_array())
      for (const toml::node& edge : *at.as_array()) edges.push_back(whole(edge, "a block's edge"));
    else
      edges = {whole(at, "a block")};
    constexpr std::int64_t kMost = 1024;
    std::int64_t threads = edges.empty() || edges.size() > 2 ? 0 : 1;
    for (const std::int64_t edge : edges) threads = edge < 1 || edge > kMost ? 0 : threads * edge;
    if (threads < 1 || threads > kMost)
      file_.refuse(at, fmt::format("a block has 1 to {} threads, in one or two dimensions", kMost));
    edges.resize(2, 1);
    for (const auto& other : task_.launch.blocks)
      if (other[0] * other[1] == threads)
        file_.refuse(at, fmt::format("two blocks have {} threads; leave one out", threads));
    task_.launch.blocks.push_back(
        {static_cast<std::uint32_t>(edges[0]), static_cast<std::uint32_t>(edges[1])});
  }

  void read_reference(const toml::table& root) {
    const toml::node& at = node(root, "reference");
    task::ReferenceText& reference = task_.reference;
    if (at.is_table()) {
      reference.file = path_;
      for (const auto& [output, file] : *at.as_table())
        reference.answers[std::string(output.str())] = text(file, "a file's name");
      return;
    }
    const std::string given = file_.text(root, "reference");
    const std::size_t colon = given.rfind(".py:");
    if (given.find('\n') != given.npos) {
      // The text of ''' begins on the next line.
      reference = {path_, given, at.source().begin.line + (is_below(at) ? 1 : 0)};
      return;
    }
    const std::string name = colon == given.npos ? given : given.substr(0, colon + 3);
    reference.file = (fs::path(path_).parent_path() / name).string();
    if (colon != given.npos) reference.python = given.substr(colon + 4);
    placed(at, [&] { reference.text = read_text_file(reference.file); });
  }
  /// Whether the quotes that begin the text end their line.
  bool is_below(const toml::node& at) const {
    std::size_t line = 0;
    for (unsigned k = 1; k < at.source().begin.line; ++k) line = text_.find('\n', line) + 1;
    const std::string first = text_.substr(line, text_.find('\n', line) - line);
    return first.ends_with("'''") || first.ends_with("\"\"\"");
  }

  std::string path_;
  const std::string& text_;
  TomlFile file_;
  Task task_;
  std::vector<std::string> names_;  ///< of sizes
};

}  // namespace

task::Task read_task(const std::string& path) {
  const std::string text = read_text_file(path);
  return TaskReader(path, text).read();
}

}  // namespace gputest
