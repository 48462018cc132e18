package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.LookupKind.Form;

/**
 * The first party changes an opening while masked tables are made, or leaves: caught by name, and
 * no table is put.
 */
class TablesCheatingTest {
  private static final int TABLES = 7;
  private static final int INPUT_BITS = 7;
  private static final int BYTES = 5;

  /** The last level's products are of two elements of 32 coefficients each. */
  private static final int LAST_LEVEL = 6;

  private static final int LEVEL_BYTES = 2 * TABLES * BYTES;
  private static final int BITDEC_BYTES = 4 * TABLES * Integer.BYTES;

  private final MascotRun two;
  private final MascotRun three;

  TablesCheatingTest() throws Exception {
    Field field = Fields.named("gf2_40");
    MascotParameters setting = new MascotParameters(field, 38, 4, 1, 192);
    this.two = new MascotRun(field, 2, setting);
    this.three = new MascotRun(field, 3, setting);
  }

  private static Demand demand(MascotRun run) {
    LookupTable table = TablesTest.random(INPUT_BITS, 3);
    LookupKind kind = LookupKind.of(run.field, table, Form.BYTES);
    return Demand.of(run.material.storeName()).add(kind.kind(), TABLES, table).build();
  }

  /** Flips a bit of the opening of a level to one peer; level 0 is that of BitDec. */
  private static final class Flip implements TamperingNetwork.Hook {
    private final int peer;
    private final int level;
    private final int at;
    private int levels;
    private int flips;

    Flip(int peer, int level, int at) {
      this.peer = peer;
      this.level = level;
      this.at = at;
    }

    @Override
    public byte[] onSend(int to, int index, byte[] frame) {
      if (to != peer) {
        return frame;
      }
      boolean product = frame.length == LEVEL_BYTES || frame.length == 2 * LEVEL_BYTES;
      levels += product ? 1 : 0;
      boolean here = level == 0 ? frame.length == BITDEC_BYTES : product && levels == level;
      if (here) {
        frame[at % frame.length] ^= 1;
        flips++;
      }
      return frame;
    }

    void assertFlipped() {
      assertEquals(1, flips);
      assertTrue(levels <= LAST_LEVEL, levels + " levels");
    }
  }

  private static void assertCaught(List<MascotRun.Outcome> outcomes, Check check) {
    boolean named = false;
    for (MascotRun.Outcome outcome : outcomes.subList(1, outcomes.size())) {
      assertNotNull(outcome.failure());
      assertTrue(outcome.kept().items.isEmpty(), "put a table in spite of the cheat");
      if (outcome.failure() instanceof PeerCheated cheated) {
        assertEquals(check, cheated.check());
        named = true;
      }
    }
    assertTrue(named, () -> "nobody named the cheat: " + outcomes);
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 40", "3, 3", "4, 69", "5, 34", "6, 139", "6, 100", "0, 0", "0, 111"})
  void aWrongOpening(int level, int at) throws Exception {
    Flip flip = new Flip(1, level, at);
    List<MascotRun.Outcome> outcomes = two.run(demand(two), 0, flip);
    flip.assertFlipped();
    assertCaught(outcomes, Check.MAC);
  }

  /** The other peer receives the right one. */
  @ParameterizedTest
  @CsvSource({"1, 0", "6, 7", "0, 50"})
  void aWrongOpeningToOnePeer(int level, int at) throws Exception {
    Flip flip = new Flip(2, level, at);
    List<MascotRun.Outcome> outcomes = three.run(demand(three), 0, flip);
    flip.assertFlipped();
    assertCaught(outcomes, Check.BROADCAST);
  }

  /** Shares of products are any elements of the field: what is not masked must not be sent. */
  @Test
  void noBitIsSentWithoutAMask() throws Exception {
    int tables = 29;
    LookupTable table = TablesTest.random(2, 1);
    LookupKind kind = LookupKind.of(two.field, table, Form.BITS);
    AtomicInteger openings = new AtomicInteger();
    two.run(
        Demand.of(two.material.storeName()).add(kind.kind(), tables, table).build(),
        0,
        (peer, index, frame) -> {
          if (frame.length == tables) {
            openings.incrementAndGet();
            for (byte each : frame) {
              assertEquals(0, each & ~0xf, "a bit beyond the coefficients");
            }
          }
          return frame;
        });
    assertEquals(1, openings.get());
  }

  /** What the honest party ends with if the first one is silent from a frame on. */
  private MpcException silentFrom(IntPredicate silent) throws Exception {
    List<MascotRun.Outcome> outcomes =
        two.run(
            demand(two),
            0,
            (peer, index, frame) -> {
              if (silent.test(index)) {
                throw new IllegalStateException("silent from here");
              }
              return frame;
            });
    assertTrue(outcomes.get(1).kept().items.isEmpty(), "put a table before the check");
    return outcomes.get(1).failure();
  }

  /** The first party's frames: the number of that of BitDec, and of all. */
  private int[] frames() throws Exception {
    int[] frames = new int[2];
    List<MascotRun.Outcome> outcomes =
        two.run(
            demand(two),
            0,
            (peer, index, frame) -> {
              frames[0] = frame.length == BITDEC_BYTES ? index : frames[0];
              frames[1] = index + 1;
              return frame;
            });
    for (MascotRun.Outcome outcome : outcomes) {
      assertNull(outcome.failure());
      assertEquals(1, outcome.kept().items.size());
    }
    return frames;
  }

  /**
   * The check ends with a commitment to σ and σ, then a commitment to the hash and the hash:
   * whoever keeps one of them back may know α.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void whoLeavesInTheCheckHasFailedIt(int beforeEnd) throws Exception {
    int end = frames()[1];
    PeerCheated cheated =
        assertInstanceOf(PeerCheated.class, silentFrom(index -> index >= end - beforeEnd));
    assertEquals(Check.MAC, cheated.check());
  }

  /** In place of BitDec's opening, and of the commitment to the toss that follows. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void nothingIsPutBeforeTheCheck(int after) throws Exception {
    int bitDec = frames()[0];
    assertInstanceOf(ConnectionLost.class, silentFrom(index -> index >= bitDec + after));
  }
}
