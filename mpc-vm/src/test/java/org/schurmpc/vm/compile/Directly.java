package org.schurmpc.vm.compile;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.schurmpc.core.field.Field;

/** Computes a random program modulo a prime. */
final class Directly implements Operations<BigInteger, BigInteger, Long, BigInteger> {
  final BigInteger[] outputs = new BigInteger[RandomWalk.OUTPUTS];
  final List<String> prints = new ArrayList<>();
  BigInteger element;
  private final BigInteger p;

  /** The polynomial that the second field is modulo. */
  private final BigInteger modulus;

  private final BigInteger[] inputs;
  private final BigInteger[][] arrays = new BigInteger[RandomWalk.ARRAYS][RandomWalk.CELLS];
  private final BigInteger[] variables = new BigInteger[RandomWalk.VARIABLES];

  /**
   * Creates a computation.
   *
   * @param second the second field
   * @param inputs the integers, then the elements, then the index of lookups
   */
  Directly(BigInteger p, Field second, BigInteger[] inputs) {
    this.p = p;
    long[] top = second.element(BigInteger.ONE.shiftLeft(second.bits() - 1));
    second.multiply(top, 0, second.element(2), 0, top, 0, 1);
    this.modulus = second.toBigInteger(top, 0).setBit(second.bits());
    this.inputs = inputs;
    for (BigInteger[] array : arrays) {
      Arrays.fill(array, BigInteger.ZERO);
    }
    Arrays.setAll(variables, BigInteger::valueOf);
  }

  /** Returns the number of a value below the order that lies closest to 0. */
  BigInteger signed(BigInteger x) {
    return x.compareTo(p.shiftRight(1)) > 0 ? x.subtract(p) : x;
  }

  @Override
  public BigInteger input(int number) {
    return inputs[number].mod(p);
  }

  @Override
  public BigInteger plus(BigInteger x, BigInteger y) {
    return x.add(y).mod(p);
  }

  @Override
  public BigInteger minus(BigInteger x, BigInteger y) {
    return x.subtract(y).mod(p);
  }

  @Override
  public BigInteger times(BigInteger x, BigInteger y) {
    return x.multiply(y).mod(p);
  }

  @Override
  public BigInteger square(BigInteger x) {
    return times(x, x);
  }

  @Override
  public BigInteger plus(BigInteger x, long y) {
    return plus(x, BigInteger.valueOf(y));
  }

  @Override
  public BigInteger times(BigInteger x, long y) {
    return times(x, BigInteger.valueOf(y));
  }

  @Override
  public BigInteger timesPublic(BigInteger x, BigInteger y) {
    return times(x, y);
  }

  @Override
  public BigInteger plusClear(BigInteger x, BigInteger y) {
    return plus(x, y);
  }

  @Override
  public BigInteger timesClear(BigInteger x, long y) {
    return times(x, y);
  }

  @Override
  public BigInteger reveal(BigInteger x) {
    return x;
  }

  @Override
  public Long index(BigInteger x, int bits) {
    return x.mod(BigInteger.TWO.pow(bits)).longValue();
  }

  @Override
  public Long constant(long x) {
    return x;
  }

  @Override
  public Long plusIndex(Long x, Long y) {
    return x + y;
  }

  @Override
  public Long lessThan(Long x, Long y) {
    return x < y ? 1L : 0L;
  }

  @Override
  public Long mod(Long x, long y) {
    return x % y;
  }

  @Override
  public BigInteger load(int array, int cell) {
    return arrays[array][cell];
  }

  @Override
  public void store(int array, int cell, BigInteger x) {
    arrays[array][cell] = x;
  }

  @Override
  public BigInteger loadAt(int array, Long cell) {
    return load(array, cell.intValue());
  }

  @Override
  public void storeAt(int array, Long cell, BigInteger x) {
    store(array, cell.intValue(), x);
  }

  @Override
  public BigInteger variable(int number) {
    return variables[number];
  }

  @Override
  public void setVariable(int number, BigInteger x) {
    variables[number] = x;
  }

  @Override
  public void repeat(int n, Consumer<Long> body) {
    for (long i = 0; i < n; i++) {
      body.accept(i);
    }
  }

  @Override
  public void choose(Long condition, Runnable then, Runnable otherwise) {
    if (condition != 0) {
      then.run();
    } else {
      otherwise.run();
    }
  }

  @Override
  public void countDown(Long from, Consumer<Long> body) {
    for (long left = from; left > 0; left--) {
      body.accept(left);
    }
  }

  @Override
  public void print(Long x) {
    prints.add("x = " + x);
  }

  @Override
  public void output(int number, BigInteger x) {
    outputs[number] = signed(x);
  }

  @Override
  public BigInteger dot(List<BigInteger> x, List<BigInteger> y) {
    BigInteger sum = BigInteger.ZERO;
    for (int i = 0; i < x.size(); i++) {
      sum = plus(sum, times(x.get(i), y.get(i)));
    }
    return sum;
  }

  @Override
  public BigInteger scaled(List<BigInteger> x, BigInteger y, int at) {
    return plus(times(x.get(at), y), x.get(at));
  }

  @Override
  public BigInteger elementInput(int number) {
    return inputs[RandomWalk.INPUTS + number];
  }

  @Override
  public BigInteger plusElement(BigInteger x, BigInteger y) {
    return x.xor(y);
  }

  @Override
  public BigInteger timesElement(BigInteger x, BigInteger y) {
    BigInteger product = BigInteger.ZERO;
    for (int i = y.bitLength() - 1; i >= 0; i--) {
      product = product.shiftLeft(1);
      product = product.testBit(modulus.bitLength() - 1) ? product.xor(modulus) : product;
      product = y.testBit(i) ? product.xor(x) : product;
    }
    return product;
  }

  @Override
  public BigInteger revealElement(BigInteger x, BigInteger y) {
    return timesElement(x, y).xor(x);
  }

  @Override
  public BigInteger lookUp(boolean twice) {
    int once = RandomWalk.TABLE.entry(inputs[inputs.length - 1].intValue());
    return BigInteger.valueOf(twice ? RandomWalk.TABLE.entry(once) : once);
  }

  @Override
  public void outputElement(BigInteger x) {
    element = x;
  }
}
