package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Sequencer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** One of two parties changes a message, or leaves, while both make squares. */
class RandomSquaresTest {
  private static final int N = SquaresRig.N;
  private static final int TAU = 4;
  private static final int BITS = 64;
  private static final int BYTES = 8;

  private static final String PRODUCT = "a product of two parties' values is another one";

  // What the first party sends for a batch of public squares, after 13 frames of set-up and OTs.
  private static final int PRODUCTS = 13;
  private static final int GIVE_A_2 = 14;
  private static final int GIVE = 17;
  private static final int COMMITMENT = 25;
  private static final int SUMS = 28;
  private static final int PROOF = 36;
  private static final int RHO = 39;
  private static final int OPENING = 48;
  private static final int FRAMES = 53;

  private static final int OTS = N / 2 * TAU * BITS * BYTES;
  private static final int GIVEN_BYTES = 16 * BYTES; // an element for each digit of the key
  private static final int A_2 = (N / 2 + 1) * GIVEN_BYTES;
  private static final int GIVEN = N * GIVEN_BYTES;

  private static final SquaresRig.Lie HONEST = new SquaresRig.Lie() {};

  private final Field field;
  private final SquaresRig rig;

  RandomSquaresTest() throws Refused {
    field = Fields.named("18446744073709551557");
    rig = new SquaresRig(field);
  }

  private static PeerCheated caught(Object end) {
    return assertInstanceOf(PeerCheated.class, end);
  }

  /** The order of all that depends on a toss. */
  @Test
  void aBatchTakesTheseFrames() throws Exception {
    List<Integer> expected = new ArrayList<>(List.of(OTS, A_2, 32, 48, GIVEN));
    Integer[] toSums = {32, 48, 8, 32, 48, 32, 40, 32, 32, 48, 5 * GIVEN_BYTES, 32, 48, 8};
    Integer[] rest = {32, 48, 32, 40, 16, 32, 48, 1024, 32, 48, 32, 40, 32, 48, 32, 40};
    expected.addAll(List.of(toSums));
    expected.addAll(List.of(rest));
    expected.addAll(List.of(2080, 32, 48, 32, 40));
    List<Integer> lengths = new ArrayList<>();
    TamperingNetwork.Hook noting =
        (peer, index, frame) -> {
          if (index >= PRODUCTS) {
            lengths.add(frame.length);
          }
          return frame;
        };
    rig.requireSquares(rig.outcomes(true, HONEST, noting));
    assertEquals(expected, lengths);
    assertEquals(FRAMES, PRODUCTS + lengths.size());
    // Secret squares are given with the values: more elements, and nothing is committed or opened.
    lengths.clear();
    rig.requireSquares(rig.outcomes(false, HONEST, noting));
    expected.removeAll(List.of(2080));
    expected.remove(COMMITMENT - PRODUCTS);
    expected.set(GIVE - PRODUCTS, 2 * GIVEN);
    assertEquals(expected, lengths);
  }

  private static TamperingNetwork.Hook flip(int frameIndex, int at) {
    return (peer, index, frame) -> {
      if (index == frameIndex) {
        frame[at] ^= 1;
      }
      return frame;
    };
  }

  /** What a flipped bit of one frame leads to at the honest party; null if to right squares. */
  private PeerCheated flipped(boolean open, int frame, int at) throws Exception {
    List<Object> ends = rig.outcomes(open, HONEST, flip(frame, at));
    if (ends.get(1) instanceof SquaresRig.Made) {
      rig.requireSquares(ends);
      return null;
    }
    return caught(ends.get(1));
  }

  @ParameterizedTest
  @CsvSource({
    COMMITMENT + ", 0, COMMITMENT",
    OPENING + ", 0, COMMITMENT",
    OPENING + ", 2047, COMMITMENT",
    OPENING + ", 2048, COMMITMENT",
    RHO + ", 8, MAC",
  })
  void aChangedMessageIsCaughtByName(int frame, int at, Check check) throws Exception {
    assertEquals(check, flipped(true, frame, at).check());
  }

  /** Both limbs of what a proof comes to are compared. */
  @ParameterizedTest
  @ValueSource(ints = {0, 8, 16, 24})
  void aChangedProofOfTwoLimbs(int at) throws Exception {
    List<Object> ends =
        new SquaresRig(Fields.named("p128")).outcomes(true, HONEST, flip(PROOF, at));
    assertEquals(Check.SACRIFICE, caught(ends.get(1)).check());
  }

  @ParameterizedTest
  @CsvSource({PROOF + ", 0, SACRIFICE", RHO + ", 8, MAC"})
  void aChangedMessageOfTheSecondParty(int frame, int at, Check check) throws Exception {
    List<Object> ends = new SquaresRig(field, 1).outcomes(true, HONEST, flip(frame, at));
    assertEquals(check, caught(ends.get(0)).check());
  }

  /** The second element of a proof has a mask that is random. */
  @Test
  void aProofIsMasked() throws Exception {
    long[] masks = new long[2];
    long[] proof = proof(0, masks);
    assertTrue(masks[0] != 0 && masks[1] != 0 && masks[0] != masks[1], "no random masks");
    field.add(proof, 1, field.element(1), 0, proof, 1, 1);
    assertArrayEquals(proof, proof(1, masks), "a proof with a mask that is greater by 1");
  }

  /** What the first party sends as its proof under fixed randomness, with this more as mask. */
  private long[] proof(long more, long[] masks) throws Exception {
    long[] proof = new long[2];
    Network[] networks =
        SessionPairs.tampered(
            (peer, index, frame) -> {
              if (index == PROOF) {
                assertTrue(field.fromBytes(frame, 0, proof, 0, 2));
              }
              return frame;
            });
    SessionPairs.networkOutcomes(
            networks,
            network -> {
              int party = network.party();
              SquaresRig.Lie lie =
                  new SquaresRig.Lie() {
                    @Override
                    public void sums(long[] values) {
                      masks[party] = values[3];
                      field.add(values, 3, field.element(more), 0, values, 3, 1);
                    }
                  };
              SecureRandom random = SessionPairs.seeded("proof " + party);
              try (Session session =
                  SessionPairs.establish(network, SessionPairs.terms(), random)) {
                return rig.party(session, true, lie);
              }
            })
        .forEach(end -> assertInstanceOf(SquaresRig.Made.class, end));
    return proof;
  }

  /** All messages before the first check are sent before the turn of the batch, and no other. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void checksWaitForTheirTurn(boolean open) throws Exception {
    Sequencer.Turn never =
        new Sequencer.Turn() {
          @Override
          public void await() throws MpcException {
            throw new ConnectionLost("no turn");
          }

          @Override
          public void finish() {}
        };
    int[] last = new int[2];
    Network[] networks = SessionPairs.networks();
    for (int party = 0; party < 2; party++) {
      int sender = party;
      networks[party] =
          new TamperingNetwork(
              networks[party],
              (peer, index, frame) -> {
                last[sender] = index;
                return frame;
              });
    }
    List<Object> ends =
        SessionPairs.outcomes(networks, session -> rig.party(session, open, HONEST, never));
    ends.forEach(end -> assertInstanceOf(ConnectionLost.class, end));
    assertArrayEquals(new int[] {GIVE, GIVE}, last, "the last frames that the parties sent");
  }

  /** A digit of another a_2 makes another product where the peer's bit of a_1 is set. */
  @Test
  void aWrongDigitIsCaughtOrTouchesNothing() throws Exception {
    requireCaughtOrNothing(true, PRODUCTS, 32768, 40, Check.SACRIFICE, PRODUCT);
  }

  /** Another value for a digit of the peer's key is noticed unless this is 0. */
  @ParameterizedTest
  @Tag("slow")
  @CsvSource({
    "true, " + GIVE_A_2 + ", 2064",
    "true, " + GIVE + ", 4096",
    "true, " + SUMS + ", 80",
    "false, " + GIVE + ", 8192",
  })
  void aWrongCopeColumnIsCaughtOrTouchesNothing(boolean open, int frame, int elements)
      throws Exception {
    String sentence = "what a party gave for authentication";
    requireCaughtOrNothing(open, frame, elements, 200, Check.MAC, sentence);
  }

  private void requireCaughtOrNothing(
      boolean open, int frame, int elements, int most, Check check, String sentence)
      throws Exception {
    Random random = new Random(3);
    int caught = 0;
    int runs = 0;
    while (caught == 0 || caught == runs) {
      assertTrue(runs < most, caught + " caught of " + runs);
      PeerCheated cheated = flipped(open, frame, BYTES * random.nextInt(elements));
      runs++;
      if (cheated != null) {
        assertEquals(check, cheated.check());
        assertTrue(cheated.getMessage().contains(sentence), cheated.getMessage());
        caught++;
      }
    }
  }

  /** Eight bytes 0xff are above the prime. */
  @ParameterizedTest
  @ValueSource(ints = {PRODUCTS, GIVE_A_2, GIVE, SUMS, PROOF, RHO})
  void anElementThatIsNoneIsCaught(int number) throws Exception {
    TamperingNetwork.Hook none =
        (peer, index, frame) -> {
          if (index == number) {
            Arrays.fill(frame, 0, BYTES, (byte) 0xff);
          }
          return frame;
        };
    assertEquals(Check.MALFORMED, caught(rig.outcomes(true, HONEST, none).get(1)).check());
  }

  /** The same in a square, to which the party committed. */
  @Test
  void aSquareThatIsNoElementIsCaught() throws Exception {
    Field lying =
        (Field)
            Proxy.newProxyInstance(
                Field.class.getClassLoader(),
                new Class<?>[] {Field.class},
                (proxy, method, arguments) -> {
                  try {
                    Object result = method.invoke(field, arguments);
                    if (method.getName().equals("toBytes") && arguments[4].equals(N)) {
                      Arrays.fill((byte[]) arguments[2], 0, BYTES, (byte) 0xff);
                    }
                    return result;
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    List<Object> ends =
        SessionPairs.outcomes(
            SessionPairs.networks(),
            session ->
                new SquaresRig(session.party() == 0 ? lying : field).party(session, true, HONEST));
    assertEquals(Check.MALFORMED, caught(ends.get(1)).check());
  }

  /** Who leaves the proof of its squares, or keeps its squares back, has failed. */
  @ParameterizedTest
  @CsvSource({PROOF + ", SACRIFICE, a proof of squares", OPENING + ", COMMITMENT, squares"})
  void whoLeavesHasFailed(int frame, Check check, String where) throws Exception {
    PeerCheated cheated = caught(leaving(frame, new int[1]));
    assertEquals(check, cheated.check());
    assertTrue(cheated.getMessage().endsWith("in the middle of " + where), cheated.getMessage());
  }

  /** What the honest party ends with when the other one leaves in place of sending a frame. */
  private Object leaving(int last, int[] honest) throws Exception {
    Network[] networks = SessionPairs.leaving(2, 0, last);
    networks[1] =
        new TamperingNetwork(
            networks[1],
            (peer, index, frame) -> {
              honest[0] = Math.max(honest[0], index);
              return frame;
            });
    return SessionPairs.outcomes(networks, session -> rig.party(session, true, HONEST)).get(1);
  }

  /**
   * No party says its part of a challenge before what it tests has come, nor its squares before the
   * check of products is over. Who leaves then has not failed a check.
   */
  @ParameterizedTest
  @ValueSource(ints = {PRODUCTS, GIVE_A_2, GIVE, COMMITMENT, SUMS, RHO})
  void noChallengeIsEarly(int last) throws Exception {
    int[] honest = new int[1];
    assertInstanceOf(ConnectionLost.class, leaving(last, honest));
    assertEquals(last, honest[0], "the last frame that the honest party sent");
  }

  @Test
  void squaresAreOpenedAfterTheCheckOfProducts() throws Exception {
    int[] honest = new int[1];
    assertEquals(Check.SACRIFICE, caught(leaving(OPENING - 1, honest)).check());
    assertEquals(OPENING - 1, honest[0], "the last frame that the honest party sent");
  }
}
