package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/** One party cheats: every honest one notices, names the check, and outputs nothing. */
class CheatingTest {
  private static final int N = 3;
  private static final int CHEATER = 1;

  // The frames of a product and an output of it, all to all, from the input on.
  private static final int INPUT = 0;
  private static final int SHARES = 1;
  private static final int TOSS_OPENING = 3;
  private static final int SIGMA_COMMITMENT = 4;
  private static final int SIGMA_OPENING = 5;
  private static final int OUTPUT = 6; // of two parties; of more the broadcast check is before it

  private static SpdzRun run(String field, int parties, OpeningMode mode) throws Exception {
    SpdzRun run = new SpdzRun(field, parties, mode, 11);
    return run.dealInputs(3 * N).deal(run.material.triples(), 3 * N);
  }

  private static SpdzRun run(String field, int parties) throws Exception {
    return run(field, parties, OpeningMode.ALL);
  }

  /** Inputs of all, a product, its output; no party gets anything before all checks passed. */
  private static SpdzRun.Program<?> product(int cheater, Cheat cheat, List<long[]> outputs) {
    return (party, engine) -> {
      if (party == cheater) {
        cheat.arm();
      }
      int limbs = engine.field().limbs();
      int parties = outputs.size();
      int[] counts = new int[parties];
      Arrays.fill(counts, N);
      long[] mine = new long[N * limbs];
      for (int i = 0; i < N; i++) {
        System.arraycopy(engine.field().element(i + 2), 0, mine, i * limbs, limbs);
      }
      Shares x = engine.shares(parties * N);
      engine.input(counts, mine, 0, x, 0);
      engine.multiply(x, 0, x, N, x, 0, N);
      long[] to = new long[N * limbs];
      outputs.set(party, to);
      engine.output(x, 0, to, 0, N);
      return null;
    };
  }

  private static void requireCaught(SpdzRun run, int cheater, Cheat cheat, Check check)
      throws Exception {
    int parties = run.stores.length;
    List<long[]> outputs = new ArrayList<>(Collections.nCopies(parties, null));
    List<Throwable> ends =
        run.ends(cheat.networks(parties, cheater), product(cheater, cheat, outputs));
    for (int party = 0; party < parties; party++) {
      if (party != cheater) {
        requireCaught(run, party, ends.get(party), check);
        long[] output = outputs.get(party);
        assertTrue(output == null || Arrays.stream(output).allMatch(word -> word == 0));
      }
    }
  }

  /** It named the check and destroyed its store. */
  static void requireCaught(SpdzRun run, int party, Throwable end, Check check) {
    PeerCheated cheated = assertInstanceOf(PeerCheated.class, end, () -> "of party " + party);
    assertEquals(check, cheated.check(), cheated.getMessage());
    String message =
        assertThrows(
                IllegalStateException.class, () -> run.stores[party].keys(run.material.storeName()))
            .getMessage();
    assertTrue(message.contains("destroyed"), message);
  }

  /** Adds one to the element that starts at a byte. */
  static Cheat.Change addOne(Field field, int at) {
    return frame -> {
      long[] element = new long[field.limbs()];
      assertTrue(field.fromBytes(frame, at, element, 0, 1));
      field.add(element, 0, field.element(1), 0, element, 0, 1);
      field.toBytes(element, 0, frame, at, 1);
      return frame;
    };
  }

  @ParameterizedTest
  @CsvSource({"p128, 2", "gf2_40, 2", "p128, 3", "gf2_128, 3"})
  void withoutACheatAllGetTheProduct(String name, int parties) throws Exception {
    SpdzRun run = run(name, parties);
    List<long[]> outputs = new ArrayList<>(Collections.nCopies(parties, null));
    Cheat none = new Cheat();
    for (Throwable end : run.ends(none.networks(parties, 0), product(0, none, outputs))) {
      assertNull(end);
    }
    Field field = run.field;
    long[] four = field.element(2);
    field.multiply(four, 0, four, 0, four, 0, 1);
    for (long[] output : outputs) {
      assertArrayEquals(four, Arrays.copyOf(output, field.limbs()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"p128", "gf2_40", "gf2_128"})
  void aWrongShare(String name) throws Exception {
    SpdzRun run = run(name, 2);
    Cheat cheat = new Cheat().at(SHARES, Cheat.ALL, addOne(run.field, run.field.bytes()));
    requireCaught(run, CHEATER, cheat, Check.MAC);
  }

  @Test
  void aWrongShareOfAnOutput() throws Exception {
    SpdzRun run = run("p128", 2);
    requireCaught(run, CHEATER, new Cheat().at(OUTPUT, Cheat.ALL, addOne(run.field, 0)), Check.MAC);
  }

  /**
   * Value, or MAC, of each part of a triple, used consistently: that of c shows only in the output.
   */
  @ParameterizedTest
  @CsvSource({
    "0, 2, ALL, 1",
    "1, 2, ALL, 1",
    "2, 2, ALL, 1",
    "3, 2, ALL, 1",
    "4, 2, ALL, 1",
    "5, 2, ALL, 1",
    "0, 3, ALL, 1",
    "5, 3, ALL, 0",
    "0, 3, KING, 0",
    "1, 3, KING, 1",
    "4, 3, KING, 1"
  })
  void wrongMaterial(int element, int parties, OpeningMode mode, int cheater) throws Exception {
    SpdzRun run = run("p128", parties, mode);
    run.stores[cheater] = altered(run, cheater, run.material.triples(), element);
    requireCaught(run, cheater, new Cheat(), Check.MAC);
  }

  private static AlteredStore altered(SpdzRun run, int cheater, MaterialKind kind, int element) {
    Field field = run.field;
    return new AlteredStore(
        run.stores[cheater],
        kind,
        1,
        (data, offset) -> {
          int at = offset + element * field.limbs();
          field.add(data, at, field.element(1), 0, data, at, 1);
        });
  }

  @Test
  void aWrongMacOfAnInputMask() throws Exception {
    SpdzRun run = run("gf2_40", 2);
    run.stores[CHEATER] = altered(run, CHEATER, run.material.inputs(0), 1);
    requireCaught(run, CHEATER, new Cheat(), Check.MAC);
  }

  @Test
  void aWrongKey() throws Exception {
    SpdzRun run = run("gf2_128", 2);
    run.stores[CHEATER].keys(run.material.storeName())[1] ^= 4;
    requireCaught(run, CHEATER, new Cheat(), Check.MAC);
  }

  @ParameterizedTest
  @ValueSource(ints = {SIGMA_OPENING, TOSS_OPENING})
  void anOpeningOfSomethingElse(int frame) throws Exception {
    for (int at : new int[] {0, 15, 47}) {
      requireCaught(
          run("p128", 2),
          CHEATER,
          new Cheat().at(frame, Cheat.ALL, Cheat.flip(at, 1)),
          Check.COMMITMENT);
    }
  }

  /**
   * In characteristic 2 a party that gives the other's σ back as its own makes the sum zero, so
   * that whatever was opened would pass.
   */
  @Test
  void aCopiedSigma() throws Exception {
    SpdzRun run = run("gf2_40", 2);
    BlockingQueue<byte[]> theirs = new LinkedBlockingQueue<>();
    Cheat honest = new Cheat();
    for (int frame = INPUT; frame <= OUTPUT; frame++) {
      boolean copied = frame == SIGMA_COMMITMENT || frame == SIGMA_OPENING;
      honest.at(
          frame,
          Cheat.ALL,
          bytes -> {
            if (copied) {
              theirs.add(bytes.clone());
            }
            return bytes;
          });
    }
    Cheat.Change copy =
        frame -> {
          try {
            return theirs.poll(20, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    Cheat cheat =
        new Cheat()
            .at(SHARES, Cheat.ALL, addOne(run.field, 0))
            .at(SIGMA_COMMITMENT, Cheat.ALL, copy)
            .at(SIGMA_OPENING, Cheat.ALL, copy);
    Network[] networks = cheat.networks(2, CHEATER);
    networks[0] = new TamperingNetwork(networks[0], honest);
    List<long[]> outputs = new ArrayList<>(Collections.nCopies(2, null));
    SpdzRun.Program<?> program = product(CHEATER, cheat, outputs);
    List<Throwable> ends =
        run.ends(
            networks,
            (party, engine) -> {
              if (party == 0) {
                honest.arm();
              }
              return program.run(party, engine);
            });
    requireCaught(run, 0, ends.get(0), Check.COMMITMENT);
  }

  /**
   * Who had a wrong value opened can compute α from the honest σ: to leave with it is to fail the
   * check, or the same key would serve again in the next session.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void leavingWithTheOthersSigma(int parties) throws Exception {
    SpdzRun run = run("p128", parties);
    Cheat cheat =
        new Cheat()
            .at(SHARES, Cheat.ALL, addOne(run.field, 0))
            .at(
                SIGMA_OPENING,
                Cheat.ALL,
                frame -> {
                  throw new SpdzRun.HangUp();
                });
    requireCaught(run, CHEATER, cheat, Check.MAC);
  }

  @ParameterizedTest
  @CsvSource({"0, all", "1, all"})
  void differentMaskedValuesForDifferentReceivers(int frame, String mode) throws Exception {
    SpdzRun run = run("p128", 3, OpeningMode.valueOf(mode.toUpperCase(Locale.ROOT)));
    requireCaught(run, CHEATER, new Cheat().at(frame, 2, addOne(run.field, 0)), Check.BROADCAST);
  }

  /** The nominated party sends sums: after the input comes nothing but them. */
  @Test
  void differentSumsFromTheKing() throws Exception {
    SpdzRun run = run("p128", 3, OpeningMode.KING);
    requireCaught(run, 0, new Cheat().at(1, 2, addOne(run.field, 0)), Check.BROADCAST);
  }

  /** Well-formed commitments, opened as they were made, to another σ for one of the peers. */
  @Test
  void differentCommitmentsForDifferentReceivers() throws Exception {
    SpdzRun run = run("p128", 3);
    byte[] opening = new byte[run.field.bytes() + Commitment.RANDOMNESS_BYTES];
    Arrays.fill(opening, 0, run.field.bytes(), (byte) 7);
    requireCaught(run, CHEATER, forgedSigma(run, 2, opening), Check.BROADCAST);
  }

  private static Cheat forgedSigma(SpdzRun run, int peer, byte[] opening) {
    int bytes = run.field.bytes();
    byte[] value = Arrays.copyOf(opening, bytes);
    byte[] randomness = Arrays.copyOfRange(opening, bytes, opening.length);
    return new Cheat()
        .at(
            SIGMA_COMMITMENT,
            peer,
            frame ->
                Commitment.commit(run.sid, "σ of a MAC check on 0", CHEATER, 0, value, randomness))
        .at(SIGMA_OPENING, peer, frame -> opening);
  }

  /** A committed σ of one's choice is as good as a guess. */
  @Test
  void aWrongSigma() throws Exception {
    SpdzRun run = run("p128", 2);
    byte[] opening = new byte[run.field.bytes() + Commitment.RANDOMNESS_BYTES];
    requireCaught(run, CHEATER, forgedSigma(run, Cheat.ALL, opening), Check.MAC);
  }

  @Test
  void aSigmaThatIsNoElement() throws Exception {
    SpdzRun run = run("p128", 2);
    byte[] opening = new byte[run.field.bytes() + Commitment.RANDOMNESS_BYTES];
    Arrays.fill(opening, (byte) 0xff);
    requireCaught(run, CHEATER, forgedSigma(run, Cheat.ALL, opening), Check.MALFORMED);
  }

  /** What all bytes 0xff are is above the prime. */
  @ParameterizedTest
  @CsvSource({"0, 2, ALL, 1", "1, 2, ALL, 1", "6, 2, ALL, 1", "1, 3, KING, 1", "1, 3, KING, 0"})
  void anElementThatIsNone(int frame, int parties, OpeningMode mode, int cheater) throws Exception {
    SpdzRun run = run("p128", parties, mode);
    Cheat cheat =
        new Cheat()
            .at(
                frame,
                Cheat.ALL,
                bytes -> {
                  Arrays.fill(bytes, run.field.bytes(), 2 * run.field.bytes(), (byte) 0xff);
                  return bytes;
                });
    if (parties == 3 && cheater == 1) {
      // Only the king sees it; the third party sees the king leave.
      List<long[]> outputs = new ArrayList<>(Collections.nCopies(parties, null));
      List<Throwable> ends =
          run.ends(cheat.networks(parties, cheater), product(cheater, cheat, outputs));
      requireCaught(run, 0, ends.get(0), Check.MALFORMED);
      assertTrue(ends.get(2) != null);
    } else {
      requireCaught(run, cheater, cheat, Check.MALFORMED);
    }
  }

  /** It said one thing and adds another to its own part: the MAC of the input fits neither. */
  @Test
  void aWrongMaskedInput() throws Exception {
    SpdzRun run = run("p128", 2);
    requireCaught(run, CHEATER, new Cheat().at(INPUT, Cheat.ALL, addOne(run.field, 0)), Check.MAC);
  }

  /** The values are there before the toss, and what is tossed is another value each time. */
  @ParameterizedTest
  @EnumSource(OpeningMode.class)
  void coefficientsAreTossedAfterTheValuesAndNeverAgain(OpeningMode mode) throws Exception {
    SpdzRun run = run("p128", 2, mode);
    List<byte[]> first = Collections.synchronizedList(new ArrayList<>());
    List<byte[]> second = Collections.synchronizedList(new ArrayList<>());
    Network[] networks = new Network[2];
    System.arraycopy(InMemoryNetwork.create(2), 0, networks, 0, 2);
    networks[0] = recording(networks[0], first);
    networks[1] = recording(networks[1], second);
    for (Throwable end :
        run.ends(
            networks,
            (party, engine) -> {
              (party == 0 ? first : second).clear();
              Shares x = engine.shares(N);
              for (int check = 0; check < 2; check++) {
                engine.multiply(x, 0, x, 0, x, 0, N);
                engine.check();
              }
              return null;
            })) {
      assertNull(end);
    }
    // Each: shares of 2 N values, or sums of them; commitment and opening of the toss and of σ.
    int[] lengths = {2 * N * 16, 32, 48, 32, 48, 2 * N * 16, 32, 48, 32, 48};
    assertArrayEquals(lengths, first.stream().mapToInt(frame -> frame.length).toArray());
    assertArrayEquals(lengths, second.stream().mapToInt(frame -> frame.length).toArray());
    assertNotEquals(toss(first, second, 2), toss(first, second, 7));
  }

  private static String toss(List<byte[]> first, List<byte[]> second, int frame) {
    byte[] sum = Arrays.copyOf(first.get(frame), 16);
    for (int i = 0; i < sum.length; i++) {
      sum[i] ^= second.get(frame)[i];
    }
    return Arrays.toString(sum);
  }

  private static Network recording(Network network, List<byte[]> frames) {
    return new TamperingNetwork(
        network,
        (peer, index, frame) -> {
          frames.add(frame.clone());
          return frame;
        });
  }

  /** At 100,000 openings the check comes before more is sent, and not before. */
  @Test
  void checksWhenManyOpeningsArePending() throws Exception {
    SpdzRun run = new SpdzRun("gf2_40", 2, OpeningMode.ALL, 5);
    run.deal(run.material.bits(), 100_000);
    List<byte[]> frames = Collections.synchronizedList(new ArrayList<>());
    Network[] networks = new Network[2];
    System.arraycopy(InMemoryNetwork.create(2), 0, networks, 0, 2);
    networks[0] = recording(networks[0], frames);
    run.ends(
        networks,
        (party, engine) -> {
          Shares x = engine.shares(100_000);
          engine.bits(x, 0, 100_000);
          if (party == 0) {
            frames.clear();
          }
          long[] to = new long[100_000];
          engine.openMasked(x, 0, to, 0, 99_999);
          engine.openMasked(x, 99_999, to, 99_999, 1);
          engine.openMasked(x, 0, to, 0, 1);
          return null;
        });
    assertArrayEquals(
        new int[] {499_995, 5, 32, 48, 32, 37, 5},
        frames.stream().mapToInt(frame -> frame.length).toArray());
  }
}
