// Reads particles from rows: the meaning of the columns, and the reading of the rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/particles/particle_set.hpp"
#include "common/particles/text.hpp"

namespace gputest {

/// The column of each quantity in a row, from 0.
struct Columns {
  static constexpr std::size_t absent = static_cast<std::size_t>(-1);
  using Triple = std::array<std::size_t, 3>;
  static constexpr Triple absent3{absent, absent, absent};

  /// Three consecutive columns.
  static constexpr Triple from(std::size_t first) { return {first, first + 1, first + 2}; }

  std::size_t count = 0;       ///< words in a row
  bool image_flags = false;    ///< three more whole numbers may follow them
  bool further_words = false;  ///< any words may follow them
  Triple position = absent3;
  Triple velocity = absent3;
  Triple momentum = absent3;  ///< mass times velocity; gives the velocity if that is absent
  Triple force = absent3;
  std::size_t mass = absent;
  bool mass_of_element = false;     ///< `kind` is an element, whose mass is taken
  bool mass_elsewhere = false;      ///< another part of the file gives the masses
  bool velocity_elsewhere = false;  ///< another part of the file gives the velocities
  std::size_t id = absent;
  std::size_t kind = absent;  ///< species or atom type; only whether there are several is noted
  std::size_t charge = absent;
};

/// Gives `set` n particles, and forces if `forces`. Throws Error(out_of_memory) if they do not fit
/// the host; `name` is the file's.
void resize_for(ParticleSet& set, std::uint64_t n, bool forces, std::string_view name);

/// Reads rows into a set of sufficient size.
class RowReader {
 public:
  /// Both arguments must outlive the reader.
  RowReader(const Columns& columns, ParticleSet& set) : columns_(columns), set_(set) {}

  /// Reads the scanner's current line as particle i, or throws Error(bad_input).
  void read(const LineScanner& lines, std::uint64_t i);

  /// A word of the row read last.
  std::string_view word(std::size_t column) const { return words_[column]; }
  /// Whether a row had more words than `columns` names.
  bool saw_further_words() const { return further_words_; }

  /// Adds warnings to the set about missing and unused data of the rows.
  void add_warnings(std::string_view name) const;

 private:
  const Columns& columns_;
  ParticleSet& set_;
  std::vector<std::string_view> words_;
  std::string_view first_kind_;
  bool several_kinds_ = false;
  bool charged_ = false;
  bool further_words_ = false;

  void read_momentum(const LineScanner& lines, std::uint64_t i);
};

/// Throws Error(bad_input) if two ids are equal. Particle i is on line first_line + i.
void refuse_equal_ids(const std::vector<std::int64_t>& ids, std::string_view name,
                      std::uint64_t first_line);

/// The indices of `ids` in ascending order of id, for searching.
std::vector<std::uint64_t> order_of(const std::vector<std::int64_t>& ids);

/// The ids for LAMMPS, which need to be above zero: those of the particles, or 1 … N if one is not.
std::vector<std::int64_t> ids_from_one(const ParticleSet& set);

/// Throws Error(bad_input) at the scanner's line unless the box has a positive, finite edge along
/// an axis.
void require_edge(const Box& box, std::size_t axis, const LineScanner& lines);

/// The smallest box around the particles, for formats that need one; it is open.
Box bounding_box(const ParticleSet& set);

}  // namespace gputest
