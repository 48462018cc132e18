package org.schurmpc.minimac.material;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.minimac.Configurations.TWO;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.crypto.Uniformity;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.online.ConversionMode;
import org.schurmpc.minimac.online.OpeningMode;
import org.schurmpc.minimac.online.Variant;

/** Material has every relation of protocols and paper, and is uniform in what is left free. */
class DealerTest {
  private static final int ITEMS = 70;

  private final Kernels kernels = Configurations.kernels("plain");
  private Variant variant;
  private MiniMacCode code;
  private PublicEncoder c;
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
    MiniMacDealer dealer = new MiniMacDealer(variant.material(), new SecureRandom(), kernels);
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

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void dealsToAllParties(int parties) {
    Variant two = Configurations.minitrixVariant(ReedSolomon.named("255x85"));
    Demand demand = Demand.of("test").add(Configurations.ITEMS.outputMask(), 1).build();
    List<MemoryPrepStore> others =
        List.of(stores[0], stores[1], new MemoryPrepStore()).subList(0, parties);
    try (MiniMacDealer dealer = new MiniMacDealer(two.material(), new SecureRandom(), kernels)) {
      assertThrows(IllegalArgumentException.class, () -> dealer.dealKeys(others));
      assertThrows(IllegalArgumentException.class, () -> dealer.deal(demand, others));
    }
  }

  @Test
  void keysAreDealtOnce() throws Exception {
    deal("255x85", Configurations.ITEMS.outputMask());
    MiniMacDealer dealer = new MiniMacDealer(variant.material(), new SecureRandom(), kernels);
    List<MemoryPrepStore> fresh = List.of(new MemoryPrepStore(), new MemoryPrepStore());
    dealer.dealKeys(fresh);
    int[] histogram = new int[256];
    for (MemoryPrepStore store : fresh) {
      long[] alpha = store.keys(variant.material().storeName());
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

  /** Checks that items have all relations, and then something else. */
  private void forEach(MaterialKind kind, Check check) throws Exception {
    List<long[]> keys =
        List.of(
            stores[0].keys(variant.material().storeName()),
            stores[1].keys(variant.material().storeName()));
    MiniMacChecker checker = new MiniMacChecker(variant.material(), keys, kernels);
    for (int i = 0; i < ITEMS; i++) {
      Lease first = stores[0].lease(kind, 1);
      Lease second = stores[1].lease(kind, 1);
      long[][] data = {first.data(), second.data()};
      int[] offsets = {first.offset(), second.offset()};
      assertEquals(Optional.empty(), checker.check(kind, data, offsets));
      check.item(first.data(), first.offset(), second.data(), second.offset());
    }
    assertThrows(Exhausted.class, () -> stores[0].lease(kind, 1));
  }

  /** The value of a representation. */
  private long[] open(long[] first, int f, long[] second, int s) {
    long[] value = new long[Codeword.LONGS];
    kernels.xor(first, f + AuthWord.SHARE, second, s + AuthWord.SHARE, value, 0, Codeword.LONGS);
    return value;
  }

  /** Over the wires' code without and with the down conversion; c is over C* always. */
  @ParameterizedTest
  @CsvSource({"255x85, true", "256x120, true", "255x85, false", "256x120, false"})
  void andGates(String name, boolean star) throws Exception {
    MaterialKind kind = Configurations.ITEMS.and();
    if (star) {
      deal(name, kind);
    } else {
      deal(Packing.BITS, name, kind);
    }
    forEach(
        kind,
        (first, f, second, s) -> {
          for (int at : new int[] {Configurations.ITEMS.a(), Configurations.ITEMS.b()}) {
            assertEquals(!star, c.isCodeword(open(first, f + at, second, s + at), 0));
          }
          int at = Configurations.ITEMS.c();
          requireUniformRedundancy(open(first, f + at, second, s + at));
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
          int at = Configurations.ITEMS.tripleA();
          long[] a = open(first, f + at, second, s + at);
          for (int p = 0; p < code.c().k(); p++) {
            histogram[Codeword.symbol(a, 0, p)]++;
          }
          at = Configurations.ITEMS.tripleC();
          requireUniformRedundancy(open(first, f + at, second, s + at));
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
            int at = Configurations.ITEMS.star();
            long[] high = open(first, f + at, second, s + at);
            requireUniformRedundancy(high);
            for (int p = 0; p < code.star().k(); p++) {
              histogram[Codeword.symbol(high, 0, p)]++;
            }
          });
      Uniformity.require(histogram, "s*, data and redundancy");
    }
  }

  private void requireUniformRedundancy(long[] word) {
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
            for (int p = 0; p < code.c().k(); p++) {
              histogram[Codeword.symbol(r, 0, p)]++; // out of bounds if it is no bit
            }
          });
      Uniformity.require(histogram, kind.name());
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
          assertFalse(Codeword.isZero(o, 0));
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
          assertFalse(Codeword.isZero(r, 0));
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
          assertNotEquals(List.of(previous[0], previous[4]), List.of(r[0], r[4]));
          System.arraycopy(r, 0, previous, 0, r.length);
        });
  }
}
