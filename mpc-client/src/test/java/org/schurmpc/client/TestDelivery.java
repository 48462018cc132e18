package org.schurmpc.client;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/**
 * A delivery as parties make it, each with what it sends: a test changes what a corrupted party
 * sends, at the time at which that party could.
 */
final class TestDelivery {
  final Random random;
  final Domain domain;
  final int n;
  final int m;
  final DeliveryCheck.Expected expected;

  final EnvelopeHeader[] headers;
  final byte[][] seeds;
  final byte[][][] lists;
  final byte[][] sums;
  final byte[][] values;
  final byte[][] randomness;

  private TestDelivery(Random random, int n, DeliveryCheck.Expected expected) {
    this.random = random;
    this.domain = expected.domain();
    this.n = n;
    this.m = expected.elements();
    this.expected = expected;
    this.headers = new EnvelopeHeader[n];
    this.seeds = new byte[n][];
    this.lists = new byte[n][n][];
    this.sums = new byte[n][];
    this.values = new byte[n][];
    this.randomness = new byte[n][];
  }

  static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  static String hex(Random random) {
    return HexFormat.of().formatHex(bytes(random, 32));
  }

  /** Returns what a client expects of parties with one certificate each. */
  static DeliveryCheck.Expected expected(
      Random random, boolean masks, int n, Domain domain, int packed, int m) {
    List<Set<Fingerprint>> parties = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      parties.add(Set.of(new Fingerprint(hex(random))));
    }
    return new DeliveryCheck.Expected(
        masks,
        masks ? OptionalLong.of(random.nextLong()) : OptionalLong.empty(),
        parties,
        new Fingerprint(hex(random)),
        new UUID(random.nextLong(), random.nextLong()),
        "tag",
        hex(random),
        domain,
        packed,
        m);
  }

  /** Returns the bytes of elements, or of bits, that are the given numbers. */
  static byte[] encode(Domain domain, BigInteger... numbers) {
    if (domain.isBits()) {
      byte[] bits = new byte[(numbers.length + 7) / 8];
      for (int i = 0; i < numbers.length; i++) {
        bits[i / 8] |= (byte) (numbers[i].intValue() << (i % 8));
      }
      return bits;
    }
    int bytes = domain.elements().bytes();
    byte[] all = new byte[numbers.length * bytes];
    for (int i = 0; i < numbers.length; i++) {
      System.arraycopy(domain.elements().element(numbers[i]), 0, all, i * bytes, bytes);
    }
    return all;
  }

  static BigInteger uniform(Domain domain, Random random) {
    if (domain.isBits()) {
      return new BigInteger(1, random);
    }
    BigInteger draw = new BigInteger(domain.elements().bits() + 64, random);
    return domain.elements().prime().map(draw::mod).orElse(draw.shiftRight(64));
  }

  /** Shares values among the parties, which commit to their shares. */
  static TestDelivery committed(
      Random random, int n, DeliveryCheck.Expected expected, byte[] clear) {
    TestDelivery delivery = new TestDelivery(random, n, expected);
    delivery.share(clear);
    byte[] sid = bytes(random, 32);
    List<Fingerprint> certificates =
        expected.parties().stream().map(pins -> pins.iterator().next()).toList();
    for (int j = 0; j < n; j++) {
      delivery.headers[j] =
          new EnvelopeHeader(
              expected.masks() ? EnvelopeHeader.INPUT_MASKS : EnvelopeHeader.OUTPUT,
              expected.number().orElse(77),
              HexFormat.of().formatHex(sid),
              certificates,
              expected.client(),
              expected.request(),
              expected.job(),
              expected.digest(),
              expected.masks() ? 0 : 1,
              expected.domain().name(),
              expected.packed(),
              expected.elements(),
              expected.domain().combinations());
      delivery.randomness[j] = bytes(random, 32);
    }
    for (int j = 0; j < n; j++) {
      delivery.commit(j);
    }
    return delivery;
  }

  private void share(byte[] clear) {
    int masks = domain.valueBytes(m) - clear.length;
    int unit = domain.isBits() ? 1 : domain.elements().bytes();
    int count = (clear.length + masks) / unit;
    for (int j = 0; j < n; j++) {
      values[j] = new byte[clear.length + masks];
      for (int i = 0; i < count; i++) {
        byte[] share =
            domain.isBits() ? bytes(random, 1) : domain.elements().element(uniform(domain, random));
        System.arraycopy(share, 0, values[j], i * unit, unit);
      }
      if (domain.isBits() && m % 8 != 0) {
        values[j][clear.length - 1] &= (byte) ((1 << (m % 8)) - 1);
      }
    }
    // The last party's share makes up the sum.
    byte[] others = sum(Arrays.asList(values).subList(0, n - 1), clear.length / unit);
    for (int i = 0; i < clear.length / unit; i++) {
      if (domain.isBits()) {
        values[n - 1][i] = (byte) (clear[i] ^ others[i]);
      } else {
        BigInteger right = domain.elements().number(clear, i);
        BigInteger rest = domain.elements().number(others, i);
        add(n - 1, i, domain.elements().number(values[n - 1], i).negate());
        add(n - 1, i, right);
        add(n - 1, i, rest.negate());
      }
    }
  }

  private byte[] sum(List<byte[]> vectors, int units) {
    if (!domain.isBits()) {
      return domain.elements().sum(vectors, units);
    }
    byte[] sum = new byte[units];
    for (byte[] each : vectors) {
      for (int i = 0; i < units; i++) {
        sum[i] ^= each[i];
      }
    }
    return sum;
  }

  /** Adds an error to an element that a party sends; in characteristic 2 signs do not matter. */
  void add(int party, int index, BigInteger error) {
    Elements elements = domain.elements();
    BigInteger before = elements.number(values[party], index);
    BigInteger after =
        elements.prime().map(p -> before.add(error).mod(p)).orElse(before.xor(error.abs()));
    System.arraycopy(
        elements.element(after), 0, values[party], index * elements.bytes(), elements.bytes());
  }

  /** Adds an error to a bit that a party sends. */
  void flip(int party, int index) {
    values[party][index / 8] ^= (byte) (1 << (index % 8));
  }

  byte[] commitment(int party) {
    return FieldHash.commitment(
        HexFormat.of().parseHex(headers[party].sid()),
        party,
        headers[party].number(),
        values[party],
        randomness[party]);
  }

  /** Lets all see a party's commitment to what it sends now. */
  void commit(int party) {
    byte[] commitment = commitment(party);
    for (int j = 0; j < n; j++) {
      lists[j][party] = commitment;
    }
  }

  /** Tosses a seed, and opens what the values of then sum up to. */
  TestDelivery opened() {
    toss();
    byte[] opened = combined(seeds[0]);
    Arrays.setAll(sums, j -> opened.clone());
    return this;
  }

  void toss() {
    byte[] seed = bytes(random, 32);
    Arrays.setAll(seeds, j -> seed.clone());
  }

  byte[] combined(byte[] seed) {
    return domain.combine(new Coefficients(seed, headers[0].number()), Arrays.asList(values), m);
  }

  /** Returns what each party sends. */
  List<byte[]> bodies() {
    List<byte[]> bodies = new ArrayList<>();
    for (int j = 0; j < n; j++) {
      bodies.add(
          new Envelope(
                  headers[j],
                  seeds[j],
                  List.of(lists[j]),
                  sums[j],
                  values[j].clone(),
                  randomness[j])
              .toBytes());
    }
    return bodies;
  }

  DeliveryCheck.Delivered accept() throws DeliveryRefused {
    return DeliveryCheck.accept(bodies(), expected);
  }

  boolean isAccepted() {
    try {
      accept();
      return true;
    } catch (DeliveryRefused e) {
      return false;
    }
  }
}
