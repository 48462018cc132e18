package org.schurmpc.vm.lib.table;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.BitDecomposition;
import org.schurmpc.vm.lib.parts.SortingNetwork;

/**
 * Moves marked rows to the front, in their order, and says nothing of which they are (Sasy,
 * Johnson, Goldberg: Fast fully oblivious compaction and shuffling, CCS 2022). For n rows there are
 * about n/2 log2 n exchanges, which compare nothing: what they do follows from the numbers of marks
 * before the middles of blocks.
 *
 * <p>A block of 2 h rows, with h a power of 2, has its marked rows where they are next to those of
 * the blocks before, counted around the block. If its halves are so, and c marks are before its
 * middle, row i of the lower half is exchanged with row i of the other one if i ≥ c mod h differs
 * from bit h of c. Blocks are aligned from the start of a chunk, whose length is a power of 2; the
 * marked rows of a chunk at a lie as if it began at its length minus a. Then each row i of all
 * chunks before is exchanged with the one a chunk's length behind it, if i is at least the number
 * of marks before the chunk.
 */
final class Compaction {

  private final ProgramBuilder b;
  private final SecretBitVector marks;
  private final int n;

  /** The exchanges; none until rows are moved first. */
  private final List<Step> steps = new ArrayList<>();

  /** By row, how many marks are up to it; null until rows are moved first. */
  private SecretInts upTo;

  /** Exchanges of the pairs of a layer where bits are 1. */
  private record Step(SortingNetwork.Layer layer, SecretBitVector swap) {}

  /** Rows in a row, a power of 2. */
  private record Chunk(int from, int size) {}

  Compaction(ProgramBuilder b, SecretBitVector marks) {
    this.b = b;
    this.marks = marks;
    n = marks.size();
  }

  SecretBitVector marks() {
    return marks;
  }

  /**
   * Returns as many rows in which the marked ones come first; the others are in any order. What is
   * exchanged is found out once, whatever rows it moves.
   */
  Pack front(Pack rows) {
    if (n > 1 && steps.isEmpty()) {
      plan();
    }
    Pack moved = rows;
    for (Step step : steps) {
      moved = moved.exchanged(step.layer, step.swap);
    }
    return moved;
  }

  private void plan() {
    upTo = Segments.sums(marks.asInts());
    List<Chunk> chunks = new ArrayList<>();
    int from = 0;
    for (int size = 1; size <= n; size *= 2) {
      if ((n & size) != 0) {
        chunks.add(new Chunk(from, size));
        from += size;
      }
    }
    for (int half = 1; 2 * half <= n; half *= 2) {
      joinHalves(chunks, half);
    }
    for (Chunk chunk : chunks.subList(1, chunks.size())) {
      append(chunk);
    }
  }

  /** Makes blocks of 2 half rows of blocks of half rows. */
  private void joinHalves(List<Chunk> chunks, int half) {
    List<SortingNetwork.Pair> pairs = new ArrayList<>();
    List<SecretInts> before = new ArrayList<>();
    for (Chunk chunk : chunks) {
      List<Integer> middles = new ArrayList<>();
      for (int at = chunk.from; at + 2 * half <= chunk.from + chunk.size; at += 2 * half) {
        middles.add(at + half - 1);
        for (int i = 0; i < half; i++) {
          pairs.add(new SortingNetwork.Pair(at + i, at + half + i));
        }
      }
      if (!middles.isEmpty()) {
        int[] places = middles.stream().mapToInt(i -> i).toArray();
        before.add(SortingNetwork.gather(upTo, places).plus(chunk.size - chunk.from));
      }
    }
    if (pairs.isEmpty()) {
      return;
    }
    SecretInts counts = SecretInts.join(before.toArray(SecretInts[]::new));
    int low = BigInteger.valueOf(half).bitLength() - 1;
    List<SecretBitVector> bits = new BitDecomposition(b).lowest(counts, low + 1);
    SecretBitVector swap = bits.get(low).not();
    if (low > 0) {
      SecretBitVector[] turned = new SecretBitVector[half];
      Arrays.fill(turned, bits.get(low));
      swap = atLeast(bits.subList(0, low)).xor(SecretBitVector.join(turned)).transposed(half);
    }
    steps.add(new Step(new SortingNetwork.Layer(n, pairs), swap));
  }

  /** Moves the marked rows of a chunk behind those of all chunks before. */
  private void append(Chunk chunk) {
    List<SortingNetwork.Pair> pairs = new ArrayList<>();
    for (int i = 0; i < chunk.from; i++) {
      pairs.add(new SortingNetwork.Pair(i, i + chunk.size));
    }
    SecretInts count = upTo.slice(chunk.from - 1, 1);
    int bits = BigInteger.valueOf(chunk.from).bitLength();
    SecretBitVector swap =
        atLeast(new BitDecomposition(b).lowest(count, bits)).slice(0, chunk.from);
    steps.add(new Step(new SortingNetwork.Layer(n, pairs), swap));
  }

  /**
   * Returns whether i ≥ t, for i from 0 to 2^k - 1 and numbers t of k bits: those of one i
   * together. Takes 2^k products for each t.
   *
   * @param bits the lowest of all numbers first
   */
  static SecretBitVector atLeast(List<SecretBitVector> bits) {
    SecretBitVector first = bits.get(0).not();
    SecretBitVector ones =
        first.isBoolean()
            ? first.xor(first).not()
            : first.asInts().minus(first.asInts()).plus(1).assumeBits();
    SecretBitVector all = SecretBitVector.join(first, ones);
    for (SecretBitVector bit : bits.subList(1, bits.size())) {
      SecretBitVector[] copies = new SecretBitVector[all.size() / bit.size()];
      Arrays.fill(copies, bit.not());
      SecretBitVector none = SecretBitVector.join(copies);
      SecretBitVector both = all.and(none);
      SecretBitVector either =
          first.isBoolean()
              ? all.xor(none).xor(both)
              : all.asInts().plus(none.asInts()).minus(both.asInts()).assumeBits();
      all = SecretBitVector.join(both, either);
    }
    return all;
  }
}
