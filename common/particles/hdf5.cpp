#include "common/particles/hdf5.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/core/error.hpp"
#include "common/core/shared_library.hpp"

namespace gputest {
namespace {

using Id = std::int64_t;
using Dimension = unsigned long long;

/// Memory management of a file in memory, as H5FDpublic.h declares it.
struct ImageCallbacks {
  void* (*allocate)(std::size_t, int operation, void* data);
  void* (*copy)(void* to, const void* from, std::size_t, int operation, void* data);
  void* (*reallocate)(void*, std::size_t, int operation, void* data);
  int (*free)(void*, int operation, void* data);
  void* (*copy_data)(void* data);
  int (*free_data)(void* data);
  void* data;
};

// The functions in use, as HDF5's headers declare them from 1.10 to 2.2: result, name, parameters.
#define GPUTEST_HDF5_FUNCTIONS(FUNCTION)                                                          \
  FUNCTION(int, H5open, ())                                                                       \
  FUNCTION(int, H5get_libversion, (unsigned* major, unsigned* minor, unsigned* release))          \
  FUNCTION(int, H5Eset_auto2, (Id stack, void* function, void* data))                             \
  FUNCTION(int, H5Lunregister, (int type))                                                        \
  FUNCTION(int, H5Idec_ref, (Id))                                                                 \
  FUNCTION(Id, H5Pcreate, (Id of))                                                                \
  FUNCTION(int, H5Pset_fapl_core, (Id list, std::size_t increment, bool on_disk))                 \
  FUNCTION(int, H5Pset_file_image, (Id list, void* image, std::size_t size))                      \
  FUNCTION(int, H5Pset_file_image_callbacks, (Id list, ImageCallbacks*))                          \
  FUNCTION(int, H5Pset_obj_track_times, (Id list, bool))                                          \
  FUNCTION(int, H5Pget_layout, (Id list))                                                         \
  FUNCTION(int, H5Pget_external_count, (Id list))                                                 \
  FUNCTION(int, H5Pget_chunk, (Id list, int most, Dimension*))                                    \
  FUNCTION(Id, H5Fopen, (const char* name, unsigned flags, Id access))                            \
  FUNCTION(Id, H5Fcreate, (const char* name, unsigned flags, Id creation, Id access))             \
  FUNCTION(int, H5Fflush, (Id, int scope))                                                        \
  FUNCTION(std::int64_t, H5Fget_file_image, (Id, void* image, std::size_t size))                  \
  FUNCTION(int, H5Lexists, (Id, const char* name, Id access))                                     \
  FUNCTION(Id, H5Gcreate2, (Id, const char* name, Id link, Id creation, Id access))               \
  FUNCTION(int, H5Aexists_by_name, (Id, const char* object, const char* name, Id link))           \
  FUNCTION(Id, H5Aopen_by_name, (Id, const char* object, const char* name, Id access, Id link))   \
  FUNCTION(Id, H5Aget_space, (Id))                                                                \
  FUNCTION(int, H5Aread, (Id, Id type, void*))                                                    \
  FUNCTION(Id, H5Acreate2, (Id, const char* name, Id type, Id space, Id creation, Id access))     \
  FUNCTION(int, H5Awrite, (Id, Id type, const void*))                                             \
  FUNCTION(Id, H5Gopen2, (Id, const char* name, Id access))                                       \
  FUNCTION(Id, H5Screate, (int kind))                                                             \
  FUNCTION(Id, H5Screate_simple, (int rank, const Dimension* now, const Dimension* most))         \
  FUNCTION(int, H5Sget_simple_extent_ndims, (Id))                                                 \
  FUNCTION(int, H5Sget_simple_extent_dims, (Id, Dimension * now, Dimension * most))               \
  FUNCTION(long long, H5Sget_simple_extent_npoints, (Id))                                         \
  FUNCTION(int, H5Tget_class, (Id))                                                               \
  FUNCTION(std::size_t, H5Tget_size, (Id))                                                        \
  FUNCTION(Id, H5Dopen2, (Id, const char* name, Id access))                                       \
  FUNCTION(Id, H5Dcreate2, (Id, const char*, Id type, Id space, Id link, Id creation, Id access)) \
  FUNCTION(Id, H5Dget_space, (Id))                                                                \
  FUNCTION(Id, H5Dget_type, (Id))                                                                 \
  FUNCTION(Id, H5Dget_create_plist, (Id))                                                         \
  FUNCTION(Dimension, H5Dget_storage_size, (Id))                                                  \
  FUNCTION(int, H5Dread, (Id, Id type, Id memory_space, Id file_space, Id transfer, void*))       \
  FUNCTION(int, H5Dwrite, (Id, Id type, Id memory_space, Id file_space, Id transfer, const void*))

// Names of the variables that H5open() initialises.
#define GPUTEST_HDF5_VARIABLES(VARIABLE) \
  VARIABLE(H5P_CLS_FILE_ACCESS_ID_g)     \
  VARIABLE(H5P_CLS_FILE_CREATE_ID_g)     \
  VARIABLE(H5P_CLS_GROUP_CREATE_ID_g)    \
  VARIABLE(H5P_CLS_DATASET_CREATE_ID_g)  \
  VARIABLE(H5T_NATIVE_DOUBLE_g)          \
  VARIABLE(H5T_NATIVE_INT64_g)           \
  VARIABLE(H5T_IEEE_F64LE_g)             \
  VARIABLE(H5T_STD_U64LE_g)              \
  VARIABLE(H5T_STD_U32LE_g)              \
  VARIABLE(H5T_STD_I32LE_g)

// Constants from the headers.
constexpr Id kDefault = 0;  // H5P_DEFAULT, H5S_ALL, H5E_DEFAULT
constexpr int kScalar = 0;  // H5S_SCALAR
constexpr unsigned kReadOnly = 0, kTruncate = 2;
constexpr int kGlobal = 1;  // H5F_SCOPE_GLOBAL
constexpr int kInteger = 0, kFloat = 1;
constexpr int kCompact = 0, kContiguous = 1, kChunked = 2;
constexpr int kExternalLink = 64;

/// Tries the sonames of Debian 12 (1.10), 13 (1.14) and testing (2.2), of 1.12, and those of other
/// systems, which do not distinguish the serial library from the one for MPI.
class Library {
 public:
  Library()
      : library_{"libhdf5_serial.so.320", "libhdf5_serial.so.310", "libhdf5_serial.so.103",
                 "libhdf5.so.320",        "libhdf5.so.310",        "libhdf5.so.200",
                 "libhdf5.so.103",        "libhdf5_serial.so",     "libhdf5.so"} {
    bool complete = true;
#define FIND(result, name, parameters) complete = library_.find(name, #name) && complete;
    GPUTEST_HDF5_FUNCTIONS(FIND)
#undef FIND
    unsigned version[3] = {0, 0, 0};
    // Before 1.10 an identifier has 32 bits.
    complete = complete && H5get_libversion(&version[0], &version[1], &version[2]) >= 0 &&
               (version[0] > 1 || version[1] >= 10) && H5open() >= 0;
    const auto value = [&](Id& number, const char* name) {
      const Id* variable = nullptr;
      complete = complete && library_.find(variable, name);
      if (complete) number = *variable;
    };
#define FIND(name) value(name, #name);
    GPUTEST_HDF5_VARIABLES(FIND)
#undef FIND
    // The caller makes the messages, and no file may make the program read other files of the user.
    complete = complete && H5Eset_auto2(kDefault, nullptr, nullptr) >= 0 &&
               H5Lunregister(kExternalLink) >= 0;
    if (complete) return;
    absence_ = fmt::format("there is {} (Debian 12: libhdf5-103-1, 13: libhdf5-310)",
                           library_.is_there() ? "only a version of HDF5 that lacks some functions"
                                               : "no HDF5 library: " + library_.absence());
  }

  const std::string& absence() const { return absence_; }

#define DECLARE(result, name, parameters) result(*name) parameters = nullptr;
  GPUTEST_HDF5_FUNCTIONS(DECLARE)
#undef DECLARE
#define DECLARE(name) Id name = -1;
  GPUTEST_HDF5_VARIABLES(DECLARE)
#undef DECLARE

 private:
  SharedLibrary library_;
  std::string absence_;
};

const Library& library() {
  static const Library library;
  return library;
}

const Library& required() {
  if (!library().absence().empty())
    throw Error(Status::unavailable, "this is an HDF5 file, and" + library().absence());
  return library();
}

/// Properties of a file that exists only in memory.
Hdf5Handle in_memory() {
  const Library& h5 = required();
  const std::string sentence = "HDF5 has no files in memory";
  Hdf5Handle access(h5.H5Pcreate(h5.H5P_CLS_FILE_ACCESS_ID_g), sentence);
  constexpr std::size_t increment = 1 << 20;
  if (h5.H5Pset_fapl_core(access.id(), increment, false) < 0)
    throw Error(Status::bad_input, sentence);
  return access;
}

/// Reads without copies: these callbacks all pass on the one image.
ImageCallbacks without_copies(std::string_view content) {
  return {[](std::size_t, int, void* data) { return data; },
          [](void* to, const void*, std::size_t, int, void*) { return to; },
          [](void*, std::size_t, int, void*) -> void* { return nullptr; },
          [](void*, int, void*) { return 0; },
          [](void* data) { return data; },
          [](void*) { return 0; },
          const_cast<char*>(content.data())};
}

/// The most that a filter expands a byte: DEFLATE's limit (zlib.net/zlib_tech.html).
constexpr std::uint64_t kMostOfAByte = 1032;

template <class Number>
std::vector<Number> read_all(const Hdf5Reader& reader, const Hdf5Array& array, Id type) {
  std::vector<Number> values(array.rows * array.columns);
  if (library().H5Dread(array.handle.id(), type, kDefault, kDefault, kDefault, values.data()) < 0)
    reader.fail(fmt::format("HDF5 cannot read {}: the file is damaged or cut short", array.path));
  return values;
}

}  // namespace

std::string why_no_hdf5() { return library().absence(); }

Hdf5Handle::Hdf5Handle(std::int64_t id, const std::string& sentence) : id_(id) {
  if (id < 0) throw Error(Status::bad_input, sentence);
}

Hdf5Handle::~Hdf5Handle() {
  if (id_ >= 0) library().H5Idec_ref(id_);
}

Hdf5Reader::Hdf5Reader(std::string_view content, std::string name)
    : content_(content), name_(std::move(name)) {
  const Hdf5Handle access = in_memory();
  const Library& h5 = library();
  ImageCallbacks callbacks = without_copies(content);
  if (h5.H5Pset_file_image_callbacks(access.id(), &callbacks) < 0 ||
      h5.H5Pset_file_image(access.id(), callbacks.data, content.size()) < 0)
    fail("HDF5 does not accept a file of this size");
  file_ = Hdf5Handle(h5.H5Fopen("image", kReadOnly, access.id()),
                     name_ + ": HDF5 cannot open it: the file is damaged or cut short");
}

void Hdf5Reader::fail(const std::string& sentence) const {
  throw Error(Status::bad_input, fmt::format("{}: {}", name_, sentence));
}

/// HDF5 must be asked for each part of a path.
bool Hdf5Reader::has(const std::string& path) const {
  for (auto end = path.find('/'); end != path.npos; end = path.find('/', end + 1))
    if (library().H5Lexists(file_.id(), path.substr(0, end).c_str(), kDefault) <= 0) return false;
  return library().H5Lexists(file_.id(), path.c_str(), kDefault) > 0;
}

std::vector<double> Hdf5Reader::attribute(const std::string& object,
                                          const std::string& attribute) const {
  const Library& h5 = library();
  if (!has(object) ||
      h5.H5Aexists_by_name(file_.id(), object.c_str(), attribute.c_str(), kDefault) <= 0)
    return {};
  const std::string sentence =
      fmt::format("{}: the attribute {} of {} does not hold numbers, or holds too many", name_,
                  attribute, object);
  const Hdf5Handle opened(
      h5.H5Aopen_by_name(file_.id(), object.c_str(), attribute.c_str(), kDefault, kDefault),
      sentence);
  const Hdf5Handle space(h5.H5Aget_space(opened.id()), sentence);
  const long long count = h5.H5Sget_simple_extent_npoints(space.id());
  constexpr long long most = 32;
  if (count < 1 || count > most) throw Error(Status::bad_input, sentence);
  std::vector<double> values(static_cast<std::size_t>(count));
  if (h5.H5Aread(opened.id(), h5.H5T_NATIVE_DOUBLE_g, values.data()) < 0 ||
      !std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); }))
    throw Error(Status::bad_input, sentence);
  return values;
}

Hdf5Array Hdf5Reader::array(const std::string& path) const {
  const Library& h5 = library();
  Hdf5Array array;
  array.path = path;
  if (!has(path)) return array;
  const std::string damaged = fmt::format("{}: HDF5 cannot open {} as an array", name_, path);
  array.handle = Hdf5Handle(h5.H5Dopen2(file_.id(), path.c_str(), kDefault), damaged);
  const Id id = array.handle.id();
  const Hdf5Handle space(h5.H5Dget_space(id), damaged);
  const Hdf5Handle type(h5.H5Dget_type(id), damaged);
  const Hdf5Handle creation(h5.H5Dget_create_plist(id), damaged);

  const int number = h5.H5Tget_class(type.id());
  if (number != kInteger && number != kFloat) fail(path + " holds no numbers");
  array.whole = number == kInteger;
  const int rank = h5.H5Sget_simple_extent_ndims(space.id());
  if (rank != 1 && rank != 2) fail(fmt::format("{} has {} dimensions, not 1 or 2", path, rank));
  Dimension size[2] = {0, 1};
  if (h5.H5Sget_simple_extent_dims(space.id(), size, nullptr) != rank) fail(path + " has no size");
  array.rows = size[0];
  array.columns = size[1];

  const int layout = h5.H5Pget_layout(creation.id());
  if ((layout != kCompact && layout != kContiguous && layout != kChunked) ||
      h5.H5Pget_external_count(creation.id()) != 0)
    fail(path + " has its numbers in other files");
  // Limits the size of the array and of a chunk, because HDF5 unpacks a whole chunk.
  const std::uint64_t most =
      content_.size() * kMostOfAByte / std::max<std::size_t>(1, h5.H5Tget_size(type.id()));
  const auto require_room = [&](const Dimension* of) {
    if (of[1] > most || (of[1] > 0 && of[0] > most / of[1]))
      fail(fmt::format("{} cannot have {} x {} numbers in a file of {} bytes", path, of[0], of[1],
                       content_.size()));
  };
  require_room(size);
  Dimension chunk[2] = {0, 1};
  if (layout == kChunked && h5.H5Pget_chunk(creation.id(), 2, chunk) != rank)
    throw Error(Status::bad_input, damaged);
  require_room(chunk);
  if (size[0] > 0 && h5.H5Dget_storage_size(id) == 0) fail(path + " was never written");
  return array;
}

std::vector<double> Hdf5Reader::doubles(const Hdf5Array& array) const {
  return read_all<double>(*this, array, library().H5T_NATIVE_DOUBLE_g);
}

std::vector<std::int64_t> Hdf5Reader::integers(const Hdf5Array& array) const {
  return read_all<std::int64_t>(*this, array, library().H5T_NATIVE_INT64_g);
}

namespace {

constexpr const char* cannot_write = "HDF5 cannot make the file";

void require(int result) {
  if (result < 0) throw Error(Status::bad_input, cannot_write);
}

/// Properties of a new object that does not store its time of creation.
Hdf5Handle without_times(Id of) {
  Hdf5Handle creation(library().H5Pcreate(of), cannot_write);
  require(library().H5Pset_obj_track_times(creation.id(), false));
  return creation;
}

Id type_of(Hdf5Writer::Stored stored) {
  const Library& h5 = library();
  switch (stored) {
    case Hdf5Writer::Stored::float64:
      return h5.H5T_IEEE_F64LE_g;
    case Hdf5Writer::Stored::uint64:
      return h5.H5T_STD_U64LE_g;
    case Hdf5Writer::Stored::uint32:
      return h5.H5T_STD_U32LE_g;
    case Hdf5Writer::Stored::int32:
      return h5.H5T_STD_I32LE_g;
  }
  return -1;
}

}  // namespace

Hdf5Writer::Hdf5Writer() {
  const Hdf5Handle access = in_memory();
  const Hdf5Handle creation = without_times(library().H5P_CLS_FILE_CREATE_ID_g);
  file_ =
      Hdf5Handle(library().H5Fcreate("image", kTruncate, creation.id(), access.id()), cannot_write);
}

void Hdf5Writer::group(const std::string& name) {
  const Hdf5Handle creation = without_times(library().H5P_CLS_GROUP_CREATE_ID_g);
  const Hdf5Handle made(
      library().H5Gcreate2(file_.id(), name.c_str(), kDefault, creation.id(), kDefault),
      cannot_write);
}

void Hdf5Writer::attribute(const std::string& group, const char* name,
                           const std::vector<double>& values, Stored stored, bool is_array) {
  const Library& h5 = library();
  const Hdf5Handle at(h5.H5Gopen2(file_.id(), group.c_str(), kDefault), cannot_write);
  const Dimension count = values.size();
  const Hdf5Handle space(is_array ? h5.H5Screate_simple(1, &count, nullptr) : h5.H5Screate(kScalar),
                         cannot_write);
  const Hdf5Handle made(
      h5.H5Acreate2(at.id(), name, type_of(stored), space.id(), kDefault, kDefault), cannot_write);
  require(h5.H5Awrite(made.id(), h5.H5T_NATIVE_DOUBLE_g, values.data()));
}

Hdf5Handle Hdf5Writer::create_array(const std::string& path, std::uint64_t rows,
                                    std::uint64_t columns, Stored stored) {
  const Library& h5 = library();
  const Dimension size[2] = {rows, columns};
  const Hdf5Handle space(h5.H5Screate_simple(columns == 0 ? 1 : 2, size, nullptr), cannot_write);
  const Hdf5Handle creation = without_times(h5.H5P_CLS_DATASET_CREATE_ID_g);
  return Hdf5Handle(h5.H5Dcreate2(file_.id(), path.c_str(), type_of(stored), space.id(), kDefault,
                                  creation.id(), kDefault),
                    cannot_write);
}

void Hdf5Writer::array(const std::string& path, const std::vector<double>& values,
                       std::uint64_t columns) {
  const Hdf5Handle made = create_array(path, values.size() / std::max<std::uint64_t>(1, columns),
                                       columns, Stored::float64);
  require(library().H5Dwrite(made.id(), library().H5T_NATIVE_DOUBLE_g, kDefault, kDefault, kDefault,
                             values.data()));
}

void Hdf5Writer::array(const std::string& path, const std::vector<std::int64_t>& values) {
  const Hdf5Handle made = create_array(path, values.size(), 0, Stored::uint64);
  require(library().H5Dwrite(made.id(), library().H5T_NATIVE_INT64_g, kDefault, kDefault, kDefault,
                             values.data()));
}

std::vector<char> Hdf5Writer::image() const {
  const Library& h5 = library();
  require(h5.H5Fflush(file_.id(), kGlobal));
  const std::int64_t size = h5.H5Fget_file_image(file_.id(), nullptr, 0);
  if (size <= 0) throw Error(Status::bad_input, cannot_write);
  std::vector<char> image(static_cast<std::size_t>(size));
  if (h5.H5Fget_file_image(file_.id(), image.data(), image.size()) != size)
    throw Error(Status::bad_input, cannot_write);
  return image;
}

}  // namespace gputest
