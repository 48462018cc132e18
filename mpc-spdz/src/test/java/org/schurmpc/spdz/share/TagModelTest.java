package org.schurmpc.spdz.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.LinearTag;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;

/**
 * What tags give to a peer with a wrong opening, counted over all keys α of a field of 257
 * elements, with the tags of {@link TagComparison}: why they serve online, why in no preprocessing,
 * and why for no hash of differences.
 */
class TagModelTest {
  private static final int P = 257;

  /** The honest party's s in a session: what the peer knows, less α times the error. */
  private static int share(int alpha, int session, int error) {
    return Math.floorMod(11 * session + 5 - alpha * error, P);
  }

  private static byte[] tag(int session, int party, int s) {
    byte[] bytes = {(byte) s, (byte) (s >> 8)};
    return TagComparison.tag(new FieldHash("session").add(session), 0, party, bytes);
  }

  /** Whether one of these keys has the share whose tag came. The peer then passes, and knows α. */
  private static boolean found(byte[] tag, int session, int error, int from, int to) {
    for (int guess = from; guess < to; guess++) {
      if (Arrays.equals(tag, tag(session, 0, share(guess, session, error)))) {
        return true;
      }
    }
    return false;
  }

  /**
   * In sessions that it leaves if it did not find α, the peer's hashes add up, and nothing more.
   */
  @ParameterizedTest
  @CsvSource({"1, 1", "16, 1", "16, 4", "64, 8", "64, 64"})
  void eachHashExcludesOneKey(int hashes, int sessions) {
    int each = hashes / sessions;
    for (int error : new int[] {1, 2, 100, 256}) {
      int passed = 0;
      for (int alpha = 0; alpha < P; alpha++) {
        boolean found = false;
        for (int session = 0; session < sessions; session++) {
          int e = Math.floorMod(error + session, P - 1) + 1; // other errors each time
          byte[] tag = tag(session, 0, share(alpha, session, e));
          found |= found(tag, session, e, session * each, (session + 1) * each);
        }
        passed += found ? 1 : 0;
      }
      assertEquals(hashes, passed, "of " + P + " keys");
    }
  }

  /** Hashes of one session say nothing on another one: no table made before serves. */
  @Test
  void hashesOfAnotherSessionFindNothing() {
    for (int alpha = 0; alpha < P; alpha++) {
      byte[] tag = tag(1, 0, share(alpha, 1, 3));
      for (int s = 0; s < P; s++) {
        assertTrue(!Arrays.equals(tag, tag(0, 0, s)) && !Arrays.equals(tag, tag(1, 1, s)));
      }
    }
  }

  /**
   * In the generation of material an error can hang on t guessed bits of α: the share is one of
   * 2^t. Under commitments the peer must guess which one, and a wrong guess ends the key. By tags
   * it tries all, always passes, and has learnt the bits.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 4, 8})
  void errorsOnGuessedBitsAlwaysPassByTags(int bits) {
    int keys = 256;
    int byTags = 0;
    int byCommitments = 0;
    for (int alpha = 0; alpha < keys; alpha++) {
      int hanging = alpha & ((1 << bits) - 1);
      int share = Math.floorMod(5 - hanging, P);
      byte[] tag = tag(0, 0, share);
      boolean found = false;
      for (int guess = 0; guess < 1 << bits; guess++) {
        found |= Arrays.equals(tag, tag(0, 0, Math.floorMod(5 - guess, P)));
      }
      byTags += found ? 1 : 0;
      byCommitments += hanging == 0 ? 1 : 0; // the guess that is committed to
    }
    assertEquals(keys, byTags);
    assertEquals(keys >> bits, byCommitments);
  }

  /**
   * The hash of differences of two wrong elements, α e and α e', is linear in α, and for most of
   * its keys it has one value for several α. A peer that leaves until it likes the key would have
   * fewer to try. (One sum over the field has one value for each α.)
   */
  @Test
  void theHashOfDifferencesIsNotOneToOne() throws Exception {
    Field field = Fields.named("gf2_128");
    Random random = new Random(6);
    int[] deficient = new int[field.bits() + 1];
    int trials = 200;
    for (int trial = 0; trial < trials; trial++) {
      byte[] key = new byte[LinearTag.KEY_BYTES];
      random.nextBytes(key);
      long[] errors = random.longs(4).toArray();
      BigInteger[] images = new BigInteger[field.bits()];
      for (int bit = 0; bit < images.length; bit++) {
        long[] alpha = new long[2];
        alpha[bit / 64] = 1L << bit;
        long[] differences = new long[4];
        field.multiply(alpha, 0, errors, 0, differences, 0, 1);
        field.multiply(alpha, 0, errors, 2, differences, 2, 1);
        byte[] hash = new byte[LinearTag.TAG_BYTES];
        new LinearTag(key).hash(differences, 0, differences.length, hash, 0);
        images[bit] = new BigInteger(1, hash);
      }
      deficient[field.bits() - rank(images)]++;
    }
    assertTrue(deficient[0] < trials / 2, Arrays.toString(deficient));
    assertTrue(deficient[1] + deficient[2] > trials / 2, Arrays.toString(deficient));
  }

  private static int rank(BigInteger[] rows) {
    int rank = 0;
    for (int bit = 127; bit >= 0; bit--) {
      int pivot = rank;
      while (pivot < rows.length && !rows[pivot].testBit(bit)) {
        pivot++;
      }
      if (pivot < rows.length) {
        BigInteger row = rows[pivot];
        rows[pivot] = rows[rank];
        rows[rank] = row;
        for (int i = rank + 1; i < rows.length; i++) {
          rows[i] = rows[i].testBit(bit) ? rows[i].xor(row) : rows[i];
        }
        rank++;
      }
    }
    return rank;
  }
}
