package org.schurmpc.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the check of deliveries. For each comparison there is a forgery that only this comparison
 * refuses; a forgery is made by the first party, and by the last.
 */
class DeliveryCheckTest {
  private static final long SEED = 45;

  /** A small field with one combination: forgeries by search are fast. */
  private static final Domain SMALL =
      new Domain("251", new PrimeElements(BigInteger.valueOf(251)), 1);

  private final Random random = new Random(SEED);

  private TestDelivery committed(Domain domain, int n, int m) {
    DeliveryCheck.Expected expected =
        TestDelivery.expected(random, true, n, domain, domain.packedBits(), m);
    return TestDelivery.committed(random, n, expected, clear(domain, m));
  }

  private byte[] clear(Domain domain, int m) {
    BigInteger[] numbers = new BigInteger[m];
    Arrays.setAll(numbers, i -> new BigInteger(domain.packedBits(), random));
    return TestDelivery.encode(domain, numbers);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bits",
        "p128",
        "p192",
        "170141183460469231731687303715884105727",
        "4294967291",
        "gf2_40",
        "gf2_64",
        "gf2_128"
      })
  void acceptsWhatHonestPartiesSend(String name) throws DeliveryRefused {
    Domain domain = Domain.named(name).orElseThrow();
    for (int n = 2; n <= 4; n++) {
      for (int m : new int[] {1, 8, 21}) {
        DeliveryCheck.Expected expected =
            TestDelivery.expected(random, n == 3, n, domain, domain.packedBits(), m);
        byte[] clear = clear(domain, m);
        TestDelivery delivery = TestDelivery.committed(random, n, expected, clear).opened();
        assertArrayEquals(clear, delivery.accept().values(), name + " " + n + " " + m);
      }
    }
  }

  @Test
  void acceptsADeliveryOfNothing() throws DeliveryRefused {
    Domain domain = Domain.named("p128").orElseThrow();
    assertEquals(0, committed(domain, 2, 0).opened().accept().values().length);
  }

  @Test
  void acceptsEitherCertificateOfAPartyThatRenewsItsOwn() throws DeliveryRefused {
    TestDelivery delivery = committed(SMALL, 2, 3).opened();
    Set<Fingerprint> two = new HashSet<>(delivery.expected.parties().get(1));
    two.add(new Fingerprint(TestDelivery.hex(random)));
    DeliveryCheck.Expected renewed =
        with(delivery.expected, List.of(delivery.expected.parties().get(0), two));
    DeliveryCheck.accept(delivery.bodies(), renewed);
  }

  private static DeliveryCheck.Expected with(
      DeliveryCheck.Expected old, List<Set<Fingerprint>> parties) {
    return new DeliveryCheck.Expected(
        old.masks(),
        old.number(),
        parties,
        old.client(),
        old.request(),
        old.job(),
        old.digest(),
        old.domain(),
        old.packed(),
        old.elements());
  }

  private static void assertRefused(TestDelivery delivery) {
    DeliveryRefused refused = assertThrows(DeliveryRefused.class, delivery::accept);
    assertEquals(delivery.expected.refused().getMessage(), refused.getMessage());
  }

  // ----- header

  /** The cheat's session is another one, and its commitment is right in it. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void refusesHeadersThatDiffer(int cheat) {
    TestDelivery delivery = committed(SMALL, 3, 4);
    EnvelopeHeader old = delivery.headers[cheat];
    delivery.headers[cheat] = withSid(old, TestDelivery.hex(random));
    delivery.commit(cheat);
    assertRefused(delivery.opened());
    delivery.headers[cheat] = old;
    delivery.commit(cheat);
    assertTrue(delivery.opened().isAccepted());
  }

  private static EnvelopeHeader withSid(EnvelopeHeader h, String sid) {
    return new EnvelopeHeader(
        h.kind(),
        h.number(),
        sid,
        h.parties(),
        h.client(),
        h.request(),
        h.job(),
        h.digest(),
        h.attempt(),
        h.domain(),
        h.packed(),
        h.elements(),
        h.combinations());
  }

  /** All parties deliver something that was made for another purpose. */
  @Test
  void refusesHeadersThatAreNotWhatWasAskedFor() {
    Fingerprint other = new Fingerprint(TestDelivery.hex(random));
    List<UnaryOperator<EnvelopeHeader>> changes =
        List.of(
            h ->
                header(
                    h,
                    EnvelopeHeader.OUTPUT,
                    h.number(),
                    h.parties(),
                    h.client(),
                    h.request(),
                    h.job(),
                    h.digest(),
                    0),
            h ->
                header(
                    h,
                    h.kind(),
                    h.number() + 1,
                    h.parties(),
                    h.client(),
                    h.request(),
                    h.job(),
                    h.digest(),
                    0),
            h ->
                header(
                    h,
                    h.kind(),
                    h.number(),
                    List.of(h.parties().get(1), h.parties().get(0)),
                    h.client(),
                    h.request(),
                    h.job(),
                    h.digest(),
                    0),
            h ->
                header(
                    h,
                    h.kind(),
                    h.number(),
                    List.of(h.parties().get(0), other),
                    h.client(),
                    h.request(),
                    h.job(),
                    h.digest(),
                    0),
            h ->
                header(
                    h,
                    h.kind(),
                    h.number(),
                    h.parties(),
                    other,
                    h.request(),
                    h.job(),
                    h.digest(),
                    0),
            h ->
                header(
                    h,
                    h.kind(),
                    h.number(),
                    h.parties(),
                    h.client(),
                    new UUID(1, 2),
                    h.job(),
                    h.digest(),
                    0),
            h ->
                header(
                    h,
                    h.kind(),
                    h.number(),
                    h.parties(),
                    h.client(),
                    h.request(),
                    "tap",
                    h.digest(),
                    0),
            h ->
                header(
                    h,
                    h.kind(),
                    h.number(),
                    h.parties(),
                    h.client(),
                    h.request(),
                    h.job(),
                    other.hex(),
                    0),
            h ->
                header(
                    h,
                    h.kind(),
                    h.number(),
                    h.parties(),
                    h.client(),
                    h.request(),
                    h.job(),
                    h.digest(),
                    1));
    for (int i = 0; i < changes.size(); i++) {
      TestDelivery delivery = committed(SMALL, 2, 4);
      Arrays.setAll(delivery.headers, j -> delivery.headers[j]);
      for (int j = 0; j < 2; j++) {
        delivery.headers[j] = changes.get(i).apply(delivery.headers[j]);
      }
      delivery.commit(0);
      delivery.commit(1);
      assertRefused(delivery.opened());
    }
  }

  /** Each envelope is sound in itself, and names a party less or more than there are. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void refusesAnotherNumberOfParties(int named) {
    TestDelivery delivery = committed(SMALL, 2, 4).opened();
    EnvelopeHeader h = delivery.headers[0];
    List<Fingerprint> parties = new ArrayList<>(h.parties());
    parties.add(new Fingerprint(TestDelivery.hex(random)));
    EnvelopeHeader other =
        header(
            h,
            h.kind(),
            h.number(),
            parties.subList(0, named),
            h.client(),
            h.request(),
            h.job(),
            h.digest(),
            0);
    List<byte[]> bodies = new ArrayList<>();
    for (int j = 0; j < 2; j++) {
      byte[][] list = {delivery.lists[j][0], delivery.lists[j][1], new byte[Envelope.BLOCK]};
      bodies.add(
          new Envelope(
                  other,
                  delivery.seeds[j],
                  Arrays.asList(list).subList(0, named),
                  delivery.sums[j],
                  delivery.values[j],
                  delivery.randomness[j])
              .toBytes());
    }
    assertThrows(DeliveryRefused.class, () -> DeliveryCheck.accept(bodies, delivery.expected));
  }

  private static EnvelopeHeader header(
      EnvelopeHeader h,
      int kind,
      long number,
      List<Fingerprint> parties,
      Fingerprint client,
      UUID request,
      String job,
      String digest,
      int attempt) {
    return new EnvelopeHeader(
        kind,
        number,
        h.sid(),
        parties,
        client,
        request,
        job,
        digest,
        attempt,
        h.domain(),
        h.packed(),
        h.elements(),
        h.combinations());
  }

  /** What is sent is sound in itself, with another domain, packing, length or number of masks. */
  @Test
  void refusesOtherShapes() {
    Domain two = new Domain("251", SMALL.elements(), 2);
    Domain named = new Domain("241", new PrimeElements(BigInteger.valueOf(241)), 1);
    TestDelivery right = committed(SMALL, 2, 4);
    for (DeliveryCheck.Expected other :
        List.of(
            shaped(right.expected, two, SMALL.packedBits(), 4),
            shaped(right.expected, named, SMALL.packedBits(), 4),
            shaped(right.expected, SMALL, 0, 4),
            shaped(right.expected, SMALL, SMALL.packedBits(), 5))) {
      TestDelivery made =
          TestDelivery.committed(random, 2, other, clear(other.domain(), other.elements()));
      List<byte[]> bodies = made.opened().bodies();
      assertTrue(made.isAccepted());
      assertThrows(DeliveryRefused.class, () -> DeliveryCheck.accept(bodies, right.expected));
    }
  }

  private static DeliveryCheck.Expected shaped(
      DeliveryCheck.Expected old, Domain domain, int packed, int m) {
    return new DeliveryCheck.Expected(
        old.masks(),
        old.number(),
        old.parties(),
        old.client(),
        old.request(),
        old.job(),
        old.digest(),
        domain,
        packed,
        m);
  }

  /** Values and sums are as asked for; both parties say that they are something else. */
  @Test
  void refusesHeadersThatDoNotSayWhatTheValuesAre() {
    for (int change = 0; change < 4; change++) {
      TestDelivery delivery = committed(SMALL, 2, 4).opened();
      EnvelopeHeader h = delivery.headers[0];
      EnvelopeHeader other =
          new EnvelopeHeader(
              h.kind(),
              h.number(),
              h.sid(),
              h.parties(),
              h.client(),
              h.request(),
              h.job(),
              h.digest(),
              h.attempt(),
              change == 0 ? "241" : h.domain(),
              h.packed() + (change == 1 ? 1 : 0),
              h.elements() + (change == 2 ? 1 : 0),
              h.combinations() + (change == 3 ? 1 : 0));
      assertTrue(delivery.isAccepted());
      Arrays.fill(delivery.headers, other);
      assertRefused(delivery);
    }
  }

  @Test
  void refusesLengthsThatTheHeaderDoesNotSay() {
    for (int change = 0; change < 4; change++) {
      TestDelivery delivery = committed(SMALL, 2, 4).opened();
      if (change < 2) {
        byte[] longer = Arrays.copyOf(delivery.sums[0], change == 0 ? 2 : 0);
        Arrays.setAll(delivery.sums, j -> longer);
      } else {
        delivery.values[1] = Arrays.copyOf(delivery.values[1], change == 2 ? 6 : 4);
        delivery.commit(1);
      }
      assertRefused(delivery);
    }
  }

  // ----- list, seed, sums, commitment, combination

  /** The cheat knows the seed before it chooses its values, and shows a list that fits them. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void refusesListsThatDiffer(int cheat) {
    for (int i = 0; i < 200; i++) {
      TestDelivery delivery = committed(SMALL, 2, 4).opened();
      shiftUnseen(delivery, cheat);
      byte[][] own = delivery.lists[cheat].clone();
      own[cheat] = delivery.commitment(cheat);
      delivery.lists[cheat] = own;
      assertArrayEquals(delivery.sums[0], delivery.combined(delivery.seeds[0]));
      assertRefused(delivery);
    }
  }

  /** Changes a value and the mask of a party so that the combination stays. */
  private static void shiftUnseen(TestDelivery delivery, int cheat) {
    delivery.add(cheat, 0, BigInteger.ONE);
    BigInteger now = SMALL.elements().number(delivery.combined(delivery.seeds[0]), 0);
    BigInteger right = SMALL.elements().number(delivery.sums[0], 0);
    delivery.add(cheat, delivery.m, right.subtract(now));
  }

  /** The cheat's error is fixed, and it says another seed, for which the error does not show. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void refusesSeedsThatDiffer(int cheat) {
    TestDelivery delivery = committed(SMALL, 2, 4).opened();
    delivery.add(cheat, 0, BigInteger.ONE);
    delivery.commit(cheat);
    int tries = 0;
    byte[] other;
    do {
      other = TestDelivery.bytes(random, 32);
      tries++;
    } while (!Arrays.equals(delivery.sums[0], delivery.combined(other)));
    assertTrue(tries > 1);
    delivery.seeds[cheat] = other;
    assertRefused(delivery);
    Arrays.fill(delivery.seeds, other);
    assertTrue(delivery.isAccepted(), "from both it would be right");
  }

  /** The cheat says sums that fit its error. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void refusesSumsThatDiffer(int cheat) {
    TestDelivery delivery = committed(SMALL, 2, 4).opened();
    delivery.add(cheat, 1, BigInteger.TEN);
    delivery.commit(cheat);
    delivery.sums[cheat] = delivery.combined(delivery.seeds[0]);
    assertRefused(delivery);
    Arrays.fill(delivery.sums, delivery.sums[cheat]);
    assertTrue(delivery.isAccepted(), "from both it would be right");
  }

  /** The cheat's values fit the sums, and not its commitment. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void refusesValuesThatDoNotOpenTheCommitment(int cheat) {
    TestDelivery delivery = committed(SMALL, 2, 4).opened();
    shiftUnseen(delivery, cheat);
    assertRefused(delivery);
    delivery.commit(cheat);
    assertTrue(delivery.isAccepted(), "with its commitment it would be right");
  }

  @Test
  void refusesACommitmentThatWasCopied() {
    TestDelivery delivery = committed(SMALL, 2, 4);
    delivery.values[1] = delivery.values[0].clone();
    delivery.randomness[1] = delivery.randomness[0];
    for (int j = 0; j < 2; j++) {
      delivery.lists[j][1] = delivery.lists[j][0];
    }
    assertRefused(delivery.opened());
  }

  /** The cheat's error was there before the seed. */
  @ParameterizedTest
  @ValueSource(strings = {"p128", "gf2_40", "gf2_64", "4294967291"})
  void refusesErrors(String name) {
    Domain domain = Domain.named(name).orElseThrow();
    for (int index = 0; index < 3 + domain.combinations(); index++) {
      TestDelivery delivery = committed(domain, 3, 3);
      delivery.toss();
      byte[] right = delivery.combined(delivery.seeds[0]);
      Arrays.fill(delivery.sums, right);
      delivery.add(1, index, BigInteger.ONE);
      delivery.commit(1);
      assertRefused(delivery);
    }
  }

  /** Sums of bits are for each party apart: two errors that cancel out are found. */
  @Test
  void refusesErrorsInBits() {
    Domain domain = Domain.named("bits").orElseThrow();
    for (int index = 0; index < 19; index++) {
      TestDelivery delivery = committed(domain, 3, 19).opened();
      delivery.flip(1, index);
      delivery.commit(1);
      assertRefused(delivery);
      delivery.flip(2, index);
      delivery.commit(2);
      assertRefused(delivery);
      delivery.flip(1, index);
      delivery.flip(2, index);
      delivery.commit(1);
      delivery.commit(2);
      assertTrue(delivery.isAccepted());
    }
  }

  @Test
  void refusesEveryCombinationThatIsWrong() {
    Domain domain = Domain.named("gf2_40").orElseThrow();
    for (int at = 0; at < domain.sumBytes(2); at++) {
      TestDelivery delivery = committed(domain, 2, 5).opened();
      for (byte[] sums : delivery.sums) {
        sums[at] ^= 1;
      }
      assertRefused(delivery);
    }
  }

  /** The residue of x + p is right: only the encoding is another one. */
  @Test
  void refusesElementsInAnotherEncoding() {
    TestDelivery delivery = committed(SMALL, 2, 4);
    delivery.add(1, 2, SMALL.elements().number(delivery.values[1], 2).negate());
    delivery.toss();
    Arrays.fill(delivery.sums, delivery.combined(delivery.seeds[0]));
    assertEquals(0, delivery.values[1][2]);
    delivery.values[1][2] = (byte) 251;
    delivery.commit(1);
    assertArrayEquals(delivery.sums[0], delivery.combined(delivery.seeds[0]));
    assertRefused(delivery);
  }

  // ----- after the check

  /** A reason of its own would tell the cheat whether the sum left the range. */
  @Test
  void rangesAreTestedAfterTheCheckAndRefusedInTheSameWords() throws DeliveryRefused {
    Domain domain = Domain.named("p128").orElseThrow();
    BigInteger tooLarge = BigInteger.ONE.shiftLeft(126);
    DeliveryCheck.Expected expected = TestDelivery.expected(random, true, 2, domain, 126, 1);
    TestDelivery delivery =
        TestDelivery.committed(random, 2, expected, TestDelivery.encode(domain, tooLarge)).opened();
    DeliveryCheck.Delivered delivered = delivery.accept();
    DeliveryRefused range =
        assertThrows(DeliveryRefused.class, () -> InputMasks.bits(delivered, 126));
    delivery.add(1, 0, BigInteger.ONE);
    delivery.commit(1);
    DeliveryRefused check = assertThrows(DeliveryRefused.class, delivery::accept);
    assertEquals(check.getMessage(), range.getMessage());
    assertEquals(check.toString(), range.toString());
  }

  @Test
  void elementsAreFullButTheLast() throws DeliveryRefused {
    Domain domain = Domain.named("4294967291").orElseThrow();
    assertEquals(30, domain.packedBits());
    assertEquals(3, InputMasks.elements(domain, 70));
    BigInteger full = BigInteger.ONE.shiftLeft(30).subtract(BigInteger.ONE);
    for (int last : new int[] {0, 1023, 1024}) {
      byte[] clear = TestDelivery.encode(domain, full, BigInteger.ZERO, BigInteger.valueOf(last));
      DeliveryCheck.Expected expected = TestDelivery.expected(random, true, 2, domain, 30, 3);
      DeliveryCheck.Delivered delivered =
          TestDelivery.committed(random, 2, expected, clear).opened().accept();
      if (last == 1024) {
        assertThrows(DeliveryRefused.class, () -> InputMasks.bits(delivered, 70));
      } else {
        byte[] bits = InputMasks.bits(delivered, 70);
        assertEquals(30 + Integer.bitCount(last), java.util.BitSet.valueOf(bits).cardinality());
        assertEquals(9, bits.length);
      }
    }
  }

  /** The padding is under the commitments, and in no combination. */
  @Test
  void bitsBehindTheLastAreRefused() throws DeliveryRefused {
    Domain domain = Domain.named("bits").orElseThrow();
    TestDelivery delivery = committed(domain, 2, 12);
    delivery.flip(0, 12);
    delivery.commit(0);
    DeliveryCheck.Delivered delivered = delivery.opened().accept();
    assertThrows(DeliveryRefused.class, () -> InputMasks.bits(delivered, 12));
    delivered.values()[1] = (byte) 0x8F; // the sign must not hide the bits
    assertThrows(DeliveryRefused.class, () -> InputMasks.bits(delivered, 12));
  }

  @Test
  void outputsOfProgramsOutOfTheirRangeAreRefused() throws DeliveryRefused {
    Domain domain = Domain.named("p128").orElseThrow();
    Port signed = new Port("x", Port.Kind.SIGNED, 8, 0, 1, Port.CLIENT);
    Port unsigned = new Port("x", Port.Kind.UNSIGNED, 8, 0, 1, Port.CLIENT);
    assertEquals(List.of(BigInteger.valueOf(-128)), output(domain, signed, -128));
    assertEquals(List.of(BigInteger.valueOf(127)), output(domain, signed, 127));
    assertEquals(List.of(BigInteger.valueOf(255)), output(domain, unsigned, 255));
    assertThrows(DeliveryRefused.class, () -> output(domain, signed, 128));
    assertThrows(DeliveryRefused.class, () -> output(domain, signed, -129));
    assertThrows(DeliveryRefused.class, () -> output(domain, unsigned, 256));
    assertThrows(DeliveryRefused.class, () -> output(domain, unsigned, -1));
  }

  private List<BigInteger> output(Domain domain, Port port, long value) throws DeliveryRefused {
    BigInteger p = domain.elements().prime().orElseThrow();
    byte[] clear = TestDelivery.encode(domain, BigInteger.valueOf(value).mod(p));
    DeliveryCheck.Expected expected = TestDelivery.expected(random, false, 2, domain, 0, 1);
    TestDelivery delivery = TestDelivery.committed(random, 2, expected, clear).opened();
    return Answer.ofElements(List.of(port), delivery.accept()).numbers("x");
  }

  @Test
  void numbersOfOutputsMayBeAny() {
    Domain domain = SMALL;
    DeliveryCheck.Expected expected = TestDelivery.expected(random, false, 2, domain, 0, 2);
    assertEquals(OptionalLong.empty(), expected.number());
    TestDelivery delivery = TestDelivery.committed(random, 2, expected, clear(domain, 2)).opened();
    assertTrue(delivery.isAccepted());
    assertTrue(delivery.bodies().get(0).length <= expected.mostBytes());
    assertFalse(HexFormat.of().formatHex(delivery.bodies().get(0)).isEmpty());
  }
}
