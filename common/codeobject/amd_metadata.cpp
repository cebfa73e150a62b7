#include "common/codeobject/amd_metadata.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace gputest {

namespace {

/// Limits the nesting. The reader is recursive, and a file's nesting could overflow the stack.
class Depth : public nlohmann::json::json_sax_t {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return enter(); }
  bool key(string_t&) override { return true; }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_array() override { return leave(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    return false;
  }

 private:
  bool enter() {
    constexpr unsigned kDeepest = 16;  // compilers write 5
    return ++depth_ <= kDeepest;
  }
  bool leave() {
    --depth_;
    return true;
  }
  unsigned depth_ = 0;
};

nlohmann::json read_message_pack(std::string_view bytes) {
  Depth depth;
  if (!nlohmann::json::sax_parse(bytes, &depth, nlohmann::json::input_format_t::msgpack))
    throw std::runtime_error("a code object's metadata is not MessagePack as compilers write it");
  return nlohmann::json::from_msgpack(bytes);
}

}  // namespace

nlohmann::json amd_metadata(const Elf& code_object) {
  constexpr std::uint32_t kMetadata = 32;
  const ElfSection* notes = code_object.find(".note");
  if (notes == nullptr) throw std::runtime_error("a code object has no notes");
  std::string_view rest = notes->contents;
  while (rest.size() > sizeof(Elf64_Nhdr)) {
    Elf64_Nhdr header;
    std::memcpy(&header, rest.data(), sizeof header);
    const std::size_t name = (std::size_t{header.n_namesz} + 3) / 4 * 4;
    const std::size_t size = (std::size_t{header.n_descsz} + 3) / 4 * 4;
    if (sizeof header + name + header.n_descsz > rest.size()) break;
    if (header.n_type == kMetadata)
      return read_message_pack(rest.substr(sizeof header + name, header.n_descsz));
    rest.remove_prefix(std::min(rest.size(), sizeof header + name + size));
  }
  throw std::runtime_error("a code object has no metadata");
}

}  // namespace gputest
