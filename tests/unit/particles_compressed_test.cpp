// Compressed, piped and differently encoded particle files.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <thread>

#include "common/core/error.hpp"
#include "common/core/input_stream.hpp"
#include "common/core/scratch_folder.hpp"
#include "common/particles/compression.hpp"
#include "common/particles/generators.hpp"
#include "common/particles/reader.hpp"
#include "common/particles/writer.hpp"

namespace gputest::particles_compressed_test {
namespace {

std::string gzipped(const std::string& text) {
  constexpr int kGzipWindow = 15 + 16, kMemory = 8;
  z_stream stream{};
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemory,
               Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()), '\0');
  std::string in = text;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstandard(const std::string& text) {
  constexpr int kLevel = 3;
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), kLevel));
  return out;
}

/// The bytes of a file of a format.
std::string file_of(const ParticleSet& set, const std::string& format) {
  const ScratchFolder folder;
  write_particles(folder.path("file"), set, format);
  std::ifstream in(folder.path("file"), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string refusal(const std::string& content) {
  try {
    parse_particles(content, "file");
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::bad_input);
    return error.what();
  }
  return "";
}

const std::string text = "1 0 0 0 1 2 3\n2 1 1 1 4 5 6\n";

TEST(Compressed, EveryFormatIsReadFromGzipAndZstandard) {
  const ParticleSet set = generate_plummer(20, 1);
  for (const std::string format :
       {"nbody", "tipsy", "lammps-data", "lammps-dump", "xyz", "table"}) {
    const std::string bytes = file_of(set, format);
    const ParticleSet plain = parse_particles(bytes, "file");
    EXPECT_EQ(parse_particles(gzipped(bytes), "file").x, plain.x) << format;
    EXPECT_EQ(parse_particles(zstandard(bytes), "file").x, plain.x) << format;
  }
}

TEST(Compressed, MembersAndFramesAreJoined) {
  const std::string half = text.substr(0, 10), rest = text.substr(10);
  EXPECT_EQ(decompressed(gzipped(half) + gzipped(rest), "file"), text);
  EXPECT_EQ(decompressed(gzipped(text) + std::string(512, '\0'), "file"), text);
  EXPECT_EQ(decompressed(zstandard(half) + zstandard(rest), "file"), text);
  const std::string large(5 << 20, 'x');
  EXPECT_EQ(decompressed(gzipped(large), "file"), large);
  EXPECT_EQ(decompressed(zstandard(large), "file"), large);
  EXPECT_EQ(decompressed(text, "file"), std::nullopt);
}

TEST(Compressed, DamagedDataAreRefusedAtEveryLength) {
  for (const std::string& whole : {gzipped(text), zstandard(text)})
    for (std::size_t size = 4; size < whole.size(); ++size)
      EXPECT_NE(refusal(whole.substr(0, size)).find("may be cut short"), std::string::npos) << size;
  std::string damaged = gzipped(text);
  damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);  // of the sum
  EXPECT_EQ(refusal(damaged), "file: its gzip data are damaged");
  EXPECT_EQ(refusal(gzipped(text) + "more"), "file: data that are not gzip follow its gzip data");
  EXPECT_EQ(refusal(zstandard(text) + "more"),
            "file: data that are not Zstandard follow its Zstandard data");
}

TEST(Compressed, OtherProgramsAreNamed) {
  EXPECT_EQ(refusal(std::string("\xfd\x37zXZ\0 …", 10)),
            "file: it is compressed by xz, and only .gz and .zst are read; write xz -dc file | "
            "gputest … --input=-");
  EXPECT_NE(refusal("BZh91AY").find("bzip2 -dc file"), std::string::npos);
}

TEST(Compressed, NoFileIsWrittenUnderSuchAName) {
  for (const char* path : {"a/b.xyz.gz", "a/b.xyz.ZST"}) try {
      format_for_path(path);
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(),
                   "gputest writes no compressed files; write a/b.xyz and compress it");
    }
}

TEST(Encoding, AByteOrderMarkAndLinesOfWindowsChangeNothing) {
  const ParticleSet set = generate_plummer(5, 1);
  for (const std::string format : {"nbody", "lammps-data", "lammps-dump", "xyz", "table"}) {
    const std::string bytes = file_of(set, format);
    std::string other = "\xef\xbb\xbf";
    for (const char c : bytes) other += c == '\n' ? "\r\n" : std::string(1, c);
    const ParticleSet plain = parse_particles(bytes, "file"), read = parse_particles(other, "file");
    EXPECT_EQ(read.x, plain.x) << format;
    EXPECT_EQ(read.vz, plain.vz) << format;
    EXPECT_EQ(read.warnings, plain.warnings) << format;
    std::replace(other.begin(), other.end(), '\n', ' ');
    EXPECT_EQ(refusal(other),
              "file: its lines end in CR without LF; convert them, as with tr '\\r' '\\n'")
        << format;
  }
  EXPECT_EQ(refusal(std::string("\xff\xfe"
                                "1\0\n\0",
                                6)),
            "file: it is text in UTF-16; save it as UTF-8");
}

/// The read end of a pipe into which a thread writes.
class Pipe {
 public:
  explicit Pipe(std::string content) {
    EXPECT_EQ(pipe(ends_.data()), 0);
    writer_ = std::thread([this, content = std::move(content)] {
      for (std::size_t at = 0; at < content.size();) {
        const ssize_t now = write(ends_[1], content.data() + at, content.size() - at);
        if (now <= 0) break;
        at += static_cast<std::size_t>(now);
      }
      close(ends_[1]);
    });
  }
  ~Pipe() {
    writer_.join();
    close(ends_[0]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  std::string path() const { return "/dev/fd/" + std::to_string(ends_[0]); }

 private:
  std::array<int, 2> ends_{};
  std::thread writer_;
};

TEST(Piped, APipeIsReadAsOftenAsAFile) {
  std::string rows;
  for (int k = 0; k < 200000; ++k) rows += "1 0 0 0 1 2 3\n";  // more than a pipe holds
  const Pipe pipe(rows);
  EXPECT_EQ(read_whole_input(pipe.path()), rows);
  EXPECT_EQ(read_whole_input(pipe.path()), rows);
  EXPECT_EQ(read_particles(pipe.path()).size(), 200000u);
}

TEST(Piped, ANamedPipeIsRefusedWithTheWayToReadIt) {
  const ScratchFolder folder;
  const std::string path = folder.path("fifo");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  try {
    read_particles(path);
    ADD_FAILURE() << "it was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(),
              "cannot read " + path + ": it is a named pipe; write --input=- < " + path);
  }
}

}  // namespace
}  // namespace gputest::particles_compressed_test
