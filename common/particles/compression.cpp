#include "common/particles/compression.hpp"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

#include "common/core/error.hpp"
#include "common/core/host.hpp"

namespace gputest {
namespace {

using namespace std::string_view_literals;

[[noreturn]] void fail_compressed(const std::string& name, std::string_view sentence) {
  throw Error(Status::bad_input, fmt::format("{}: {}", name, sentence));
}

/// A content that grows.
class Growing {
 public:
  explicit Growing(const std::string& name) : name_(name) {}

  /// Room for more bytes behind those written.
  char* room() {
    if (content_.size() - size_ < kLeast) {
      const std::size_t larger = std::max(2 * content_.size(), 4 * kLeast);
      require_host_memory(larger, fmt::format("decompressing {}", name_));
      content_.resize(larger);
    }
    return content_.data() + size_;
  }
  std::size_t left() const { return content_.size() - size_; }
  void wrote(std::size_t bytes) { size_ += bytes; }
  std::string take() {
    content_.resize(size_);
    return std::move(content_);
  }

 private:
  static constexpr std::size_t kLeast = 1 << 16;
  std::string name_, content_;
  std::size_t size_ = 0;
};

constexpr std::string_view kGzip = "\x1f\x8b\x08"sv;

std::string of_gzip(std::string_view content, const std::string& name) {
  constexpr int kGzipWindow = 15 + 16;  // the largest window, with gzip's header
  z_stream stream{};
  if (inflateInit2(&stream, kGzipWindow) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> owner(&stream, inflateEnd);
  Growing out(name);
  while (true) {
    constexpr std::size_t kMost = std::numeric_limits<uInt>::max() / 2;
    const std::size_t given = std::min(content.size(), kMost);
    // zlib does not write there, but its interface has no const without ZLIB_CONST.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = static_cast<uInt>(given);
    stream.next_out = reinterpret_cast<Bytef*>(out.room());
    const std::size_t room = std::min(out.left(), kMost);
    stream.avail_out = static_cast<uInt>(room);
    const int code = inflate(&stream, Z_NO_FLUSH);
    out.wrote(room - stream.avail_out);
    content.remove_prefix(given - stream.avail_in);
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code == Z_STREAM_END) {
      if (content.starts_with(kGzip)) {
        inflateReset(&stream);
        continue;
      }
      // Tapes pad with zeros.
      if (content.find_first_not_of('\0') != content.npos)
        fail_compressed(name, "data that are not gzip follow its gzip data");
      return out.take();
    }
    if (code == Z_OK && (!content.empty() || stream.avail_out == 0)) continue;
    if (content.empty() && (code == Z_OK || code == Z_BUF_ERROR))
      fail_compressed(name, "the file ends inside its gzip data, so that it may be cut short");
    if (code != Z_OK) fail_compressed(name, "its gzip data are damaged");
  }
}

constexpr std::string_view kZstandard = "\x28\xb5\x2f\xfd"sv;

bool begins_zstandard(std::string_view content) {
  const bool skippable = content.size() >= 4 && (content[0] & 0xf0) == 0x50 &&
                         content.substr(1, 3) == "\x2a\x4d\x18"sv;
  return skippable || content.starts_with(kZstandard);
}

std::string of_zstandard(std::string_view content, const std::string& name) {
  const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(),
                                                                        ZSTD_freeDCtx);
  if (context == nullptr) throw std::bad_alloc();
  Growing out(name);
  ZSTD_inBuffer in{content.data(), content.size(), 0};
  bool frame_ended = true;
  while (true) {
    if (frame_ended) {
      if (in.pos == in.size) return out.take();
      if (!begins_zstandard(content.substr(in.pos)))
        fail_compressed(name, "data that are not Zstandard follow its Zstandard data");
    }
    char* to = out.room();
    ZSTD_outBuffer wrote{to, out.left(), 0};
    const std::size_t before = in.pos;
    const std::size_t code = ZSTD_decompressStream(context.get(), &wrote, &in);
    if (ZSTD_isError(code) != 0)
      fail_compressed(name,
                      fmt::format("its Zstandard data are damaged: {}", ZSTD_getErrorName(code)));
    out.wrote(wrote.pos);
    frame_ended = code == 0;
    if (!frame_ended && in.pos == before && wrote.pos == 0)
      fail_compressed(name, "the file ends inside its Zstandard data, so that it may be cut short");
  }
}

struct Compressor {
  std::string_view beginning;
  const char *name, *command;
};
constexpr Compressor kOtherCompressors[] = {{"\xfd\x37zXZ\0"sv, "xz", "xz -dc"},
                                            {"BZh"sv, "bzip2", "bzip2 -dc"},
                                            {"\x04\x22\x4d\x18"sv, "LZ4", "lz4 -dc"},
                                            {"PK\x03\x04"sv, "zip", "unzip -p"},
                                            {"\x1f\x9d"sv, "compress", "gzip -dc"}};

}  // namespace

std::optional<std::string> decompressed(std::string_view content, const std::string& name) {
  if (content.starts_with(kGzip)) return of_gzip(content, name);
  if (begins_zstandard(content)) return of_zstandard(content, name);
  for (const Compressor& other : kOtherCompressors)
    if (content.starts_with(other.beginning))
      fail_compressed(name, fmt::format("it is compressed by {}, and only .gz and .zst are read; "
                                        "write {} {} | gputest … --input=-",
                                        other.name, other.command, name));
  return std::nullopt;
}

}  // namespace gputest
