package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.minimac.Configurations.TWO;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.AuthWord;
import org.schurmpc.minimac.material.MiniMacCode;

/**
 * A forged word must be paid for by guessing the MAC key in every position where it differs: eight
 * bits each. Here the forger is told all of them but one, so that a guess in 256 passes.
 */
class SoundnessTest {
  private final Random random = new Random(20140917);
  private final Kernels setUp = Configurations.kernels("plain");

  @ParameterizedTest
  @CsvSource({
    "8, 4, true, true",
    "8, 4, false, true",
    "11, 3, true, true",
    "8, 4, true, false",
    "8, 4, false, false"
  })
  void forgeriesPassAsOftenAsTheBoundSays(int n, int k, boolean batched, boolean star)
      throws Exception {
    // 12.5 expected, standard deviation 3.5.
    long accepted = accepted(n, k, batched, star, 3_200);
    assertTrue(accepted > 0 && accepted < 36, "accepted " + accepted);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "8, 4, true, true",
    "8, 4, false, true",
    "11, 3, true, true",
    "11, 3, false, true",
    "8, 4, true, false",
    "8, 4, false, false"
  })
  void forgeriesPassAsOftenInManyTries(int n, int k, boolean batched, boolean star)
      throws Exception {
    // 1,000 expected, standard deviation 32.
    long accepted = accepted(n, k, batched, star, 256_000);
    assertTrue(accepted > 850 && accepted < 1_150, "accepted " + accepted);
  }

  /**
   * @param overStar whether the word is over C* or over C
   */
  private long accepted(int n, int k, boolean batched, boolean overStar, int tries)
      throws Exception {
    MiniMacCode codes = new MiniMacCode(Configurations.code(n, k));
    ReedSolomon code = overStar ? codes.star() : codes.c();
    long[] alpha = randomWord(n);
    long[] key = randomWord(n);
    long[] share = randomCodeword(code);
    long[] mac = key.clone();
    setUp.schurMulAdd(mac, 0, share, 0, alpha, 0, 1, 1);
    long[] error = lightCodeword(code);
    int unknown = firstNonZero(error, n);

    int[] accepted = new int[1];
    Parties.run(
        2,
        Duration.ofMinutes(20),
        network -> {
          Kernels kernels = Configurations.kernels("plain");
          SecureRandom secure = new SecureRandom();
          PublicEncoder encoder = new PublicEncoder(code, kernels);
          boolean honest = network.party() == 0;
          for (int i = 0; i < tries; i++) {
            long[] auth = new long[TWO.longs()];
            if (honest) {
              System.arraycopy(key, 0, auth, TWO.key(0, 1), Codeword.LONGS);
            } else {
              System.arraycopy(share, 0, auth, AuthWord.SHARE, Codeword.LONGS);
              System.arraycopy(mac, 0, auth, TWO.mac(0, 1), Codeword.LONGS);
              forge(auth, alpha, error, unknown, n, kernels);
            }
            long[] myAlpha = honest ? alpha : new long[Codeword.LONGS];
            // A session for each: a failed check ends it.
            Session session =
                SessionPairs.establish(network, new SessionTerms(new TreeMap<>()), secure);
            Opening opening =
                batched
                    ? new BatchedOpening(session, TWO, myAlpha, kernels)
                    : new PaperOpening(session, TWO, myAlpha, kernels);
            if (opens(opening, encoder, auth) && honest) {
              accepted[0]++;
            }
          }
          return null;
        });
    return accepted[0];
  }

  private static boolean opens(Opening opening, PublicEncoder encoder, long[] auth)
      throws Exception {
    try {
      AuthWords word = new AuthWords(encoder, TWO).view(auth, 0, 1);
      opening.open(word, new long[Codeword.LONGS]);
      opening.check();
      return true;
    } catch (PeerCheated e) {
      assertEquals(PeerCheated.Check.MAC, e.check());
      return false;
    }
  }

  /** share += e, mac += alpha' * e, where alpha' is a guess at one position. */
  private void forge(long[] auth, long[] alpha, long[] error, int unknown, int n, Kernels kernels) {
    long[] guess = alpha.clone();
    Codeword.setSymbol(guess, 0, unknown, random.nextInt(256));
    kernels.xorInto(auth, AuthWord.SHARE, error, 0, Codeword.LONGS);
    for (int p = 0; p < n; p++) {
      int product = Gf256.mul(Codeword.symbol(guess, 0, p), Codeword.symbol(error, 0, p));
      int old = Codeword.symbol(auth, TWO.mac(0, 1), p);
      Codeword.setSymbol(auth, TWO.mac(0, 1), p, old ^ product);
    }
  }

  private long[] randomWord(int n) {
    long[] word = new long[Codeword.LONGS];
    for (int p = 0; p < n; p++) {
      Codeword.setSymbol(word, 0, p, random.nextInt(256));
    }
    return word;
  }

  private long[] randomCodeword(ReedSolomon code) {
    long[] word = randomWord(code.n());
    new PublicEncoder(code, setUp).encode(word, 0, word, 0);
    return word;
  }

  /** The codeword of a unit vector: of the code's minimum weight, for Reed-Solomon codes. */
  private long[] lightCodeword(ReedSolomon code) {
    long[] word = new long[Codeword.LONGS];
    Codeword.setSymbol(word, 0, 0, 1);
    new PublicEncoder(code, setUp).encode(word, 0, word, 0);
    int weight = 0;
    for (int p = 0; p < code.n(); p++) {
      weight += Codeword.symbol(word, 0, p) == 0 ? 0 : 1;
    }
    assertEquals(code.distance(), weight);
    return word;
  }

  private static int firstNonZero(long[] word, int n) {
    for (int p = 0; p < n; p++) {
      if (Codeword.symbol(word, 0, p) != 0) {
        return p;
      }
    }
    throw new AssertionError("a zero word");
  }
}
