package org.schurmpc.circuits.opt;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.BristolFashion;

/**
 * A stream of labels of 128 bits, two longs each, that look random and depend only on a circuit:
 * SHA-256 of the circuit's digest and a counter. Sums of labels represent sums of the labelled
 * values. The probability that two different sums of labels are equal, or that some of 32 sums are
 * dependent, is about 2^-80 in circuits of any size. This holds even for circuits that are made to
 * break it, because another circuit has other labels.
 */
final class Labels {
  private final MessageDigest sha;
  private final ByteBuffer seed; // the digest and the counter
  private ByteBuffer ready = ByteBuffer.allocate(0);
  private long count;

  Labels(Circuit circuit) {
    try {
      sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
    byte[] digest = BristolFashion.digest(circuit);
    seed = ByteBuffer.allocate(digest.length + Long.BYTES).put(digest);
  }

  /** Returns the next half of a label. */
  long next() {
    if (!ready.hasRemaining()) {
      seed.putLong(seed.capacity() - Long.BYTES, count++);
      ready = ByteBuffer.wrap(sha.digest(seed.array()));
    }
    return ready.getLong();
  }
}
