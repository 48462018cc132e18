package org.schurmpc.core.ot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.crypto.RistrettoPoint;
import org.schurmpc.core.crypto.RistrettoScalar;
import org.schurmpc.core.session.SessionPairs;

/** The two roles without a session between them. */
class BaseOtRolesTest {
  private static final int POINT = RistrettoPoint.BYTES;

  private static BaseOtHash context(int number) {
    return new BaseOtHash(new byte[] {(byte) number});
  }

  private static BaseOtSender sender(int context) {
    return new BaseOtSender(context(context), SessionPairs.seeded("sender"));
  }

  private static BaseOtReceiver receiver(int context, long choices, int n) {
    return new BaseOtReceiver(
        context(context), new long[] {choices}, n, SessionPairs.seeded("receiver"));
  }

  @Test
  void aReplayedMessageMakesOtherKeys() throws Exception {
    int n = 4;
    try (BaseOtSender sender = sender(1);
        BaseOtSender elsewhere = sender(2);
        BaseOtReceiver receiver = receiver(1, 0b0110, n);
        BaseOtReceiver receiverElsewhere = receiver(2, 0b0110, n)) {
      // All randomness is the same: only the context differs.
      assertArrayEquals(sender.message(), elsewhere.message());
      byte[] keys = sender.keys(receiver.message(), 0, n);
      byte[] replayed = elsewhere.keys(receiver.message(), 0, n);
      byte[] chosen = receiver.keys(sender.message(), 0);
      byte[] chosenElsewhere = receiverElsewhere.keys(sender.message(), 0);
      for (int i = 0; i < n; i++) {
        int right = 2 * i + (0b0110 >> i & 1);
        assertEquals(key(keys, right), key(chosen, i));
        assertFalse(key(replayed, right).equals(key(chosen, i)));
        assertFalse(key(chosenElsewhere, i).equals(key(chosen, i)));
      }
    }
  }

  private static String key(byte[] keys, int index) {
    int from = index * BaseOt.KEY_BYTES;
    return HexFormat.of().formatHex(keys, from, from + BaseOt.KEY_BYTES);
  }

  @Test
  void theSameMessagesAtAnotherIndexMakeOtherKeys() throws Exception {
    try (BaseOtSender sender = sender(1);
        BaseOtReceiver receiver = receiver(1, 0, 1)) {
      byte[] pair = receiver.message();
      byte[] twice = Arrays.copyOf(pair, 2 * pair.length);
      System.arraycopy(pair, 0, twice, pair.length, pair.length);
      byte[] keys = sender.keys(twice, 0, 2);
      var all = new HashSet<String>();
      for (int i = 0; i < 4; i++) {
        assertTrue(all.add(key(keys, i)));
      }
    }
  }

  @Test
  void everyArgumentOfTheHashCounts() {
    byte[] r = new byte[2 * POINT];
    r[POINT] = 2;
    RistrettoPoint[] hashes = {
      context(1).halfOfHash(0, 0, r, 0),
      context(2).halfOfHash(0, 0, r, 0),
      context(1).halfOfHash(1, 0, r, 0),
      context(1).halfOfHash(0, 1, r, 0),
      context(1).halfOfHash(0, 0, r, POINT),
    };
    var all = new HashSet<String>();
    for (RistrettoPoint hash : hashes) {
      byte[] encoded = new byte[POINT];
      hash.encode(encoded, 0);
      assertTrue(all.add(HexFormat.of().formatHex(encoded)));
    }
  }

  @Test
  void everyInputOfAKeyCounts() {
    byte[] context = new byte[32];
    byte[] otherContext = context(1).keyContext(new byte[POINT], 0);
    byte[] pair = new byte[2 * POINT];
    byte[] shared = new byte[POINT];
    var all = new HashSet<String>();
    assertTrue(all.add(derived(context, 0, 0, pair, shared)));
    assertTrue(all.add(derived(otherContext, 0, 0, pair, shared)));
    assertTrue(all.add(derived(context, 1, 0, pair, shared)));
    assertTrue(all.add(derived(context, 0, 1, pair, shared)));
    for (int at : new int[] {0, POINT - 1, POINT, 2 * POINT - 1}) {
      pair[at] ^= 1;
      assertTrue(all.add(derived(context, 0, 0, pair, shared)), "byte " + at);
    }
    shared[POINT - 1] ^= 1;
    assertTrue(all.add(derived(context, 0, 0, pair, shared)));
    byte[] senderMessage = new byte[POINT];
    senderMessage[POINT - 1] ^= 1;
    assertFalse(Arrays.equals(otherContext, context(1).keyContext(senderMessage, 0)));
    assertFalse(Arrays.equals(otherContext, context(2).keyContext(new byte[POINT], 0)));
  }

  private static String derived(
      byte[] context, int transfer, long branch, byte[] pair, byte[] shared) {
    byte[] keys = new byte[BaseOt.KEY_BYTES];
    BaseOtHash.key(context, transfer, branch, pair, 0, shared, 0, keys, 0);
    return key(keys, 0);
  }

  /** The paper's equations, computed step by step: r_c + H_c(r_(1-c)) = 2t*G for the choice. */
  @Test
  void theMessageIsThePapers() {
    int n = 8;
    long choices = 0b10011010;
    byte[] scalars = new byte[n * RistrettoScalar.BYTES];
    SessionPairs.seeded("receiver").nextBytes(scalars);
    try (BaseOtReceiver receiver = receiver(1, choices, n)) {
      byte[] message = receiver.message();
      for (int i = 0; i < n; i++) {
        RistrettoScalar t = new RistrettoScalar(scalars, i * RistrettoScalar.BYTES);
        RistrettoPoint expected = RistrettoPoint.generator().times(t).doubled();
        for (int b = 0; b < 2; b++) {
          int at = (2 * i + b) * POINT;
          int other = (2 * i + 1 - b) * POINT;
          RistrettoPoint hash = context(1).halfOfHash(i, b, message, other).doubled();
          RistrettoPoint sum = RistrettoPoint.decode(message, at).orElseThrow().plus(hash);
          boolean chosen = (choices >> i & 1) == b;
          assertEquals(chosen, sum.minus(expected).isIdentity(), "branch " + b + " of " + i);
        }
      }
    }
  }

  /**
   * Of either choice, every bit of both elements is set half of the time, and no sum stands out.
   */
  @Test
  void theMessageLooksTheSameForBothChoices() {
    int n = 1000;
    long[] all = new long[(n + 63) / 64];
    for (long choice = 0; choice < 2; choice++) {
      Arrays.fill(all, -choice);
      int[] counts = new int[2 * POINT * 8];
      int[] equal = new int[POINT * 8];
      try (BaseOtReceiver receiver =
          new BaseOtReceiver(context(1), all, n, SessionPairs.seeded("choice " + choice))) {
        count(receiver.message(), n, counts, equal);
      }
      for (int bit = 0; bit < counts.length; bit++) {
        // Encodings are even and below 2^255.
        boolean fixed = bit % 256 == 0 || bit % 256 == 255;
        assertNear(fixed ? 0 : n / 2, counts[bit], "bit " + bit + " of choice " + choice);
        assertNear(fixed ? n : n / 2, equal[bit % 256], "equal bits " + bit % 256);
      }
    }
  }

  private static void count(byte[] message, int n, int[] counts, int[] equal) {
    for (int i = 0; i < n; i++) {
      for (int bit = 0; bit < counts.length; bit++) {
        counts[bit] += message[i * 2 * POINT + bit / 8] >> bit % 8 & 1;
      }
      for (int bit = 0; bit < equal.length; bit++) {
        int at = i * 2 * POINT + bit / 8;
        equal[bit] += 1 - ((message[at] ^ message[at + POINT]) >> bit % 8 & 1);
      }
    }
  }

  /** Within six standard deviations of 1000 fair coins. */
  private static void assertNear(int expected, int actual, String what) {
    assertTrue(Math.abs(expected - actual) <= 95, what + ": " + actual + ", not " + expected);
  }

  @Test
  void aClosedRoleHasNoSecrets() throws Exception {
    BaseOtSender sender = sender(1);
    BaseOtReceiver receiver = receiver(1, 1, 1);
    byte[] keys;
    try (sender;
        receiver) {
      keys = sender.keys(receiver.message(), 0, 1);
    }
    // With a = t = c = 0 the keys are those of the neutral element.
    byte[] wiped = sender.keys(receiver.message(), 0, 1);
    assertFalse(Arrays.equals(keys, wiped));
    assertEquals(key(wiped, 0), key(receiver.keys(sender.message(), 0), 0));
  }
}
