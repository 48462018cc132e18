package org.schurmpc.core.crypto;

import java.security.SecureRandom;

/**
 * A hash commitment that names its committer and its purpose: SHA-256(sid, label, party, counter,
 * value, 32 random bytes). Without the committer's name another party could copy the commitment.
 */
public final class Commitment {
  public static final int BYTES = FieldHash.BYTES;
  public static final int RANDOMNESS_BYTES = 32;

  private Commitment() {}

  /** Returns fresh randomness for one commitment, {@value #RANDOMNESS_BYTES} bytes. */
  public static byte[] randomness(SecureRandom random) {
    byte[] bytes = new byte[RANDOMNESS_BYTES];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Returns the commitment, {@value #BYTES} bytes. */
  public static byte[] commit(
      byte[] sid, String label, int party, long counter, byte[] value, byte[] randomness) {
    return new FieldHash("commitment")
        .add(sid)
        .add(label)
        .add(party)
        .add(counter)
        .add(value)
        .add(randomness)
        .digest();
  }
}
