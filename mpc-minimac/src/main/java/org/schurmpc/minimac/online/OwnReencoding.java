package org.schurmpc.minimac.online;

import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.Encoder;

/** Re-encoding by each player for itself, without a message (DLT14, section 4.1). */
final class OwnReencoding implements Reencoding {
  private final Encoder encoder;

  /**
   * Creates the re-encoding.
   *
   * @param encoder encoder of C
   */
  OwnReencoding(Encoder encoder) {
    this.encoder = encoder;
  }

  @Override
  public void reencode(long[] words, int count) {
    for (int i = 0; i < count; i++) {
      encoder.encode(words, i * Codeword.LONGS, words, i * Codeword.LONGS);
    }
  }

  @Override
  public void wipe() {}
}
