package org.schurmpc.tinyot.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinyot.prep.Projection;

/**
 * A changed bit must be paid for by guessing the global key. Here the forger is told all of the key
 * but five bits, so that a guess in 32 passes.
 */
class SoundnessTest {
  private static final int LANES = 64;
  private static final int UNKNOWN_BITS = 5;

  private final Random random = new Random(2012);

  /**
   * A bit, and several bits of one wire or of several, whose differences would cancel in a plain
   * sum, in short intervals and in a long one.
   */
  @ParameterizedTest
  @CsvSource({"1, 1, 1, 640", "1, 2, 1, 640", "1, 64, 1, 640", "2, 2, 3, 640", "1, 2, 4200, 320"})
  void forgeriesPassAsOftenAsTheBoundSays(int macWords, int changes, int wires, int tries)
      throws Exception {
    requireExpected(accepted(macWords, changes, wires, tries), tries);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1, 1, 1, 256000", "2, 2, 1, 128000", "2, 2, 3, 128000", "1, 2, 4200, 12800"})
  void forgeriesPassAsOftenInManyTries(int macWords, int changes, int wires, int tries)
      throws Exception {
    requireExpected(accepted(macWords, changes, wires, tries), tries);
  }

  /**
   * The forger has guessed bits of Δ, all guesses right, before the matrix that shortens MACs was
   * tossed: of its image it still knows nothing. All but five bits of the image are told, and the
   * forger takes for those what its guesses would give.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 8, 64, 88})
  void forgeriesPassAsOftenAfterRightGuessesOfDelta(int guessed) throws Exception {
    requireExpectedAfterGuesses(guessed, 640);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {0, 8, 64, 88})
  void forgeriesPassAsOftenAfterRightGuessesInManyTries(int guessed) throws Exception {
    requireExpectedAfterGuesses(guessed, 12_800);
  }

  private void requireExpectedAfterGuesses(int guessed, int tries) throws Exception {
    long[] keys = new long[tries];
    long[] guesses = new long[tries];
    byte[] seed = new byte[Prg.SEED_BYTES];
    for (int i = 0; i < tries; i++) {
      long[] delta = {random.nextLong(), random.nextLong()};
      long[] known = {
        delta[0] & (guessed >= 64 ? -1 : (1L << guessed) - 1),
        delta[1] & (guessed <= 64 ? 0 : (1L << (guessed - 64)) - 1)
      };
      random.nextBytes(seed);
      Projection tossed = Projection.random(seed);
      keys[i] = tossed.apply(delta)[0];
      guesses[i] = tossed.apply(known)[0];
    }
    requireExpected(accepted(1, 1, i -> new long[] {keys[i]}, guesses), tries);
  }

  /** Within five standard deviations. */
  private static void requireExpected(long accepted, int tries) {
    double mean = tries / (double) (1 << UNKNOWN_BITS);
    assertTrue(
        accepted > 0 && Math.abs(accepted - mean) < 5 * Math.sqrt(mean),
        accepted + " of " + tries + " accepted");
  }

  /** How often the first party takes the outputs of the second. */
  private int accepted(int macWords, int changes, int wires, int tries) throws Exception {
    long[] delta = random.longs(macWords).toArray();
    return accepted(changes, wires, i -> delta, random.longs(tries).toArray());
  }

  /** The same, with a key and a guess for each try. */
  private static int accepted(int changes, int wires, IntFunction<long[]> keys, long[] guesses)
      throws Exception {
    int tries = guesses.length;
    LayeredCircuit circuit = LayeredCircuit.of(identity(wires));
    OutputBatch outputs = new OutputBatch(circuit, IoMap.roundRobin(circuit.circuit(), 2));
    int[] slots = circuit.outputSlots();
    SecureRandom secure = new SecureRandom();
    return Parties.run(
            2,
            Duration.ofMinutes(20),
            network -> {
              int accepted = 0;
              for (int i = 0; i < tries; i++) {
                // A session for each: a failed check ends it.
                Session session = SessionPairs.establish(network, SessionPairs.terms(), secure);
                accepted +=
                    opens(session, outputs, keys.apply(i), guesses[i], changes, slots) ? 1 : 0;
              }
              return accepted;
            })
        .get(0);
  }

  private static Circuit identity(int wires) {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.input(wires));
    return builder.build();
  }

  /** All keys and shares are zero, so that an honest MAC is zero and a forged one the key. */
  private static boolean opens(
      Session session, OutputBatch outputs, long[] delta, long guess, int changes, int[] slots)
      throws Exception {
    Kernels kernels = NamedKernels.of("plain");
    LaneLayout layout = new LaneLayout(LANES);
    boolean honest = session.party() == 0;
    long[] key = honest ? delta : new long[delta.length];
    Wires wires = new Wires(layout, session.party(), key, kernels);
    wires.begin(slots.length);
    if (!honest) {
      for (int i = 0; i < changes; i++) {
        int slot = slots[(i + 1) * slots.length / (changes + 1)];
        forge(wires, slot, i, delta, guess);
      }
    }
    try {
      new OutputProtocol(session, layout, new BitMacs(session, layout, key, kernels))
          .output(outputs, wires);
      return true;
    } catch (PeerCheated e) {
      assertEquals(PeerCheated.Check.MAC, e.check());
      return false;
    }
  }

  private static void forge(Wires wires, int slot, int lane, long[] delta, long guess) {
    wires.shares(0)[slot] ^= 1L << lane;
    for (int v = 0; v < delta.length; v++) {
      long unknown = v == 0 ? (1L << UNKNOWN_BITS) - 1 : 0;
      wires.planes(0)[wires.macs(slot) + v * LANES + lane] ^=
          (delta[v] & ~unknown) | (guess & unknown);
    }
  }
}
