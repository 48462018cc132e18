package org.schurmpc.core.circuit.dsl;

import java.math.BigInteger;
import java.util.Arrays;
import org.schurmpc.core.circuit.CircuitBuilder;

/** Gates on the bits of words, wires from the least significant on. */
final class Words {
  private final CircuitBuilder gates;

  Words(CircuitBuilder gates) {
    this.gates = gates;
  }

  /** Returns {@code bits} bits of a number; for a negative number, of its two's complement. */
  int[] constant(int bits, BigInteger value) {
    int[] wires = new int[bits];
    for (int i = 0; i < bits; i++) {
      wires[i] = gates.constant(value.testBit(i));
    }
    return wires;
  }

  int[] repeated(int wire, int bits) {
    int[] wires = new int[bits];
    Arrays.fill(wires, wire);
    return wires;
  }

  int[] zeros(int bits) {
    return repeated(gates.constant(false), bits);
  }

  static int[] concat(int[] low, int[] high) {
    int[] both = Arrays.copyOf(low, low.length + high.length);
    System.arraycopy(high, 0, both, low.length, high.length);
    return both;
  }

  /** Returns {@code bits} bits of a word, with zeros above the word. */
  int[] resized(int[] a, int bits) {
    return a.length >= bits ? Arrays.copyOf(a, bits) : concat(a, zeros(bits - a.length));
  }

  /** Returns the bits from {@code from} up to, not including, {@code to}. */
  static int[] slice(int[] a, int from, int to) {
    return Arrays.copyOfRange(a, from, to);
  }

  int[] not(int[] a) {
    int[] result = new int[a.length];
    for (int i = 0; i < a.length; i++) {
      result[i] = gates.not(a[i]);
    }
    return result;
  }

  int[] xor(int[] a, int[] b) {
    int[] result = new int[a.length];
    for (int i = 0; i < a.length; i++) {
      result[i] = gates.xor(a[i], b[i]);
    }
    return result;
  }

  /** Returns each bit of the word XORed with {@code bit}. */
  int[] flipped(int[] a, int bit) {
    return xor(a, repeated(bit, a.length));
  }

  /** Returns the word if the bit is 1, else 0. */
  int[] mask(int[] a, int bit) {
    int[] result = new int[a.length];
    for (int i = 0; i < a.length; i++) {
      result[i] = gates.and(a[i], bit);
    }
    return result;
  }

  /** Returns the first word if the bit is 1, else the second; an AND for each bit. */
  int[] select(int bit, int[] ifOne, int[] ifZero) {
    return xor(ifZero, mask(xor(ifOne, ifZero), bit));
  }

  int select(int bit, int ifOne, int ifZero) {
    return gates.xor(ifZero, gates.and(bit, gates.xor(ifOne, ifZero)));
  }

  int or(int a, int b) {
    return gates.not(gates.and(gates.not(a), gates.not(b)));
  }

  int andNot(int a, int b) {
    return gates.and(a, gates.not(b));
  }

  /**
   * Whether all bits are 1; computed as a tree that combines the bits in the order in which they
   * are ready.
   */
  int all(int... bits) {
    return new ByDepth(gates, bits).reduced(gates::and, gates.constant(true));
  }

  /** Whether some bit is 1. */
  int any(int... bits) {
    return gates.not(all(not(bits)));
  }
}
