package org.schurmpc.core.word;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.session.Outcomes.assertCheated;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.session.SessionPairs;

/** Words whose data are authenticated bits, and parties that tie them to other bits. */
class WordTieTest {
  private static final int CHEATER = 0;
  private static final int HONEST = 1;
  private static final int GATES = 3;

  /** Parameters of the toy code with so many checks that a cheat survives once in 2^24. */
  private static final WordParameters MANY = new WordParameters(WordsRun.TOY, 4, 40, 3, 24);

  /** What the cheater does to its bits after they were authenticated. */
  private interface Change {
    void of(DealtBits own);
  }

  private static Object honestEnd(
      WordParameters parameters, Network[] networks, Change change, WordsRun.Deviation deviation)
      throws Exception {
    Random random = new Random();
    DealtBits[] bits = DealtBits.deal(parameters, GATES, 1, random);
    change.of(bits[CHEATER]);
    WordsRun.Deviation[] deviations = {deviation, batch -> {}};
    return new WordsRun(parameters, DealtBits.runs(GATES), random)
        .tiedTo(bits)
        .outcomes(networks, deviations)
        .get(HONEST);
  }

  private static Object honestEnd(Change change) throws Exception {
    return honestEnd(MANY, SessionPairs.networks(), change, batch -> {});
  }

  @ParameterizedTest
  @CsvSource({"255x85, 64, 1, 3", "256x120, 64, 1, 1", "255x85, 80, 2, 1", "100x33, 40, 1, 40"})
  void tiedWordsHaveTheBitsAsData(String code, int sigma, int macLongs, int gates)
      throws Exception {
    WordParameters parameters = WordParameters.of(ReedSolomon.named(code), 4, sigma);
    Random random = new Random(3);
    DealtBits[] bits = DealtBits.deal(parameters, gates, macLongs, random);
    List<Object> ends =
        new WordsRun(parameters, DealtBits.runs(gates), random)
            .tiedTo(bits)
            .outcomes(SessionPairs.networks());
    for (int party = 0; party < 2; party++) {
      long[] words = assertInstanceOf(long[].class, ends.get(party), ends.toString());
      for (int word = 0; word < 17 * gates; word++) {
        for (int p = 0; p < parameters.code().k(); p++) {
          int expected = 0;
          for (int plane = 0; plane < 8; plane++) {
            int first = bits[party].first(word, plane);
            boolean set = first != TiedBits.NONE && bits[party].bit(first + p);
            expected |= set ? 1 << plane : 0;
          }
          assertEquals(expected, Codeword.symbol(words, word * WordBatch.LONGS, p));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void otherDataAreCaught(int kind) throws Exception {
    for (int plane : new int[] {0, 3, 7}) {
      Object end = honestEnd(own -> own.flip(own.index(1, kind, plane, 2)));
      assertCheated(Check.MAC, end, "kind " + kind + ", plane " + plane);
    }
  }

  /** With the same random bits for both operands the errors would cancel. */
  @Test
  void errorsOfBothOperandsDoNotCancel() throws Exception {
    Object end =
        honestEnd(
            own -> {
              own.flip(own.index(0, 0, 0, 1));
              own.flip(own.index(0, 1, 0, 1));
            });
    assertCheated(Check.MAC, end, "both operands of a gate");
  }

  @Test
  void operandsOfOtherGatesAreCaught() throws Exception {
    Object end =
        honestEnd(
            own -> {
              for (int i = 0; i < 8 * WordsRun.TOY.k(); i++) {
                int first = own.index(0, 0, 0, i);
                int second = own.index(1, 1, 0, i);
                if (own.bit(first) != own.bit(second)) {
                  own.flip(first);
                  own.flip(second);
                }
              }
            });
    assertCheated(Check.MAC, end, "a of gate 0 for b of gate 1");
  }

  @Test
  void wrongMacsAndKeysOfBitsAreCaught() throws Exception {
    assertCheated(Check.MAC, honestEnd(own -> own.macs()[own.index(2, 2, 5, 1)] ^= 4), "MAC");
    assertCheated(Check.MAC, honestEnd(own -> own.macs()[own.firstOfMask(23, 7)] ^= 1), "mask");
  }

  @Test
  void masksWithOtherBitsAreCaught() throws Exception {
    Object end = honestEnd(own -> own.flip(own.firstOfMask(5, 6) + 3));
    assertCheated(Check.MAC, end, "mask");
  }

  /** The difference of two sums under one mask is a sum of data without a mask. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void masksThatShareBitsAreRefused(int shared) {
    WordParameters parameters = WordsRun.TOY_PARAMETERS;
    DealtBits bits = DealtBits.deal(parameters, 1, 1, new Random(1))[0];
    TiedBits same =
        new HeldBits(8, bits.delta()) {
          @Override
          public int first(int word, int plane) {
            return bits.first(word, plane);
          }

          @Override
          public int firstOfMask(int mask, int plane) {
            return shared == 0
                ? bits.firstOfMask(0, plane)
                : bits.firstOfMask(mask, plane) - plane; // planes overlap
          }
        };
    Prg random = new Prg(new byte[Prg.SEED_BYTES]);
    assertThrows(
        IllegalArgumentException.class,
        () -> new TieSums(parameters, same, random, WordsRun.kernels()));
  }

  /** A bit that is wrong in one word is in the sum of each check with probability 1/2. */
  @ParameterizedTest
  @CsvSource({"1, 64, 32, 18", "2, 64, 16, 15"})
  void aWrongBitPassesEachCheckWithProbabilityOneHalf(
      int checks, int runs, int expected, int tolerance) throws Exception {
    count(checks, runs, expected, tolerance);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1, 400, 200, 45", "3, 400, 50, 30"})
  void aWrongBitPassesAsOftenAsItIsNotSelected(int checks, int runs, int expected, int tolerance)
      throws Exception {
    count(checks, runs, expected, tolerance);
  }

  private static void count(int checks, int runs, int expected, int tolerance) throws Exception {
    WordParameters few = new WordParameters(WordsRun.TOY, 4, 40, 3, checks);
    int passed = 0;
    for (int i = 0; i < runs; i++) {
      Object end =
          honestEnd(
              few, SessionPairs.networks(), own -> own.flip(own.index(0, 0, 2, 1)), batch -> {});
      passed += end instanceof PeerCheated ? 0 : 1;
    }
    assertTrue(Math.abs(passed - expected) <= tolerance, passed + " of " + runs);
  }

  @Test
  void shortMacsAreRefused() {
    WordParameters wide = new WordParameters(WordsRun.TOY, 4, 80, 3, 4);
    Random random = new Random(1);
    DealtBits[] bits = DealtBits.deal(wide, 1, 1, random);
    WordsRun run = new WordsRun(wide, DealtBits.runs(1), random).tiedTo(bits);
    assertThrows(IllegalArgumentException.class, () -> run.outcomes(SessionPairs.networks()));
  }

  @Test
  void honestPartiesPassWithChangesOfNothing() throws Exception {
    Object end = honestEnd(own -> {});
    assertTrue(!(end instanceof MpcException), "ended with " + end);
  }
}
