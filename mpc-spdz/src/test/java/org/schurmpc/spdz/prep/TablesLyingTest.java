package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.LookupKind.Form;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SpdzChecker;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;

/** A party that makes masked tables from wrong values: its messages fit together. */
class TablesLyingTest {
  private static final int TABLES = 3;
  private static final int INPUT_BITS = 6;

  /** A coefficient that no element of the unary vector has. */
  private static final long BEYOND = 1L << 35;

  /** What the first party lies about, at one level. */
  private enum Lie {
    NONE,
    /** A wrong share of a product among the triples. */
    TRIPLE,
    /** Another share of the product s_j p_j. */
    PRODUCT,
    /** Another share of its MAC. */
    MAC,
    /** Another share of p_j is opened: the product is off by X^35 s_j, with a right MAC. */
    OPENED_BEYOND,
    /** Another share of the product, off by X^35. */
    SHARE_BEYOND,
    /** All parties: the product is off by X^35, with a right MAC. */
    VALUE_BEYOND
  }

  private record Outcome(MpcException failure, MascotRun.Kept kept) {}

  private final Field field;
  private final LookupTable table = TablesTest.random(INPUT_BITS, 4);
  private final LookupKind kind;

  TablesLyingTest() throws Refused {
    field = Fields.named("gf2_40");
    kind = LookupKind.of(field, table, Form.BITS);
  }

  private List<Outcome> outcomes(Lie lie, int level, int parties) throws Exception {
    return Parties.run(
        parties,
        Duration.ofMinutes(1),
        network -> {
          SessionTerms terms = new SessionTerms(new TreeMap<>(Map.of("protocol", "lies")));
          try (Session session = SessionPairs.establish(network, terms, new SecureRandom())) {
            boolean lies = session.party() == 0 || lie == Lie.VALUE_BEYOND;
            return party(session, lies ? lie : Lie.NONE, level);
          }
        });
  }

  private Outcome party(Session session, Lie lie, int level) throws MpcException {
    MascotRun.Kept kept = new MascotRun.Kept();
    long[] alpha = {session.random().nextLong() >>> 24};
    kept.keys(kind.toString(), alpha);
    try {
      TablesRig.maker(session, field, alpha, lies(lie, level))
          .make(kind, table, TABLES, new Sequencer().of(0), kept);
      return new Outcome(null, kept);
    } catch (PeerCheated e) {
      return new Outcome(e, kept);
    }
  }

  private TablesRig.Lies lies(Lie lie, int level) {
    return new TablesRig.Lies() {
      @Override
      public void products(long[] c) {
        c[level] ^= lie == Lie.TRIPLE ? 1 : 0;
      }

      @Override
      public Demux demux(Field over, ShareArithmetic arithmetic, Opening opening) {
        return new Demux(over, arithmetic, opening) {
          @Override
          Shares multiply(int j, Shares bits, Shares p, int rows, int n, Batch triples, int used)
              throws MpcException {
            long opened = j == level && lie == Lie.OPENED_BEYOND ? BEYOND : 0;
            p.values()[1] ^= opened;
            Shares t = super.multiply(j, bits, p, rows, n, triples, used);
            p.values()[1] ^= opened;
            if (j == level) {
              change(t, arithmetic, lie);
            }
            return t;
          }
        };
      }
    };
  }

  private void change(Shares t, ShareArithmetic arithmetic, Lie lie) {
    switch (lie) {
      case PRODUCT -> t.values()[1] ^= 1;
      case MAC -> t.macs()[1] ^= 1;
      case SHARE_BEYOND -> t.values()[1] ^= BEYOND;
      case VALUE_BEYOND -> arithmetic.addPublic(field.element(BEYOND), 0, t, 1, t, 1, 1);
      case NONE, TRIPLE, OPENED_BEYOND -> {}
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TRIPLE, 3, SACRIFICE",
    "PRODUCT, 1, MAC",
    "PRODUCT, 2, MAC",
    "PRODUCT, 3, MAC",
    "PRODUCT, 4, MAC",
    "PRODUCT, 5, MAC",
    "MAC, 1, MAC",
    "MAC, 5, MAC",
    "OPENED_BEYOND, 1, MAC",
    "OPENED_BEYOND, 5, MAC",
    "SHARE_BEYOND, 3, MAC",
    "VALUE_BEYOND, 4, MAC",
    "VALUE_BEYOND, 5, MAC"
  })
  void isCaught(Lie lie, int level, Check check) throws Exception {
    for (int parties = 2; parties <= 3; parties++) {
      for (Outcome outcome : outcomes(lie, level, parties).subList(1, parties)) {
        PeerCheated cheated = assertInstanceOf(PeerCheated.class, outcome.failure());
        assertEquals(check, cheated.check());
        assertTrue(outcome.kept().items.isEmpty(), "put a table in spite of the lie");
      }
    }
  }

  /**
   * What a share has outside of the span is not sent, and makes no difference in the last level.
   */
  @ParameterizedTest
  @CsvSource({"NONE, 2", "NONE, 3", "SHARE_BEYOND, 2", "SHARE_BEYOND, 3"})
  void makesNoDifference(Lie lie, int parties) throws Exception {
    List<Outcome> outcomes = outcomes(lie, INPUT_BITS - 1, parties);
    long[][] data = new long[parties][];
    List<long[]> keys = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      assertNull(outcome.failure());
      data[keys.size()] = outcome.kept().items.get(kind.kind());
      keys.add(outcome.kept().key);
    }
    SpdzChecker checker = new SpdzChecker(new Material(field), keys);
    for (int item = 0; item < TABLES; item++) {
      int[] offsets = new int[parties];
      Arrays.fill(offsets, item * kind.kind().longsPerItem());
      assertEquals(Optional.empty(), checker.check(kind.kind(), data, offsets));
    }
  }
}
