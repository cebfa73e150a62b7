#include "hip/isa/line_table.hpp"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>
#include <vector>

#include "hip/isa/words.hpp"

namespace gputest::isa {
namespace {

/// Reads numbers one after another. Throws std::out_of_range beyond the end.
class LineReader {
 public:
  explicit LineReader(std::string_view bytes) : bytes_(bytes) {}

  bool at_end() const { return bytes_.empty(); }
  std::string_view take(u64 count) {
    if (count > bytes_.size()) throw std::out_of_range("the section ends");
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }
  u64 number(unsigned bytes) {
    u64 value = 0;
    std::memcpy(&value, take(bytes).data(), bytes);
    return value;
  }
  u64 variable() {
    u64 value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const u64 byte = number(1);
      if (shift < 64) value |= (byte & 0x7F) << shift;
      if ((byte & 0x80) == 0) return value;
    }
  }
  i64 signed_variable() {
    u64 value = 0;
    for (unsigned shift = 0;;) {
      const u64 byte = number(1);
      if (shift < 64) value |= (byte & 0x7F) << shift;
      shift += 7;
      if ((byte & 0x80) != 0) continue;
      if (shift < 64 && (byte & 0x40) != 0) value |= ~u64{0} << shift;
      return static_cast<i64>(value);
    }
  }
  std::string_view text() {
    const auto length = bytes_.find('\0');
    if (length == bytes_.npos) throw std::out_of_range("a string does not end");
    const std::string_view taken = take(length);
    take(1);
    return taken;
  }

 private:
  std::string_view bytes_;
};

/// The parts of a unit's header that its line program needs.
struct LineHeader {
  unsigned version = 0, step = 1, range = 1, first_special = 1;
  int base = 0;
  std::vector<u64> operands;  ///< of standard operations, by their number
  std::vector<std::string> files;
  unsigned first_file = 0;
};

std::string_view string_at(std::string_view strings, u64 offset) {
  return offset < strings.size() ? LineReader(strings.substr(offset)).text() : "";
}

/// An entry of version 5's lists; the header gives their forms. Returns its name (content type 1).
std::string entry_of_list(LineReader& in, const std::vector<std::pair<u64, u64>>& format,
                          std::string_view strings) {
  std::string name;
  for (const auto& [type, form] : format) {
    std::string_view text;
    switch (form) {
      case 0x08:  // DW_FORM_string
        text = in.text();
        break;
      case 0x1f:  // DW_FORM_line_strp
        text = string_at(strings, in.number(4));
        break;
      case 0x0b:  // DW_FORM_data1
        in.take(1);
        break;
      case 0x05:  // DW_FORM_data2
        in.take(2);
        break;
      case 0x0f:  // DW_FORM_udata
        in.variable();
        break;
      case 0x1e:  // DW_FORM_data16
        in.take(16);
        break;
      default:
        throw std::out_of_range("an unknown form");
    }
    if (type == 1) name = text;
  }
  return name;
}

std::vector<std::string> list(LineReader& in, std::string_view strings) {
  std::vector<std::pair<u64, u64>> format(in.number(1));
  for (auto& [type, form] : format) {
    type = in.variable();
    form = in.variable();
  }
  std::vector<std::string> names;
  for (u64 left = in.variable(); left > 0; --left)
    names.push_back(entry_of_list(in, format, strings));
  return names;
}

std::vector<std::string> files_of_version_4(LineReader& in) {
  while (!in.text().empty()) {
  }
  std::vector<std::string> names;
  for (;;) {
    const std::string_view name = in.text();
    if (name.empty()) return names;
    names.emplace_back(name);
    for (unsigned k = 0; k < 3; ++k) in.variable();
  }
}

LineHeader read_line_header(LineReader& in, unsigned version, std::string_view strings) {
  LineHeader header;
  header.version = version;
  header.step = static_cast<unsigned>(in.number(1));
  in.take(2);  // operations of an instruction; whether lines begin statements
  header.base = static_cast<std::int8_t>(in.number(1));
  header.range = static_cast<unsigned>(in.number(1));
  header.first_special = static_cast<unsigned>(in.number(1));
  if (header.range == 0 || header.first_special == 0) throw std::out_of_range("a header");
  for (unsigned k = 1; k < header.first_special; ++k) header.operands.push_back(in.number(1));
  if (version >= 5) {
    list(in, strings);
    header.files = list(in, strings);
  } else {
    header.files = files_of_version_4(in);
    header.first_file = 1;
  }
  return header;
}

void run_program(LineReader& in, const LineHeader& header, std::map<u64, std::string>& lines) {
  u64 address = 0, file = 1;
  i64 line = 1;
  const auto reset = [&] {
    address = 0;
    file = line = 1;
  };
  const auto add_row = [&] {
    const u64 at = file - header.first_file;
    const std::string name = at < header.files.size() ? header.files[at] : "";
    const auto slash = name.rfind('/');
    // Line 0: code that the compiler added.
    lines[address] =
        line == 0 || name.empty()
            ? ""
            : fmt::format("{}:{}", name.substr(slash == name.npos ? 0 : slash + 1), line);
  };
  const auto step_by = [&](unsigned special) {
    address += u64{special / header.range} * header.step;
  };
  while (!in.at_end()) {
    const auto code = static_cast<unsigned>(in.number(1));
    if (code >= header.first_special) {
      const unsigned special = code - header.first_special;
      step_by(special);
      line += header.base + static_cast<int>(special % header.range);
      add_row();
      continue;
    }
    switch (code) {
      case 0: {  // an extended operation
        LineReader extended(in.take(in.variable()));
        const u64 which = extended.number(1);
        if (which == 1) {  // the end of a sequence
          lines[address] = "";
          reset();
        } else if (which == 2) {
          address = extended.number(8);
        }
        break;
      }
      case 1:
        add_row();
        break;
      case 2:
        address += in.variable() * header.step;
        break;
      case 3:
        line += in.signed_variable();
        break;
      case 4:
        file = in.variable();
        break;
      case 8:
        step_by(255 - header.first_special);
        break;
      case 9:
        address += in.number(2);
        break;
      default:
        for (u64 left = header.operands[code - 1]; left > 0; --left) in.variable();
    }
  }
}

}  // namespace

std::map<u64, std::string> read_lines(std::string_view section, std::string_view strings) {
  std::map<u64, std::string> lines;
  try {
    LineReader all(section);
    while (!all.at_end()) {
      LineReader unit(all.take(all.number(4)));
      const auto version = static_cast<unsigned>(unit.number(2));
      if (version != 4 && version != 5) continue;
      if (version == 5) unit.take(2);  // sizes of an address and of a segment's selector
      LineReader header(unit.take(unit.number(4)));
      run_program(unit, read_line_header(header, version, strings), lines);
    }
  } catch (const std::out_of_range&) {
    // Keep the lines read so far.
  }
  return lines;
}

}  // namespace gputest::isa
