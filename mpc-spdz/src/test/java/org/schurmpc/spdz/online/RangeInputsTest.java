package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/** Inputs that are in their range, whatever is sent. */
class RangeInputsTest {
  private static SpdzRun run(String field, int parties) throws Exception {
    return run(field, parties, OpeningMode.ALL);
  }

  private static SpdzRun run(String field, int parties, OpeningMode mode) throws Exception {
    SpdzRun run = new SpdzRun(field, parties, mode, 31);
    if (run.field.isBinary()) {
      return run.dealInputs(1000).deal(run.material.bits(), 2000);
    }
    for (int owner = 0; owner < parties; owner++) {
      run.deal(run.material.ownBits(owner), 1000);
    }
    return run;
  }

  /** Numbers of an input: the least, the greatest, zero or one, and others. */
  private static List<BigInteger> values(InputRange range) {
    Random random = new Random(range.width() + 100L * range.owner());
    BigInteger offset = range.signed() ? BigInteger.TWO.pow(range.width() - 1) : BigInteger.ZERO;
    List<BigInteger> values = new ArrayList<>();
    for (int i = 0; i < range.n(); i++) {
      BigInteger number =
          switch (i) {
            case 0 -> BigInteger.ZERO;
            case 1 -> BigInteger.TWO.pow(range.width()).subtract(BigInteger.ONE);
            default -> new BigInteger(range.width(), random);
          };
      values.add(number.subtract(offset));
    }
    return values;
  }

  private static long[] elements(Field field, List<BigInteger> values) {
    long[] elements = new long[values.size() * field.limbs()];
    for (int i = 0; i < values.size(); i++) {
      field.fromBigInteger(values.get(i), elements, i * field.limbs());
    }
    return elements;
  }

  private static List<InputRange> ranges(Field field, int parties) {
    List<InputRange> ranges = new ArrayList<>();
    int most = field.isBinary() ? field.bits() : field.bits() - 1;
    for (int owner = parties - 1; owner >= 0; owner--) {
      for (int width : new int[] {1, 7, most}) {
        ranges.add(new InputRange(owner, 3, width, !field.isBinary() && width > 1));
      }
      ranges.add(new InputRange(owner, 2, 31, false));
      ranges.add(new InputRange(owner, 0, 5, false));
    }
    return ranges;
  }

  private static long[] mine(Field field, List<InputRange> ranges, int party) {
    List<BigInteger> mine = new ArrayList<>();
    ranges.stream()
        .filter(each -> each.owner() == party)
        .forEach(each -> mine.addAll(values(each)));
    return elements(field, mine);
  }

  @ParameterizedTest
  @CsvSource({
    "p128, 2",
    "gf2_40, 2",
    "gf2_128, 3",
    "18446744073709551557, 3",
    "115792089237316195423570985008687907853269984665640564039457584007908834671663, 2"
  })
  void allGetSharesOfTheValues(String name, int parties) throws Exception {
    SpdzRun run = run(name, parties);
    Field field = run.field;
    List<InputRange> ranges = ranges(field, parties);
    List<BigInteger> expected = new ArrayList<>();
    ranges.forEach(each -> expected.addAll(values(each)));
    int n = expected.size();
    int[] toAt = new int[ranges.size()];
    for (int i = 1; i < toAt.length; i++) {
      toAt[i] = toAt[i - 1] + ranges.get(i - 1).n();
    }
    for (long[] all :
        run.run(
            (party, engine) -> {
              Shares x = engine.shares(n);
              ((SpdzEngine) engine).inputInRange(ranges, mine(field, ranges, party), 0, x, toAt);
              long[] to = new long[n * field.limbs()];
              engine.output(x, 0, to, 0, n);
              return to;
            })) {
      assertArrayEquals(elements(field, expected), all);
    }
  }

  /** More bits than are in memory together: a part ends within the second input. */
  @Test
  void manyInputsTakeSeveralParts() throws Exception {
    SpdzRun run = run("p128", 2);
    run.deal(run.material.ownBits(0), RangeInputs.MOST_BITS + 20_000);
    Field field = run.field;
    int n = RangeInputs.MOST_BITS / 120 + 100;
    List<InputRange> ranges =
        List.of(
            new InputRange(0, 5, 7, false),
            new InputRange(0, n, 120, false),
            new InputRange(1, 5, 7, false));
    int[] toAt = {0, 5, 5 + n};
    List<BigInteger> values = new ArrayList<>();
    for (int i = 0; i < n + 10; i++) {
      values.add(BigInteger.valueOf(i < 5 || i >= n + 5 ? i % 100 : 1_000_000_007L * i));
    }
    long[] all = elements(field, values);
    int first = (n + 5) * field.limbs();
    for (long[] opened :
        run.run(
            (party, engine) -> {
              long[] mine =
                  party == 0
                      ? Arrays.copyOf(all, first)
                      : Arrays.copyOfRange(all, first, all.length);
              Shares x = engine.shares(n + 10);
              ((SpdzEngine) engine).inputInRange(ranges, mine, 0, x, toAt);
              long[] to = new long[all.length];
              engine.output(x, 0, to, 0, n + 10);
              return to;
            })) {
      assertArrayEquals(all, opened);
    }
  }

  @ParameterizedTest
  @CsvSource({"8, false, 256", "8, false, -1", "8, true, 128", "8, true, -129", "1, false, 2"})
  void aValueOutOfItsRangeIsRefused(int width, boolean signed, long value) throws Exception {
    SpdzRun run = run("p128", 2);
    Recording recording = new Recording();
    run.run(
        recording.of(SessionPairs.networks(2)),
        (party, engine) -> {
          List<InputRange> ranges = List.of(new InputRange(party, 1, width, signed));
          assertThrows(
              IllegalArgumentException.class,
              () ->
                  ((SpdzEngine) engine)
                      .inputInRange(
                          ranges, engine.field().element(value), 0, engine.shares(1), new int[1]));
          return null;
        });
    assertEquals(SessionPairs.HANDSHAKE_FRAMES, recording.frames(0).size());
  }

  @Test
  void widthsThatDoNotFitAreRefused() throws Exception {
    Field prime = run("p128", 2).field;
    Field binary = run("gf2_40", 2).field;
    for (Runnable wrong :
        List.<Runnable>of(
            () -> new InputRange(0, 1, 0, false),
            () -> new InputRange(-1, 1, 1, false),
            () -> new InputRange(0, 1, 128, false).requireIn(prime),
            () -> new InputRange(0, 1, 41, false).requireIn(binary),
            () -> new InputRange(0, 1, 4, true).requireIn(binary))) {
      assertThrows(IllegalArgumentException.class, wrong::run);
    }
  }

  @Test
  void widthsThatDoNotFitAreRefusedBeforeAnythingIsSent() throws Exception {
    SpdzRun run = run("p128", 2);
    Recording recording = new Recording();
    run.run(
        recording.of(SessionPairs.networks(2)),
        (party, engine) -> {
          List<InputRange> ranges = List.of(new InputRange(0, 1, 128, false));
          IllegalArgumentException e =
              assertThrows(
                  IllegalArgumentException.class,
                  () ->
                      ((SpdzEngine) engine)
                          .inputInRange(ranges, new long[2], 0, engine.shares(1), new int[1]));
          assertTrue(e.getMessage().endsWith("inputs over p128"), e.getMessage());
          return null;
        });
    assertEquals(SessionPairs.HANDSHAKE_FRAMES, recording.frames(0).size());
  }

  /** Both input a value of 5 bits, and output their sum. */
  private static SpdzRun.Program<?> sum(int cheater, Cheat cheat, List<long[]> outputs) {
    return (party, engine) -> {
      if (party == cheater) {
        cheat.arm();
      }
      boolean signed = !engine.field().isBinary();
      List<InputRange> ranges =
          IntStream.range(0, outputs.size())
              .mapToObj(owner -> new InputRange(owner, 1, 5, signed))
              .toList();
      int[] toAt = IntStream.range(0, outputs.size()).toArray();
      Shares x = engine.shares(outputs.size());
      Field field = engine.field();
      long[] mine = field.element(signed ? -16 + party : party);
      ((SpdzEngine) engine).inputInRange(ranges, mine, 0, x, toAt);
      engine.local().add(x, 0, x, 1, x, 0, 1);
      long[] to = new long[field.limbs()];
      engine.output(x, 0, to, 0, 1);
      outputs.set(party, to);
      return null;
    };
  }

  private static List<long[]> nothing(int parties) {
    return new ArrayList<>(Collections.nCopies(parties, null));
  }

  /** The frames of a party in characteristic 2: opened bits, toss and σ, then e. */
  private static final int OPENED = 0;

  private static final int E = 5;

  /** Over a prime field e is all that is sent. */
  private static final int PRIME_E = 0;

  private static int frameOfE(SpdzRun run) {
    boolean three = run.stores.length > 2;
    return run.field.isBinary() ? E + (three ? 1 : 0) : PRIME_E;
  }

  private static void requireCaught(
      SpdzRun run, Cheat cheat, Recording recording, Check check, int... honest) throws Exception {
    requireCaught(run, 1, cheat, recording, check, honest);
  }

  private static void requireCaught(
      SpdzRun run, int cheater, Cheat cheat, Recording recording, Check check, int... honest)
      throws Exception {
    int parties = run.stores.length;
    List<long[]> outputs = nothing(parties);
    Network[] networks = recording.of(cheat.networks(parties, cheater));
    List<Throwable> ends = run.ends(networks, sum(cheater, cheat, outputs));
    for (int party : honest) {
      CheatingTest.requireCaught(run, party, ends.get(party), check);
      assertTrue(outputs.get(party) == null);
    }
  }

  /**
   * A share of b + r that is off by 1 or X, of the first party's bits or of the cheater's own: the
   * bit would be another one, or none. No e leaves.
   */
  @ParameterizedTest
  @CsvSource({"0, 1", "0, 2", "4, 1", "5, 1", "9, 2"})
  void anotherBitIsFoundBeforeAnythingIsInput(int bit, int error) throws Exception {
    SpdzRun run = run("gf2_128", 2);
    Field field = run.field;
    Cheat cheat =
        new Cheat()
            .at(
                OPENED,
                Cheat.ALL,
                frame -> {
                  long[] share = new long[2];
                  int at = bit * field.bytes();
                  assertTrue(field.fromBytes(frame, at, share, 0, 1));
                  field.add(share, 0, field.element(error), 0, share, 0, 1);
                  field.toBytes(share, 0, frame, at, 1);
                  return frame;
                });
    Recording recording = new Recording();
    requireCaught(run, cheat, recording, Check.MAC, 0);
    assertEquals(SessionPairs.HANDSHAKE_FRAMES + E, recording.frames(0).size());
  }

  /** A party that sends other bits than it uses holds shares of no value. */
  @ParameterizedTest
  @CsvSource({"p128, 1", "p128, 16", "p128, 31", "gf2_128, 1", "gf2_128, 16", "gf2_128, 31"})
  void otherBitsThanUsedAreFound(String field, int mask) throws Exception {
    SpdzRun run = run(field, 2);
    Cheat cheat = new Cheat().at(frameOfE(run), Cheat.ALL, Cheat.flip(0, mask));
    requireCaught(run, cheat, new Recording(), Check.MAC, 0);
  }

  /** One message of a bit for each bit. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void overAPrimeFieldOneRoundIsAll(int parties) throws Exception {
    SpdzRun run = run("p128", parties);
    Recording recording = new Recording();
    run.run(
        recording.of(SessionPairs.networks(parties)),
        (party, engine) -> {
          List<InputRange> ranges =
              List.of(new InputRange(0, 2, 31, true), new InputRange(1, 1, 9, false));
          long[] mine = new long[2 * engine.field().limbs()];
          ((SpdzEngine) engine).inputInRange(ranges, mine, 0, engine.shares(3), new int[] {0, 2});
          return null;
        });
    int[] bytes = {8, 2, 0};
    for (int party = 0; party < parties; party++) {
      List<byte[]> frames = recording.frames(party);
      int length = bytes[party];
      int sent = frames.size() / (parties - 1) - SessionPairs.HANDSHAKE_FRAMES;
      assertEquals(length == 0 ? 0 : 1, sent);
      assertEquals(
          sent * (parties - 1L), frames.stream().filter(frame -> frame.length == length).count());
    }
  }

  /** Bits of a store that was changed. */
  @Test
  void aBitOfTheStoreThatIsNoneEndsTheRun() throws Exception {
    SpdzRun run = run("p128", 2);
    MaterialKind kind = run.material.ownBits(0);
    int clear = 2 * run.field.limbs();
    run.stores[0] =
        new AlteredStore(run.stores[0], kind, 3, (data, at) -> data[at + clear + 1] ^= 1);
    Cheat none = new Cheat();
    Recording recording = new Recording();
    List<Throwable> ends = run.ends(recording.of(none.networks(2, 1)), sum(1, none, nothing(2)));
    CheatingTest.requireCaught(run, 0, ends.get(0), Check.MAC);
    assertEquals(SessionPairs.HANDSHAKE_FRAMES, recording.frames(0).size());
  }

  /** Requires that no frame of one byte was sent, which e has. */
  private static void requireNoInput(Recording recording, int... parties) {
    for (int party : parties) {
      assertTrue(recording.frames(party).stream().noneMatch(frame -> frame.length == 1));
    }
  }

  /** One owner takes b + 1 for b, and nobody else knows. */
  @ParameterizedTest
  @CsvSource({"0, 0", "2, 14"})
  void aWrongShareToTheOwnerAloneIsFoundBeforeAnythingIsInput(int owner, int bit) throws Exception {
    SpdzRun run = run("gf2_128", 3);
    int at = bit * run.field.bytes();
    Cheat cheat = new Cheat().at(OPENED, owner, CheatingTest.addOne(run.field, at));
    Recording recording = new Recording();
    requireCaught(run, cheat, recording, Check.BROADCAST, 0, 2);
    requireNoInput(recording, 0, 2);
  }

  /** A wrong share to the nominated party makes the sum wrong for all. */
  @Test
  void aWrongShareToTheNominatedPartyIsFound() throws Exception {
    SpdzRun run = run("gf2_128", 3, OpeningMode.KING);
    Cheat cheat = new Cheat().at(OPENED, 0, CheatingTest.addOne(run.field, 0));
    Recording recording = new Recording();
    requireCaught(run, cheat, recording, Check.MAC, 0, 2);
    requireNoInput(recording, 0, 2);
  }

  @Test
  void aWrongSumToTheOwnerAloneIsFound() throws Exception {
    SpdzRun run = run("gf2_128", 3, OpeningMode.KING);
    int at = 10 * run.field.bytes();
    Cheat cheat = new Cheat().at(OPENED, 2, CheatingTest.addOne(run.field, at));
    Recording recording = new Recording();
    requireCaught(run, 0, cheat, recording, Check.BROADCAST, 1, 2);
    requireNoInput(recording, 1, 2);
  }

  @Test
  void placesAreAsManyAsInputs() throws Exception {
    run("p128", 2)
        .run(
            (party, engine) -> {
              List<InputRange> ranges = List.of(new InputRange(0, 1, 5, false));
              for (int n : new int[] {0, 2}) {
                assertThrows(
                    IllegalArgumentException.class,
                    () ->
                        ((SpdzEngine) engine)
                            .inputInRange(ranges, new long[2], 0, engine.shares(2), new int[n]));
              }
              return null;
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"p128", "gf2_128"})
  void paddingOtherThanZeroIsMalformed(String field) throws Exception {
    SpdzRun run = run(field, 2);
    Cheat cheat = new Cheat().at(frameOfE(run), Cheat.ALL, Cheat.flip(0, 0x20));
    requireCaught(run, cheat, new Recording(), Check.MALFORMED, 0);
  }

  /**
   * Found before any share of the output leaves: after e, commitments to toss and σ, and hashes.
   */
  @ParameterizedTest
  @ValueSource(strings = {"p128", "gf2_128"})
  void otherBitsToOneOfTwoAreFound(String field) throws Exception {
    SpdzRun run = run(field, 3);
    Cheat cheat = new Cheat().at(frameOfE(run), 2, Cheat.flip(0, 1));
    Recording recording = new Recording();
    requireCaught(run, cheat, recording, Check.BROADCAST, 0, 2);
    long shares = recording.frames(0).stream().filter(frame -> frame.length == 16).count();
    assertEquals(0, shares);
  }
}
