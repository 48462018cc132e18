package org.schurmpc.tinytable.material;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinytable.Configurations;

/** The checker on a dealer's material, and on such material after each of its longs was changed. */
class TinyTableCheckerTest {
  private static final int LANES = 5;

  private final Random random = new Random(11);
  private ProtocolRun run;
  private Material material;
  private TinyTableChecker checker;

  private void deal(String scheme) throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(3);
    int[] y = builder.input(2);
    builder.output(builder.lookup(RandomCircuits.table(random, 3, 2), x));
    builder.output(builder.and(x[0], y[1]), builder.and(x[1], y[0]));
    IoMap io =
        new IoMap(
            List.of(new InputSource.Shared(), new InputSource.Private(1)),
            IoMap.allLearn(builder.build()));
    run =
        new ProtocolRun(
            Configurations.tinytable(scheme, LANES, "plain"),
            LayeredCircuit.of(builder.build()),
            io,
            2);
    material = Configurations.material(run);
    checker = new TinyTableChecker(material.scheme(), List.of(keys(0), keys(1)));
  }

  private long[] keys(int party) throws Exception {
    return run.stores[party].keys(run.protocol.demand(run.circuit, run.io).protocol()).clone();
  }

  /** All items of a kind, both parties'. */
  private long[][] take(MaterialKind kind) throws Exception {
    long[][] items = new long[2][0];
    for (int party = 0; party < 2; party++) {
      while (run.stores[party].available(kind) > 0) {
        Lease lease = run.stores[party].lease(kind, 1000);
        int from = items[party].length;
        int longs = lease.items() * kind.longsPerItem();
        items[party] = Arrays.copyOf(items[party], from + longs);
        System.arraycopy(lease.data(), lease.offset(), items[party], from, longs);
      }
    }
    return items;
  }

  private Optional<String> check(MaterialKind kind, long[][] items, int at) {
    return checker.check(kind, items, new int[] {at, at});
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"linear", "lookup64", "lookup32", "lookup8", "passive", "codeword 255x85"})
  void everyChangeThatBreaksARelationIsFound(String scheme) throws Exception {
    deal(scheme);
    for (MaterialKind kind : run.protocol.demand(run.circuit, run.io).quotas().keySet()) {
      assertTrue(checker.knows(kind), kind.name());
      long[][] items = take(kind);
      int longs = kind.longsPerItem();
      for (int at = 0; at < items[0].length; at += longs) {
        assertEquals(Optional.empty(), check(kind, items, at), kind.name());
      }
      for (int party = 0; party < 2; party++) {
        for (int change = 0; change < 4 * longs; change++) {
          int i = change / 4;
          long bit = 1L << random.nextInt(64);
          items[party][i] ^= bit;
          boolean found = check(kind, items, 0).isPresent();
          items[party][i] ^= bit;
          assertEquals(breaks(kind, party, i, bit, items), found, kind.name() + " at " + i);
        }
      }
    }
  }

  /** Whether a relation depends on this bit, of the first item of a kind. */
  private boolean breaks(MaterialKind kind, int party, int i, long bit, long[][] items) {
    Scheme scheme = material.scheme();
    if (kind.equals(material.inputMask(party))) {
      return false; // whatever it is, it is a mask
    }
    if (scheme.form() == Scheme.Form.PASSIVE) {
      boolean unused = Long.numberOfTrailingZeros(bit) % 8 >= 2;
      return kind.equals(material.andTables())
          || kind.equals(material.inputMask(1 - party))
          || (kind.equals(material.tables(3, 2)) && unused);
    }
    if (scheme.form() != Scheme.Form.LOOKUP) {
      return true;
    }
    boolean and = kind.equals(material.andTables());
    if (!and && !kind.equals(material.tables(3, 2))) {
      return true;
    }
    // Of the codes of the peer's share that of its value counts.
    int codes = and ? material.peerCodes() : material.peerCodes(3, 2);
    if (i < codes) {
      return true;
    }
    int k = scheme.k();
    int number = ((i - codes) * Long.SIZE + Long.numberOfTrailingZeros(bit)) / k;
    long[] peer = items[1 - party];
    if (and) {
      long shares = peer[number / 2 % 4];
      return number % 2 == (shares >>> (number / 8) & 1);
    }
    return number % 4 == (peer[0] >>> (8 * (number / 4)) & 0xFF);
  }

  /** A forged table whose codes say nothing: both values have the same. */
  @Test
  void equalCodesAreFound() throws Exception {
    deal("lookup64");
    MaterialKind kind = material.andTables();
    long[][] items = take(kind);
    int code = material.peerCodes() + 2 * 17;
    items[0][code] = items[0][code + 1];
    assertTrue(check(kind, items, 0).isPresent());
    items[1][Material.ownCodes() + 17] = items[0][code];
    assertEquals(
        Optional.of("bit 4, entry 1: the code of party 2 is that of another value, too"),
        check(kind, items, 0));
  }

  /** A wrong symbol with its right MAC. */
  @Test
  void wordsOutsideTheCodeAreFound() throws Exception {
    deal("codeword 255x85");
    MaterialKind kind = material.andTables();
    long[][] items = take(kind);
    int error = 0x53;
    int a = Codeword.symbol(keys(0), Scheme.VECTOR_KEY, 254);
    for (int[] change : new int[][] {{0, error}, {Material.WORD_MAC, Gf256.mul(a, error)}}) {
      int old = Codeword.symbol(items[1], change[0], 254);
      Codeword.setSymbol(items[1], change[0], 254, old ^ change[1]);
    }
    assertEquals(Optional.of("the word of party 2 is no word of C*"), check(kind, items, 0));
  }

  @Test
  void itKnowsNothingElse() throws Exception {
    deal("lookup64");
    String function = material.andTables().name().substring("AND tables for ".length());
    for (MaterialKind kind :
        List.of(
            new MaterialKind("AND tables for " + function, 5),
            new MaterialKind("AND tables for 12", material.andTables().longsPerItem()),
            new MaterialKind("tables of 3 to 0 bits for " + function, 1),
            new MaterialKind("tables of 0 to 3 bits for " + function, 1),
            new MaterialKind("tables of 17 to 1 bits for " + function, 1),
            new MaterialKind("tables of 3 to 9 bits for " + function, 1),
            new MaterialKind("tables of 3 to 2 bits for " + function, 1),
            new MaterialKind("input mask of party 3 for " + function, 1),
            new MaterialKind("AND triples", 387))) {
      assertFalse(checker.knows(kind), kind.name());
      assertThrows(IllegalArgumentException.class, () -> check(kind, new long[2][9], 0));
    }
    assertTrue(checker.knows(material.tables(12, 8)));
    assertTrue(checker.kinds().isEmpty());
  }

  @Test
  void itRefusesOtherKeys() throws Exception {
    Scheme linear = Scheme.named("linear");
    assertThrows(Refused.class, () -> new TinyTableChecker(linear, List.of(new long[1])));
    assertThrows(
        BadFile.class, () -> new TinyTableChecker(linear, List.of(new long[1], new long[2])));
  }
}
