#include <fmt/format.h>

#include <cstring>
#include <regex>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/task/contents.hpp"

namespace gputest::task {
namespace {

/// NumPy's name of the type: "<f4".
std::string npy_type(Element element) {
  const std::uint64_t size = bytes(element);
  const bool is_unsigned = element == Element::uint8 || element == Element::uint16 ||
                           element == Element::uint32 || element == Element::uint64;
  return fmt::format("{}{}{}", size == 1 ? '|' : '<',
                     is_real(element) ? 'f'
                     : is_unsigned    ? 'u'
                                      : 'i',
                     size);
}

}  // namespace

std::vector<std::byte> npy_data(const std::string& path, const ArrayShape& shape) {
  const std::string file = read_file(path);
  const auto require = [&](bool condition, const std::string& complaint) {
    if (!condition) throw Error(Status::bad_input, fmt::format("{}: {}", path, complaint));
  };
  constexpr std::size_t kStart = 8, kShort = 2, kLong = 4;
  require(file.size() > kStart + kLong && file.starts_with("\x93NUMPY"),
          "this is not a NumPy file");
  const std::size_t size = file[6] == 1 ? kShort : kLong;
  std::uint32_t length = 0;
  std::memcpy(&length, &file[kStart], size);
  const std::size_t data = kStart + size + length;
  require(data <= file.size(), "its head is cut off");
  const std::string head = file.substr(kStart + size, length);
  std::smatch found;
  require(std::regex_search(head, found, std::regex("'descr': *'([^']*)'")), "it names no type");
  const std::string type = npy_type(shape.element);
  require(found[1] == type,
          fmt::format("it has the type {}, but {} needs {}", found[1].str(), shape.name, type));
  require(head.find("'fortran_order': False") != head.npos, "it is in Fortran's order");
  require(file.size() - data == shape.bytes(),
          fmt::format("it has {} bytes of data, but {} needs {}", file.size() - data, shape.name,
                      shape.bytes()));
  const auto* first = reinterpret_cast<const std::byte*>(file.data()) + data;
  return {first, first + shape.bytes()};
}

}  // namespace gputest::task
