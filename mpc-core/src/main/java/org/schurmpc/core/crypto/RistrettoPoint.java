package org.schurmpc.core.crypto;

import java.util.HexFormat;
import java.util.Optional;

/**
 * An element of the group ristretto255 (RFC 9496), of prime order, in which discrete logarithms are
 * hard. Elements are immutable, except that {@link #wipe} overwrites one. All operations but
 * decoding take a time that does not depend on elements and scalars.
 */
public final class RistrettoPoint {
  /** Number of bytes of an encoded element. */
  public static final int BYTES = RistrettoCodec.BYTES;

  /** Number of uniform bytes from which a uniform element is made. */
  public static final int UNIFORM_BYTES = 2 * Field25519.BYTES;

  private static final String GENERATOR =
      "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76";

  private final EdwardsPoint point;

  /** Creates an element that keeps the point, not a copy. */
  RistrettoPoint(EdwardsPoint point) {
    this.point = point;
  }

  /** Returns the neutral element. */
  public static RistrettoPoint identity() {
    return new RistrettoPoint(new EdwardsPoint());
  }

  /** Returns the generator of RFC 9496. */
  public static RistrettoPoint generator() {
    return decode(HexFormat.of().parseHex(GENERATOR), 0).orElseThrow();
  }

  /**
   * Returns the element with this encoding of {@value #BYTES} bytes; empty if there is none. The
   * time reveals whether there is one.
   */
  public static Optional<RistrettoPoint> decode(byte[] encoded, int offset) {
    return RistrettoCodec.decode(encoded, offset).map(RistrettoPoint::new);
  }

  /**
   * Maps {@value #UNIFORM_BYTES} uniform bytes one-way to a uniform element (RFC 9496, 4.3.4).
   * Nobody knows the element's discrete logarithm. Applied to the output of a random oracle, the
   * map is a random oracle.
   */
  public static RistrettoPoint fromUniformBytes(byte[] uniform, int offset) {
    EdwardsPoint sum = RistrettoMap.map(uniform, offset);
    EdwardsPoint second = RistrettoMap.map(uniform, offset + Field25519.BYTES);
    CachedPoint cached = new CachedPoint();
    cached.set(second);
    sum.add(cached, true);
    second.wipe();
    cached.wipe();
    return new RistrettoPoint(sum);
  }

  /** Writes the element's canonical encoding of {@value #BYTES} bytes. */
  public void encode(byte[] dst, int offset) {
    RistrettoCodec.encode(point, dst, offset);
  }

  /**
   * Writes the encodings of the doubles of many elements, one after the other. The batch needs one
   * inversion altogether, while {@link #encode} needs one square root for each element.
   */
  public static void encodeDoubles(RistrettoPoint[] points, byte[] dst, int offset) {
    EdwardsPoint[] edwards = new EdwardsPoint[points.length];
    for (int i = 0; i < points.length; i++) {
      edwards[i] = points[i].point;
    }
    RistrettoCodec.encodeDoubles(edwards, dst, offset);
  }

  public RistrettoPoint plus(RistrettoPoint other) {
    CachedPoint cached = new CachedPoint();
    cached.set(other.point);
    return plus(cached);
  }

  public RistrettoPoint minus(RistrettoPoint other) {
    EdwardsPoint negative = other.point.copy();
    negative.negate();
    CachedPoint cached = new CachedPoint();
    cached.set(negative);
    negative.wipe();
    return plus(cached);
  }

  private RistrettoPoint plus(CachedPoint cached) {
    EdwardsPoint sum = point.copy();
    sum.add(cached, true);
    cached.wipe();
    return new RistrettoPoint(sum);
  }

  /** Returns the element plus itself. */
  public RistrettoPoint doubled() {
    EdwardsPoint twice = point.copy();
    twice.twice(true);
    return new RistrettoPoint(twice);
  }

  /**
   * Returns the scalar times the element. For many scalars and one element, see {@link
   * RistrettoTable}.
   */
  public RistrettoPoint times(RistrettoScalar scalar) {
    int[] table = smallMultiples();
    EdwardsPoint sum = new EdwardsPoint();
    CachedPoint selected = new CachedPoint();
    for (int i = RistrettoScalar.DIGITS - 1; i >= 0; i--) {
      for (int j = 0; j < 4; j++) {
        sum.twice(j == 3);
      }
      selected.select(table, 0, CachedPoint.LIMBS, scalar.digit(i));
      sum.add(selected, i == 0);
    }
    selected.wipe();
    Field25519.wipe(table);
    return new RistrettoPoint(sum);
  }

  private int[] smallMultiples() {
    int[] table = new int[RistrettoScalar.RADIX / 2 * CachedPoint.LIMBS];
    EdwardsPoint multiple = point.copy();
    CachedPoint first = new CachedPoint();
    first.set(point);
    CachedPoint cached = new CachedPoint();
    for (int offset = 0; offset < table.length; offset += CachedPoint.LIMBS) {
      cached.set(multiple);
      cached.store(table, offset, CachedPoint.LIMBS);
      multiple.add(first, true);
    }
    return table;
  }

  /** Whether this element is the neutral element. */
  public boolean isIdentity() {
    return RistrettoCodec.isIdentity(point);
  }

  /** Overwrites a secret element, which must not be used afterwards. */
  public void wipe() {
    point.wipe();
  }

  EdwardsPoint edwards() {
    return point;
  }

  @Override
  public String toString() {
    return "RistrettoPoint";
  }
}
