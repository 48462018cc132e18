package org.schurmpc.tinyot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.contract.DeliveryRun;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.core.eval.InputMask;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptMover;
import org.schurmpc.core.eval.KeptOutputs;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.eval.MovableKey;
import org.schurmpc.core.eval.RunTerms;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.tinyot.material.Material;

/** Moves of kept bits from one batch's keys to another's. */
class SetMoveTest {
  private static final int FIRST = SessionPairs.HANDSHAKE_FRAMES;
  private static final int SHARES = FIRST + 1;
  private static final int TOSS = FIRST + 2;
  private static final int SUMS = FIRST + 3;
  private static final int PROOF = FIRST + 4;
  private static final int SPARES = 3;

  /** What the parties of a test keep. */
  private static final class Kept {
    final List<KeptValues> values = new ArrayList<>(); // by party
    final List<Delivery> deliveries = new ArrayList<>();
    final List<MovableKey> keys = new ArrayList<>();
  }

  private static DeliveryRun run(int sigma, long seed) throws Exception {
    return new DeliveryRun(Configurations.tinyot(sigma, 1, "plain"), seed);
  }

  /** Keeps the bits of an input mask in one batch, and what moves them. */
  private static Kept keep(DeliveryRun run, int bits) throws Exception {
    Kept kept = new Kept();
    run.dealMasks(1, bits);
    for (List<InputMask> each : run.masks(new long[] {1}, bits)) {
      kept.values.add(each.get(0).bits());
      kept.deliveries.add(each.get(0).delivery());
    }
    keepKeys(run, kept);
    return kept;
  }

  private static void keepKeys(DeliveryRun run, Kept kept) throws Exception {
    run.deal(run.protocol.spares(SPARES));
    for (Object each : mover(run, run.networks(), (mover, party) -> mover.keepKey(SPARES))) {
      MovableKey key = assertInstanceOf(MovableKey.class, each);
      kept.keys.add(MovableKey.fromBytes(key.toBytes()));
    }
  }

  private interface Part {
    Object run(KeptMover mover, int party) throws MpcException;
  }

  private static List<Object> mover(DeliveryRun run, Network[] networks, Part part)
      throws Exception {
    return SessionPairs.networkOutcomes(
        networks,
        network -> {
          int party = network.party();
          var terms = new RunTerms().protocol(run.protocol).store("test").terms();
          try (Session session =
                  SessionPairs.establish(
                      network, new SessionTerms(terms), SessionPairs.seeded("move" + party));
              KeptMover mover = new KeptMover(session, run.protocol, run.stores[party])) {
            return part.run(mover, party);
          }
        });
  }

  private static List<Object> move(DeliveryRun to, Network[] networks, Kept kept, int... spares)
      throws Exception {
    return mover(
        to,
        networks,
        (mover, party) ->
            mover
                .move(
                    kept.keys.get(party),
                    spares[party % spares.length],
                    List.of(kept.values.get(party)))
                .get(0));
  }

  private static void deal(DeliveryRun to, int bits) throws Exception {
    to.deal(to.protocol.moves(List.of(bits)));
  }

  private static Kept moved(DeliveryRun to, Kept from, int spare, int bits) throws Exception {
    deal(to, bits);
    Kept kept = new Kept();
    kept.deliveries.addAll(from.deliveries);
    for (Object each : move(to, to.networks(), from, spare)) {
      kept.values.add(assertInstanceOf(KeptValues.class, each, each::toString));
    }
    assertArrayEquals(kept.values.get(0).id(), kept.values.get(1).id());
    assertFalse(Arrays.equals(kept.values.get(0).id(), from.values.get(0).id()));
    return kept;
  }

  /** Moves a client's input through three batches, and evaluates with it. */
  @ParameterizedTest
  @CsvSource({"40, 70", "64, 70", "80, 70"})
  void valuesStayWhatTheyAre(int sigma, int bits) throws Exception {
    Kept kept = keep(run(sigma, 1), bits);
    boolean[] r = DeliveryRun.accept(kept.deliveries, bits);
    for (int batch = 2; batch <= 3; batch++) {
      DeliveryRun next = run(sigma, batch);
      kept = moved(next, kept, SPARES - 1, bits);
      keepKeys(next, kept);
    }
    DeliveryRun last = run(sigma, 4);
    kept = moved(last, kept, 0, bits);
    for (int party = 0; party < 2; party++) {
      assertEquals(0, last.stores[0].available(material(sigma, party)), "all masks are used");
    }
    last.dealEvaluation();
    BitMatrix inputs = last.inputs();
    List<KeptInputs> parts = new ArrayList<>();
    for (KeptValues each : kept.values) {
      parts.add(new KeptInputs().put("a", 0, each));
    }
    for (int wire = 0; wire < DeliveryRun.FIRST_CLIENT + DeliveryRun.SECOND_CLIENT; wire++) {
      inputs.set(wire, 0, wire < r.length && r[wire]);
    }
    List<Delivery> delivered = new ArrayList<>();
    for (Object each :
        last.evaluate(
            last.networks(),
            new BitMatrix[] {inputs, inputs},
            parts,
            List.of(new DeliveryOrder(9, "both", 0)))) {
      delivered.add(assertInstanceOf(KeptOutputs.class, each).deliveries().get(0));
    }
    boolean[] expected = last.expected(inputs, "both", 0);
    assertArrayEquals(expected, DeliveryRun.accept(delivered, expected.length));
  }

  private static MaterialKind material(int sigma, int party) {
    return Material.of(sigma > 64 ? 2 : 1).inputMask(party);
  }

  /** Frames of known lengths. */
  @Test
  void messagesAreAsTheDesignCounts() throws Exception {
    Kept kept = keep(run(64, 1), 70);
    Recording recording = new Recording();
    DeliveryRun to = run(64, 2);
    deal(to, 70);
    move(to, recording.of(to.networks()), kept, 0);
    for (List<byte[]> frames : recording.frames()) {
      List<Integer> lengths = frames.stream().map(each -> each.length).toList();
      assertEquals(List.of(64, 32 + 4 * 8, 64, 16, 32), lengths.subList(FIRST, lengths.size()));
    }
  }

  /** Each frame of the first party with one bit changed: shares, spare, toss, sums, proof. */
  @ParameterizedTest
  @CsvSource({
    SHARES + ", 32, MAC",
    SHARES + ", 40, MAC",
    SHARES + ", 48, MAC",
    SHARES + ", 63, MAC",
    SHARES + ", 0, COMMITMENT",
    TOSS + ", 0, COMMITMENT",
    TOSS + ", 40, COMMITMENT",
    SUMS + ", 0, MAC",
    SUMS + ", 15, MAC",
    PROOF + ", 0, MAC"
  })
  void changedFramesFailACheck(int frame, int at, Check check) throws Exception {
    Kept kept = keep(run(64, 1), 70);
    DeliveryRun to = run(64, 2);
    deal(to, 70);
    List<Object> ends = move(to, SessionPairs.tampered(SessionPairs.flip(frame, at)), kept, 0);
    Outcomes.assertCheated(check, ends.get(1), "frame " + frame + " at " + at);
    assertTrue(to.stores[1].burnt());
  }

  /**
   * A share that is not the one under the old MAC, moved consistently: right under the new keys, so
   * that the comparison under the old ones alone finds it.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void anotherShareFailsUnderTheOldKey(int liar) throws Exception {
    for (long bit : new long[] {0, 63}) {
      Kept kept = keep(run(64, 1), 70);
      kept.values.get(liar).words()[0] ^= 1L << bit;
      DeliveryRun to = run(64, 2);
      deal(to, 70);
      List<Object> ends = move(to, to.networks(), kept, 0);
      Outcomes.assertCheated(Check.MAC, ends.get(1 - liar), "party " + (1 - liar));
      assertTrue(to.stores[1 - liar].burnt());
    }
  }

  /** A changed spare fails under the old key: it is in what is opened. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void anotherSpareFailsUnderTheOldKey(int combination) throws Exception {
    Kept kept = keep(run(64, 1), 70);
    kept.keys.get(0).words()[(4 * 1 + combination) * 65] ^= 1L << 13;
    DeliveryRun to = run(64, 2);
    deal(to, 70);
    List<Object> ends = move(to, to.networks(), kept, 1);
    Outcomes.assertCheated(Check.MAC, ends.get(1), "spare");
  }

  /** A spare is used up, and nothing else: the next one moves the same values. */
  @Test
  void aLostLineLeavesEverythingButTheSpare() throws Exception {
    for (int frame : new int[] {SHARES, TOSS, SUMS, PROOF}) {
      Kept kept = keep(run(64, 1), 70);
      DeliveryRun to = run(64, 2);
      deal(to, 70);
      List<Object> ends = move(to, SessionPairs.leaving(2, 0, frame), kept, 0);
      assertInstanceOf(ConnectionLost.class, ends.get(1));
      assertFalse(to.stores[0].burnt() || to.stores[1].burnt());
      deal(to, 70);
      for (Object each : move(to, to.networks(), kept, 1)) {
        assertInstanceOf(KeptValues.class, each);
      }
    }
  }

  @Test
  void differentSparesAreADisagreement() throws Exception {
    Kept kept = keep(run(64, 1), 70);
    DeliveryRun to = run(64, 2);
    deal(to, 70);
    for (Object each : move(to, to.networks(), kept, 0, 1)) {
      Outcomes.assertEnded(Disagreement.class, (MpcException) each, "the kept values to move");
    }
  }

  /** Spares of one key, of which the parties take the same number from different sets. */
  @Test
  void sparesOfAnotherSetAreADisagreement() throws Exception {
    DeliveryRun from = run(64, 1);
    Kept kept = keep(from, 70);
    from.deal(from.protocol.spares(SPARES));
    from.deal(from.protocol.spares(SPARES));
    kept.keys.clear();
    Part twice =
        (mover, party) -> {
          MovableKey first = mover.keepKey(SPARES);
          MovableKey second = mover.keepKey(SPARES);
          return party == 0 ? first : second;
        };
    for (Object each : mover(from, from.networks(), twice)) {
      kept.keys.add(MovableKey.fromBytes(assertInstanceOf(MovableKey.class, each).toBytes()));
    }
    DeliveryRun to = run(64, 2);
    deal(to, 70);
    for (Object each : move(to, to.networks(), kept, 0)) {
      Outcomes.assertEnded(Disagreement.class, (MpcException) each, "the kept values to move");
    }
  }

  @Test
  void valuesUnderAThirdKeyAreRefusedBeforeAnything() throws Exception {
    Kept kept = keep(run(64, 1), 70);
    Kept other = keep(run(64, 3), 70);
    kept.values.clear();
    kept.values.addAll(other.values);
    DeliveryRun to = run(64, 2);
    deal(to, 70);
    Recording recording = new Recording();
    for (Object each : move(to, recording.of(to.networks()), kept, 0)) {
      Outcomes.assertEnded(Refused.class, (MpcException) each, "not under the key");
    }
    assertEquals(FIRST + 1, recording.frames().get(0).size(), "positions and lists alone");
  }

  /** Different spares of one key never give the same mask, and a key is itself after bytes. */
  @Test
  void sparesAreMasksOfTheirOwn() throws Exception {
    Kept kept = keep(run(64, 1), 70);
    MovableKey key = kept.keys.get(0);
    assertTrue(key.isOf(kept.values.get(0)));
    assertFalse(key.isOf(kept.values.get(1)));
    Set<ByteBuffer> seen = new HashSet<>();
    int longs = key.words().length / 4 / SPARES;
    for (int item = 0; item < 4 * SPARES; item++) {
      long[] words = Arrays.copyOfRange(key.words(), item * longs, (item + 1) * longs);
      ByteBuffer bytes = ByteBuffer.allocate(words.length * 8);
      bytes.asLongBuffer().put(words);
      assertTrue(seen.add(bytes), "item " + item);
    }
  }
}
