package org.schurmpc.core.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.schurmpc.core.field.Gf256;

/** Every kernel against the textbook, symbol by symbol, on random and on extreme words. */
class KernelsTest {
  private static final int ROUNDS = 60;
  private static final long SEED = 20140917;

  private final Random random = new Random(SEED);

  static List<Kernels> kernels() {
    return TestKernels.all();
  }

  /** So that a run without the module says so. */
  @Test
  void theVectorTwinIsTested() {
    assumeTrue(TestKernels.vectorPresent(), "module jdk.incubator.vector is absent");
    assertEquals("vector", kernels().get(1).name());
  }

  /** Random, all zero, all one, or sparse. */
  private long[] words(int length) {
    long[] words = new long[length];
    int kind = random.nextInt(6);
    for (int i = 0; i < length; i++) {
      long word = random.nextLong();
      words[i] =
          switch (kind) {
            case 0 -> 0;
            case 1 -> -1;
            case 2 -> random.nextInt(8) == 0 ? 1L << word : 0;
            default -> word;
          };
    }
    return words;
  }

  private static int symbol(long[] word, int off, int p) {
    int symbol = 0;
    for (int plane = 0; plane < 8; plane++) {
      symbol |= (int) (word[off + 4 * plane + p / 64] >>> p & 1) << plane;
    }
    return symbol;
  }

  private static void addSymbol(long[] word, int off, int p, int symbol) {
    for (int plane = 0; plane < 8; plane++) {
      word[off + 4 * plane + p / 64] ^= (long) (symbol >>> plane & 1) << p;
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void xorsAnyLength(Kernels kernels) {
    for (int length = 0; length < 100; length++) {
      int aOff = random.nextInt(9);
      int bOff = random.nextInt(9);
      int off = random.nextInt(9);
      long[] a = words(length + 20);
      long[] b = words(length + 20);
      long[] dst = words(length + 20);
      long[] sum = dst.clone();
      long[] into = dst.clone();
      for (int i = 0; i < length; i++) {
        sum[off + i] = a[aOff + i] ^ b[bOff + i];
        into[off + i] ^= a[aOff + i];
      }
      long[] actual = dst.clone();
      kernels.xor(a, aOff, b, bOff, actual, off, length);
      assertArrayEquals(sum, actual, "xor of " + length + ", seed " + SEED);
      actual = dst.clone();
      kernels.xorInto(actual, off, a, aOff, length);
      assertArrayEquals(into, actual, "xorInto of " + length + ", seed " + SEED);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void schurProductsAreThoseOfTheField(Kernels kernels) {
    for (int round = 0; round < ROUNDS; round++) {
      int terms = round % 2 == 0 ? 8 * (1 + random.nextInt(2)) : random.nextInt(20);
      int parts = random.nextInt(4);
      int accOff = random.nextInt(5);
      int xOff = random.nextInt(5);
      int yOff = random.nextInt(5);
      long[] x = words(xOff + 32 * terms + 3);
      long[] y = words(yOff + 32 * terms * parts + 3);
      long[] acc = words(accOff + 32 * parts + 3);
      long[] expected = acc.clone();
      for (int t = 0; t < terms; t++) {
        for (int part = 0; part < parts; part++) {
          for (int p = 0; p < 256; p++) {
            int product =
                Gf256.mul(
                    symbol(x, xOff + 32 * t, p), symbol(y, yOff + 32 * (t * parts + part), p));
            addSymbol(expected, accOff + 32 * part, p, product);
          }
        }
      }
      kernels.schurMulAdd(acc, accOff, x, xOff, y, yOff, terms, parts);
      assertArrayEquals(expected, acc, terms + " x " + parts + ", seed " + SEED);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void sumsRows(Kernels kernels) {
    for (int rowLongs = 8; rowLongs <= 32; rowLongs += 8) {
      for (int count = 1; count <= 45; count++) {
        long[] table = words(50 * rowLongs + 1);
        int[] rows = new int[count + 1];
        long[] out = words(rowLongs + 7);
        long[] expected = out.clone();
        Arrays.fill(expected, 3, 3 + rowLongs, 0);
        for (int i = 0; i < count; i++) {
          rows[i] = 1 + random.nextInt(50) * rowLongs;
          for (int w = 0; w < rowLongs; w++) {
            expected[3 + w] ^= table[rows[i] + w];
          }
        }
        kernels.sumRows(table, rows, count, rowLongs, out, 3);
        assertArrayEquals(expected, out, count + " rows of " + rowLongs + ", seed " + SEED);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void sumsMaskedRows(Kernels kernels) {
    for (int rowLongs = 8; rowLongs <= 32; rowLongs += 8) {
      int count = 1 + random.nextInt(130);
      long[] table = words(count * rowLongs);
      long[] masks = words(8 * count);
      long[] out = words(8 * rowLongs + 5);
      long[] expected = out.clone();
      Arrays.fill(expected, 2, 2 + 8 * rowLongs, 0);
      for (int i = 0; i < count; i++) {
        for (int at = 0; at < 8 * rowLongs; at++) {
          expected[2 + at] ^= table[i * rowLongs + at % rowLongs] & masks[8 * i + at / rowLongs];
        }
      }
      kernels.sumMaskedRows(table, count, rowLongs, masks, out, 2);
      assertArrayEquals(expected, out, "rows of " + rowLongs + ", seed " + SEED);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void spreadsPackedWords(Kernels kernels) {
    for (int first = 0; first < 4; first++) {
      for (int longs = 1; first + longs <= 4; longs++) {
        int count = 1 + random.nextInt(9);
        long[] packed = words(8 * longs * count + 8);
        long[] out = words(32 * count + 2);
        long[] expected = out.clone();
        for (int i = 0; i < 32 * count; i++) {
          int w = i % 4 - first;
          expected[1 + i] = w < 0 || w >= longs ? 0 : packed[4 + i / 4 * longs + w];
        }
        kernels.spread(packed, 4, longs, first, count, out, 1);
        assertArrayEquals(expected, out, longs + " from " + first + ", seed " + SEED);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void combinesByPowersOfX(Kernels kernels) {
    for (int round = 0; round < ROUNDS; round++) {
      int first = random.nextInt(4);
      int longs = 1 + random.nextInt(4 - first);
      long[] packed = words(64 * longs + 8);
      long[] spread = new long[32 * 8];
      kernels.spread(packed, 4, longs, first, 8, spread, 0);
      long[] out = words(32 + 2);
      long[] expected = out.clone();
      Arrays.fill(expected, 1, 33, 0);
      for (int p = 0; p < 256; p++) {
        for (int j = 0; j < 8; j++) {
          addSymbol(expected, 1, p, Gf256.mul(1 << j, symbol(spread, 32 * j, p)));
        }
      }
      kernels.combine(packed, 4, longs, first, out, 1);
      assertArrayEquals(expected, out, longs + " from " + first + ", seed " + SEED);
      kernels.combine(spread, 0, 4, 0, out, 1);
      assertArrayEquals(expected, out, "codewords, seed " + SEED);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void columnsAreTheTranspositionOfRows(Kernels kernels) {
    for (int words = 1; words <= 35; words++) {
      int from = random.nextInt(9);
      int off = random.nextInt(9);
      int stride = words + random.nextInt(9);
      long[] rows = words(off + 128 * words + 5);
      long[] columns = words(from + 128 * stride);
      long[] expected = columns.clone();
      for (int j = 0; j < 128; j++) {
        for (int w = 0; w < words; w++) {
          expected[from + j * stride + w] = 0;
        }
        for (int i = 0; i < 64 * words; i++) {
          long bit = rows[off + 2 * i + j / 64] >>> j & 1;
          expected[from + j * stride + i / 64] |= bit << i;
        }
      }
      kernels.columns128(rows, off, words, columns, from, stride);
      assertArrayEquals(expected, columns, words + " words, seed " + SEED);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void transposesToRowsThatLieApart(Kernels kernels) {
    for (int words = 1; words <= 35; words++) {
      int from = random.nextInt(9);
      int off = random.nextInt(9);
      int step = 1 + random.nextInt(9);
      int stride = words + random.nextInt(9);
      long[] columns = words(from + 64 * stride);
      long[] rows = words(off + 64 * words * step);
      long[] expected = rows.clone();
      for (int i = 0; i < 64 * words; i++) {
        expected[off + i * step] = 0;
        for (int j = 0; j < 64; j++) {
          long bit = columns[from + j * stride + i / 64] >>> i & 1;
          expected[off + i * step] |= bit << j;
        }
      }
      kernels.transpose64(columns, from, stride, words, rows, off, step);
      assertArrayEquals(expected, rows, words + " words, seed " + SEED);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void gathersRowsAsPlanes(Kernels kernels) {
    for (int round = 0; round < ROUNDS; round++) {
      int from = random.nextInt(9);
      int first = random.nextInt(9);
      int step = 1 + random.nextInt(5);
      int off = random.nextInt(9);
      int rows = 1 + random.nextInt(200);
      long[] table = words(from + 8 * rows);
      int[] places = random.ints(first + 64L * step, 0, rows).toArray();
      long[] planes = words(off + 512 + 3);
      long[] expected = planes.clone();
      for (int i = 0; i < 64; i++) {
        for (int w = 0; w < 8; w++) {
          expected[off + 64 * w + i] = table[from + 8 * places[first + i * step] + w];
        }
      }
      kernels.gatherPlanes(table, from, places, first, step, planes, off);
      assertArrayEquals(expected, planes, "step " + step + ", seed " + SEED);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void projectsColumns(Kernels kernels) {
    for (int words = 1; words <= 35; words++) {
      int height = 1 + random.nextInt(130);
      int from = random.nextInt(9);
      int off = random.nextInt(9);
      int stride = words + random.nextInt(9);
      int imagesStride = words + random.nextInt(9);
      long[] columns = words(from + 128 * stride);
      byte[] sums = new byte[height * ProjectionKernels.TABLES];
      long[] images = words(off + height * imagesStride);
      long[] expected = images.clone();
      for (int k = 0; k < height; k++) {
        for (int w = 0; w < words; w++) {
          expected[off + k * imagesStride + w] = 0;
        }
        for (int j = 0; j < 128; j++) {
          if (random.nextBoolean()) {
            sums[k * ProjectionKernels.TABLES + j / 4] |= (byte) (1 << j % 4);
            for (int w = 0; w < words; w++) {
              expected[off + k * imagesStride + w] ^= columns[from + j * stride + w];
            }
          }
        }
      }
      long[][] scratch = kernels.projectionScratch(words + random.nextInt(3));
      kernels.project(
          columns, from, stride, words, sums, height, scratch, images, off, imagesStride);
      assertArrayEquals(expected, images, words + " words, seed " + SEED);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void transposesAnyNumberOfWords(Kernels kernels) {
    for (int words = 1; words <= 35; words++) {
      int from = random.nextInt(9);
      int off = random.nextInt(9);
      int stride = words + random.nextInt(9);
      long[] columns = words(from + 128 * stride);
      long[] rows = words(off + 128 * words + 5);
      long[] expected = rows.clone();
      Arrays.fill(expected, off, off + 128 * words, 0);
      for (int j = 0; j < 128; j++) {
        for (int i = 0; i < 64 * words; i++) {
          long bit = columns[from + j * stride + i / 64] >>> i & 1;
          expected[off + 2 * i + j / 64] |= bit << j;
        }
      }
      kernels.transpose128(columns, from, stride, words, rows, off);
      assertArrayEquals(expected, rows, words + " words, seed " + SEED);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void xorsBytes(Kernels kernels) {
    for (int length = 0; length < 300; length++) {
      byte[] src = new byte[length + random.nextInt(9)];
      byte[] dst = new byte[length + random.nextInt(9)];
      random.nextBytes(src);
      random.nextBytes(dst);
      byte[] expected = dst.clone();
      for (int i = 0; i < length; i++) {
        expected[i] = (byte) (expected[i] ^ src[i]);
      }
      kernels.xorBytes(dst, src, length);
      assertArrayEquals(expected, dst, length + " bytes, seed " + SEED);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void xorsAtPlaces(Kernels kernels) {
    int rows = 40;
    int n = 30;
    int off = random.nextInt(9);
    long[] table = words(off + 4 * rows);
    int[] places = random.ints((long) n * PlaceKernels.PLACES, 0, rows).toArray();
    long[] to = words(4 * n);
    long[] expected = to.clone();
    for (int i = 0; i < places.length; i++) {
      for (int w = 0; w < 4; w++) {
        expected[4 * (i / PlaceKernels.PLACES) + w] ^= table[off + 4 * places[i] + w];
      }
    }
    kernels.xorAtPlaces(table, off, places, to, n);
    assertArrayEquals(expected, to, "seed " + SEED);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void sumsAtPlaces(Kernels kernels) {
    int rows = 40;
    int n = 30;
    for (int width = 1; width <= 9; width++) {
      int off = random.nextInt(9);
      int at = random.nextInt(9);
      long[] table = words(off + width * rows);
      int[] places = random.ints((long) n * PlaceKernels.PLACES, 0, rows).toArray();
      long[] sums = words(at + width * n);
      long[] expected = sums.clone();
      long[] tops = new long[width * n];
      for (int j = 0; j < tops.length; j++) {
        tops[j] = sums[at + j] >>> 32;
      }
      for (int i = 0; i < places.length; i++) {
        for (int w = 0; w < width; w++) {
          long word = table[off + width * places[i] + w];
          expected[at + width * (i / PlaceKernels.PLACES) + w] += word;
          tops[width * (i / PlaceKernels.PLACES) + w] += word >>> 32;
        }
      }
      long[] made = words(width * n);
      kernels.sumAtPlaces(table, off, width, places, sums, at, made, n);
      assertArrayEquals(expected, sums, width + " wide, seed " + SEED);
      assertArrayEquals(tops, made, width + " wide, seed " + SEED);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void xorsUnderAMask(Kernels kernels) {
    for (int length = 0; length < 60; length++) {
      int off = random.nextInt(9);
      int srcOff = random.nextInt(9);
      long mask = length % 3 == 0 ? 0 : length % 3 == 1 ? -1 : random.nextLong();
      long[] dst = words(length + 20);
      long[] src = words(length + 20);
      long[] expected = dst.clone();
      for (int i = 0; i < length; i++) {
        expected[off + i] ^= src[srcOff + i] & mask;
      }
      kernels.xorMasked(dst, off, src, srcOff, mask, length);
      assertArrayEquals(expected, dst, length + " longs, seed " + SEED);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void addsWhereBitsAreSet(Kernels kernels) {
    for (int count = 0; count <= 64; count++) {
      long[] src = words(300);
      long[] other = words(100);
      long[] dst = words(80);
      int at = random.nextInt(16);
      long d = words(1)[0];
      long e = random.nextLong();
      long constant = random.nextLong();
      long[] constants = dst.clone();
      long[] both = dst.clone();
      long[] selected = dst.clone();
      for (int i = 0; i < count; i++) {
        boolean first = (d >>> i & 1) != 0;
        boolean second = (e >>> i & 1) != 0;
        constants[at + i] ^= first ? constant : 0;
        both[at + i] = src[3 + i] ^ other[5 + i] ^ (first ? constant : 0);
        selected[at + i] = src[200 + i] ^ (first ? src[1 + i] : 0) ^ (second ? src[90 + i] : 0);
      }
      String where = count + " words, seed " + SEED;
      long[] actual = dst.clone();
      kernels.xorConstant(actual, at, d, constant, count);
      assertArrayEquals(constants, actual, where);
      actual = dst.clone();
      kernels.xorBoth(src, 3, other, 5, d, constant, actual, at, count);
      assertArrayEquals(both, actual, where);
      actual = dst.clone();
      kernels.xorSelected(src, 200, 1, d, 90, e, actual, at, count);
      assertArrayEquals(selected, actual, where);
    }
  }

  /** By Horner's rule, with one multiplication by X for each word. */
  @ParameterizedTest
  @MethodSource("kernels")
  void sumsByPowersOfX(Kernels kernels) {
    for (int round = 0; round < 4; round++) {
      for (int count = 0; count <= 64; count++) {
        int aOff = random.nextInt(9);
        int bOff = random.nextInt(9);
        long[] a = words(aOff + count);
        long[] b = words(bOff + count);
        long bits = words(1)[0];
        long constant = words(1)[0];
        long expected = 0;
        for (int i = count - 1; i >= 0; i--) {
          long word = a[aOff + i] ^ b[bOff + i] ^ ((bits >>> i & 1) != 0 ? constant : 0);
          expected = expected << 1 ^ (expected < 0 ? 0x1B : 0) ^ word;
        }
        long actual = kernels.sumBoth(a, aOff, b, bOff, bits, constant, count);
        assertEquals(expected, actual, count + " words, seed " + SEED);
      }
    }
  }
}
