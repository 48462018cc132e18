package org.schurmpc.core.deliver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;

/** What parties and clients compute, against vectors that were made by another program. */
class DeliveryVectorsTest {
  private static final HexFormat HEX = HexFormat.of();

  private static List<Map<String, List<String>>> vectors() throws Exception {
    List<Map<String, List<String>>> all = new ArrayList<>();
    try (InputStream in = ClientOracle.class.getResourceAsStream("vectors.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String block : text.strip().split("\n\n", -1)) {
        Map<String, List<String>> vector = new HashMap<>();
        for (String line : block.strip().split("\n", -1)) {
          String[] parts = line.split(" ", 2);
          vector.computeIfAbsent(parts[0], any -> new ArrayList<>()).add(parts[1]);
        }
        if (!block.startsWith("#")) {
          all.add(vector);
        }
      }
    }
    assertTrue(all.size() > 20, all.size() + " vectors");
    return all;
  }

  private static String text(Map<String, List<String>> vector, String name) {
    return vector.get(name).get(0);
  }

  private static int number(Map<String, List<String>> vector, String name) {
    return Integer.parseInt(text(vector, name));
  }

  private static byte[] hex(Map<String, List<String>> vector, String name, int i) {
    return HEX.parseHex(vector.get(name).get(i));
  }

  private static DeliveryDomain domain(Map<String, List<String>> vector) throws Exception {
    String name = text(vector, "domain");
    if (name.equals("bits")) {
      return DeliveryDomain.bits();
    }
    return number(vector, "k") == 0
        ? DeliveryDomain.elements(Fields.named(name))
        : DeliveryDomain.packed(Fields.named(name));
  }

  @Test
  void sizesAreThoseOfTheVectors() throws Exception {
    for (Map<String, List<String>> vector : vectors()) {
      DeliveryDomain domain = domain(vector);
      int m = number(vector, "m");
      assertEquals(text(vector, "domain"), domain.name());
      assertEquals(number(vector, "k"), domain.elementBits(), domain.name());
      assertEquals(number(vector, "c"), domain.combinations(), domain.name());
      assertEquals(hex(vector, "own", 0).length, domain.ownBytes(m), domain.name());
      assertEquals(
          hex(vector, "sums", 0).length,
          domain.sumsBytes(number(vector, "parties")),
          domain.name());
    }
  }

  @Test
  void coefficientsAreThoseOfTheVectors() throws Exception {
    for (Map<String, List<String>> vector : vectors()) {
      Field field = domain(vector).field();
      String[] expected = text(vector, "coefficients").split(",", -1);
      long number = Long.parseUnsignedLong(text(vector, "number"));
      for (int block : new int[] {1, 3, expected.length}) {
        Coefficients drawn = new Coefficients(hex(vector, "seed", 0), number, field);
        long[] elements = new long[expected.length * field.limbs()];
        for (int at = 0; at < expected.length; at += block) {
          drawn.next(elements, at * field.limbs(), Math.min(block, expected.length - at));
        }
        for (int i = 0; i < expected.length; i++) {
          assertEquals(
              new BigInteger(expected[i]),
              field.toBigInteger(elements, i * field.limbs()),
              field.name());
        }
      }
    }
  }

  @Test
  void bodiesAreThoseOfTheVectors() throws Exception {
    for (Map<String, List<String>> vector : vectors()) {
      int parties = number(vector, "parties");
      long number = Long.parseUnsignedLong(text(vector, "number"));
      byte[] sid = hex(vector, "sid", 0);
      byte[][] commitments = new byte[parties][];
      for (int j = 0; j < parties; j++) {
        commitments[j] =
            DeliveryRules.commitment(
                sid, number, j, hex(vector, "own", j), hex(vector, "randomness", j));
      }
      for (int j = 0; j < parties; j++) {
        Delivery delivery =
            new Delivery(
                number,
                sid,
                domain(vector),
                number(vector, "m"),
                hex(vector, "seed", 0),
                commitments,
                hex(vector, "sums", 0),
                hex(vector, "own", j),
                hex(vector, "randomness", j));
        assertArrayEquals(hex(vector, "body", j), delivery.body());
        assertArrayEquals(
            Arrays.copyOf(delivery.body(), delivery.publicPart().length), delivery.publicPart());
        delivery.close();
        byte[] wiped = delivery.body();
        int secret = wiped.length - delivery.publicPart().length - 4;
        assertArrayEquals(
            new byte[secret], Arrays.copyOfRange(wiped, wiped.length - secret, wiped.length));
      }
    }
  }

  /** The oracle of all other tests accepts the values, and nothing with one bit changed. */
  @Test
  void clientsAcceptTheVectorsAlone() throws Exception {
    for (Map<String, List<String>> vector : vectors()) {
      List<byte[]> bodies = new ArrayList<>();
      vector.get("body").forEach(each -> bodies.add(HEX.parseHex(each)));
      ClientOracle oracle =
          new ClientOracle(
              hex(vector, "sid", 0),
              Long.parseUnsignedLong(text(vector, "number")),
              text(vector, "domain"),
              number(vector, "m"),
              bodies.size());
      List<BigInteger> expected =
          Arrays.stream(text(vector, "values").split(",", -1)).map(BigInteger::new).toList();
      assertEquals(expected, oracle.accept(bodies), text(vector, "domain"));
      for (int at = 0; at < bodies.get(0).length; at += 5) {
        List<byte[]> changed = new ArrayList<>();
        bodies.forEach(each -> changed.add(each.clone()));
        changed.get(1)[at] ^= 4;
        assertThrows(ClientOracle.Refusal.class, () -> oracle.accept(changed));
      }
    }
  }

  @Test
  void combinationsHave120Bits() throws Exception {
    Map<String, Integer> expected =
        Map.of(
            "gf2_40", 3,
            "gf2_42", 3,
            "gf2_64", 2,
            "gf2_128", 1,
            "p128", 1,
            "p256", 1,
            "18446744073709551557", 2,
            "170141183460469231731687303715884105727", 1,
            "4294967311", 4);
    for (var each : expected.entrySet()) {
      Field field = Fields.named(each.getKey());
      int c = DeliveryRules.combinations(field);
      assertEquals(each.getValue(), c, each.getKey());
      assertTrue(c * DeliveryRules.coefficientBits(field) >= 120);
      assertTrue((c - 1) * DeliveryRules.coefficientBits(field) < 120);
      BigInteger packed = BigInteger.ONE.shiftLeft(DeliveryRules.packedBits(field));
      assertTrue(
          field.isBinary()
              ? packed.equals(field.order())
              : packed.shiftLeft(1).compareTo(field.order()) <= 0
                  && packed.shiftLeft(2).compareTo(field.order()) > 0);
    }
    assertEquals(2, DeliveryDomain.bits().combinations());
  }
}
