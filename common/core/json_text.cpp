#include "common/core/json_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace gputest {
namespace {

/// "a number", "an array"; null needs no article.
std::string with_article(const std::string& type) {
  if (type == "null") return type;
  return (std::string("aeiou").find(type.front()) == std::string::npos ? "a " : "an ") + type;
}

/// The text between two marks; empty if one is missing.
std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const auto start = text.find(before);
  if (start == text.npos) return "";
  const auto first = start + before.size();
  const auto end = after.empty() ? text.size() : text.find(after, first);
  return end == text.npos ? "" : text.substr(first, end - first);
}

}  // namespace

nlohmann::ordered_json parse_json(std::string_view text) {
  return nlohmann::ordered_json::parse(text);
}

std::string json_fault(const std::exception& error) {
  const auto* const fault = dynamic_cast<const nlohmann::json::exception*>(&error);
  if (fault == nullptr) return fmt::format("is wrong: {}", error.what());
  constexpr int kWrongType = 302, kNoObject = 304, kNoElement = 401, kNoMember = 403;
  const std::string words = fault->what();
  if (fault->id == kNoMember)
    if (const std::string key = between(words, "key '", "' not found"); !key.empty())
      return fmt::format("has no member '{}'", key);
  if (fault->id == kWrongType)
    if (const std::string wanted = between(words, "must be ", ", but"),
        found = between(words, "but is ", "");
        !wanted.empty() && !found.empty())
      return fmt::format("has {} in place of {}", with_article(found), with_article(wanted));
  if (fault->id == kNoObject)
    if (const std::string found = between(words, "with ", ""); !found.empty())
      return fmt::format("has {} in place of an object", with_article(found));
  if (fault->id == kNoElement)
    if (const std::string index = between(words, "index ", " is"); !index.empty())
      return fmt::format("has no element {} in a list", index);
  return "has a value of another form";
}

}  // namespace gputest
