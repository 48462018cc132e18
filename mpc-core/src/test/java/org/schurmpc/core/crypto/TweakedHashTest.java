package org.schurmpc.core.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TweakedHashTest {
  private static final byte[] SID = {3, 1, 4};

  private static long[] random(long seed, int n) {
    return new Random(seed).longs(n).toArray();
  }

  private static long[] pi(byte[] sid, long low, long high) throws Exception {
    byte[] key = Arrays.copyOf(new FieldHash("tweaked hash").add(sid).digest(), 16);
    Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
    aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
    long[] result = new long[2];
    Words.fromBytes(aes.doFinal(Words.toBytes(new long[] {low, high}, 0, 2)), 0, result, 0, 2);
    return result;
  }

  private static long[] naive(byte[] sid, long low, long high, long domain, long counter)
      throws Exception {
    long[] once = pi(sid, low, high);
    long[] twice = pi(sid, once[0] ^ counter, once[1] ^ domain);
    return new long[] {once[0] ^ twice[0], once[1] ^ twice[1]};
  }

  private static long[] hash(byte[] sid, long[] x, long domain, long first) {
    long[] out = new long[x.length];
    new TweakedHash(sid).hash(x, 0, domain, first, x.length / 2, out, 0);
    return out;
  }

  @ParameterizedTest(name = "{0} rows")
  @ValueSource(ints = {0, 1, 2, 255, 256, 257, 700})
  void isTheFormula(int n) throws Exception {
    long[] x = random(n, 2 * n + 3);
    long domain = new Random(n + 1).nextLong();
    long first = -5; // Counters may pass 2^64.
    long[] out = random(n + 2, 2 * n + 5);
    long[] expected = out.clone();
    for (int r = 0; r < n; r++) {
      long[] row = naive(SID, x[3 + 2 * r], x[4 + 2 * r], domain, first + r);
      System.arraycopy(row, 0, expected, 4 + 2 * r, 2);
    }
    long[] before = x.clone();
    TweakedHash hash = new TweakedHash(SID);
    hash.hash(x, 3, domain, first, n, out, 4);
    assertArrayEquals(expected, out);
    assertArrayEquals(before, x, "the rows are left alone");
    hash.hash(x, 3, domain, first, n, x, 3);
    assertArrayEquals(
        Arrays.copyOfRange(expected, 4, 4 + 2 * n), Arrays.copyOfRange(x, 3, 3 + 2 * n));
  }

  @Test
  void splittingAndRepeatingMakeNoDifference() {
    long[] x = random(1, 2000);
    long[] whole = hash(SID, x, 7, 100);
    long[] out = new long[2000];
    TweakedHash hash = new TweakedHash(SID);
    Random random = new Random(2);
    for (int done = 0; done < 1000; ) {
      int now = Math.min(1000 - done, random.nextInt(400));
      hash.hash(x, 2 * done, 7, 100 + done, now, out, 2 * done);
      done += now;
    }
    assertArrayEquals(whole, out);
    hash.wipe();
    assertArrayEquals(whole, hash(SID, x, 7, 100));
  }

  @Test
  void everyPartCounts() {
    long[] x = random(3, 2);
    Set<String> seen = new HashSet<>();
    seen.add(Arrays.toString(hash(SID, x, 0, 0)));
    for (int bit = 0; bit < 64; bit++) {
      assertTrue(seen.add(Arrays.toString(hash(SID, x, 1L << bit, 0))), "domain bit " + bit);
      assertTrue(seen.add(Arrays.toString(hash(SID, x, 0, 1L << bit))), "counter bit " + bit);
      long[] low = {x[0] ^ 1L << bit, x[1]};
      long[] high = {x[0], x[1] ^ 1L << bit};
      assertTrue(seen.add(Arrays.toString(hash(SID, low, 0, 0))), "low bit " + bit);
      assertTrue(seen.add(Arrays.toString(hash(SID, high, 0, 0))), "high bit " + bit);
    }
    assertFalse(Arrays.equals(hash(SID, x, 0, 0), hash(new byte[] {3, 1, 5}, x, 0, 0)), "sid");
  }

  @Test
  void equalRowsDifferByTheirTweaks() {
    long[] out = hash(SID, new long[2 * 1000], 1, 0);
    Set<Long> lows = new HashSet<>();
    for (int r = 0; r < 1000; r++) {
      lows.add(out[2 * r]);
    }
    assertEquals(1000, lows.size());
  }
}
