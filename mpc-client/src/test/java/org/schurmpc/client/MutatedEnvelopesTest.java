package org.schurmpc.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Changes envelopes on their way: each is refused, and in no other way. */
class MutatedEnvelopesTest {
  private static final int CHANGES = 10_000;

  private final Random random = new Random(7);

  private TestDelivery delivery(String name) {
    Domain domain = Domain.named(name).orElseThrow();
    DeliveryCheck.Expected expected =
        TestDelivery.expected(random, true, 2, domain, domain.packedBits(), 8);
    BigInteger[] values = new BigInteger[8];
    Arrays.setAll(values, i -> BigInteger.ONE); // the sums depend on the seed
    byte[] clear = TestDelivery.encode(domain, values);
    return TestDelivery.committed(random, 2, expected, clear).opened();
  }

  @Test
  void theEncodingIsCanonical() throws DeliveryRefused {
    for (String name : List.of("bits", "p128", "gf2_40")) {
      byte[] body = delivery(name).bodies().get(1);
      assertArrayEquals(body, Envelope.parse(body).toBytes());
      assertTrue(Envelope.parse(body).toString().startsWith("Envelope[EnvelopeHeader["));
    }
  }

  @Test
  void everyChangeOfAByteIsRefused() {
    for (String name : List.of("bits", "p128")) {
      TestDelivery delivery = delivery(name);
      for (int at = 0; at < delivery.bodies().get(0).length; at++) {
        for (int change : new int[] {0x01, 0x80, 0xFF}) {
          refuse(delivery, at, change, 0, 1);
          refuse(delivery, at, change, 1, 2);
        }
      }
    }
  }

  /** The same change from all parties: what was fixed before does not fit any more. */
  @Test
  void everyEqualChangeBeforeTheValuesIsRefused() {
    TestDelivery delivery = delivery("p128");
    int values = delivery.values[0].length + 4 + 32;
    for (int at = 0; at < delivery.bodies().get(0).length - values; at++) {
      refuse(delivery, at, 0x01, 0, 2);
      refuse(delivery, at, 0x80, 0, 2);
    }
  }

  private static void refuse(TestDelivery delivery, int at, int change, int from, int to) {
    List<byte[]> bodies = delivery.bodies();
    for (int j = from; j < to; j++) {
      bodies.get(j)[at] ^= (byte) change;
    }
    assertThrows(
        DeliveryRefused.class,
        () -> DeliveryCheck.accept(bodies, delivery.expected),
        () -> "byte " + at + " ^ " + change);
  }

  @Test
  void tenThousandChangesAreRefused() {
    TestDelivery one = delivery("bits");
    TestDelivery other = delivery("170141183460469231731687303715884105727");
    for (int i = 0; i < CHANGES; i++) {
      TestDelivery delivery = random.nextBoolean() ? one : other;
      List<byte[]> bodies = new ArrayList<>(delivery.bodies());
      int party = random.nextInt(2);
      byte[] changed = changed(bodies.get(party));
      if (Arrays.equals(changed, bodies.get(party))) {
        continue;
      }
      bodies.set(party, changed);
      int number = i;
      assertThrows(
          DeliveryRefused.class,
          () -> DeliveryCheck.accept(bodies, delivery.expected),
          () -> "change " + number);
    }
  }

  private byte[] changed(byte[] body) {
    int at = random.nextInt(body.length);
    switch (random.nextInt(6)) {
      case 0: // cut off
        return Arrays.copyOf(body, at);
      case 1: // more behind the end
        return Arrays.copyOf(body, body.length + 1 + random.nextInt(40));
      case 2: // a length, or what may be one
        byte[] length = body.clone();
        byte[] extreme = {-1, (byte) random.nextInt(), 127, -128};
        System.arraycopy(extreme, 0, length, Math.min(at, body.length - 4), 4);
        return length;
      case 3: // bytes lost in the middle
        byte[] shorter = new byte[body.length - 1];
        System.arraycopy(body, 0, shorter, 0, at);
        System.arraycopy(body, at + 1, shorter, at, shorter.length - at);
        return shorter;
      case 4: // noise from one place on
        byte[] noise = body.clone();
        byte[] random32 = TestDelivery.bytes(random, 32);
        System.arraycopy(random32, 0, noise, at, Math.min(32, body.length - at));
        return noise;
      default:
        byte[] bytes = body.clone();
        for (int i = 0; i <= random.nextInt(4); i++) {
          bytes[random.nextInt(body.length)] = (byte) random.nextInt();
        }
        return bytes;
    }
  }

  @Test
  void noiseIsRefused() {
    for (int i = 0; i < 1000; i++) {
      byte[] noise = TestDelivery.bytes(random, random.nextInt(400));
      assertThrows(DeliveryRefused.class, () -> Envelope.parse(noise));
    }
  }

  /** A length of 2 GB in a short message allocates nothing. */
  @Test
  void lengthsBeyondTheEndAllocateNothing() {
    byte[] body = delivery("bits").bodies().get(0);
    int sums = body.length - 32 - 17 - 4 - 32 - 4; // 1 byte of bits and 16 of masks; 32 of sums
    byte[] huge = body.clone();
    huge[sums] = 0x7F;
    assertThrows(DeliveryRefused.class, () -> Envelope.parse(huge));
    huge[sums] = -1;
    assertThrows(DeliveryRefused.class, () -> Envelope.parse(huge));
    assertArrayEquals(new byte[] {0, 0, 0, 32}, Arrays.copyOfRange(body, sums, sums + 4));
  }
}
