// Moves one tile of short elements with one block of threads, in words of several elements.
#pragma once

#include "common/reorder/simt/transpose_tile.hpp"

namespace gputest {
namespace simt {

/// Transposes a block with as many words as a word has elements: element k of word i becomes
/// element i of word k. Halves of the block are swapped, then quarters, and so on.
template <class T, class Word>
GT_DEVICE_FN void transpose_block(Word (&words)[sizeof(Word) / sizeof(T)]) {
  constexpr unsigned kPerWord = sizeof(Word) / sizeof(T), kBits = 8 * sizeof(T);
  GT_UNROLL
  for (unsigned half = kPerWord / 2; half > 0; half /= 2) {
    Word lower = 0;  // the elements in the lower half of each pair of halves
    GT_UNROLL
    for (unsigned k = 0; k < kPerWord; ++k)
      if ((k & half) == 0) lower |= static_cast<Word>(static_cast<T>(~T{0})) << (kBits * k);
    GT_UNROLL
    for (unsigned i = 0; i < kPerWord; ++i) {
      if ((i & half) != 0) continue;
      const Word a = words[i], b = words[i + half];
      words[i] = (a & lower) | ((b & lower) << (kBits * half));
      words[i + half] = ((a >> (kBits * half)) & lower) | (b & ~lower);
    }
  }
}

/// transpose_tile() for single elements. A thread reads one word from as many rows as a word has
/// elements. It transposes these words in its registers and then moves only whole words. Rows begin
/// and end at whole words (reorder::Way::words). In shared memory the number of a row permutes its
/// words, so that no two threads of a warp need the same bank.
template <class Word, unsigned kEdge, unsigned kThreads, class T>
GT_DEVICE_FN void transpose_words(const T* __restrict__ source, T* __restrict__ reordered,
                                  const reorder::Tiling& tiling) {
  constexpr unsigned kPerWord = sizeof(Word) / sizeof(T), kWords = kEdge / kPerWord;
  constexpr unsigned kRows = kThreads / kWords, kBlocks = kWords / kRows;
  GT_SHARED(Word, tile, [kEdge][kWords]);
  const Word* __restrict__ from = reinterpret_cast<const Word*>(source);
  Word* __restrict__ to = reinterpret_cast<Word*>(reordered);
  const unsigned column = threadIdx.x % kWords, row = threadIdx.x / kWords;
  const TilePlace place = tile_place(tiling, kEdge, blockIdx.x);
  Word held[kBlocks][kPerWord] = {};
  GT_UNROLL
  for (unsigned r = 0; r < kBlocks; ++r) GT_UNROLL
  for (unsigned i = 0; i < kPerWord; ++i) {
    const unsigned b = (row + r * kRows) * kPerWord + i;
    if (column * kPerWord < place.a && b < place.b)
      held[r][i] = from[(place.from + b * tiling.b_from) / kPerWord + column];
  }
  GT_UNROLL
  for (unsigned r = 0; r < kBlocks; ++r) {
    transpose_block<T>(held[r]);
    GT_UNROLL
    for (unsigned i = 0; i < kPerWord; ++i)
      tile[column * kPerWord + i][(row + r * kRows) ^ column] = held[r][i];
  }
  __syncthreads();
  GT_UNROLL
  for (unsigned r = 0; r < kEdge / kRows; ++r) {
    const unsigned a = row + r * kRows;
    if (column * kPerWord < place.b && a < place.a)
      to[(place.to + a * tiling.a_to) / kPerWord + column] = tile[a][column ^ (a / kPerWord)];
  }
}

}  // namespace simt
}  // namespace gputest
