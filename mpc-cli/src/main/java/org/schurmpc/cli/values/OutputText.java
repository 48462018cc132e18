package org.schurmpc.cli.values;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.schurmpc.core.bits.BitMatrix;

/**
 * Writes output values, lane after lane. As text, each lane is a line with the values separated by
 * blanks, with "-" for values that this party does not learn. If values have names, each value that
 * this party learns is a line with its name and the values of all lanes, in the form of {@link
 * NamedValues}. Raw, only the values that this party learns are written, each in whole bytes.
 */
public final class OutputText {
  private static final byte[] DIGITS = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private final List<ValueLayout> values;
  private final boolean[] learnt;
  private final boolean raw;
  private final boolean named;

  /**
   * Creates a writer.
   *
   * @param sizes the number of bits of each output value of the circuit
   * @param learnt for each output value, whether this party learns it
   * @param writing how the values are written, if not raw
   * @param raw whether values are written as bytes instead of text
   */
  public OutputText(int[] sizes, boolean[] learnt, ValueWriting writing, boolean raw) {
    this.values = ValueLayout.of(sizes, writing);
    this.learnt = learnt.clone();
    this.raw = raw;
    this.named = writing.named();
  }

  /**
   * Writes all lanes and flushes. The stream stays open.
   *
   * @param outputs a row for each output wire, a column for each lane
   */
  public void write(BitMatrix outputs, OutputStream to) throws IOException {
    OutputStream out = new BufferedOutputStream(to, 1 << 16);
    if (named && !raw) {
      for (int i = 0; i < values.size(); i++) {
        writeNamed(i, outputs, out);
      }
    } else {
      for (int lane = 0; lane < outputs.columns(); lane++) {
        writeLane(outputs, lane, out);
      }
    }
    out.flush();
  }

  private void writeNamed(int i, BitMatrix outputs, OutputStream out) throws IOException {
    if (learnt[i]) {
      ascii(values.get(i).label() + " = ", out);
      for (int lane = 0; lane < outputs.columns(); lane++) {
        ascii(lane == 0 ? "" : ", ", out);
        writeValue(values.get(i), outputs, lane, out);
      }
      out.write('\n');
    }
  }

  private static void ascii(String text, OutputStream out) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private void writeLane(BitMatrix outputs, int lane, OutputStream out) throws IOException {
    for (int i = 0; i < values.size(); i++) {
      if (raw) {
        writeRaw(i, outputs, lane, out);
        continue;
      }
      ascii(i == 0 ? "" : " ", out);
      if (learnt[i]) {
        writeValue(values.get(i), outputs, lane, out);
      } else {
        out.write('-');
      }
    }
    if (!raw) {
      out.write('\n');
    }
  }

  private void writeRaw(int i, BitMatrix outputs, int lane, OutputStream out) throws IOException {
    ValueLayout value = values.get(i);
    for (int index = 0; learnt[i] && index < value.byteCount(); index++) {
      out.write(value.get(index, outputs, lane));
    }
  }

  private static void writeValue(ValueLayout value, BitMatrix outputs, int lane, OutputStream out)
      throws IOException {
    if (value.format() != ValueFormat.HEX) {
      byte[] bytes = new byte[value.byteCount()];
      for (int index = 0; index < bytes.length; index++) {
        bytes[index] = (byte) value.get(index, outputs, lane);
      }
      ascii(value.format().text(new BigInteger(1, bytes), value.bits()), out);
      return;
    }
    for (int index = 0; index < value.byteCount(); index++) {
      int bits = value.get(index, outputs, lane);
      if (value.width(index) > 4) {
        out.write(DIGITS[bits >> 4]);
      }
      out.write(DIGITS[bits & 15]);
    }
  }
}
