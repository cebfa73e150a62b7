#include "common/codeobject/amd_metadata.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace gputest {

nlohmann::json amd_metadata(const Elf& code_object) {
  constexpr std::uint32_t kMetadata = 32;
  const ElfSection* notes = code_object.find(".note");
  if (notes == nullptr) throw std::runtime_error("a code object has no notes");
  std::string_view rest = notes->contents;
  while (rest.size() > sizeof(Elf64_Nhdr)) {
    Elf64_Nhdr header;
    std::memcpy(&header, rest.data(), sizeof header);
    const std::size_t name = (header.n_namesz + 3) / 4 * 4;
    const std::size_t size = (header.n_descsz + 3) / 4 * 4;
    if (sizeof header + name + header.n_descsz > rest.size()) break;
    if (header.n_type == kMetadata)
      return nlohmann::json::from_msgpack(rest.substr(sizeof header + name, header.n_descsz));
    rest.remove_prefix(std::min(rest.size(), sizeof header + name + size));
  }
  throw std::runtime_error("a code object has no metadata");
}

}  // namespace gputest
