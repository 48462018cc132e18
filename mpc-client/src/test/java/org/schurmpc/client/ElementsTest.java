package org.schurmpc.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;

/** Tests arithmetic, coefficients and hashes of clients against those that parties compute with. */
class ElementsTest {
  private static final int COUNT = 20;
  private static final long SEED = 2026;

  /** A domain of each way to represent elements. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "p128",
        "p192",
        "p256",
        "170141183460469231731687303715884105727", // 2^127 - 1
        "18446744073709551557", // the largest prime of 64 bits
        "4294967291",
        "36893488147419103183", // 65 bits
        "340282366920938463463374607431768201283", // 128 bits, not near 2^128
        "gf2_40",
        "gf2_42",
        "gf2_64",
        "gf2_128"
      })
  void computesAsPartiesDo(String name) throws Refused {
    BigInteger order = Fields.named(fit(name)).order();
    computes(fit(name), order);
  }

  /** Takes the next prime where the number is none. */
  private static String fit(String name) {
    return name.matches("[0-9]+")
        ? new BigInteger(name).subtract(BigInteger.ONE).nextProbablePrime().toString()
        : name;
  }

  private static void computes(String name, BigInteger order) throws Refused {
    Random random = new Random(SEED);
    Field field = Fields.named(name);
    Domain domain = Domain.named(name).orElseThrow();
    Elements elements = domain.elements();
    assertEquals(field.bytes(), elements.bytes());
    assertEquals(field.bits(), elements.bits());
    long[] a = new long[COUNT * field.limbs()];
    long[] b = new long[COUNT * field.limbs()];
    long[] c = new long[COUNT * field.limbs()];
    for (int i = 0; i < COUNT; i++) {
      BigInteger edge = i == 0 ? BigInteger.ZERO : order.subtract(BigInteger.valueOf(i));
      BigInteger number = i < 3 ? edge : new BigInteger(order.bitLength() + 9, random).mod(order);
      field.fromBigInteger(number, a, i * field.limbs());
      field.fromBigInteger(
          new BigInteger(order.bitLength() + 9, random).mod(order), b, i * field.limbs());
      byte[] bytes = bytes(field, a, i, 1);
      assertArrayEquals(bytes, elements.element(number), name + " " + number);
      assertEquals(number, elements.number(bytes, 0));
    }
    assertTrue(elements.areCanonical(bytes(field, a, 0, COUNT), COUNT));
    field.add(a, 0, b, 0, c, 0, COUNT);
    assertArrayEquals(
        bytes(field, c, 0, COUNT),
        elements.sum(List.of(bytes(field, a, 0, COUNT), bytes(field, b, 0, COUNT)), COUNT));
    combines(field, elements, a, random);
  }

  private static byte[] bytes(Field field, long[] a, int from, int n) {
    byte[] bytes = new byte[n * field.bytes()];
    field.toBytes(a, from * field.limbs(), bytes, 0, n);
    return bytes;
  }

  /** Coefficients are numbers below 2^(b-1), or words with the top bits cut off. */
  private static void combines(Field field, Elements elements, long[] a, Random random) {
    byte[] seed = TestDelivery.bytes(random, 32);
    long number = random.nextLong();
    int n = COUNT - 1;
    byte[] key =
        new org.schurmpc.core.crypto.FieldHash("delivery coefficients")
            .add(seed)
            .add(number)
            .digest();
    Prg prg = new Prg(Arrays.copyOf(key, Prg.SEED_BYTES));
    int bits = field.isBinary() ? field.bits() : field.bits() - 1;
    int words = (bits + 63) / 64;
    long[] coefficients = new long[n * field.limbs()];
    long[] drawn = new long[field.limbs()];
    for (int i = 0; i < n; i++) {
      Arrays.fill(drawn, 0);
      prg.nextLongs(drawn, 0, words);
      drawn[words - 1] &= -1L >>> (64 * words - bits);
      assertTrue(field.fromNumbers(drawn, 0, coefficients, i * field.limbs(), 1));
    }
    long[] sum = new long[field.limbs()];
    field.innerProduct(coefficients, 0, a, 0, sum, 0, n);
    field.add(sum, 0, a, n * field.limbs(), sum, 0, 1);
    byte[] combined =
        elements.combine(new Coefficients(seed, number), bytes(field, a, 0, COUNT), n, n);
    assertArrayEquals(bytes(field, sum, 0, 1), combined, field.name());
    assertEquals(bits, elements.coefficientBits());
  }

  @ParameterizedTest
  @ValueSource(strings = {"p128", "170141183460469231731687303715884105727", "gf2_40"})
  void otherEncodingsAreNotCanonical(String name) throws Refused {
    Field field = Fields.named(name);
    Elements elements = Elements.named(name).orElseThrow();
    byte[] all = new byte[2 * field.bytes()];
    Arrays.fill(all, field.bytes(), all.length, (byte) 0xFF);
    if (field.isBinary()) {
      all = Arrays.copyOf(all, all.length); // 40 bits fill their bytes: nothing is too large
      assertTrue(elements.areCanonical(all, 2));
      assertFalse(
          Elements.named("gf2_42").orElseThrow().areCanonical(new byte[] {0, 0, 0, 0, 0, 4}, 1));
    } else {
      assertFalse(elements.areCanonical(all, 2));
      assertTrue(elements.areCanonical(all, 1));
    }
  }

  @Test
  void combinationsAreAsManyAsMake120Bits() {
    assertEquals(2, Domain.named("bits").orElseThrow().combinations());
    assertEquals(2, Domain.named("gf2_64").orElseThrow().combinations());
    assertEquals(3, Domain.named("gf2_40").orElseThrow().combinations());
    assertEquals(3, Domain.named("gf2_42").orElseThrow().combinations());
    assertEquals(1, Domain.named("gf2_128").orElseThrow().combinations());
    assertEquals(1, Domain.named("p128").orElseThrow().combinations());
    assertEquals(2, Domain.named("18446744073709551557").orElseThrow().combinations());
    assertEquals(4, Domain.named("4294967291").orElseThrow().combinations());
    assertEquals(126, Domain.named("p128").orElseThrow().packedBits());
    assertEquals(40, Domain.named("gf2_40").orElseThrow().packedBits());
  }

  @Test
  void unknownDomainsAreNone() {
    for (String name : List.of("", "p64", "12", "4294967295", "gf2_41", "-7", "9".repeat(78))) {
      assertTrue(Domain.named(name).isEmpty(), name);
    }
  }

  @Test
  void commitmentsAndHashesAreThoseOfParties() {
    Random random = new Random(SEED);
    byte[] sid = TestDelivery.bytes(random, 32);
    byte[] value = TestDelivery.bytes(random, 77);
    byte[] opening = TestDelivery.bytes(random, 32);
    assertArrayEquals(
        Commitment.commit(sid, "delivery", 2, -5, value, opening),
        FieldHash.commitment(sid, 2, -5, value, opening));
    assertArrayEquals(
        new org.schurmpc.core.crypto.FieldHash("client input").add("ü").add(7L).digest(),
        new FieldHash("client input").add("ü").add(7L).digest());
  }

  /** Words of more than one block, in the order of the parties' generator. */
  @Test
  void wordsAreThoseOfTheGenerator() {
    byte[] seed = TestDelivery.bytes(new Random(SEED), 32);
    byte[] key =
        new org.schurmpc.core.crypto.FieldHash("delivery coefficients").add(seed).add(9L).digest();
    long[] right = new long[1500];
    new Prg(Arrays.copyOf(key, Prg.SEED_BYTES)).nextLongs(right, 0, right.length);
    Coefficients words = new Coefficients(seed, 9);
    for (long each : right) {
      assertEquals(each, words.getAsLong());
    }
  }

  /** Sums of bits are inner products in GF(2^64), which has its own polynomial. */
  @Test
  void sumsOfBitsAreThoseOfGf2To64() throws Refused {
    Random random = new Random(SEED);
    Domain domain = Domain.named("bits").orElseThrow();
    Field field = Fields.named("gf2_64");
    byte[] seed = TestDelivery.bytes(random, 32);
    int m = 37;
    byte[] values = TestDelivery.bytes(random, domain.valueBytes(m));
    byte[] combined = domain.combine(new Coefficients(seed, 3), List.of(values, values), m);
    Coefficients words = new Coefficients(seed, 3);
    for (int a = 0; a < 2; a++) {
      long[] sum = new long[1];
      for (int i = 0; i < m; i++) {
        long[] rho = {words.getAsLong()};
        long[] bit = {values[i / 8] >> (i % 8) & 1};
        field.addScaled(rho, 0, bit, 0, sum, 0, 1);
      }
      long mask = java.nio.ByteBuffer.wrap(values).getLong((m + 7) / 8 + 8 * a);
      long shown = java.nio.ByteBuffer.wrap(combined).getLong(8 * a);
      assertEquals(sum[0] ^ mask, shown);
      assertEquals(shown, java.nio.ByteBuffer.wrap(combined).getLong(16 + 8 * a));
    }
  }
}
