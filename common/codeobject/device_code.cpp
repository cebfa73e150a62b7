#include "common/codeobject/device_code.hpp"

#include <cstdint>
#include <cstring>

namespace gputest {
namespace {

template <class T>
T value_or_zero(std::string_view bytes, std::uint64_t offset) {
  T value{};
  if (offset <= bytes.size() && sizeof value <= bytes.size() - offset)
    std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

/// Clang's documentation, "Clang Offload Bundler": a magic number, a count and, for each code
/// object, its offset, size and target name.
constexpr std::string_view kBundleMagic = "__CLANG_OFFLOAD_BUNDLE__";
constexpr std::uint64_t kMaxEntries = 64;  // text may contain the magic number too

void read_bundle(std::string_view bundle, std::vector<DeviceCode>& found) {
  const auto count = value_or_zero<std::uint64_t>(bundle, kBundleMagic.size());
  if (count > kMaxEntries) return;
  std::uint64_t entry = kBundleMagic.size() + 8;
  for (std::uint64_t k = 0; k < count; ++k) {
    const auto offset = value_or_zero<std::uint64_t>(bundle, entry);
    const auto size = value_or_zero<std::uint64_t>(bundle, entry + 8);
    const auto length = value_or_zero<std::uint64_t>(bundle, entry + 16);
    if (entry + 24 > bundle.size() || length > bundle.size() - entry - 24 || offset > bundle.size())
      return;
    const std::string_view name = bundle.substr(entry + 24, length);
    if (name.substr(0, 3) == "hip")
      found.push_back({CodeKind::amd, std::string(name.substr(name.rfind('-') + 1)),
                       bundle.substr(offset, size)});
    entry += 24 + length;
  }
}

/// The layout of fat binaries is undocumented; this is the layout that fatbinary of CUDA 10 to 13
/// writes. It has a magic number, a version, the header's size and the size of the rest; then
/// entries, each with a header.
constexpr std::uint32_t kFatMagic = 0xBA55ED50;
constexpr std::uint64_t kFatVersion = 1, kFatHeader = 16;

void read_fat_binary(std::string_view binary, std::vector<DeviceCode>& found) {
  constexpr std::uint64_t kCompressed = 0xF000;
  std::uint64_t entry = kFatHeader;
  while (entry < binary.size()) {
    const std::string_view rest = binary.substr(entry);
    const auto kind = value_or_zero<std::uint16_t>(rest, 0);
    const auto header = value_or_zero<std::uint32_t>(rest, 4);
    const auto size = value_or_zero<std::uint64_t>(rest, 8);
    const auto architecture = std::to_string(value_or_zero<std::uint32_t>(rest, 28));
    const auto flags = value_or_zero<std::uint64_t>(rest, 40);
    if (header == 0 || header > rest.size()) return;
    if ((flags & kCompressed) == 0 && kind == 1)
      found.push_back({CodeKind::ptx, "compute_" + architecture, rest.substr(header, size)});
    if ((flags & kCompressed) == 0 && kind == 2)
      found.push_back({CodeKind::cubin, "sm_" + architecture, rest.substr(header, size)});
    if (size > rest.size() - header) return;
    entry += header + size;
  }
}

/// Views of the fat binaries in `file`, compressed or not. Each has the same kernels for several
/// targets.
std::vector<std::string_view> find_fat_binaries(std::string_view file) {
  std::vector<std::string_view> found;
  const std::string_view magic(reinterpret_cast<const char*>(&kFatMagic), sizeof kFatMagic);
  for (std::size_t start = file.find(magic); start != file.npos;
       start = file.find(magic, start + 1)) {
    const std::string_view rest = file.substr(start);
    const std::uint64_t size = kFatHeader + value_or_zero<std::uint64_t>(rest, 8);
    const bool is_header =
        value_or_zero<std::uint16_t>(rest, 4) == kFatVersion &&
        value_or_zero<std::uint16_t>(rest, 6) == kFatHeader;  // or the magic number is code
    if (is_header && size > kFatHeader && size <= rest.size())
      found.push_back(rest.substr(0, size));
  }
  return found;
}

}  // namespace

std::vector<DeviceCode> find_device_code(std::string_view file) {
  std::vector<DeviceCode> found;
  for (std::size_t at = file.find(kBundleMagic); at != file.npos;
       at = file.find(kBundleMagic, at + 1))
    read_bundle(file.substr(at), found);
  for (const std::string_view binary : find_fat_binaries(file)) read_fat_binary(binary, found);
  return found;
}

}  // namespace gputest
