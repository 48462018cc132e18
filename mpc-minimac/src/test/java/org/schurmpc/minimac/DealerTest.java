package org.schurmpc.minimac;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.minimac.Configurations.TWO;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.crypto.Uniformity;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;

/** Combines both parties' material and verifies every relation of protocols and paper. */
class DealerTest {
  private static final int ITEMS = 70;

  private final Kernels kernels = Configurations.kernels("plain");
  private Variant variant;
  private MiniMacCode code;
  private PublicEncoder c;
  private PublicEncoder star;
  private final MemoryPrepStore[] stores = {new MemoryPrepStore(), new MemoryPrepStore()};

  private void deal(String name, MaterialKind kind) throws Exception {
    deal(Configurations.minitrixVariant(ReedSolomon.named(name)), kind);
  }

  private void deal(Packing packing, String name, MaterialKind kind) throws Exception {
    deal(Configurations.rung(name, packing, ConversionMode.ONE, false, OpeningMode.PAPER), kind);
  }

  private void deal(Variant of, MaterialKind kind) throws Exception {
    variant = of;
    code = variant.code();
    c = new PublicEncoder(code.c(), kernels);
    star = new PublicEncoder(code.star(), kernels);
    MiniMacDealer dealer = new MiniMacDealer(variant, new SecureRandom(), kernels);
    List<MemoryPrepStore> parties = List.of(stores[0], stores[1]);
    dealer.dealKeys(parties);
    dealer.deal(Demand.of("test").add(kind, ITEMS).build(), parties);
  }

  /**
   * Every part of every item alone looks uniform: what one party holds says nothing. Where it must
   * be zero it is, always.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void eachPartysPartAloneIsUniform(int party) throws Exception {
    for (MaterialKind kind :
        List.of(
            Configurations.ITEMS.and(),
            Configurations.ITEMS.outputMask(),
            Configurations.ITEMS.random(),
            Configurations.ITEMS.inputMask(party))) {
      deal("255x85", kind);
      int words = kind.longsPerItem() / Codeword.LONGS;
      int ownMask = kind.equals(Configurations.ITEMS.inputMask(party)) ? TWO.key(0, 1) : -1;
      for (int word = 0; word < words; word++) {
        int[] histogram = new int[256];
        long[] first = null;
        boolean allEqual = true;
        MemoryPrepStore again = new MemoryPrepStore();
        for (int i = 0; i < ITEMS; i++) {
          Lease lease = stores[party].lease(kind, 1);
          again.put(kind, lease.data(), lease.offset(), 1);
          int at = lease.offset() + word * Codeword.LONGS;
          long[] copy = Arrays.copyOfRange(lease.data(), at, at + Codeword.LONGS);
          allEqual &= first == null || Arrays.equals(first, copy);
          first = copy;
          for (int p = 0; p < code.c().n(); p++) {
            histogram[Codeword.symbol(copy, 0, p)]++;
          }
          assertEquals(0, Codeword.symbol(copy, 0, 255), "the unused position");
        }
        stores[party] = again;
        String where = kind.name() + ", word " + word;
        if (word * Codeword.LONGS == ownMask) {
          assertTrue(allEqual && Codeword.isZero(first, 0), where);
        } else {
          assertFalse(allEqual, where);
          Uniformity.require(histogram, where);
        }
      }
      stores[0] = new MemoryPrepStore();
      stores[1] = new MemoryPrepStore();
    }
  }

  @Test
  void keysAreDealtOnce() throws Exception {
    deal("255x85", Configurations.ITEMS.outputMask());
    MiniMacDealer dealer = new MiniMacDealer(variant, new SecureRandom(), kernels);
    List<MemoryPrepStore> fresh = List.of(new MemoryPrepStore(), new MemoryPrepStore());
    dealer.dealKeys(fresh);
    int[] histogram = new int[256];
    for (MemoryPrepStore store : fresh) {
      long[] alpha = store.keys(variant.material());
      for (int p = 0; p < code.c().n(); p++) {
        histogram[Codeword.symbol(alpha, 0, p)]++;
      }
    }
    Uniformity.require(histogram, "alpha");
    assertThrows(
        IllegalStateException.class,
        () -> dealer.dealKeys(List.of(new MemoryPrepStore(), new MemoryPrepStore())));
  }

  private interface Check {
    void item(long[] first, int firstOffset, long[] second, int secondOffset);
  }

  private void forEach(MaterialKind kind, Check check) throws Exception {
    for (int i = 0; i < ITEMS; i++) {
      Lease first = stores[0].lease(kind, 1);
      Lease second = stores[1].lease(kind, 1);
      check.item(first.data(), first.offset(), second.data(), second.offset());
    }
    assertThrows(Exhausted.class, () -> stores[0].lease(kind, 1));
  }

  /** The value of a representation, after checking both tags. */
  private long[] open(long[] first, int f, long[] second, int s) {
    requireTag(first, f, second, s, stores[1].keys(variant.material()));
    requireTag(second, s, first, f, stores[0].keys(variant.material()));
    long[] value = new long[Codeword.LONGS];
    kernels.xor(first, f + AuthWord.SHARE, second, s + AuthWord.SHARE, value, 0, Codeword.LONGS);
    return value;
  }

  private void requireTag(long[] prover, int p, long[] verifier, int v, long[] alpha) {
    long[] expected = new long[Codeword.LONGS];
    System.arraycopy(verifier, v + TWO.key(0, 1), expected, 0, Codeword.LONGS);
    kernels.schurMulAdd(expected, 0, prover, p + AuthWord.SHARE, alpha, 0, 1, 1);
    long[] mac = new long[Codeword.LONGS];
    System.arraycopy(prover, p + TWO.mac(0, 1), mac, 0, Codeword.LONGS);
    assertArrayEquals(expected, mac, "mac = alpha * share + key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"255x85", "256x120"})
  void andGates(String name) throws Exception {
    deal(name, Configurations.ITEMS.and());
    forEach(
        Configurations.ITEMS.and(),
        (first, f, second, s) -> {
          long[] a =
              open(first, f + Configurations.ITEMS.a(), second, s + Configurations.ITEMS.a());
          long[] b =
              open(first, f + Configurations.ITEMS.b(), second, s + Configurations.ITEMS.b());
          long[] ab =
              open(first, f + Configurations.ITEMS.c(), second, s + Configurations.ITEMS.c());
          for (long[] word : List.of(a, b, ab)) {
            assertTrue(star.isCodeword(word, 0));
            assertFalse(c.isCodeword(word, 0), "redundancy must be uniform in C*");
          }
          for (int p = 0; p < code.c().k(); p++) {
            assertEquals(
                Codeword.symbol(a, 0, p) & Codeword.symbol(b, 0, p), Codeword.symbol(ab, 0, p));
          }
          requireBitParts(
              b,
              first,
              f + Configurations.ITEMS.bitParts(),
              second,
              s + Configurations.ITEMS.bitParts());
          int half = Configurations.ITEMS.bitParts() + 8 * TWO.longs();
          requireBitParts(a, first, f + half, second, s + half);
        });
  }

  /** Below the removal of the down conversion, a and b are over C: all else is the same. */
  @ParameterizedTest
  @ValueSource(strings = {"255x85", "256x120"})
  void andGatesOverC(String name) throws Exception {
    deal(Packing.BITS, name, Configurations.ITEMS.and());
    forEach(
        Configurations.ITEMS.and(),
        (first, f, second, s) -> {
          long[] a =
              open(first, f + Configurations.ITEMS.a(), second, s + Configurations.ITEMS.a());
          long[] b =
              open(first, f + Configurations.ITEMS.b(), second, s + Configurations.ITEMS.b());
          long[] ab =
              open(first, f + Configurations.ITEMS.c(), second, s + Configurations.ITEMS.c());
          requireInC(first, f + Configurations.ITEMS.a(), a);
          requireInC(first, f + Configurations.ITEMS.b(), b);
          requireUniformRedundancy(ab);
          for (int p = 0; p < code.c().k(); p++) {
            assertEquals(
                Codeword.symbol(a, 0, p) & Codeword.symbol(b, 0, p), Codeword.symbol(ab, 0, p));
          }
          requireBitParts(
              b,
              first,
              f + Configurations.ITEMS.bitParts(),
              second,
              s + Configurations.ITEMS.bitParts());
          int half = Configurations.ITEMS.bitParts() + 8 * TWO.longs();
          requireBitParts(a, first, f + half, second, s + half);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"255x85", "256x120"})
  void triples(String name) throws Exception {
    deal(Packing.BYTES, name, Configurations.ITEMS.triple());
    int[] histogram = new int[256];
    forEach(
        Configurations.ITEMS.triple(),
        (first, f, second, s) -> {
          long[] a =
              open(
                  first,
                  f + Configurations.ITEMS.tripleA(),
                  second,
                  s + Configurations.ITEMS.tripleA());
          long[] b =
              open(
                  first,
                  f + Configurations.ITEMS.tripleB(),
                  second,
                  s + Configurations.ITEMS.tripleB());
          long[] ab =
              open(
                  first,
                  f + Configurations.ITEMS.tripleC(),
                  second,
                  s + Configurations.ITEMS.tripleC());
          requireInC(first, f + Configurations.ITEMS.tripleA(), a);
          requireInC(first, f + Configurations.ITEMS.tripleB(), b);
          requireUniformRedundancy(ab);
          for (int p = 0; p < code.c().k(); p++) {
            int symbol = Codeword.symbol(a, 0, p);
            histogram[symbol]++;
            assertEquals(Gf256.mul(symbol, Codeword.symbol(b, 0, p)), Codeword.symbol(ab, 0, p));
          }
        });
    Uniformity.require(histogram, "a: any element, not just bits");
  }

  @ParameterizedTest
  @ValueSource(strings = {"255x85", "256x120"})
  void pairs(String name) throws Exception {
    for (Packing packing : Packing.values()) {
      stores[0] = new MemoryPrepStore();
      stores[1] = new MemoryPrepStore();
      deal(packing, name, Configurations.ITEMS.pair());
      int[] histogram = new int[256];
      forEach(
          Configurations.ITEMS.pair(),
          (first, f, second, s) -> {
            long[] low =
                open(first, f + Configurations.ITEMS.s(), second, s + Configurations.ITEMS.s());
            long[] high =
                open(
                    first,
                    f + Configurations.ITEMS.star(),
                    second,
                    s + Configurations.ITEMS.star());
            requireInC(first, f + Configurations.ITEMS.s(), low);
            requireUniformRedundancy(high);
            for (int p = 0; p < code.c().k(); p++) {
              assertEquals(Codeword.symbol(low, 0, p), Codeword.symbol(high, 0, p));
            }
            for (int p = 0; p < code.star().k(); p++) {
              histogram[Codeword.symbol(high, 0, p)]++;
            }
          });
      Uniformity.require(histogram, "s*, data and redundancy");
    }
  }

  /** A word and a share of it that are nothing but their data. */
  private void requireInC(long[] first, int f, long[] word) {
    assertTrue(c.isCodeword(word, 0));
    assertTrue(c.isCodeword(first, f + AuthWord.SHARE));
  }

  private void requireUniformRedundancy(long[] word) {
    assertTrue(star.isCodeword(word, 0));
    assertFalse(c.isCodeword(word, 0), "redundancy must be uniform in C*");
  }

  /** With one lane a symbol, what enters a circuit is bits: masks and random words too. */
  @Test
  void wordsOfBits() throws Exception {
    for (MaterialKind kind :
        List.of(
            Configurations.ITEMS.inputMask(0),
            Configurations.ITEMS.inputMask(1),
            Configurations.ITEMS.random())) {
      stores[0] = new MemoryPrepStore();
      stores[1] = new MemoryPrepStore();
      deal(Packing.BYTES, "255x85", kind);
      int[] histogram = new int[2];
      forEach(
          kind,
          (first, f, second, s) -> {
            long[] r = open(first, f, second, s);
            assertTrue(c.isCodeword(r, 0));
            for (int p = 0; p < code.c().k(); p++) {
              histogram[Codeword.symbol(r, 0, p)]++; // out of bounds if it is no bit
            }
          });
      Uniformity.require(histogram, kind.name());
    }
  }

  private void requireBitParts(long[] whole, long[] first, int f, long[] second, int s) {
    for (int i = 0; i < 8; i++) {
      int at = i * TWO.longs();
      long[] part = open(first, f + at, second, s + at);
      assertTrue(c.isCodeword(part, 0), "a bit part is in C");
      assertTrue(c.isCodeword(first, f + at + AuthWord.SHARE), "so is each share");
      for (int p = 0; p < code.c().k(); p++) {
        assertEquals(Codeword.symbol(whole, 0, p) & (1 << i), Codeword.symbol(part, 0, p));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"255x85", "256x120"})
  void outputMasks(String name) throws Exception {
    deal(name, Configurations.ITEMS.outputMask());
    forEach(
        Configurations.ITEMS.outputMask(),
        (first, f, second, s) -> {
          long[] o = open(first, f, second, s);
          assertTrue(star.isCodeword(o, 0));
          assertFalse(Codeword.isZero(o, 0));
          for (int p = 0; p < code.c().k(); p++) {
            assertEquals(0, Codeword.symbol(o, 0, p));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void inputMasks(int owner) throws Exception {
    MaterialKind kind = Configurations.ITEMS.inputMask(owner);
    deal("255x85", kind);
    forEach(
        kind,
        (first, f, second, s) -> {
          long[] r = open(first, f, second, s);
          assertTrue(c.isCodeword(r, 0));
          assertFalse(Codeword.isZero(r, 0));
          long[] other = owner == 0 ? second : first;
          assertTrue(Codeword.isZero(other, (owner == 0 ? s : f) + AuthWord.SHARE));
        });
  }

  @Test
  void randomWords() throws Exception {
    deal("255x85", Configurations.ITEMS.random());
    long[] previous = new long[Codeword.LONGS];
    forEach(
        Configurations.ITEMS.random(),
        (first, f, second, s) -> {
          long[] r = open(first, f, second, s);
          assertTrue(star.isCodeword(r, 0));
          assertNotEquals(List.of(previous[0], previous[4]), List.of(r[0], r[4]));
          System.arraycopy(r, 0, previous, 0, r.length);
        });
  }
}
