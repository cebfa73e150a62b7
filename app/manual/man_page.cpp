#include "app/manual/man_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cctype>
#include <cstdint>

#include "app/command/build_info.hpp"
#include "app/command/wrap.hpp"
#include "app/manual/help.hpp"

namespace gputest {
namespace {

constexpr std::size_t kSourceWidth = 72;  // of a line of roff, before escaping

/// The length of a UTF-8 character by its first byte, and that byte's bits of the code point.
struct Utf8Lead {
  std::size_t bytes;
  unsigned char mask;
};

Utf8Lead utf8_lead(unsigned char byte) {
  if (byte >= 0xF0) return {4, 0x07};
  if (byte >= 0xE0) return {3, 0x0F};
  return {2, 0x1F};
}

/// Escapes a text for roff. A hyphen becomes a minus, so that options can be copied.
std::string roff(const std::string& text) {
  std::string result;
  if (!text.empty() && (text[0] == '.' || text[0] == '\'')) result = "\\&";
  for (std::size_t k = 0; k < text.size();) {
    const auto byte = static_cast<unsigned char>(text[k]);
    if (byte >= 0x80) {
      const auto [bytes, mask] = utf8_lead(byte);
      std::uint32_t code = byte & mask;
      for (std::size_t j = 1; j < bytes && k + j < text.size(); ++j)
        code = code << 6 | (static_cast<unsigned char>(text[k + j]) & 0x3Fu);
      result += fmt::format("\\[u{:04X}]", code);
      k += bytes;
      continue;
    }
    switch (text[k]) {
      case '\\':
        result += "\\e";
        break;
      case '-':
        result += "\\-";
        break;
      case '\'':
        result += "\\(aq";
        break;
      case '`':
        result += "\\(ga";
        break;
      case '^':
        result += "\\(ha";
        break;
      case '~':
        result += "\\(ti";
        break;
      case '"':
        result += "\\(dq";
        break;
      default:
        result += text[k];
    }
    ++k;
  }
  return result;
}

std::string man_capitals(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

/// Lines of text; each sentence ends a line, as man's macros require.
std::string man_paragraph(const std::string& text) {
  std::string result;
  std::size_t first = 0;
  while (first < text.size()) {
    std::size_t last = text.find(". ", first);
    last = last == text.npos ? text.size() : last + 1;
    for (const std::string& line : wrapped(text.substr(first, last - first), kSourceWidth))
      result += roff(line) + "\n";
    first = text.find_first_not_of(' ', last);
  }
  return result;
}

std::string man_entry(const std::string& bold, const std::string& roman, const std::string& text) {
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}", roff(bold), roff(roman), man_paragraph(text));
}

/// "gputest il run [OPTIONS] file", as in the help.
std::string synopsis(const CLI::App& app, const CLI::Formatter& formatter,
                     const std::string& command) {
  return fmt::format(".SH SYNOPSIS\n\\fB{}\\fR{}\n", roff(command),
                     roff(usage_behind_name(app, formatter)));
}

std::string options_of(const CLI::App& app, const CLI::Formatter& formatter) {
  std::string text;
  for (const std::string& group : app.get_groups()) {
    std::string options;
    for (const CLI::Option* option : app.get_options())
      if (option->get_group() == group && option->nonpositional())
        options +=
            man_entry(formatter.make_option_name(option, false), formatter.make_option_opts(option),
                      formatter.make_option_desc(option));
    if (!options.empty() && !group.empty())
      text += (man_capitals(group) == "OPTIONS" ? "" : ".SS " + roff(group) + "\n") + options;
  }
  return text.empty() ? "" : ".SH OPTIONS\n" + text;
}

std::string positionals_of(const CLI::App& app, const CLI::Formatter& formatter) {
  std::string text;
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional())
      text += man_entry(formatter.make_option_name(option, true),
                        formatter.make_option_opts(option), formatter.make_option_desc(option));
  return text.empty() ? "" : ".SH ARGUMENTS\n" + text;
}

std::string commands_of(const ManPageSource& source) {
  std::string text;
  for (const CLI::App* child : source.app->get_subcommands([](const CLI::App*) { return true; })) {
    std::vector<std::string> path = source.path;
    path.push_back(child->get_name());
    text += man_entry(man_page_name(path), "(1)", child->get_description());
  }
  return text.empty() ? "" : ".SH COMMANDS\n" + text;
}

std::string section_text(const ManualSection& section) {
  std::string text = fmt::format(".SH {}\n", man_capitals(section.title));
  for (const ManualEntry& line : section.entries) text += man_entry(line.name, "", line.text);
  return text;
}

}  // namespace

std::string man_page_name(const std::vector<std::string>& path) {
  return fmt::format("{}", fmt::join(path, "-"));
}

std::string man_page(const ManPageSource& source) {
  const CLI::Formatter formatter{};
  const std::string page = man_page_name(source.path);
  const std::string about = source.app->get_description();
  std::string text = fmt::format(
      ".\\\" Made by gputest from the text of gputest --help.\n"
      ".TH {} 1 \"{}\" \"{}\" \"User Commands\"\n",
      man_capitals(page), revision_date(), version_of_program());
  text += fmt::format(".SH NAME\n{} \\-\n{}", roff(page), man_paragraph(about));
  text += synopsis(*source.app, formatter, fmt::format("{}", fmt::join(source.path, " ")));
  text += ".SH DESCRIPTION\n" + man_paragraph(about);
  text += commands_of(source) + positionals_of(*source.app, formatter);
  text += options_of(*source.app, formatter);
  for (const ManualSection& section : source.sections) text += section_text(section);
  std::vector<std::string> related;
  for (const std::string& name : source.related)
    related.push_back(fmt::format(".BR {} (1)", roff(name)));
  if (!related.empty()) text += fmt::format(".SH SEE ALSO\n{}\n", fmt::join(related, " ,\n"));
  return text;
}

}  // namespace gputest
