#include "common/run/manifest.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "common/core/parse_number.hpp"

namespace gputest {
namespace {

constexpr std::string_view kHead = "gputest kernel:";
constexpr std::size_t kMaxLine = 1000;
constexpr std::string_view kBlanks = " \t";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// A line of a file without its comment marks.
struct Line {
  bool comment = false;  ///< it begins like a line of a comment
  bool last = false;     ///< it ends the comment
  std::string_view content;
};

Line read_line(std::string_view text) {
  Line line;
  text = trimmed(text);
  for (const std::string_view leader : {"/*", "//", "*/", "*", ";"})
    if (text.starts_with(leader)) {
      line.comment = true;
      line.last = leader == "*/";
      text.remove_prefix(leader.size());
      break;
    }
  if (text.ends_with("*/")) {
    line.last = true;
    text.remove_suffix(2);
  }
  line.content = trimmed(text);
  return line;
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

using Words = std::vector<std::string>;

/// The words; a "*" is replaced by all words of `all` that are not listed.
Words with_the_rest(const Words& words, const Words& all) {
  Words whole;
  for (const std::string& word : words) {
    if (word != "*") {
      whole.push_back(word);
      continue;
    }
    for (const std::string& each : all)
      if (std::find(words.begin(), words.end(), each) == words.end()) whole.push_back(each);
  }
  return whole;
}

/// Reads one manifest, line after line.
class Reader {
 public:
  Reader(std::string_view file, const std::vector<std::string>& other_keys)
      : file_(file), other_keys_(other_keys) {}

  void read(std::string_view text) {
    bool inside = false;
    while (!text.empty()) {
      const auto end = std::min(text.find('\n'), text.size());
      std::string_view raw = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      ++line_;
      if (raw.ends_with('\r')) raw.remove_suffix(1);
      const Line line = read_line(raw);
      const bool head = line.comment && line.content.starts_with(kHead);
      if (head) {
        require(!found_, "a second manifest in one file");
        check_text(raw);
        found_ = inside = true;
        read_name(trimmed(line.content.substr(kHead.size())));
      } else if (inside) {
        inside = line.comment && !line.content.empty();
        if (inside) {
          check_text(raw);
          read_entry(line.content);
        }
      }
      if (line.last) inside = false;
    }
  }

  std::optional<Manifest> take() {
    if (!found_) return std::nullopt;
    return std::move(manifest_);
  }

 private:
  [[noreturn]] void fail(const std::string& complaint) const {
    throw Error(Status::bad_input, fmt::format("{}:{}: {}", file_, line_, complaint));
  }
  void require(bool condition, const std::string& complaint) const {
    if (!condition) fail(complaint);
  }

  void check_text(std::string_view raw) const {
    require(raw.size() <= kMaxLine,
            fmt::format("a line of a manifest is longer than {} bytes", kMaxLine));
    require(std::none_of(raw.begin(), raw.end(),
                         [](char c) { return (c >= 0 && c < ' ' && c != '\t') || c == 0x7F; }),
            "a manifest contains a control character");
  }

  void read_name(std::string_view name) {
    require(is_name(name),
            fmt::format("a kernel's name consists of a-z, 0-9 and _, unlike '{}'", name));
    manifest_.kernel = name;
  }

  void read_entry(std::string_view content) {
    const auto equals = content.find('=');
    if (equals == content.npos)
      fail(fmt::format("'{}' is not key = value; an empty line ends a manifest", content));
    const std::string key(trimmed(content.substr(0, equals)));
    const std::string_view value = trimmed(content.substr(equals + 1));
    std::vector<std::string> known{"summary",    "source", "layouts",
                                   "precisions", "blocks", "launch"};
    known.insert(known.end(), other_keys_.begin(), other_keys_.end());
    if (std::find(known.begin(), known.end(), key) == known.end())
      fail(no_such("manifest key", key, known));
    require(std::find(keys_.begin(), keys_.end(), key) == keys_.end(),
            fmt::format("the key {} appears twice", key));
    keys_.push_back(key);
    require(!value.empty(), fmt::format("the key {} has no value", key));
    read_value(key, value);
  }

  void read_value(const std::string& key, std::string_view value) {
    if (key == "summary")
      manifest_.summary = value;
    else if (key == "source")
      manifest_.source = value;
    else if (key == "launch")
      manifest_.launch = value;
    else if (key == "layouts")
      manifest_.layouts = distinct_words(key, value);
    else if (key == "precisions")
      for (const std::string& word : distinct_words(key, value))
        manifest_.precisions.push_back(precision(word));
    else if (key == "blocks")
      for (const std::string& word : distinct_words(key, value))
        manifest_.blocks.push_back(block(word));
    else
      manifest_.others[key] = value;
  }

  std::vector<std::string> distinct_words(const std::string& key, std::string_view value) const {
    std::vector<std::string> words = words_of(value);
    for (auto word = words.begin(); word != words.end(); ++word)
      require(std::find(words.begin(), word, *word) == word,
              fmt::format("{} names {} twice", key, *word));
    return words;
  }

  Precision precision(const std::string& word) const {
    std::vector<std::string> known;
    for (const Precision each : all_precisions()) {
      if (name(each) == word) return each;
      known.emplace_back(name(each));
    }
    fail(no_such("precision", word, known));
  }

  std::uint32_t block(const std::string& word) const {
    const auto number = parse_number<std::uint32_t>(word);
    if (!number || *number == 0)
      fail(fmt::format("a block is a whole number of threads above 0, not '{}'", word));
    return *number;
  }

  std::string file_;
  const std::vector<std::string>& other_keys_;
  unsigned line_ = 0;
  bool found_ = false;
  std::vector<std::string> keys_;
  Manifest manifest_;
};

}  // namespace

std::optional<Manifest> parse_manifest(std::string_view file, std::string_view text,
                                       const std::vector<std::string>& other_keys) {
  Reader reader(file, other_keys);
  reader.read(text);
  return reader.take();
}

std::optional<std::string> kernel_of_manifest(std::string_view text) {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const Line line = read_line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.comment && line.content.starts_with(kHead))
      return std::string(trimmed(line.content.substr(kHead.size())));
  }
  return std::nullopt;
}

void describe(KernelInfo& info, std::string_view file, const Manifest& manifest,
              const std::vector<Axis>& axes, const std::vector<std::string>& buffers) {
  const auto require = [&](bool condition, const std::string& complaint) {
    if (!condition) throw Error(Status::bad_input, fmt::format("{}: {}", file, complaint));
  };
  require(
      manifest.kernel == info.name(),
      fmt::format("the manifest names {}, but the file is of {}", manifest.kernel, info.name()));
  info.summary = manifest.summary;
  info.source = manifest.source;
  info.layouts = with_the_rest(manifest.layouts, buffers);
  info.precisions = manifest.precisions;
  info.blocks = manifest.blocks;
  require(!info.layouts.empty(), "the manifest names no layouts");
  require(!info.precisions.empty(), "the manifest names no precisions");
  for (const Axis& axis : axes)
    if (const auto own = manifest.others.find(axis.name); own != manifest.others.end())
      info.axes[axis.name] = with_the_rest(words_of(own->second), axis.values);
}

std::vector<std::string> words_of(std::string_view value) {
  std::vector<std::string> words;
  while (!(value = trimmed(value)).empty()) {
    const auto end = std::min(value.find_first_of(kBlanks), value.size());
    words.emplace_back(value.substr(0, end));
    value.remove_prefix(end);
  }
  return words;
}

}  // namespace gputest
