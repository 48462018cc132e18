package org.schurmpc.minimac.material;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialIdentity;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.online.ConversionMode;
import org.schurmpc.minimac.online.OpeningMode;
import org.schurmpc.minimac.online.Variant;

/**
 * Dealt material has every relation, and what is changed or made to lie is found by the right one.
 */
class MiniMacCheckerTest {
  private static final int ITEMS = 2;

  private final Random random = new Random(31);
  private Variant variant;
  private AuthWord layout;
  private List<MemoryPrepStore> stores;

  private static List<Variant> variants(String code, int parties) {
    List<Variant> all = new ArrayList<>(Configurations.rungs(code));
    all.add(Configurations.minitrixVariant(ReedSolomon.named(code)));
    return all.stream().map(rung -> Configurations.among(parties, rung)).toList();
  }

  /** Every material, once. */
  private static Stream<Variant> materials() {
    List<Variant> all = new ArrayList<>(variants("256x120", 2));
    all.addAll(variants("255x85", 3));
    List<MaterialParameters> seen = new ArrayList<>();
    return all.stream()
        .filter(each -> !seen.contains(each.material()))
        .peek(each -> seen.add(each.material()));
  }

  private static MaterialIdentity identity(Variant of) {
    return new MaterialIdentity(of.material().storeName(), of.parties(), of.terms());
  }

  /** Deals so many items of each kind. */
  private MaterialChecker deal(Variant of) throws Exception {
    variant = of;
    layout = new AuthWord(of.parties());
    stores = Stream.generate(MemoryPrepStore::new).limit(of.parties()).toList();
    try (MiniMacDealer dealer =
        new MiniMacDealer(
            of.material(), SessionPairs.seeded("checker"), Configurations.kernels("plain"))) {
      dealer.dealKeys(stores);
      List<long[]> keys =
          stores.stream().map(store -> store.keys(of.material().storeName())).toList();
      MaterialChecker checker = Protocols.named(of.protocol()).checker(identity(of), keys);
      Demand.Builder demand = Demand.of(of.material().storeName());
      checker.kinds().forEach(kind -> demand.add(kind, ITEMS));
      dealer.deal(demand.build(), stores);
      return checker;
    }
  }

  /** The items of a kind, each party's. */
  private long[][] take(MaterialKind kind) throws Exception {
    long[][] items = new long[stores.size()][];
    for (int party = 0; party < items.length; party++) {
      Lease lease = stores.get(party).lease(kind, ITEMS);
      assertEquals(ITEMS, lease.items());
      items[party] =
          Arrays.copyOfRange(
              lease.data(), lease.offset(), lease.offset() + ITEMS * kind.longsPerItem());
    }
    return items;
  }

  private int[] at(int offset) {
    int[] at = new int[stores.size()];
    Arrays.fill(at, offset);
    return at;
  }

  @ParameterizedTest
  @MethodSource("materials")
  void everyChangeIsFound(Variant of) throws Exception {
    MaterialChecker checker = deal(of);
    for (MaterialKind kind : checker.kinds()) {
      long[][] items = take(kind);
      int longs = kind.longsPerItem();
      for (int item = 0; item < ITEMS; item++) {
        assertEquals(Optional.empty(), checker.check(kind, items, at(item * longs)), kind.name());
      }
      for (int party = 0; party < items.length; party++) {
        for (int i = 0; i < longs; i++) {
          long change = 1L << random.nextInt(64);
          items[party][longs + i] ^= change;
          assertEquals(
              Optional.of(brokenBy(kind, party, i)),
              checker.check(kind, items, at(longs)),
              () -> kind.name());
          items[party][longs + i] ^= change;
        }
      }
    }
  }

  /** What a change of a long of a party's part of an item breaks. */
  private String brokenBy(MaterialKind kind, int party, int i) {
    String name = names(kind).get(i / layout.longs());
    int part = i % layout.longs() / Codeword.LONGS * Codeword.LONGS;
    for (int peer = 0; peer < stores.size(); peer++) {
      if (peer != party && part == layout.mac(party, peer)) {
        return macOf(party, name, peer);
      }
      if (peer != party && part == layout.key(party, peer)) {
        return macOf(peer, name, party);
      }
    }
    if (kind.name().startsWith("input mask")
        && !kind.equals(variant.material().items().inputMask(party))) {
      return "the share of party %d, which does not own the mask, is not zero".formatted(party + 1);
    }
    boolean wire =
        List.of("a", "b").contains(name) && kind.equals(variant.material().items().and());
    boolean star =
        List.of("c", "s*", "o").contains(name)
            || ((wire || kind.equals(variant.material().items().random())) && variant.starWires());
    return "the share of party %d of %s is no word of %s"
        .formatted(party + 1, name, star ? "C*" : "C");
  }

  private static String macOf(int party, String name, int peer) {
    return "the MAC of party %d on its share of %s is wrong under the keys of party %d"
        .formatted(party + 1, name, peer + 1);
  }

  /** How the words of an item are called, in their order. */
  private List<String> names(MaterialKind kind) {
    return switch (kind.name()) {
      case "AND gate" ->
          Stream.concat(
                  Stream.of("a", "b", "c"),
                  Stream.of("b", "a")
                      .flatMap(
                          name -> Stream.iterate(0, i -> i + 1).limit(8).map(i -> name + "_" + i)))
              .toList();
      case "triple" -> List.of("b", "a", "c");
      case "pair" -> List.of("s", "s*");
      case "output mask" -> List.of("o");
      default -> List.of("r");
    };
  }

  /** Puts a word of one item, with its MACs and keys, in place of one of another. */
  private Optional<String> replaced(
      MaterialChecker checker, MaterialKind kind, int word, MaterialKind from, int by)
      throws Exception {
    long[][] items = take(kind);
    long[][] others = kind.equals(from) ? items : take(from);
    long[][] lying = new long[items.length][];
    for (int party = 0; party < items.length; party++) {
      lying[party] = Arrays.copyOf(items[party], kind.longsPerItem());
      int other = from.longsPerItem() + by * layout.longs();
      System.arraycopy(others[party], other, lying[party], word * layout.longs(), layout.longs());
    }
    return checker.check(kind, lying, at(0));
  }

  /** A word of another gate, rightly shared and authenticated. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void wrongValuesAreFound(int parties) throws Exception {
    Variant bits = Configurations.minitrixVariant(ReedSolomon.named("255x85"));
    Variant bytes =
        Configurations.rung("255x85", Packing.BYTES, ConversionMode.ONE, false, OpeningMode.PAPER);
    Variant low =
        Configurations.rung("255x85", Packing.BITS, ConversionMode.ONE, false, OpeningMode.PAPER);
    for (int word = 0; word < 19; word++) {
      MaterialChecker checker = deal(Configurations.among(parties, bits));
      MaterialKind and = variant.material().items().and();
      String name = names(and).get(word);
      String broken =
          word < 3
              ? "c is not a and b"
              : "%s is not bit %c of %c".formatted(name, name.charAt(2), name.charAt(0));
      assertEquals(Optional.of(broken), replaced(checker, and, word, and, word));
    }
    for (int word = 0; word < 3; word++) {
      MaterialChecker checker = deal(Configurations.among(parties, bytes));
      MaterialKind triple = variant.material().items().triple();
      assertEquals(Optional.of("c is not a * b"), replaced(checker, triple, word, triple, word));
    }
    for (int word = 0; word < 2; word++) {
      MaterialChecker checker = deal(Configurations.among(parties, bytes));
      MaterialKind pair = variant.material().items().pair();
      assertEquals(
          Optional.of("s* has other data than s"), replaced(checker, pair, word, pair, word));
    }
    MaterialChecker checker = deal(Configurations.among(parties, bits));
    Material items = variant.material().items();
    assertEquals(
        Optional.of("o has data"), replaced(checker, items.outputMask(), 0, items.random(), 0));
    checker = deal(Configurations.among(parties, bytes));
    assertEquals(
        Optional.of("r has other data than bits"),
        replaced(checker, items.random(), 0, items.pair(), 0));
    checker = deal(Configurations.among(parties, low));
    assertEquals(
        Optional.of("the share of party 1 of a is no word of C"),
        replaced(checker, items.and(), 0, items.and(), 2));
    assertEquals(
        Optional.of("the share of party 2, which does not own the mask, is not zero"),
        replaced(checker, items.inputMask(0), 0, items.random(), 0));
  }

  /** A key with more symbols than the code has, and the MAC that fits. */
  @Test
  void longKeysAreFound() throws Exception {
    MaterialChecker checker = deal(Configurations.minitrixVariant(ReedSolomon.named("255x85")));
    MaterialKind kind = variant.material().items().random();
    long[][] items = take(kind);
    items[0][layout.mac(0, 1) + 3] ^= Long.MIN_VALUE;
    items[1][layout.key(1, 0) + 3] ^= Long.MIN_VALUE;
    assertEquals(
        Optional.of("the key of party 2 to the share of party 1 of r is longer than the code"),
        checker.check(kind, items, at(0)));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 16})
  void materialNamesItsVariant(int parties) throws Exception {
    List<Variant> all = new ArrayList<>();
    for (String code : List.of("255x85", "256x120", "200x50")) {
      all.addAll(variants(code, parties));
    }
    for (Variant each : all) {
      List<long[]> keys = Stream.generate(() -> new long[Codeword.LONGS]).limit(parties).toList();
      MaterialChecker checker = Protocols.named(each.protocol()).checker(identity(each), keys);
      assertEquals(
          new MiniMacChecker(each.material(), keys, Configurations.kernels("plain")).kinds(),
          checker.kinds(),
          each.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "tinyot, sigma 64, 64-bit MACs",
        "minitrix 255x85",
        "minimac",
        "minimac 255x85",
        "minimac 255x85 of 3 parties",
        "minimac 255x85 bytes, no conversion",
        "minimac 255x85 of 2 parties bytes, pairs",
        "minimac 255x85 of 03 parties bytes, pairs",
        "minimac 255x85 of 1 parties bytes, pairs",
        "minimac 255x85 of 17 parties bytes, pairs",
        "minimac 255x85 bytes, pairs, more",
        "minimac 255x200 bytes, pairs",
        "minimac 999x85 bytes, pairs"
      })
  void otherMaterialIsRefused(String material) {
    Map<String, String> parameters =
        Map.of("code", "255x85", "packing", "bytes", "conversion", "one");
    assertRefused(new MaterialIdentity(material, 2, parameters));
  }

  private static void assertRefused(MaterialIdentity identity) {
    List<long[]> keys = List.of(new long[Codeword.LONGS], new long[Codeword.LONGS]);
    assertThrows(Refused.class, () -> Protocols.named("minimac").checker(identity, keys));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 255x85, bytes, one",
    "17, 255x85, bytes, one",
    "3, 255x85, bytes, one",
    "2, 255x200, bytes, one",
    "2, 999x85, bytes, one",
    "2, 256x120, bytes, one",
    "2, 255x85, words, one",
    "2, 255x85, bits, one",
    "2, 255x85, bytes, none",
    "2, 255x85, bytes, other"
  })
  void otherParametersAreRefused(int parties, String code, String packing, String conversion) {
    Map<String, String> parameters =
        Map.of("code", code, "packing", packing, "conversion", conversion);
    assertRefused(new MaterialIdentity("minimac 255x85 bytes, pairs", parties, parameters));
  }

  @Test
  void materialThatSaysNothingIsRefused() {
    assertRefused(new MaterialIdentity("minimac 255x85 bytes, pairs", 2, Map.of()));
  }

  @Test
  void otherKeysAreRefused() throws Exception {
    Protocol minitrix = Protocols.named("minitrix");
    MaterialIdentity minitrix85 =
        new MaterialIdentity("minitrix 255x85", 2, Map.of("code", "255x85"));
    MaterialIdentity minitrix120 =
        new MaterialIdentity("minitrix 256x120", 2, Map.of("code", "256x120"));
    long[] key = new long[Codeword.LONGS];
    long[] longer = key.clone();
    longer[3] = Long.MIN_VALUE; // symbol 255 of a code of 255
    assertThrows(Refused.class, () -> minitrix.checker(minitrix85, List.of(key, key, key)));
    assertThrows(BadFile.class, () -> minitrix.checker(minitrix85, List.of(key, longer)));
    assertThrows(BadFile.class, () -> minitrix.checker(minitrix85, List.of(new long[1], key)));
    MaterialChecker checker = minitrix.checker(minitrix120, List.of(key, longer));
    MaterialKind other = new MaterialKind("pair", 2);
    assertThrows(
        IllegalArgumentException.class, () -> checker.check(other, new long[2][2], new int[2]));
  }
}
