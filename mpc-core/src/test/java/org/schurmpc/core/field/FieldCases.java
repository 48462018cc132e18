package org.schurmpc.core.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.schurmpc.core.abort.Refused;

/** The fields under test, the same ones on big integers, and elements that are worth testing. */
final class FieldCases {
  /** Where elements begin in the tests' arrays. */
  static final int AT = 3;

  private FieldCases() {}

  private static BigInteger twoTo(int k, long plus) {
    return BigInteger.TWO.pow(k).add(BigInteger.valueOf(plus));
  }

  static Stream<String> names() {
    BigInteger secp256k1 = twoTo(256, -(1L << 32) - 977);
    return Stream.concat(
        Stream.of("gf2_40", "gf2_42", "gf2_64", "gf2_128", "p128"),
        Stream.of(
                twoTo(32, -5),
                twoTo(31, 11),
                twoTo(33, 0).nextProbablePrime(),
                twoTo(61, -1),
                twoTo(63, 29),
                twoTo(64, -59),
                twoTo(64, 13),
                twoTo(89, -1),
                twoTo(104, 0).nextProbablePrime(),
                twoTo(127, -1),
                twoTo(127, 29),
                twoTo(128, -173),
                twoTo(128, -(1L << 28)).nextProbablePrime(),
                twoTo(128, -(1L << 28) - 400).nextProbablePrime(),
                new BigInteger("d3b07384d113edec49eaa6238ad5ff01", 16).nextProbablePrime(),
                twoTo(128, 51),
                twoTo(192, -237),
                twoTo(192, 133),
                new BigInteger("5a827999b504f333f9de6484597d89b3754abe9f1d6f60bb", 16)
                    .nextProbablePrime(),
                twoTo(255, -19),
                twoTo(255, 95),
                twoTo(256, -189),
                secp256k1)
            .map(BigInteger::toString));
  }

  static Field field(String name) {
    try {
      return Fields.named(name);
    } catch (Refused e) {
      throw new AssertionError(e);
    }
  }

  static ReferenceField reference(Field field) {
    return switch (field.name()) {
      case "gf2_40" -> new ReferenceBinaryField(40, 0x108401);
      case "gf2_42" -> new ReferenceBinaryField(42, 0x81);
      case "gf2_64" -> new ReferenceBinaryField(64, 0x1b);
      case "gf2_128" -> new ReferenceBinaryField(128, 0x87);
      default -> new ReferencePrimeField(field.name(), field.order());
    };
  }

  /** Zero, one, the largest, all ones in some words, and random ones. */
  static List<BigInteger> values(Field field, int randomOnes, Random random) {
    BigInteger order = field.order();
    List<BigInteger> values = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      values.add(BigInteger.valueOf(i));
      values.add(order.subtract(BigInteger.valueOf(i + 1L)));
      values.add(order.shiftRight(1).add(BigInteger.valueOf(i)));
    }
    for (int i = 0; i < field.limbs(); i++) {
      values.add(BigInteger.TWO.pow(64 * i).mod(order));
      values.add(BigInteger.TWO.pow(64).subtract(BigInteger.ONE).shiftLeft(64 * i).mod(order));
    }
    for (int i = 0; i < randomOnes; i++) {
      values.add(new BigInteger(field.bits() + 64, random).mod(order));
    }
    return values;
  }

  static long[] elements(Field field, List<BigInteger> values) {
    long[] elements = new long[AT + values.size() * field.limbs()];
    for (int i = 0; i < values.size(); i++) {
      field.fromBigInteger(values.get(i), elements, AT + i * field.limbs());
    }
    return elements;
  }

  static void assertValues(Field field, List<BigInteger> expected, long[] a, String what) {
    for (int i = 0; i < expected.size(); i++) {
      int at = AT + i * field.limbs();
      assertEquals(expected.get(i), field.toBigInteger(a, at), what + " " + i);
      long[] form = Arrays.copyOfRange(a, at, at + field.limbs());
      assertArrayEquals(field.element(expected.get(i)), form, what + ": the one form");
    }
  }
}
