package org.schurmpc.core.circuit.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes numbers and words as ASCII without creating strings of the numbers. */
final class GateText {
  private final OutputStream out;
  private final byte[] buffer = new byte[1 << 13];
  private int size;

  GateText(OutputStream out) {
    this.out = out;
  }

  GateText number(int value) throws IOException {
    room(11);
    int digits = 1;
    for (int rest = value / 10; rest > 0; rest /= 10) {
      digits++;
    }
    int rest = value;
    for (int i = digits - 1; i >= 0; i--) {
      buffer[size + i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size += digits;
    return this;
  }

  GateText space() throws IOException {
    room(1);
    buffer[size++] = ' ';
    return this;
  }

  GateText text(String ascii) throws IOException {
    byte[] bytes = ascii.getBytes(StandardCharsets.US_ASCII);
    room(bytes.length);
    System.arraycopy(bytes, 0, buffer, size, bytes.length);
    size += bytes.length;
    return this;
  }

  void flush() throws IOException {
    out.write(buffer, 0, size);
    size = 0;
    out.flush();
  }

  private void room(int n) throws IOException {
    if (size + n > buffer.length) {
      out.write(buffer, 0, size);
      size = 0;
    }
  }
}
