package org.schurmpc.cli.values;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.schurmpc.core.bits.BitMatrix;

/**
 * Writes output values, lane after lane. As text, each lane is a line with the values in hex,
 * separated by blanks, with "-" for values that this party does not learn. Raw, only the values
 * that this party learns are written, each in whole bytes.
 */
public final class OutputText {
  private static final byte[] DIGITS = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private final List<ValueLayout> values;
  private final boolean[] learnt;
  private final boolean raw;

  /**
   * Creates a writer.
   *
   * @param sizes the number of bits of each output value of the circuit
   * @param learnt for each output value, whether this party learns it
   * @param order the order of the bits of written values
   * @param raw whether values are written as bytes instead of text
   */
  public OutputText(int[] sizes, boolean[] learnt, ValueOrder order, boolean raw) {
    this.values = ValueLayout.of(sizes, order);
    this.learnt = learnt.clone();
    this.raw = raw;
  }

  /**
   * Writes all lanes and flushes. The stream stays open.
   *
   * @param outputs a row for each output wire, a column for each lane
   */
  public void write(BitMatrix outputs, OutputStream to) throws IOException {
    OutputStream out = new BufferedOutputStream(to, 1 << 16);
    for (int lane = 0; lane < outputs.columns(); lane++) {
      for (int i = 0; i < values.size(); i++) {
        if (raw) {
          writeRaw(i, outputs, lane, out);
        } else {
          writeHex(i, outputs, lane, out);
        }
      }
      if (!raw) {
        out.write('\n');
      }
    }
    out.flush();
  }

  private void writeRaw(int i, BitMatrix outputs, int lane, OutputStream out) throws IOException {
    ValueLayout value = values.get(i);
    for (int index = 0; learnt[i] && index < value.byteCount(); index++) {
      out.write(value.get(index, outputs, lane));
    }
  }

  private void writeHex(int i, BitMatrix outputs, int lane, OutputStream out) throws IOException {
    if (i > 0) {
      out.write(' ');
    }
    if (!learnt[i]) {
      out.write('-');
      return;
    }
    ValueLayout value = values.get(i);
    for (int index = 0; index < value.byteCount(); index++) {
      int bits = value.get(index, outputs, lane);
      if (value.width(index) > 4) {
        out.write(DIGITS[bits >> 4]);
      }
      out.write(DIGITS[bits & 15]);
    }
  }
}
