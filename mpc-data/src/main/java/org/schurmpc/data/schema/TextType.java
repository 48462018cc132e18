package org.schurmpc.data.schema;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Texts that can be read again: their bytes, 15 in a number, with zeros behind the last one. The
 * order of the numbers, part by part, is that of the code points.
 *
 * @param bytes the greatest number of bytes
 */
public record TextType(int bytes) implements ColumnType {
  private static final int PART = 15; // 120 bits, which the smallest fields of programs take

  private int bytesOf(int part) {
    return Math.min(PART, bytes - PART * part);
  }

  private int count() {
    return (bytes + PART - 1) / PART;
  }

  @Override
  public List<Span> spans() {
    List<Span> spans = new ArrayList<>();
    for (int part = 0; part < count(); part++) {
      spans.add(Span.ofBits(8 * bytesOf(part)));
    }
    return spans;
  }

  @Override
  public BigInteger[] encode(String text) throws Misfit {
    byte[] padded = Arrays.copyOf(nonZero(Utf8.bytes(text, bytes)), bytes);
    BigInteger[] parts = new BigInteger[count()];
    for (int part = 0; part < parts.length; part++) {
      parts[part] = new BigInteger(1, padded, PART * part, bytesOf(part));
    }
    return parts;
  }

  private static byte[] nonZero(byte[] text) throws Misfit {
    for (byte each : text) {
      if (each == 0) {
        throw new Misfit("has the character U+0000");
      }
    }
    return text;
  }

  /** Returns the bytes without the zeros at their end. */
  private byte[] stripped(BigInteger[] parts) {
    byte[] all = new byte[bytes];
    for (int part = 0; part < parts.length; part++) {
      byte[] number = parts[part].toByteArray(); // perhaps with a zero before
      int length = Math.min(number.length, bytesOf(part));
      int to = PART * part + bytesOf(part) - length;
      System.arraycopy(number, number.length - length, all, to, length);
    }
    int end = bytes;
    while (end > 0 && all[end - 1] == 0) {
      end--;
    }
    return Arrays.copyOf(all, end);
  }

  @Override
  public Object decode(BigInteger[] parts) throws Misfit {
    return Utf8.text(nonZero(stripped(parts)));
  }

  @Override
  public String describe() {
    return "text of at most %d bytes".formatted(bytes);
  }

  @Override
  public int width(BigInteger[] parts) {
    return stripped(parts).length;
  }

  @Override
  public String widthUnit() {
    return "of %d bytes".formatted(bytes);
  }
}
