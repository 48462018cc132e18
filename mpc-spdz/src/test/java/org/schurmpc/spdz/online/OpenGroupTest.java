package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.share.GlobalMacCheck;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/** Openings of several kinds in one round, against the same ones one by one. */
class OpenGroupTest {
  /** Numbers of elements of the entries, some of them more than a block. */
  private static final int[] SIZES = {3, 700, 1, 513};

  private static final int ALL = 2 * (3 + 700 + 1 + 513);

  private static SpdzRun run(String field, int parties, OpeningMode mode) throws Exception {
    SpdzRun run = new SpdzRun(field, parties, mode, 21);
    run.dealInputs(2L * ALL).deal(run.material.triples(), 3L * ALL);
    return run.field.isBinary() ? run : run.deal(run.material.squares(), 2L * ALL);
  }

  /** Results of a group, and of separate calls, both opened; the same material in another order. */
  private static long[][] both(SpdzEngine engine) throws Exception {
    int limbs = engine.field().limbs();
    Shares x = engine.shares(ALL);
    Shares y = engine.shares(ALL);
    engine.random(x, 0, ALL);
    engine.random(y, 0, ALL);
    Shares[] products = {engine.shares(ALL), engine.shares(ALL)};
    Shares[] squares = {engine.shares(ALL), engine.shares(ALL)};
    long[][] opened = new long[4][ALL * limbs];
    OpenGroup group = new OpenGroup(engine.field());
    group.reveal(x, 1, opened[3], limbs, 1);
    int at = 0;
    for (int i = 0; i < SIZES.length; i++) {
      int n = SIZES[i];
      group.product(x, at, i == 1, y, at, i == 3, products[0], at, n);
      group.masked(y, at, opened[0], at * limbs, n);
      group.square(y, at, squares[0], at, n);
      group.product(y, 5, true, x, 6, true, products[0], at + ALL / 2, n);
      at += n;
    }
    group.masked(x, 0, opened[1], 0, 0);
    group.reveal(y, 0, opened[3], 0, 1);
    engine.start(group);
    // Local work on what the group does not name.
    Shares sum = engine.shares(ALL);
    engine.local().add(x, 0, y, 0, sum, 0, ALL);
    engine.stop();
    Shares one = engine.shares(ALL);
    at = 0;
    for (int i = 0; i < SIZES.length; i++) {
      int n = SIZES[i];
      multiply(engine, x, at, i == 1, y, at, i == 3, products[1], at, n, one);
      engine.openMasked(y, at, opened[1], at * limbs, n);
      engine.square(y, at, squares[1], at, n);
      multiply(engine, y, 5, true, x, 6, true, products[1], at + ALL / 2, n, one);
      at += n;
    }
    long[][] all = new long[8][ALL * limbs];
    System.arraycopy(opened, 0, all, 0, 4);
    for (int i = 0; i < 2; i++) {
      engine.output(products[i], 0, all[4 + i], 0, ALL);
      engine.output(squares[i], 0, all[6 + i], 0, ALL);
    }
    engine.output(y, 0, all[2], 0, 2);
    engine.output(x, 1, all[2], limbs, 1);
    return all;
  }

  private static void multiply(
      SpdzEngine engine,
      Shares x,
      int xAt,
      boolean xOne,
      Shares y,
      int yAt,
      boolean yOne,
      Shares to,
      int toAt,
      int n,
      Shares scratch)
      throws Exception {
    for (int i = 0; i < n; i++) {
      scratch.copy(i, x, xOne ? xAt : xAt + i, 1);
      to.copy(toAt + i, y, yOne ? yAt : yAt + i, 1);
    }
    engine.multiply(scratch, 0, to, toAt, to, toAt, n);
  }

  @ParameterizedTest
  @CsvSource({"p128, 2, ALL", "gf2_40, 2, ALL", "p128, 3, ALL", "gf2_128, 3, KING"})
  void aGroupGivesWhatSeparateCallsGive(String field, int parties, OpeningMode mode)
      throws Exception {
    for (long[][] all :
        run(field, parties, mode).run((party, engine) -> both((SpdzEngine) engine))) {
      assertTrue(Arrays.stream(all[0]).anyMatch(word -> word != 0));
      for (int i = 0; i < all.length; i += 2) {
        assertArrayEquals(all[i], all[i + 1], "pair " + i);
      }
    }
  }

  /** Products' ε and δ by blocks, squares' ε, masked and then revealed values. */
  @ParameterizedTest
  @CsvSource({
    "p128, 2, ALL, 6975da7ebd53edcab094f07da79e9b6a",
    "gf2_40, 3, KING, 761e5d8369adcbda77736c85b8727b54"
  })
  void everyByteIsPinned(String field, int parties, OpeningMode mode, String hash)
      throws Exception {
    Recording recording = new Recording();
    run(field, parties, mode)
        .run(
            recording.of(SessionPairs.networks(parties)),
            (party, engine) -> both((SpdzEngine) engine));
    assertEquals(hash, recording.hash());
  }

  /** Opens a product of two shared zeros in a group with a reveal, and reveals again. */
  private static Object productThenReveal(SpdzEngine engine, long[] to) throws Exception {
    Shares x = engine.shares(3);
    OpenGroup group = new OpenGroup(engine.field());
    group.product(x, 0, false, x, 1, false, x, 0, 1);
    group.reveal(x, 2, new long[engine.field().limbs()], 0, 1);
    engine.start(group);
    engine.stop();
    assertTrue(engine.unchecked());
    group.clear();
    group.reveal(x, 0, to, 0, 1);
    engine.start(group);
    engine.stop();
    return null;
  }

  private static int[] lengths(Recording recording, int party) {
    List<byte[]> frames = recording.frames(party);
    return frames.stream().skip(2).mapToInt(frame -> frame.length).toArray();
  }

  /** A reveal is preceded by a check of earlier openings, but not of those of its own group. */
  @Test
  void aRevealWaitsForTheCheck() throws Exception {
    Recording recording = new Recording();
    SpdzRun run = run("p128", 2, OpeningMode.ALL);
    run.run(
        recording.of(SessionPairs.networks(2)),
        (party, engine) -> productThenReveal((SpdzEngine) engine, new long[2]));
    // Two elements for the product and one for the reveal; toss and σ; the second reveal.
    assertArrayEquals(new int[] {48, 32, 48, 32, 48, 16}, lengths(recording, 0));
  }

  /** No share of a value to reveal leaves after a forged opening. */
  @Test
  void aForgedOpeningStopsTheReveal() throws Exception {
    Recording recording = new Recording();
    SpdzRun run = run("p128", 2, OpeningMode.ALL);
    Field field = run.field;
    Cheat cheat = new Cheat().at(0, Cheat.ALL, CheatingTest.addOne(field, 0));
    Network[] networks = recording.of(cheat.networks(2, 1));
    long[] to = {-1, -1};
    List<Throwable> ends =
        run.ends(
            networks,
            (party, engine) -> {
              if (party == 1) {
                cheat.arm();
              }
              return productThenReveal((SpdzEngine) engine, party == 0 ? to : new long[2]);
            });
    CheatingTest.requireCaught(run, 0, ends.get(0), Check.MAC);
    assertArrayEquals(new int[] {48, 32, 48, 32, 48}, lengths(recording, 0));
    assertArrayEquals(new long[] {-1, -1}, to);
  }

  private static final LookupTable SMALL = new LookupTable(2, 1, new int[] {1, 0, 0, 1});
  private static final LookupTable WIDE = new LookupTable(9, 1, new int[1 << 9]);

  /** A lookup outside of a group: its index may be anything if an opening before was wrong. */
  @Test
  void aLookupWaitsForTheCheck() throws Exception {
    Recording recording = new Recording();
    SpdzRun run = run("gf2_40", 2, OpeningMode.ALL);
    LookupKind kind = LookupKind.of(run.field, SMALL, LookupKind.Form.BITS);
    run.deal(kind, SMALL, 1);
    run.run(
        recording.of(SessionPairs.networks(2)),
        (party, engine) -> {
          Shares x = engine.shares(2);
          engine.openMasked(x, 0, new long[1], 0, 1);
          ((SpdzEngine) engine).lookup(kind, x, 1, x, 0, 1);
          return null;
        });
    // The opening; toss and σ; the masked index.
    assertArrayEquals(new int[] {5, 32, 48, 32, 37, 1}, lengths(recording, 0));
  }

  /** The widest table of a round sets the room of all indices in it. */
  @Test
  void anIndexBeyondTheEndOfItsTableIsMalformed() throws Exception {
    SpdzRun run = run("gf2_40", 2, OpeningMode.ALL);
    LookupKind small = LookupKind.of(run.field, SMALL, LookupKind.Form.BITS);
    LookupKind wide = LookupKind.of(run.field, WIDE, LookupKind.Form.BITS);
    run.deal(small, SMALL, 1).deal(wide, WIDE, 1);
    Cheat cheat = new Cheat().at(0, Cheat.ALL, Cheat.flip(0, 1 << 3));
    List<Throwable> ends =
        run.ends(
            cheat.networks(2, 1),
            (party, engine) -> {
              if (party == 1) {
                cheat.arm();
              }
              Shares x = engine.shares(4);
              OpenGroup group = new OpenGroup(engine.field());
              group.lookup(small, x, 0, x, 2, 1);
              group.lookup(wide, x, 1, x, 3, 1);
              ((SpdzEngine) engine).start(group);
              ((SpdzEngine) engine).stop();
              return null;
            });
    CheatingTest.requireCaught(run, 0, ends.get(0), Check.MALFORMED);
  }

  /** What the machine calls before rounds are shared, and at the end of a step. */
  @Test
  void manyOpeningsAreDueToBeChecked() throws Exception {
    int many = GlobalMacCheck.INTERVAL;
    run("gf2_40", 2, OpeningMode.ALL)
        .run(
            (party, each) -> {
              SpdzEngine engine = (SpdzEngine) each;
              Shares x = engine.shares(many);
              engine.openMasked(x, 0, new long[many], 0, many - 1);
              engine.checkIfDue();
              engine.checkOwnIfDue();
              assertTrue(engine.unchecked());
              engine.openMasked(x, 0, new long[1], 0, 1);
              engine.checkOwnIfDue();
              assertFalse(engine.unchecked());
              engine.openMasked(x, 0, new long[many], 0, many);
              engine.checkIfDue();
              assertFalse(engine.unchecked());
              engine.openMasked(x, 0, new long[1], 0, 1);
              SpdzEngine.checkTogether(List.of(engine));
              assertFalse(engine.unchecked());
              return null;
            });
  }

  /** Opens a value and hands the opening over, then reveals or outputs a value. */
  private static Object openThenRelease(SpdzEngine engine, boolean output, long[] to)
      throws Exception {
    Shares x = engine.shares(2);
    engine.openMasked(x, 0, new long[engine.field().limbs()], 0, 1);
    engine.handOver();
    if (output) {
      engine.output(x, 1, to, 0, 1);
    } else {
      OpenGroup group = new OpenGroup(engine.field());
      group.reveal(x, 1, to, 0, 1);
      engine.start(group);
      engine.stop();
    }
    return null;
  }

  /** No share of a value to reveal or output leaves after a forged opening that was handed over. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aForgedOpeningThatWasHandedOverStopsWhatFollows(boolean output) throws Exception {
    Recording recording = new Recording();
    SpdzRun run = run("p128", 2, OpeningMode.ALL);
    Cheat cheat = new Cheat().at(0, Cheat.ALL, CheatingTest.addOne(run.field, 0));
    long[] to = {-1, -1};
    List<Throwable> ends =
        run.ends(
            recording.of(cheat.networks(2, 1)),
            (party, engine) -> {
              if (party == 1) {
                cheat.arm();
              }
              return openThenRelease((SpdzEngine) engine, output, party == 0 ? to : new long[2]);
            });
    CheatingTest.requireCaught(run, 0, ends.get(0), Check.MAC);
    assertArrayEquals(new int[] {16, 32, 48, 32, 48}, lengths(recording, 0));
    assertArrayEquals(new long[] {-1, -1}, to);
  }

  /** Masked openings and products need no check, whatever is pending. */
  @Test
  void maskedOpeningsWaitForNothing() throws Exception {
    Recording recording = new Recording();
    SpdzRun run = run("gf2_64", 2, OpeningMode.ALL);
    run.run(
        recording.of(SessionPairs.networks(2)),
        (party, each) -> {
          SpdzEngine engine = (SpdzEngine) each;
          Shares x = engine.shares(2);
          OpenGroup group = new OpenGroup(engine.field());
          group.product(x, 0, false, x, 1, false, x, 0, 1);
          group.masked(x, 1, new long[1], 0, 1);
          for (int i = 0; i < 2; i++) {
            engine.start(group);
            engine.stop();
          }
          engine.check();
          assertFalse(engine.unchecked());
          return null;
        });
    assertArrayEquals(new int[] {24, 24, 32, 48, 32, 40}, lengths(recording, 0));
  }

  @Test
  void oneGroupAtATime() throws Exception {
    SpdzRun run = run("gf2_64", 2, OpeningMode.ALL);
    run.run(
        (party, each) -> {
          SpdzEngine engine = (SpdzEngine) each;
          Shares x = engine.shares(1);
          OpenGroup group = new OpenGroup(engine.field());
          assertThrows(IllegalStateException.class, engine::stop);
          group.masked(x, 0, new long[1], 0, 1);
          engine.start(group);
          assertThrows(IllegalStateException.class, () -> engine.start(group));
          assertThrows(IllegalStateException.class, engine::check);
          assertThrows(IllegalStateException.class, () -> engine.multiply(x, 0, x, 0, x, 0, 1));
          engine.stop();
          engine.check();
          group.clear();
          engine.start(group);
          engine.stop();
          return null;
        });
  }
}
