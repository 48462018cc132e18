package org.schurmpc.core.circuit.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;

/** Detects whether a stream is compressed with gzip. */
final class Unpacking {
  private static final int FIRST = 0x1f;
  private static final int SECOND = 0x8b;
  private static final int BUFFER = 1 << 16;

  private Unpacking() {}

  /** Returns the stream, decompressed if necessary. */
  static InputStream of(InputStream in) throws IOException {
    PushbackInputStream all = new PushbackInputStream(in, 2);
    byte[] start = all.readNBytes(2);
    all.unread(start);
    boolean packed = start.length == 2 && (start[0] & 0xff) == FIRST && (start[1] & 0xff) == SECOND;
    return packed ? new GZIPInputStream(all, BUFFER) : all;
  }
}
