// Files of HDF5 in memory, by a library that the program does without where it is not installed:
// The HDF Group, https://docs.hdfgroup.org. Nothing but what a file in memory needs, and of arrays
// only those of one or two dimensions whose numbers are in the file itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gputest {

/// Why there is no HDF5, with what to install; empty where there is.
std::string why_no_hdf5();

/// Anything that HDF5 has opened, which closes with this; or nothing.
class Hdf5Handle {
 public:
  /// Throws Error(bad_input) for a negative number, by which HDF5 says that it failed: the
  /// sentence.
  Hdf5Handle(std::int64_t id, const std::string& sentence);
  Hdf5Handle() = default;
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Hdf5Handle();

  bool is_there() const { return id_ >= 0; }
  std::int64_t id() const { return id_; }

 private:
  std::int64_t id_ = -1;
};

/// An array of a file, opened and looked at; none of its numbers is read yet.
struct Hdf5Array {
  std::string path;  ///< "PartType1/Coordinates"
  std::uint64_t rows = 0, columns = 0;
  bool whole = false;  ///< of whole numbers
  Hdf5Handle handle;   ///< nothing where the file has no such array

  bool is_there() const { return handle.is_there(); }
};

/// A file to be read.
class Hdf5Reader {
 public:
  /// The content must outlive this; `name` stands for its path in sentences. Throws
  /// Error(unavailable) where there is no HDF5, Error(bad_input) where HDF5 does not open it.
  Hdf5Reader(std::string_view content, std::string name);

  /// An attribute of an object, "Header"; none where either is missing. Throws Error(bad_input)
  /// where it holds no finite numbers, or more than 32.
  std::vector<double> attribute(const std::string& object, const std::string& attribute) const;

  /// Throws Error(bad_input) for an array of another kind than this file is about (see above), and
  /// for one that is larger than a file of this size can hold.
  Hdf5Array array(const std::string& path) const;

  /// The numbers of an array, row by row, which the caller has found memory for. Throws
  /// Error(bad_input).
  std::vector<double> doubles(const Hdf5Array& array) const;
  /// Likewise, for whole numbers; one that does not fit is the largest that does.
  std::vector<std::int64_t> integers(const Hdf5Array& array) const;

  /// Throws Error(bad_input): "<name>: <sentence>".
  [[noreturn]] void fail(const std::string& sentence) const;

 private:
  bool has(const std::string& path) const;

  std::string_view content_;
  std::string name_;
  Hdf5Handle file_;
};

/// A file to be written, the same bytes for the same calls.
class Hdf5Writer {
 public:
  enum class Stored { float64, uint64, uint32, int32 };  ///< as what numbers are stored

  /// Throws Error(unavailable) where there is no HDF5, as every function Error(bad_input) where
  /// HDF5 fails.
  Hdf5Writer();

  void group(const std::string& name);
  /// An attribute of a group: one value, or several as an array.
  void attribute(const std::string& group, const char* name, const std::vector<double>& values,
                 Stored stored, bool is_array);
  /// An array of rows of `columns` numbers, or of one dimension where columns is 0.
  void array(const std::string& path, const std::vector<double>& values, std::uint64_t columns);
  /// An array of one dimension, of numbers that are not negative.
  void array(const std::string& path, const std::vector<std::int64_t>& values);

  /// The file.
  std::vector<char> image() const;

 private:
  Hdf5Handle create_array(const std::string& path, std::uint64_t rows, std::uint64_t columns,
                          Stored stored);

  Hdf5Handle file_;
};

}  // namespace gputest
