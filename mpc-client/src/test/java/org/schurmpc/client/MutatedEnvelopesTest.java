package org.schurmpc.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
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
    return switch (random.nextInt(6)) {
      case 0 -> Arrays.copyOf(body, at);
      case 1 -> Arrays.copyOf(body, body.length + 1 + random.nextInt(40));
      case 2 -> { // a length, or what may be one
        byte[] extreme = {-1, (byte) random.nextInt(), 127, -128};
        yield with(body, Math.min(at, body.length - 4), extreme);
      }
      case 3 -> { // a byte is lost in the middle
        byte[] shorter = Arrays.copyOf(body, body.length - 1);
        System.arraycopy(body, at + 1, shorter, at, shorter.length - at);
        yield shorter;
      }
      case 4 -> with(body, at, TestDelivery.bytes(random, Math.min(32, body.length - at)));
      default -> {
        byte[] bytes = body.clone();
        for (int i = 0; i <= random.nextInt(4); i++) {
          bytes[random.nextInt(body.length)] = (byte) random.nextInt();
        }
        yield bytes;
      }
    };
  }

  private static byte[] with(byte[] body, int at, byte[] part) {
    byte[] changed = body.clone();
    System.arraycopy(part, 0, changed, at, part.length);
    return changed;
  }

  @Test
  void noiseIsRefused() {
    for (int i = 0; i < 1000; i++) {
      byte[] noise = TestDelivery.bytes(random, random.nextInt(400));
      assertThrows(DeliveryRefused.class, () -> Envelope.parse(noise));
    }
  }

  /** Whatever a check of the delivery says later. */
  @Test
  void numbersOutOfTheirRangesAreNoEnvelope() throws DeliveryRefused {
    byte[] body = delivery("bits").bodies().get(0);
    int attempt = 4 + 1 + 8 + 32 + 1 + 3 * 32 + 16 + 2 + 3 + 32;
    int elements = attempt + 4 + 2 + 4 + 1;
    Envelope.parse(body);
    for (int at : new int[] {0, 4, attempt, elements, elements + 1}) {
      byte[] wrong = body.clone();
      wrong[at] = (byte) (at == elements + 1 ? 0 : 0x80);
      if (at == elements + 1) {
        wrong[elements] = 0x08; // one more than 2^27
        wrong[elements + 3] = 1;
      }
      assertThrows(DeliveryRefused.class, () -> Envelope.parse(wrong), "byte " + at);
    }
  }

  private static byte[] envelope(List<Fingerprint> parties, String job) {
    Fingerprint some = new Fingerprint("ab".repeat(32));
    byte[] block = new byte[Envelope.BLOCK];
    EnvelopeHeader header =
        new EnvelopeHeader(
            EnvelopeHeader.OUTPUT,
            1,
            some.hex(),
            parties,
            some,
            new UUID(1, 2),
            job,
            some.hex(),
            1,
            "bits",
            1,
            1,
            2);
    List<byte[]> list = Collections.nCopies(parties.size(), block);
    return new Envelope(header, block, list, new byte[32], new byte[17], block).toBytes();
  }

  @Test
  void anEnvelopeNamesPartiesAndItsTextsAreShort() throws DeliveryRefused {
    List<Fingerprint> one = List.of(new Fingerprint("cd".repeat(32)));
    Envelope.parse(envelope(one, "j".repeat(255)));
    assertThrows(DeliveryRefused.class, () -> Envelope.parse(envelope(one, "j".repeat(256))));
    assertThrows(DeliveryRefused.class, () -> Envelope.parse(envelope(List.of(), "j")));
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
