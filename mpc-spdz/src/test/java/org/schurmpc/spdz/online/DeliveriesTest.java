package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.contract.DeliveryRun;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.deliver.ClientOracle;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.deliver.DeliveryRules;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.core.eval.InputMask;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.Outcomes;
import org.schurmpc.core.session.SessionPairs;

/** Deliveries to clients, and inputs of clients, over SPDZ. */
class DeliveriesTest {
  private static final int FIRST = SessionPairs.HANDSHAKE_FRAMES;
  private static final int COMMITMENTS = FIRST + 1;
  private static final int TOSS = FIRST + 2;
  private static final int SUMS = FIRST + 3;

  private static DeliveryRun run(int parties, int lanes, String field) throws Exception {
    return new DeliveryRun(Configurations.spdz(parties, lanes, field, "all"), parties + lanes);
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1, 1, gf2_40, all",
    "2, 3, 2, gf2_42, all",
    "2, 2, 2, gf2_64, king",
    "3, 2, 1, gf2_128, all",
    "4, 1, 1, gf2_64, king"
  })
  void clientsGiveInputsAndGetOutputs(
      int parties, int lanes, int inUse, String field, String opening) throws Exception {
    new DeliveryRun(Configurations.spdz(parties, lanes, field, opening), lanes)
        .requireRoundTrip(inUse);
  }

  private static final String MERSENNE = "170141183460469231731687303715884105727";

  /** Masks of programs: bits are packed into numbers, all of which are full but the last. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "p128",
        "p192",
        "p256",
        MERSENNE,
        "36893488147419103183",
        "18446744073709551557",
        "2305843009213693951"
      })
  void masksOverPrimes(String field) throws Exception {
    for (int parties = 2; parties <= 3; parties++) {
      DeliveryRun run = run(parties, 1, field);
      int k = Fields.named(field).bits() - 2;
      for (int bits : new int[] {1, k, k + 1, 3 * k + 7}) {
        run.dealMasks(2, bits);
        List<List<InputMask>> masks = run.masks(new long[] {bits, -bits}, bits);
        List<Delivery> parts = masks.stream().map(each -> each.get(1).delivery()).toList();
        assertEquals((bits + k - 1) / k, parts.get(0).elements());
        boolean[] accepted = DeliveryRun.accept(parts, bits);
        assertArrayEquals(opened(masks, 1, field, bits), accepted, field);
        assertFalse(
            bits > 40
                && Arrays.equals(
                    accepted,
                    DeliveryRun.accept(
                        masks.stream().map(each -> each.get(0).delivery()).toList(), bits)));
      }
    }
  }

  /** The kept bits themselves, from the shares of all parties. */
  private static boolean[] opened(List<List<InputMask>> masks, int which, String name, int bits)
      throws Exception {
    var field = Fields.named(name);
    boolean[] opened = new boolean[bits];
    long[] sum = new long[field.limbs()];
    for (int i = 0; i < bits; i++) {
      Arrays.fill(sum, 0);
      for (List<InputMask> each : masks) {
        long[] words = each.get(which).bits().words();
        field.add(sum, 0, words, 2 * i * field.limbs(), sum, 0, 1);
      }
      int value = field.toBigInteger(sum, 0).intValueExact();
      assertTrue(value == 0 || value == 1);
      opened[i] = value == 1;
    }
    return opened;
  }

  /** Frames of known lengths: commitments, toss, combinations, and the check. */
  @Test
  void messagesAreAsTheDesignCounts() throws Exception {
    DeliveryRun run = run(2, 1, "p128");
    run.dealMasks(10, 200);
    Recording recording = new Recording();
    long[] numbers = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    run.masks(recording.of(run.networks()), numbers, 200);
    for (List<byte[]> frames : recording.frames()) {
      List<Integer> lengths = frames.stream().map(each -> each.length).toList();
      assertEquals(
          List.of(64, 11 * 32, 64, 10 * 16, 32, 48, 32, 48),
          lengths.subList(FIRST, lengths.size()));
    }
  }

  /** What one party sends to one peer, or to all, changed in one byte. */
  private static Network[] tampered(DeliveryRun run, int to, int frameIndex, int at) {
    Network[] networks = run.networks();
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              if (index == frameIndex && (to < 0 || to == peer)) {
                frame[at] ^= 1;
              }
              return frame;
            });
    return networks;
  }

  @ParameterizedTest
  @ValueSource(ints = {TOSS, SUMS})
  void changedFramesFailACheck(int frame) throws Exception {
    for (int parties = 2; parties <= 3; parties++) {
      for (int to = -1; to < parties; to++) {
        if (to != 0) {
          DeliveryRun run = run(parties, 1, "gf2_64");
          run.dealMasks(2, 70);
          List<Object> ends = run.masks(tampered(run, to, frame, 3), new long[] {1, 2}, 70);
          int honest = to < 0 ? 1 : to;
          PeerCheated end = assertInstanceOf(PeerCheated.class, ends.get(honest));
          assertNotEquals(Check.TRANSCRIPT, end.check());
          assertTrue(run.stores[honest].burnt());
        }
      }
    }
  }

  /** Three parties: different lists never lead to a delivery, since broadcasts are compared. */
  @Test
  void listsThatDifferAmongHonestPartiesFailTheCheck() throws Exception {
    DeliveryRun run = run(3, 1, "gf2_64");
    run.dealMasks(1, 70);
    List<Object> ends = run.masks(tampered(run, 2, COMMITMENTS, 3), new long[] {1}, 70);
    Outcomes.assertCheated(Check.BROADCAST, ends.get(1), "second party");
  }

  @Test
  void anotherListBetweenTwoIsRefusedByTheClient() throws Exception {
    DeliveryRun run = run(2, 1, "gf2_64");
    run.dealMasks(1, 70);
    List<Object> ends = run.masks(tampered(run, 1, COMMITMENTS, 3), new long[] {1}, 70);
    List<Delivery> parts = new ArrayList<>();
    for (Object each : ends) {
      parts.add(((InputMask) ((List<?>) each).get(0)).delivery());
    }
    refused("differ", parts.get(0), parts.stream().map(Delivery::body).toList());
    assertFalse(Arrays.equals(parts.get(0).digest(), parts.get(1).digest()));
  }

  private static void refused(String reason, Delivery header, List<byte[]> bodies) {
    var refusal =
        assertThrows(
            ClientOracle.Refusal.class, () -> DeliveryRun.accept(header, bodies, 70), reason);
    assertTrue(refusal.getMessage().contains(reason), refusal.getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {COMMITMENTS, TOSS, SUMS})
  void aLostLineBeforeTheCheckCostsNoStore(int frame) throws Exception {
    DeliveryRun run = run(3, 1, "gf2_64");
    run.dealMasks(1, 70);
    run.dealMasks(1, 70);
    List<Object> ends = run.masks(SessionPairs.leaving(3, 0, frame), new long[] {1}, 70);
    assertInstanceOf(ConnectionLost.class, ends.get(1));
    for (var store : run.stores) {
      assertFalse(store.burnt());
    }
    List<Delivery> again =
        run.masks(new long[] {2}, 70).stream().map(each -> each.get(0).delivery()).toList();
    assertEquals(70, DeliveryRun.accept(again, 70).length);
  }

  /** Values that were committed to wrongly do not fit the sums; a shifted mask neither. */
  @Test
  void eachCoordinateIsInTheCombinations() throws Exception {
    DeliveryRun run = run(2, 1, "gf2_64");
    run.dealMasks(1, 70);
    List<List<InputMask>> masks = run.masks(new long[] {1}, 70);
    List<Delivery> parts = masks.stream().map(each -> each.get(0).delivery()).toList();
    int own = 32 + 2 * 32 + 4 + 16 + 4;
    for (int at = own; at < own + 32; at++) {
      List<byte[]> bodies = new ArrayList<>(parts.stream().map(Delivery::body).toList());
      byte[] lie = bodies.get(1);
      lie[at] ^= 1;
      byte[] value = Arrays.copyOfRange(lie, own, own + 32);
      byte[] randomness = Arrays.copyOfRange(lie, own + 32, lie.length);
      byte[] commitment = DeliveryRules.commitment(parts.get(0).sid(), 1, 1, value, randomness);
      for (byte[] each : bodies) {
        System.arraycopy(commitment, 0, each, 64, 32);
      }
      refused("combination", parts.get(0), bodies);
    }
  }

  @Test
  void aWrongShareFailsTheCheckOfTheSums() throws Exception {
    DeliveryRun run = run(3, 1, "gf2_64");
    BitMatrix inputs = run.inputs();
    run.dealMasks(1, 70);
    List<List<InputMask>> masks = run.masks(new long[] {1}, 70);
    masks.get(2).get(0).bits().words()[2 * 60] ^= 1; // which is delivered
    run.dealEvaluation();
    List<KeptInputs> kept = new ArrayList<>();
    masks.forEach(each -> kept.add(new KeptInputs().put("a", 0, each.get(0).bits())));
    BitMatrix[] mine = {inputs, inputs, inputs};
    List<DeliveryOrder> orders = List.of(new DeliveryOrder(2, "both", 0));
    List<Object> ends = run.evaluate(run.networks(), mine, kept, orders);
    Outcomes.assertCheated(Check.MAC, ends.get(0), "first party");
  }
}
