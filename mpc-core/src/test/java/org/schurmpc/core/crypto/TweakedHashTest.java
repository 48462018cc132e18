package org.schurmpc.core.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
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

  private static final int STRIP = 4096;

  private final Map<String, Cipher> permutations = new HashMap<>();

  /** AES under the key of sid, domain and the counter's strip. */
  private long[] pi(byte[] sid, long domain, long counter, long low, long high) throws Exception {
    String name = Arrays.toString(sid) + " " + domain + " " + (counter >>> 12);
    Cipher aes = permutations.get(name);
    if (aes == null) {
      FieldHash hash = new FieldHash("tweaked hash").add(sid).add(domain).add(counter >>> 12);
      aes = Cipher.getInstance("AES/ECB/NoPadding");
      aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(hash.digest(), 0, 16, "AES"));
      permutations.put(name, aes);
    }
    long[] result = new long[2];
    Words.fromBytes(aes.doFinal(Words.toBytes(new long[] {low, high}, 0, 2)), 0, result, 0, 2);
    return result;
  }

  private long[] naive(byte[] sid, long low, long high, long domain, long counter)
      throws Exception {
    long[] once = pi(sid, domain, counter, low, high);
    long[] twice = pi(sid, domain, counter, once[0] ^ counter, once[1] ^ domain);
    return new long[] {once[0] ^ twice[0], once[1] ^ twice[1]};
  }

  private static long[] hash(byte[] sid, long[] x, long domain, long first) {
    long[] out = new long[x.length];
    new TweakedHash(sid, domain).hash(x, 0, first, x.length / 2, out, 0);
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
    TweakedHash hash = new TweakedHash(SID, domain);
    hash.hash(x, 3, first, n, out, 4);
    assertArrayEquals(expected, out);
    assertArrayEquals(before, x, "the rows are left alone");
    hash.hash(x, 3, first, n, x, 3);
    assertArrayEquals(
        Arrays.copyOfRange(expected, 4, 4 + 2 * n), Arrays.copyOfRange(x, 3, 3 + 2 * n));
  }

  @ParameterizedTest(name = "from {0}")
  @ValueSource(longs = {0, 1, 4095, 4096, 4097, -4097, -4096, -1, Long.MAX_VALUE - 4999})
  void everyStripHasItsKey(long first) throws Exception {
    int n = 2 * STRIP + 3;
    long[] x = random(first, 2 * n);
    long[] out = hash(SID, x, 9, first);
    for (int r = 0; r < n; r++) {
      long[] row = naive(SID, x[2 * r], x[2 * r + 1], 9, first + r);
      assertEquals(row[0], out[2 * r], "row " + r);
      assertEquals(row[1], out[2 * r + 1], "row " + r);
    }
  }

  @ParameterizedTest(name = "{0} rows")
  @ValueSource(ints = {0, 1, 2, 255, 256, 257, 700, STRIP + 3})
  void aPairIsTwoHashesOfEachRow(int n) throws Exception {
    long[] x = random(n, 2 * n + 3);
    long[] before = x.clone();
    for (long first : new long[] {0, 4094, -6, STRIP - 512}) {
      long[] even = random(1, 2 * n + 5);
      long[] odd = random(2, 2 * n + 5);
      long[] wantedEven = even.clone();
      long[] wantedOdd = odd.clone();
      TweakedHash hash = new TweakedHash(SID, 9);
      for (int r = 0; r < n; r++) {
        hash.hash(x, 3 + 2 * r, first + 2L * r, 1, wantedEven, 4 + 2 * r);
        hash.hash(x, 3 + 2 * r, first + 2L * r + 1, 1, wantedOdd, 1 + 2 * r);
      }
      new TweakedHash(SID, 9).hashPair(x, 3, first, n, even, 4, odd, 1);
      assertArrayEquals(wantedEven, even);
      assertArrayEquals(wantedOdd, odd);
      assertArrayEquals(before, x, "the rows are left alone");
    }
  }

  @Test
  void pairsBeginAtAnEvenCounter() {
    TweakedHash hash = new TweakedHash(SID, 9);
    long[] x = new long[2];
    assertThrows(
        IllegalArgumentException.class,
        () -> hash.hashPair(x, 0, 4095, 1, new long[2], 0, new long[2], 0));
  }

  @Test
  void stripsComeInAnyOrder() throws Exception {
    TweakedHash hash = new TweakedHash(SID, 9);
    Random random = new Random(5);
    long[] x = random(6, 2);
    for (int call = 0; call < 1000; call++) {
      long counter = STRIP * (long) random.nextInt(3) + (random.nextBoolean() ? STRIP - 1 : 0);
      long[] out = new long[2];
      hash.hash(x, 0, counter, 1, out, 0);
      assertArrayEquals(naive(SID, x[0], x[1], 9, counter), out, "counter " + counter);
    }
  }

  @Test
  void noKeyServesMoreThanAStrip() throws Exception {
    int n = 3 * STRIP;
    try (RecordedHashes recorded = RecordedHashes.start()) {
      for (long domain = 0; domain < 2; domain++) {
        TweakedHash hash = new TweakedHash(SID, domain);
        long[] x = random(domain, 2 * n);
        hash.hash(x, 0, 100, n, x, 0);
        long[] shifted = random(domain + 2, 2 * n);
        hash.hash(shifted, 0, 100, n, shifted, 0);
      }
      recorded.requireBound();
      assertEquals(2 * 4, recorded.keys());
      assertEquals(2 * n, recorded.tweaks());
      assertEquals(2 * STRIP, recorded.mostUnderOneKey());
    }
  }

  @Test
  void splittingAndRepeatingMakeNoDifference() {
    int n = 3 * STRIP;
    long[] x = random(1, 2 * n);
    long[] whole = hash(SID, x, 7, 100);
    long[] out = new long[2 * n];
    TweakedHash hash = new TweakedHash(SID, 7);
    Random random = new Random(2);
    for (int done = 0; done < n; ) {
      int now = Math.min(n - done, random.nextInt(400));
      hash.hash(x, 2 * done, 100 + done, now, out, 2 * done);
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
