package org.schurmpc.core.silent;

import java.util.Arrays;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;

/**
 * Values of both directions with one peer: for each value of this party u and q, and for each of
 * the peer t, with q + t = u α for α of the one that holds t.
 */
public final class Voles implements AutoCloseable {
  final long[] u;
  final long[] q;
  final long[] t;

  /**
   * Holds values in arrays that are not copied.
   *
   * @param u this party's values, {@code n} elements or none
   * @param q its parts of their products with the peer's α
   * @param t this party's parts of the products of the peer's values and its own α, or none
   */
  public Voles(long[] u, long[] q, long[] t) {
    if (u.length != q.length) {
      throw new IllegalArgumentException("%d and %d words".formatted(u.length, q.length));
    }
    this.u = u;
    this.q = q;
    this.t = t;
  }

  static Voles zeros(Field field, int n) {
    int longs = Math.multiplyExact(n, field.limbs());
    return new Voles(new long[longs], new long[longs], new long[longs]);
  }

  /** Returns this party's values; not a copy. */
  public long[] u() {
    return u;
  }

  /** Returns this party's parts of the products of its values; not a copy. */
  public long[] q() {
    return q;
  }

  /** Returns this party's parts of the products of the peer's values; not a copy. */
  public long[] t() {
    return t;
  }

  /** Returns copies of {@code n} values of each direction. */
  public Voles part(Field field, int from, int n) {
    return new Voles(part(u, field, from, n), part(q, field, from, n), part(t, field, from, n));
  }

  static long[] part(long[] of, Field field, int from, int n) {
    return Arrays.copyOfRange(of, from * field.limbs(), (from + n) * field.limbs());
  }

  /** Wipes the values. */
  @Override
  public void close() {
    Secrets.wipe(u);
    Secrets.wipe(q);
    Secrets.wipe(t);
  }
}
