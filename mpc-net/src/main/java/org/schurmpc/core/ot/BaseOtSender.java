package org.schurmpc.core.ot;

import java.security.SecureRandom;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.crypto.RistrettoPoint;
import org.schurmpc.core.crypto.RistrettoScalar;
import org.schurmpc.core.crypto.RistrettoTable;
import org.schurmpc.core.crypto.Secrets;

/**
 * Implements the sender of base OTs: sends A = a*G, and computes key b of each transfer from
 * 2a*(r_b + H_b(r_(1-b))).
 */
final class BaseOtSender implements AutoCloseable {
  static final int MESSAGE_BYTES = RistrettoPoint.BYTES;

  private final BaseOtHash hash;
  private final RistrettoScalar a;
  private final byte[] message = new byte[MESSAGE_BYTES];

  BaseOtSender(BaseOtHash hash, SecureRandom random) {
    this.hash = hash;
    this.a = RistrettoScalar.random(random);
    RistrettoTable.ofGenerator().multiply(a).encode(message, 0);
  }

  /** Returns A, encoded. */
  byte[] message() {
    return message;
  }

  /** Computes the keys of {@code n} transfers from the receiver's message. */
  byte[] keys(byte[] in, int offset, int n) throws PeerCheated {
    RistrettoPoint[] shared = shared(in, offset, n);
    byte[] encoded = new byte[shared.length * RistrettoPoint.BYTES];
    RistrettoPoint.encodeDoubles(shared, encoded, 0);
    byte[] context = hash.keyContext(message, 0);
    byte[] keys = new byte[shared.length * BaseOt.KEY_BYTES];
    for (int i = 0; i < shared.length; i++) {
      int pair = offset + i / 2 * BaseOtReceiver.PAIR_BYTES;
      int at = i * RistrettoPoint.BYTES;
      int key = i * BaseOt.KEY_BYTES;
      BaseOtHash.key(context, i / 2, i % 2, in, pair, encoded, at, keys, key);
      shared[i].wipe();
    }
    Secrets.wipe(encoded);
    return keys;
  }

  private RistrettoPoint[] shared(byte[] in, int offset, int n) throws PeerCheated {
    RistrettoPoint[] points = received(in, offset, 2 * n);
    for (int i = 0; i < points.length; i++) {
      int other = offset + (i ^ 1) * RistrettoPoint.BYTES;
      RistrettoPoint shift = hash.halfOfHash(i / 2, i % 2, in, other).doubled();
      points[i] = points[i].plus(shift).times(a);
    }
    return points;
  }

  private static RistrettoPoint[] received(byte[] in, int offset, int count) throws PeerCheated {
    RistrettoPoint[] points = new RistrettoPoint[count];
    for (int i = 0; i < count; i++) {
      points[i] = BaseOtHash.received(in, offset + i * RistrettoPoint.BYTES);
    }
    return points;
  }

  /** Overwrites the secret. */
  @Override
  public void close() {
    a.wipe();
  }
}
