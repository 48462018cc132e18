package org.schurmpc.tinyot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
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
import org.schurmpc.core.deliver.ClientOracle;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.deliver.DeliveryRules;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.core.eval.InputMask;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptOutputs;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.material.Material;

/** Deliveries of bits to clients, and inputs of clients, over TinyOT. */
class DeliveriesTest {
  private static final int FIRST = SessionPairs.HANDSHAKE_FRAMES;
  private static final int COMMITMENTS = FIRST + 1;
  private static final int TOSS = FIRST + 2;
  private static final int SUMS = FIRST + 3;
  private static final int PROOF = FIRST + 4;

  private static DeliveryRun run(int lanes) throws Exception {
    return new DeliveryRun(Configurations.tinyot(64, lanes, "plain"), lanes);
  }

  @ParameterizedTest
  @CsvSource({"40, 1, 1", "64, 3, 2", "80, 1, 1", "80, 5, 4", "64, 66, 66"})
  void clientsGiveInputsAndGetOutputs(int sigma, int lanes, int inUse) throws Exception {
    new DeliveryRun(Configurations.tinyot(sigma, lanes, "plain"), sigma + lanes)
        .requireRoundTrip(inUse);
  }

  @Test
  void vectorKernelsGiveTheSameMacs() throws Exception {
    new DeliveryRun(Configurations.tinyot(64, 2, "auto"), 2).requireRoundTrip(2);
  }

  /** Material from oblivious transfer, one session, masks on demand. */
  @Test
  void oneSessionWithOwnMaterial() throws Exception {
    DeliveryRun made = run(2);
    BitMatrix inputs = made.inputs();
    Computation.Plan plan =
        Computation.plan(
            "tinyot", made.circuit.circuit(), made.io, new ProtocolOptions(2, Map.of()));
    Object[] said = new Object[2];
    CyclicBarrier barrier = new CyclicBarrier(2);
    List<KeptOutputs> outputs =
        Parties.run(
            2,
            SessionPairs.LIMIT,
            network -> {
              try (Computation computation = plan.connect(network)) {
                List<InputMask> masks =
                    computation.inputMasks(new long[] {1, 2}, DeliveryRun.FIRST_CLIENT);
                said[network.party()] = masks;
                barrier.await();
                KeptInputs kept = new KeptInputs();
                for (int lane = 0; lane < 2; lane++) {
                  boolean[] x = DeliveryRun.client(inputs, "a", lane);
                  boolean[] r = DeliveryRun.accept(deliveries(said, lane), x.length);
                  kept.put("a", lane, masks.get(lane).bits(), DeliveryRun.answer(x, r));
                }
                return computation.deliver(inputs, kept, List.of(new DeliveryOrder(7, "first", 1)));
              }
            });
    for (int wire = 0; wire < DeliveryRun.SECOND_CLIENT; wire++) {
      inputs.set(DeliveryRun.FIRST_CLIENT + wire, 1, false);
    }
    boolean[] expected = made.expected(inputs, "first", 1);
    assertArrayEquals(
        expected,
        DeliveryRun.accept(
            outputs.stream().map(each -> each.deliveries().get(0)).toList(), expected.length));
  }

  @SuppressWarnings("unchecked") // of masks
  private static List<Delivery> deliveries(Object[] masks, int i) {
    return Arrays.stream(masks).map(each -> ((List<InputMask>) each).get(i).delivery()).toList();
  }

  /** What is kept of one evaluation is an input of the next. */
  @Test
  void keptOutputsAreInputsOfTheNextEvaluation() throws Exception {
    DeliveryRun run = run(1);
    BitMatrix inputs = run.inputs();
    List<KeptOutputs> first = evaluate(run, inputs, List.of(new KeptInputs(), new KeptInputs()));
    List<KeptInputs> next = new ArrayList<>();
    for (KeptOutputs each : first) {
      KeptValues kept = KeptValues.fromBytes(each.kept().get("first").get(0).toBytes());
      byte[] added = new byte[(kept.count() + 7) / 8];
      added[0] = 5;
      next.add(new KeptInputs().put("a", 0, prefix(kept, DeliveryRun.FIRST_CLIENT), cut(added)));
    }
    for (int wire = 0; wire < DeliveryRun.FIRST_CLIENT + DeliveryRun.SECOND_CLIENT; wire++) {
      inputs.set(wire, 0, false);
    }
    boolean[] before = run.expected(inputs, "first", 0);
    List<KeptOutputs> second = evaluate(run, inputs, next);
    for (int wire = 0; wire < DeliveryRun.FIRST_CLIENT; wire++) {
      inputs.set(wire, 0, before[wire] ^ (wire == 0 || wire == 2));
    }
    boolean[] expected = run.expected(inputs, "both", 0);
    assertArrayEquals(
        expected,
        DeliveryRun.accept(
            second.stream().map(each -> each.deliveries().get(0)).toList(), expected.length));
  }

  private static byte[] cut(byte[] added) {
    return Arrays.copyOf(added, (DeliveryRun.FIRST_CLIENT + 7) / 8);
  }

  /** The first bits of kept ones, which are items one after the other. */
  private static KeptValues prefix(KeptValues kept, int count) {
    int longs = (count + 63) / 64 * Material.of(1).randomBits().longsPerItem();
    byte[] bytes = kept.toBytes();
    int at = 8 + kept.form().length();
    return new KeptValues(
        kept.form(),
        kept.id(),
        Arrays.copyOfRange(bytes, at + 32, at + 64),
        count,
        Arrays.copyOf(kept.words(), longs));
  }

  private static List<KeptOutputs> evaluate(
      DeliveryRun run, BitMatrix inputs, List<KeptInputs> kept) throws Exception {
    run.dealEvaluation();
    List<KeptOutputs> all = new ArrayList<>();
    BitMatrix[] mine = {inputs, inputs};
    List<DeliveryOrder> orders = List.of(new DeliveryOrder(9, "both", 0));
    for (Object each : run.evaluate(run.networks(), mine, kept, orders)) {
      all.add(assertInstanceOf(KeptOutputs.class, each));
    }
    return all;
  }

  /** Positions are whole evaluations, whatever was ordered, and masks are never used again. */
  @Test
  void eachDeliveryHasMasksOfItsOwn() throws Exception {
    DeliveryRun run = run(1);
    run.dealMasks(3, 64);
    run.dealMasks(3, 64);
    Set<ByteBuffer> masks = new HashSet<>();
    for (int round = 0; round < 2; round++) {
      long[] numbers = {6L * round, 6L * round + 1, 6L * round + 2};
      for (List<InputMask> each : run.masks(numbers, 64)) {
        for (InputMask mask : each) {
          byte[] body = mask.delivery().body();
          for (int a = 0; a < 2; a++) {
            masks.add(ByteBuffer.wrap(body, body.length - 48 + 8 * a, 8).slice());
          }
        }
      }
    }
    assertEquals(24, masks.size(), "masks of two parties, six deliveries, two combinations");
    for (int party = 0; party < 2; party++) {
      assertEquals(0, run.stores[0].available(Material.of(1).inputMask(party)));
    }
    run.dealEvaluation();
    BitMatrix inputs = run.inputs();
    List<KeptInputs> none = List.of(new KeptInputs(), new KeptInputs());
    run.evaluate(run.networks(), new BitMatrix[] {inputs, inputs}, none, List.of());
    for (int party = 0; party < 2; party++) {
      assertEquals(0, run.stores[1].available(Material.of(1).inputMask(party)));
    }
  }

  /** Frames of known lengths, and nothing of a share before the commitments. */
  @Test
  void messagesAreAsTheDesignCounts() throws Exception {
    DeliveryRun run = run(1);
    run.dealMasks(10, 100);
    Recording recording = new Recording();
    long[] numbers = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    run.masks(recording.of(run.networks()), numbers, 100);
    for (List<byte[]> frames : recording.frames()) {
      List<Integer> lengths = frames.stream().map(each -> each.length).toList();
      assertEquals(List.of(64, 11 * 32, 64, 10 * 16, 32), lengths.subList(FIRST, lengths.size()));
    }
  }

  /** Each frame of the first party with one bit changed. */
  @ParameterizedTest
  @ValueSource(ints = {TOSS, SUMS, PROOF})
  void changedFramesFailACheck(int frame) throws Exception {
    for (int at : new int[] {0, 15, 31}) {
      DeliveryRun run = run(1);
      run.dealMasks(2, 70);
      List<Object> ends =
          run.masks(SessionPairs.tampered(SessionPairs.flip(frame, at)), new long[] {1, 2}, 70);
      Check check = frame == TOSS ? Check.COMMITMENT : Check.MAC;
      Outcomes.assertCheated(check, ends.get(1), "frame " + frame);
      assertTrue(run.stores[1].burnt(), "frame " + frame);
    }
  }

  @Test
  void anotherCommitmentToTheTossFailsACheck() throws Exception {
    DeliveryRun run = run(1);
    run.dealMasks(2, 70);
    List<Object> ends =
        run.masks(SessionPairs.tampered(SessionPairs.flip(COMMITMENTS, 64)), new long[] {1, 2}, 70);
    Outcomes.assertCheated(Check.COMMITMENT, ends.get(1), "toss");
  }

  /** Between two parties the client compares the lists; the parties compare digests before. */
  @Test
  void anotherCommitmentToTheValuesIsRefused() throws Exception {
    DeliveryRun run = run(1);
    run.dealMasks(2, 70);
    List<Object> ends =
        run.masks(SessionPairs.tampered(SessionPairs.flip(COMMITMENTS, 3)), new long[] {1, 2}, 70);
    List<Delivery> first = deliveries(ends.toArray(), 0);
    refused("differ", first.get(0), first.stream().map(Delivery::body).toList());
    assertFalse(Arrays.equals(first.get(0).digest(), first.get(1).digest()));
    List<Delivery> second = deliveries(ends.toArray(), 1);
    assertArrayEquals(second.get(0).digest(), second.get(1).digest());
    DeliveryRun.accept(second, 70);
  }

  private static void refused(String reason, Delivery header, List<byte[]> bodies) {
    var refusal =
        assertThrows(
            ClientOracle.Refusal.class, () -> DeliveryRun.accept(header, bodies, 70), reason);
    assertTrue(refusal.getMessage().contains(reason), refusal.getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {COMMITMENTS, TOSS, SUMS, PROOF})
  void aLostLineBeforeTheProofCostsNoStore(int frame) throws Exception {
    DeliveryRun run = run(1);
    run.dealMasks(1, 70);
    run.dealMasks(1, 70);
    List<Object> ends = run.masks(SessionPairs.leaving(2, 0, frame), new long[] {1}, 70);
    assertInstanceOf(ConnectionLost.class, ends.get(1));
    assertFalse(run.stores[0].burnt() || run.stores[1].burnt());
    // Again with other masks.
    assertEquals(2, run.masks(new long[] {2}, 70).size());
  }

  @Test
  void differentNumbersAreADisagreement() throws Exception {
    DeliveryRun run = run(1);
    run.dealMasks(1, 70);
    List<Object> ends =
        run.masks(SessionPairs.tampered(SessionPairs.flip(FIRST, 0)), new long[] {1}, 70);
    Outcomes.assertEnded(Disagreement.class, ends.get(1), "input masks");
    assertFalse(run.stores[1].burnt());
  }

  /** A share that is not the one under the MAC, told to the client and to the peer. */
  @Test
  void aWrongShareFailsTheCheckOfTheSums() throws Exception {
    for (int wrong = 0; wrong < 2; wrong++) {
      DeliveryRun run = run(1);
      BitMatrix inputs = run.inputs();
      run.dealMasks(1, 70);
      List<List<InputMask>> masks = run.masks(new long[] {1}, 70);
      masks.get(wrong).get(0).bits().words()[0] ^= 1L << 60; // which is delivered
      run.dealEvaluation();
      List<KeptInputs> kept = new ArrayList<>();
      masks.forEach(each -> kept.add(new KeptInputs().put("a", 0, each.get(0).bits())));
      List<Object> ends =
          run.evaluate(
              run.networks(),
              new BitMatrix[] {inputs, inputs},
              kept,
              List.of(new DeliveryOrder(2, "both", 0)));
      Outcomes.assertCheated(Check.MAC, ends.get(1 - wrong), "party " + (1 - wrong));
    }
  }

  /** A party that commits to other values than the parties' sums are of: refused by the client. */
  @Test
  void valuesThatWereCommittedWronglyDoNotFitTheSums() throws Exception {
    DeliveryRun run = run(1);
    run.dealMasks(1, 70);
    List<List<InputMask>> masks = run.masks(new long[] {1}, 70);
    List<Delivery> parts = masks.stream().map(each -> each.get(0).delivery()).toList();
    int own = 32 + 2 * 32 + 4 + 32 + 4;
    for (int liar = 0; liar < 2; liar++) {
      for (int at : new int[] {own, own + 8, own + 9, own + 24}) {
        List<byte[]> bodies = new ArrayList<>(parts.stream().map(Delivery::body).toList());
        byte[] lie = bodies.get(liar);
        lie[at] ^= (byte) (at == own + 8 ? 0x40 : 0x10);
        refused("commitment", parts.get(0), bodies);
        byte[] value = Arrays.copyOfRange(lie, own, own + 9 + 16);
        byte[] randomness = Arrays.copyOfRange(lie, own + 25, lie.length);
        byte[] commitment =
            DeliveryRules.commitment(parts.get(0).sid(), 1, liar, value, randomness);
        for (byte[] each : bodies) {
          System.arraycopy(commitment, 0, each, 32 + 32 * liar, 32);
        }
        // Padding bits are in no combination.
        refused(at == own + 8 ? "padding" : "combination", parts.get(0), bodies);
      }
    }
  }

  @Test
  void eachPartOfABodyIsCompared() throws Exception {
    DeliveryRun run = run(1);
    run.dealMasks(1, 70);
    List<List<InputMask>> masks = run.masks(new long[] {1}, 70);
    List<Delivery> parts = masks.stream().map(each -> each.get(0).delivery()).toList();
    int common = 32 + 2 * 32 + 4 + 32;
    for (int at = 0; at < parts.get(0).body().length; at++) {
      List<byte[]> bodies = new ArrayList<>(parts.stream().map(Delivery::body).toList());
      bodies.get(1)[at] ^= 1;
      assertThrows(ClientOracle.Refusal.class, () -> DeliveryRun.accept(parts.get(0), bodies, 70));
    }
    assertEquals(common, parts.get(0).publicPart().length);
    assertNotEquals(0, parts.get(0).number());
  }

  @Test
  void keptBitsOfAnotherKeyAreRefusedBeforeAnything() throws Exception {
    DeliveryRun other = run(1);
    other.dealMasks(1, 70);
    DeliveryRun run = run(2);
    run.dealEvaluation();
    List<KeptInputs> kept = new ArrayList<>();
    other
        .masks(new long[] {1}, 70)
        .forEach(each -> kept.add(new KeptInputs().put("a", 0, each.get(0).bits())));
    BitMatrix inputs = run.inputs();
    for (Object end :
        run.evaluate(run.networks(), new BitMatrix[] {inputs, inputs}, kept, List.of())) {
      Outcomes.assertEnded(Refused.class, (MpcException) end, "key");
    }
    assertFalse(run.stores[0].burnt());
  }

  /** One client's different answers to two parties end the request, and burn nothing. */
  @Test
  void differentAnswersOfAClientBurnNothing() throws Exception {
    DeliveryRun run = run(1);
    run.dealMasks(1, 70);
    run.dealEvaluation();
    List<List<InputMask>> masks = run.masks(new long[] {1}, 70);
    List<KeptInputs> kept = new ArrayList<>();
    for (int party = 0; party < 2; party++) {
      byte[] d = new byte[9];
      d[4] = (byte) party;
      kept.add(new KeptInputs().put("a", 0, masks.get(party).get(0).bits(), d));
    }
    BitMatrix inputs = run.inputs();
    for (Object end :
        run.evaluate(run.networks(), new BitMatrix[] {inputs, inputs}, kept, List.of())) {
      Outcomes.assertEnded(Disagreement.class, (MpcException) end, "the kept inputs");
    }
    assertFalse(run.stores[0].burnt() || run.stores[1].burnt());
  }
}
