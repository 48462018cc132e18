package org.schurmpc.cli.values;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.schurmpc.core.bits.BitMatrix;

/**
 * Output values, lane after lane. As text a line for each lane, values in hex with a blank between
 * them and "-" for those that this party does not learn; raw those that it learns alone, each in
 * whole bytes.
 */
public final class OutputText {
  private static final byte[] DIGITS = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private final List<ValueLayout> values;
  private final boolean[] learnt;
  private final boolean raw;

  /**
   * @param sizes the bits of each output value of the circuit
   * @param learnt which of them this party learns
   */
  public OutputText(int[] sizes, boolean[] learnt, ValueOrder order, boolean raw) {
    this.values = ValueLayout.of(sizes, order);
    this.learnt = learnt.clone();
    this.raw = raw;
  }

  /**
   * Writes all lanes and flushes; the stream stays open.
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
