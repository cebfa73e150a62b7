#include <algorithm>
#include <cstddef>
#include <cstring>

#include "common/core/ceil_div.hpp"
#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/layout/choose.hpp"
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"
#include "common/reorder/small_square.hpp"
#include "common/reorder/stream_copy.hpp"
#include "common/reorder/tiling.hpp"

namespace gputest::cpu {
namespace {

// Bytes of a tile. The second-level cache holds it and the next tile's lines. That holds even for
// lines a power of 2 apart, which fall into few of the cache's sets.
constexpr std::uint32_t kStagedBytes = 32 * 1024;
constexpr std::uint32_t kLineBytes = 64;
constexpr std::uint32_t kReadLines = 4;    // of a row of the source
constexpr std::uint32_t kStreamLines = 4;  // of a row of the result; two of them are incomplete

/// The most memory that a tile's rows take: each is a line longer than its elements.
constexpr std::uint32_t kStagedMost = kStagedBytes + kReadLines * kLineBytes * kLineBytes;

/// Tiles of a × b runs: rows of both sides are lines of memory, long ones in the result. A staged
/// tile of more than one run fits kStagedMost.
struct TileShape {
  std::uint32_t a, b;

  TileShape(const reorder::Tiling& tiling, std::uint32_t run_bytes) {
    const std::uint32_t runs = std::max(1u, kStagedBytes / run_bytes);
    a = std::min(tiling.a, std::max(1u, kReadLines * kLineBytes / run_bytes));
    b = std::min(tiling.b, std::max(1u, runs / a));
    const std::uint32_t rows = std::min(runs / b, kStagedMost / (b * run_bytes + kLineBytes));
    a = std::min(tiling.a, std::max(1u, rows));
  }
};

/// Memory that each thread owns, so that a launch allocates none.
std::byte* staging_memory() {
  alignas(kLineBytes) static thread_local std::byte memory[kStagedMost];
  return memory;
}

/// The beginning of a tile in the source and in the result, and its size.
struct StagedTile {
  std::uint32_t from, to, a, b;
};

/// Tiles are counted first along the rows that are farther apart in memory, of the source or of the
/// result. Consecutive tiles then read, or write, whole rows of these.
StagedTile staged_tile(const reorder::Tiling& tiling, const TileShape& shape,
                       std::uint32_t number) {
  const std::uint32_t along_a = (tiling.a - 1) / shape.a + 1;
  const std::uint32_t along_b = (tiling.b - 1) / shape.b + 1;
  const std::uint32_t matrix_tiles = along_a * along_b, in_matrix = number % matrix_tiles;
  const bool b_first = tiling.b_from <= tiling.a_to;
  const std::uint32_t a = (b_first ? in_matrix / along_b : in_matrix % along_a) * shape.a;
  const std::uint32_t b = (b_first ? in_matrix % along_b : in_matrix / along_a) * shape.b;
  std::uint32_t matrix = number / matrix_tiles;
  StagedTile tile{a * tiling.inner + b * tiling.b_from, a * tiling.a_to + b * tiling.inner,
                  std::min(shape.a, tiling.a - a), std::min(shape.b, tiling.b - b)};
  for (std::size_t k = 0; k < 4; ++k) {
    tile.from += matrix % tiling.outer[k] * tiling.outer_from[k];
    tile.to += matrix % tiling.outer[k] * tiling.outer_to[k];
    matrix /= tiling.outer[k];
  }
  return tile;
}

/// Fetches the lines of a tile's rows in the source, some at a time, into the second-level cache.
/// No processor predicts rows that lie far apart.
class TileFetch {
 public:
  TileFetch(const std::byte* rows, std::size_t row_pitch, std::size_t row_bytes, std::size_t count)
      : row_(rows), row_pitch_(row_pitch), row_bytes_(row_bytes), rows_left_(count) {}

  std::size_t lines() const { return ceil_div(row_bytes_, kLineBytes) * rows_left_; }

  /// Fetches that many lines, or all that remain.
  void fetch(std::size_t lines) {
    constexpr int kRead = 0, kSecondLevel = 2;
    for (; lines > 0 && rows_left_ > 0; --lines) {
      __builtin_prefetch(row_ + in_row_, kRead, kSecondLevel);
      in_row_ += kLineBytes;
      if (in_row_ < row_bytes_) continue;
      in_row_ = 0;
      row_ += row_pitch_;
      --rows_left_;
    }
  }

 private:
  const std::byte* row_;
  std::size_t row_pitch_, row_bytes_, rows_left_, in_row_ = 0;
};

/// staged[a][b] = rows[b][a] for single elements, in small squares.
template <class T>
void stage_elements(const T* rows, std::size_t row_pitch, T* staged, std::size_t pitch,
                    std::size_t count_a, std::size_t count_b) {
  constexpr std::size_t kSquare = reorder::kSmallEdge<T>;
  const std::size_t whole_a = count_a - count_a % kSquare, whole_b = count_b - count_b % kSquare;
  for (std::size_t b = 0; b < whole_b; b += kSquare) {
    for (std::size_t a = 0; a < whole_a; a += kSquare)
      reorder::transpose_small_square(&rows[b * row_pitch + a], row_pitch, &staged[a * pitch + b],
                                      pitch);
    for (std::size_t a = whole_a; a < count_a; ++a)
      for (std::size_t i = b; i < b + kSquare; ++i) staged[a * pitch + i] = rows[i * row_pitch + a];
  }
  for (std::size_t b = whole_b; b < count_b; ++b)
    for (std::size_t a = 0; a < count_a; ++a) staged[a * pitch + b] = rows[b * row_pitch + a];
}

/// The same for runs of `inner` elements.
template <class T>
void stage_runs(const T* rows, std::size_t row_pitch, T* staged, std::size_t pitch,
                std::size_t count_a, std::size_t count_b, std::size_t inner) {
  for (std::size_t b = 0; b < count_b; ++b)
    for (std::size_t a = 0; a < count_a; ++a)
      std::copy_n(rows + b * row_pitch + a * inner, inner, staged + a * pitch + b * inner);
}

template <class T>
struct StagedTranspose {
  reorder::Tiling tiling;
  const T* from;
  T* to;
  TileShape shape;
  bool streams;

  std::uint32_t tiles() const {
    return static_cast<std::uint32_t>(std::uint64_t{(tiling.a - 1) / shape.a + 1} *
                                      ((tiling.b - 1) / shape.b + 1) * tiling.matrices());
  }

  TileFetch fetch_of(const StagedTile& tile) const {
    return {reinterpret_cast<const std::byte*>(from + tile.from),
            std::size_t{tiling.b_from} * sizeof(T), std::size_t{tile.a} * tiling.inner * sizeof(T),
            tile.b};
  }

  /// Moves those tiles through the thread's memory. While a tile is written, the next one's lines
  /// are fetched.
  void move(std::uint32_t first, std::uint32_t last) const {
    // If the distance of rows is not a power of 2, they do not fall into one set of the cache.
    const std::size_t pitch = std::size_t{shape.b} * tiling.inner + kLineBytes / sizeof(T);
    T* const staged = reinterpret_cast<T*>(staging_memory());
    const bool is_run = tiling.inner * sizeof(T) > kStagedBytes;  // a tile is one run, not staged
    StagedTile tile = staged_tile(tiling, shape, first);
    if (!is_run) fetch_of(tile).fetch(fetch_of(tile).lines());
    for (std::uint32_t number = first; number < last; ++number) {
      const StagedTile next =
          number + 1 < last ? staged_tile(tiling, shape, number + 1) : StagedTile{};
      TileFetch fetch = fetch_of(next);
      const std::size_t lines_a_row = is_run ? 0 : ceil_div(fetch.lines(), tile.a);
      const T* const rows = from + tile.from;
      if (tiling.inner == 1)
        stage_elements(rows, tiling.b_from, staged, pitch, tile.a, tile.b);
      else if (!is_run)
        stage_runs(rows, tiling.b_from, staged, pitch, tile.a, tile.b, tiling.inner);
      const std::size_t bytes = std::size_t{tile.b} * tiling.inner * sizeof(T);
      for (std::size_t a = 0; a < tile.a; ++a) {
        T* const row = to + tile.to + a * tiling.a_to;
        fetch.fetch(lines_a_row);
        const T* const moved = is_run ? rows : staged + a * pitch;
        if (streams)
          reorder::stream_copy(row, moved, bytes);
        else
          std::memcpy(row, moved, bytes);
      }
      tile = next;
    }
    if (streams) reorder::end_stream_copies();
  }
};

struct reorder_planned_kernel {
  static constexpr const char* summary =
      "elements widened, tiles staged in the cache, long rows written past it";
  static constexpr const char* source =
      "Springer, Sankaran and Bientinesi 2016, TTC, arXiv:1603.02297: blocking and streaming "
      "stores";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "permuted">>;

  static Launch bind(const KernelCall& call) {
    const reorder::Widened wide =
        reorder::widened(reorder::order_of(call.scalars), call.specialization("element"));
    const std::uint64_t bytes = call.items * call.specialization("element");
    Launch launch;
    choose(reorder::element_of(wide.bytes), [&](auto element) {
      using T = typename decltype(element)::type;
      const reorder::Tiling tiling = reorder::tiling_of(wide.order);
      const std::uint64_t run_bytes = std::uint64_t{tiling.inner} * sizeof(T);
      const TileShape shape(
          tiling, static_cast<std::uint32_t>(std::min<std::uint64_t>(run_bytes, 1u << 30)));
      const bool streams = bytes > reorder::kStreamedBytes &&
                           shape.b * run_bytes >= std::uint64_t{kStreamLines} * kLineBytes;
      const StagedTranspose<T> transpose{tiling, static_cast<const T*>(call.inputs[0]),
                                         static_cast<T*>(call.outputs[0]), shape, streams};
      constexpr std::uint32_t kTilesAtOnce = 8;
      launch = [=] {
        parallel_for(transpose.tiles(), kTilesAtOnce,
                     [&](std::uint32_t first, std::uint32_t last) { transpose.move(first, last); });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration reorder_planned_cpu = declare<reorder_planned_kernel>();

}  // namespace gputest::cpu
