// HDF5 files in memory, by a library that the program can do without: The HDF Group,
// https://docs.hdfgroup.org. Only functions for files in memory are used, and only arrays of one or
// two dimensions with numbers stored in the file itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gputest {

/// Why there is no HDF5, with the package to install; empty if it is there.
std::string why_no_hdf5();

/// An object that HDF5 has opened, closed by the destructor; or nothing.
class Hdf5Handle {
 public:
  /// Throws Error(bad_input) with that sentence for a negative number, by which HDF5 reports
  /// failure.
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

/// An opened array of a file with checked properties; its numbers are not read yet.
struct Hdf5Array {
  std::string path;  ///< "PartType1/Coordinates"
  std::uint64_t rows = 0, columns = 0;
  bool whole = false;  ///< of whole numbers
  Hdf5Handle handle;   ///< empty if the file has no such array

  bool is_there() const { return handle.is_there(); }
};

/// A file for reading.
class Hdf5Reader {
 public:
  /// The content must outlive this; messages call the file `name`. Throws Error(unavailable) if
  /// there is no HDF5, and Error(bad_input) if HDF5 cannot open the file.
  Hdf5Reader(std::string_view content, std::string name);

  /// An attribute of an object, "Header"; empty if either is missing. Throws Error(bad_input) if it
  /// does not hold finite numbers, or more than 32.
  std::vector<double> attribute(const std::string& object, const std::string& attribute) const;

  /// Throws Error(bad_input) for an array of an unsupported kind (see above), or larger than a file
  /// of this size can hold.
  Hdf5Array array(const std::string& path) const;

  /// The numbers of an array, row by row; the caller must have checked the memory for them. Throws
  /// Error(bad_input).
  std::vector<double> doubles(const Hdf5Array& array) const;
  /// Likewise for whole numbers; one that does not fit becomes the largest that does.
  std::vector<std::int64_t> integers(const Hdf5Array& array) const;

  /// Throws Error(bad_input): "<name>: <sentence>".
  [[noreturn]] void fail(const std::string& sentence) const;

 private:
  bool has(const std::string& path) const;

  std::string_view content_;
  std::string name_;
  Hdf5Handle file_;
};

/// A file for writing: the same calls give the same bytes.
class Hdf5Writer {
 public:
  enum class Stored { float64, uint64, uint32, int32 };  ///< the stored type of numbers

  /// Throws Error(unavailable) if there is no HDF5. Like every function, throws Error(bad_input) if
  /// HDF5 fails.
  Hdf5Writer();

  void group(const std::string& name);
  /// An attribute of a group: one value, or several as an array.
  void attribute(const std::string& group, const char* name, const std::vector<double>& values,
                 Stored stored, bool is_array);
  /// An array of rows of `columns` numbers, or of one dimension if columns is 0.
  void array(const std::string& path, const std::vector<double>& values, std::uint64_t columns);
  /// An array of one dimension, of numbers that are not negative.
  void array(const std::string& path, const std::vector<std::int64_t>& values);

  /// The content of the file.
  std::vector<char> image() const;

 private:
  Hdf5Handle create_array(const std::string& path, std::uint64_t rows, std::uint64_t columns,
                          Stored stored);

  Hdf5Handle file_;
};

}  // namespace gputest
