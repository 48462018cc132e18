package org.schurmpc.client;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Writes values as the bits of a port, each value's least significant bit first, and reads them.
 * Messages name the port and never a value.
 */
final class PortValues {
  private PortValues() {}

  /** Writes a number for each value. */
  static BitSet ofNumbers(Port port, BigInteger... numbers) throws BadInput {
    if (numbers.length != port.count()) {
      throw new BadInput(
          "input %s has %,d values, and %,d are given"
              .formatted(port.name(), port.count(), numbers.length));
    }
    BitSet bits = new BitSet(port.totalBits());
    for (int i = 0; i < numbers.length; i++) {
      if (!port.holds(numbers[i])) {
        throw new BadInput(
            "a value of input %s is not in its range, %s of %d bits"
                .formatted(port.name(), port.kind().word(), port.bits()));
      }
      for (int bit = 0; bit < port.bits(); bit++) {
        bits.set(i * port.bits() + bit, numbers[i].testBit(bit));
      }
    }
    return bits;
  }

  static BitSet ofBits(Port port, boolean... values) throws BadInput {
    if (values.length != port.totalBits()) {
      throw new BadInput(
          "input %s has %,d bits, and %,d are given"
              .formatted(port.name(), port.totalBits(), values.length));
    }
    BitSet bits = new BitSet(values.length);
    for (int i = 0; i < values.length; i++) {
      bits.set(i, values[i]);
    }
    return bits;
  }

  /** Takes packed bits, the least significant one of each byte first. */
  static BitSet ofBytes(Port port, byte[] bytes) throws BadInput {
    BitSet bits = BitSet.valueOf(bytes);
    if (bytes.length != bytes(port.totalBits()) || bits.length() > port.totalBits()) {
      throw new BadInput(
          "input %s has %,d bits, which are %,d bytes with zeros behind the last bit"
              .formatted(port.name(), port.totalBits(), bytes(port.totalBits())));
    }
    return bits;
  }

  /** Takes the hex digits of one number, the most significant first, whose bits are the port's. */
  static BitSet ofHex(Port port, String hex) throws BadInput {
    int digits = (port.totalBits() + 3) / 4;
    if (!hex.matches("[0-9A-Fa-f]{" + digits + "}")) {
      throw new BadInput("input %s has %,d hex digits".formatted(port.name(), digits));
    }
    BigInteger number = new BigInteger(hex, 16);
    if (number.bitLength() > port.totalBits()) {
      throw new BadInput(
          "input %s has %,d bits: the unused high bits are not 0"
              .formatted(port.name(), port.totalBits()));
    }
    return BitSet.valueOf(littleEndian(number, bytes(port.totalBits())));
  }

  private static byte[] littleEndian(BigInteger number, int length) {
    byte[] bigEndian = number.toByteArray();
    byte[] bytes = new byte[length];
    for (int i = 0; i < Math.min(length, bigEndian.length); i++) {
      bytes[i] = bigEndian[bigEndian.length - 1 - i];
    }
    return bytes;
  }

  private static int bytes(int nBits) {
    return (nBits + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Returns the bits of all ports in their order as bytes, with zeros behind the last bit. */
  static byte[] pack(List<Port> ports, List<BitSet> values, int nBits) {
    BitSet all = new BitSet(nBits);
    int at = 0;
    for (int i = 0; i < ports.size(); i++) {
      for (int bit = values.get(i).nextSetBit(0);
          bit >= 0;
          bit = values.get(i).nextSetBit(bit + 1)) {
        all.set(at + bit);
      }
      at += ports.get(i).totalBits();
    }
    byte[] packed = Arrays.copyOf(all.toByteArray(), bytes(nBits));
    all.clear();
    return packed;
  }

  /** Returns bits as bytes, with zeros behind the last bit. */
  static byte[] slice(byte[] packed, int from, int nBits) {
    return Arrays.copyOf(
        BitSet.valueOf(packed).get(from, from + nBits).toByteArray(), bytes(nBits));
  }

  /** Returns the values of a port from its bits. */
  static List<BigInteger> numbers(Port port, byte[] packed) {
    BitSet bits = BitSet.valueOf(packed);
    List<BigInteger> numbers = new ArrayList<>();
    for (int i = 0; i < port.count(); i++) {
      BigInteger number = BigInteger.ZERO;
      for (int bit = port.bits() - 1; bit >= 0; bit--) {
        number = number.shiftLeft(1);
        if (bits.get(i * port.bits() + bit)) {
          number = number.setBit(0);
        }
      }
      boolean negative = number.compareTo(port.most()) > 0;
      numbers.add(negative ? number.subtract(BigInteger.ONE.shiftLeft(port.bits())) : number);
    }
    return numbers;
  }
}
