package org.schurmpc.core.field;

import java.math.BigInteger;
import java.util.Optional;

/** A field on big integers. */
abstract class ReferenceField implements Field {
  private final String name;
  private final BigInteger order;
  private final int bits;

  ReferenceField(String name, BigInteger order, int bits) {
    this.name = name;
    this.order = order;
    this.bits = bits;
  }

  abstract BigInteger plus(BigInteger a, BigInteger b);

  abstract BigInteger minus(BigInteger a, BigInteger b);

  abstract BigInteger times(BigInteger a, BigInteger b);

  /** Of any number not below zero. */
  abstract BigInteger reduced(BigInteger a);

  BigInteger power(BigInteger a, BigInteger e) {
    BigInteger result = BigInteger.ONE;
    for (int i = e.bitLength() - 1; i >= 0; i--) {
      result = times(result, result);
      if (e.testBit(i)) {
        result = times(result, a);
      }
    }
    return result;
  }

  private BigInteger gadget(int h) {
    return reduced(BigInteger.ONE.shiftLeft(h));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public BigInteger order() {
    return order;
  }

  @Override
  public int bits() {
    return bits;
  }

  @Override
  public int limbs() {
    return (bits + 63) / 64;
  }

  @Override
  public int bytes() {
    return (bits + 7) / 8;
  }

  private static BigInteger read(long[] words, int at, int n) {
    BigInteger value = BigInteger.ZERO;
    for (int i = n - 1; i >= 0; i--) {
      value = value.shiftLeft(64).or(new BigInteger(Long.toUnsignedString(words[at + i])));
    }
    return value;
  }

  private void write(BigInteger value, long[] to, int toAt) {
    for (int i = 0; i < limbs(); i++) {
      to[toAt + i] = value.shiftRight(64 * i).longValue();
    }
  }

  @Override
  public void add(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    int w = limbs();
    for (int i = 0; i < n * w; i += w) {
      write(plus(toBigInteger(a, aAt + i), toBigInteger(b, bAt + i)), to, toAt + i);
    }
  }

  @Override
  public void subtract(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    int w = limbs();
    for (int i = 0; i < n * w; i += w) {
      write(minus(toBigInteger(a, aAt + i), toBigInteger(b, bAt + i)), to, toAt + i);
    }
  }

  @Override
  public void multiply(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    int w = limbs();
    for (int i = 0; i < n * w; i += w) {
      write(times(toBigInteger(a, aAt + i), toBigInteger(b, bAt + i)), to, toAt + i);
    }
  }

  @Override
  public void scale(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n) {
    int w = limbs();
    BigInteger factor = toBigInteger(s, sAt);
    for (int i = 0; i < n * w; i += w) {
      write(times(factor, toBigInteger(a, aAt + i)), to, toAt + i);
    }
  }

  @Override
  public void addScaled(long[] s, int sAt, long[] a, int aAt, long[] to, int toAt, int n) {
    int w = limbs();
    BigInteger factor = toBigInteger(s, sAt);
    for (int i = 0; i < n * w; i += w) {
      BigInteger product = times(factor, toBigInteger(a, aAt + i));
      write(plus(toBigInteger(to, toAt + i), product), to, toAt + i);
    }
  }

  @Override
  public void innerProduct(long[] a, int aAt, long[] b, int bAt, long[] to, int toAt, int n) {
    int w = limbs();
    BigInteger sum = BigInteger.ZERO;
    for (int i = 0; i < n * w; i += w) {
      sum = plus(sum, times(toBigInteger(a, aAt + i), toBigInteger(b, bAt + i)));
    }
    write(sum, to, toAt);
  }

  @Override
  public void invert(long[] a, int aAt, long[] to, int toAt, int n) {
    int w = limbs();
    BigInteger exponent = order.subtract(BigInteger.TWO);
    for (int i = 0; i < n * w; i += w) {
      write(power(toBigInteger(a, aAt + i), exponent), to, toAt + i);
    }
  }

  @Override
  public void composeEach(long[] rows, int rowsAt, long[] to, int toAt, int n) {
    int w = limbs();
    for (int j = 0; j < n; j++) {
      composeRows(rows, rowsAt + j * bits * w, w, to, toAt + j * w, 1);
    }
  }

  @Override
  public void composeRows(long[] rows, int rowsAt, int stride, long[] to, int toAt, int n) {
    int w = limbs();
    for (int j = 0; j < n; j++) {
      BigInteger sum = BigInteger.ZERO;
      for (int h = 0; h < bits; h++) {
        sum = plus(sum, times(gadget(h), toBigInteger(rows, rowsAt + h * stride + j * w)));
      }
      write(sum, to, toAt + j * w);
    }
  }

  @Override
  public void fromBits(long[] words, int wordsAt, long[] to, int toAt, int n) {
    for (int j = 0; j < n; j++) {
      BigInteger value = BigInteger.ZERO;
      for (int h = 0; h < bits; h++) {
        int at = j * bits + h;
        if (((words[wordsAt + at / 64] >>> at) & 1L) != 0) {
          value = value.setBit(h);
        }
      }
      write(reduced(value), to, toAt + j * limbs());
    }
  }

  @Override
  public void toBits(long[] a, int aAt, long[] words, int wordsAt, int n) {
    for (int i = 0; i < (n * bits + 63) / 64; i++) {
      words[wordsAt + i] = 0;
    }
    for (int j = 0; j < n; j++) {
      for (int h = 0; h < bits; h++) {
        int at = j * bits + h;
        words[wordsAt + at / 64] |= ((a[aAt + j * limbs() + h / 64] >>> h) & 1L) << at;
      }
    }
  }

  @Override
  public void toNumbers(long[] a, int aAt, long[] words, int wordsAt, int n) {
    System.arraycopy(a, aAt, words, wordsAt, n * limbs());
  }

  @Override
  public boolean fromNumbers(long[] words, int wordsAt, long[] to, int toAt, int n) {
    System.arraycopy(words, wordsAt, to, toAt, n * limbs());
    boolean below = true;
    for (int i = 0; i < n * limbs(); i += limbs()) {
      below &= read(words, wordsAt + i, limbs()).compareTo(order) < 0;
    }
    return below;
  }

  @Override
  public int uniformWords() {
    return isBinary() || name.equals("p128") ? limbs() : limbs() + 2;
  }

  @Override
  public void fromUniform(long[] words, int wordsAt, long[] to, int toAt, int n) {
    for (int j = 0; j < n; j++) {
      BigInteger value = read(words, wordsAt + j * uniformWords(), uniformWords());
      write(isBinary() ? value.mod(order) : reduced(value), to, toAt + j * limbs());
    }
  }

  @Override
  public void toBytes(long[] a, int aAt, byte[] to, int toAt, int n) {
    int bytes = bytes();
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < bytes; i++) {
        to[toAt + j * bytes + i] = (byte) (a[aAt + j * limbs() + i / 8] >>> (8 * i));
      }
    }
  }

  @Override
  public boolean fromBytes(byte[] from, int fromAt, long[] to, int toAt, int n) {
    int bytes = bytes();
    boolean good = true;
    for (int j = 0; j < n; j++) {
      BigInteger value = BigInteger.ZERO;
      for (int i = bytes - 1; i >= 0; i--) {
        value = value.shiftLeft(8).or(BigInteger.valueOf(from[fromAt + j * bytes + i] & 0xff));
      }
      good &= value.compareTo(order) < 0;
      write(value, to, toAt + j * limbs());
    }
    return good;
  }

  @Override
  public BigInteger toBigInteger(long[] a, int aAt) {
    return read(a, aAt, limbs());
  }

  @Override
  public void fromBigInteger(BigInteger value, long[] to, int toAt) {
    if (isBinary() && (value.signum() < 0 || value.bitLength() > bits)) {
      throw new IllegalArgumentException("no element of " + name + ": " + value);
    }
    write(isBinary() ? value : value.mod(order), to, toAt);
  }

  abstract Optional<BigInteger> root(BigInteger a);

  @Override
  public Optional<long[]> squareRoot(long[] a, int aAt) {
    return root(toBigInteger(a, aAt)).map(this::element);
  }
}
