package org.schurmpc.core.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Refused;

class FieldsTest {
  private static final String ALL =
      "there are gf2_40, gf2_42, gf2_64, gf2_128, p128, p192, p256 and primes of 32 to 256 bits in"
          + " decimal";

  @ParameterizedTest
  @CsvSource({"p128, 128, 159", "p192, 192, 237", "p256, 256, 189"})
  void largestPrimesHaveOneName(String name, int bits, long c) throws Refused {
    BigInteger p = BigInteger.TWO.pow(bits).subtract(BigInteger.valueOf(c));
    assertEquals(p, Fields.named(name).order());
    assertEquals(name, Fields.named(p.toString()).name());
    assertTrue(p.nextProbablePrime().bitLength() > bits, "it is the largest");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "p64", "P128", "gf2_8", "-7", "0", "04294967311", "1e40", "0x10"})
  void otherNames(String name) {
    Refused e = assertThrows(Refused.class, () -> Fields.named(name));
    assertEquals("there is no field '" + name + "'; " + ALL, e.getMessage());
  }

  @Test
  void sizesAndComposites() {
    assertRefused("2147483647", "a field's prime has 32 to 256 bits, not 31");
    BigInteger large = BigInteger.TWO.pow(256).nextProbablePrime();
    assertRefused(large.toString(), "a field's prime has 32 to 256 bits, not 257");
    BigInteger composite = BigInteger.TWO.pow(61).subtract(BigInteger.ONE).pow(2);
    assertRefused(composite.toString(), composite + " is no prime");
    assertRefused("4294967312", "4294967312 is no prime");
    assertRefused("9".repeat(100_000), "there is no field '" + "9".repeat(100_000) + "'; " + ALL);
  }

  private static void assertRefused(String name, String message) {
    assertEquals(message, assertThrows(Refused.class, () -> Fields.named(name)).getMessage());
  }
}
