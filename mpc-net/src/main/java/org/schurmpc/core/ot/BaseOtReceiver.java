package org.schurmpc.core.ot;

import java.security.SecureRandom;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.crypto.RistrettoPoint;
import org.schurmpc.core.crypto.RistrettoScalar;
import org.schurmpc.core.crypto.RistrettoTable;
import org.schurmpc.core.crypto.Secrets;

/**
 * Implements the receiver of base OTs. For the choice c of each transfer, the receiver sends a
 * uniform element r_(1-c) and r_c = 2t*G - H_c(r_(1-c)), each uniform for either c, and computes
 * its key from 4t*A. No branch and no index depends on c.
 */
final class BaseOtReceiver implements AutoCloseable {
  /** Number of bytes sent for each transfer. */
  static final int PAIR_BYTES = 2 * RistrettoPoint.BYTES;

  private final BaseOtHash hash;
  private final long[] choices;
  private final int n;
  private final RistrettoScalar[] t;
  private final byte[] message;

  BaseOtReceiver(BaseOtHash hash, long[] choices, int n, SecureRandom random) {
    this.hash = hash;
    this.choices = choices.clone();
    this.n = n;
    this.t = scalars(n, random);
    this.message = new byte[messageBytes(n)];
    choose(random);
  }

  /** Returns the length of the message for {@code n} transfers. */
  static int messageBytes(int n) {
    return Math.multiplyExact(n, PAIR_BYTES);
  }

  private static RistrettoScalar[] scalars(int n, SecureRandom random) {
    byte[] bytes = new byte[n * RistrettoScalar.BYTES];
    random.nextBytes(bytes);
    RistrettoScalar[] scalars = new RistrettoScalar[n];
    for (int i = 0; i < n; i++) {
      scalars[i] = new RistrettoScalar(bytes, i * RistrettoScalar.BYTES);
    }
    Secrets.wipe(bytes);
    return scalars;
  }

  private void choose(SecureRandom random) {
    byte[] unchosen = encodeAndWipe(uniformPoints(random));
    byte[] chosen = encodeAndWipe(halvesOfChosen(unchosen));
    for (int i = 0; i < n; i++) {
      place(i, chosen, unchosen);
    }
    Secrets.wipe(unchosen);
    Secrets.wipe(chosen);
  }

  private RistrettoPoint[] uniformPoints(SecureRandom random) {
    byte[] uniform = new byte[n * RistrettoPoint.UNIFORM_BYTES];
    random.nextBytes(uniform);
    RistrettoPoint[] points = new RistrettoPoint[n];
    for (int i = 0; i < n; i++) {
      points[i] = RistrettoPoint.fromUniformBytes(uniform, i * RistrettoPoint.UNIFORM_BYTES);
    }
    Secrets.wipe(uniform);
    return points;
  }

  /** Returns t*G minus half of the hash, for each transfer. */
  private RistrettoPoint[] halvesOfChosen(byte[] unchosen) {
    RistrettoPoint[] points = new RistrettoPoint[n];
    for (int i = 0; i < n; i++) {
      RistrettoPoint shift = hash.halfOfHash(i, choice(i), unchosen, i * RistrettoPoint.BYTES);
      RistrettoPoint tG = RistrettoTable.ofGenerator().multiply(t[i]);
      points[i] = tG.minus(shift);
      tG.wipe();
      shift.wipe();
    }
    return points;
  }

  private static byte[] encodeAndWipe(RistrettoPoint[] points) {
    byte[] encoded = new byte[points.length * RistrettoPoint.BYTES];
    RistrettoPoint.encodeDoubles(points, encoded, 0);
    for (RistrettoPoint point : points) {
      point.wipe();
    }
    return encoded;
  }

  /**
   * Places the chosen element at the position selected by the choice, and the other element at the
   * other position.
   */
  private void place(int i, byte[] chosen, byte[] unchosen) {
    int mask = (int) -choice(i);
    int from = i * RistrettoPoint.BYTES;
    int to = i * PAIR_BYTES;
    for (int j = 0; j < RistrettoPoint.BYTES; j++) {
      int swap = (chosen[from + j] ^ unchosen[from + j]) & mask;
      message[to + j] = (byte) (chosen[from + j] ^ swap);
      message[to + RistrettoPoint.BYTES + j] = (byte) (unchosen[from + j] ^ swap);
    }
  }

  /** Returns the choice of a transfer: 0 or 1, secret. */
  private long choice(int i) {
    return choices[i / Long.SIZE] >>> i % Long.SIZE & 1;
  }

  /** Returns r_0 and r_1 of each transfer, encoded. */
  byte[] message() {
    return message;
  }

  /** Computes the chosen keys from the sender's message. */
  byte[] keys(byte[] in, int offset) throws PeerCheated {
    RistrettoTable twiceA = new RistrettoTable(BaseOtHash.received(in, offset).doubled());
    RistrettoPoint[] shared = new RistrettoPoint[n];
    for (int i = 0; i < n; i++) {
      shared[i] = twiceA.multiply(t[i]);
    }
    byte[] encoded = encodeAndWipe(shared);
    byte[] context = hash.keyContext(in, offset);
    byte[] keys = new byte[n * BaseOt.KEY_BYTES];
    for (int i = 0; i < n; i++) {
      int pair = i * PAIR_BYTES;
      int at = i * RistrettoPoint.BYTES;
      BaseOtHash.key(context, i, choice(i), message, pair, encoded, at, keys, i * BaseOt.KEY_BYTES);
    }
    Secrets.wipe(encoded);
    return keys;
  }

  /** Overwrites the secrets. */
  @Override
  public void close() {
    for (RistrettoScalar each : t) {
      each.wipe();
    }
    Secrets.wipe(choices);
  }
}
