package org.schurmpc.core.circuit.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitStatistics;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.SharedCircuits;

/** Public files of both formats, against Java's own arithmetic. */
class PublicCircuitsTest {
  private static final int LANES = 200;

  @Test
  void adder64() throws Exception {
    check("adder64.txt", 2, 64, 63, (x, y) -> x + y);
  }

  @Test
  void mult64() throws Exception {
    check("mult64.txt", 2, 64, 63, (x, y) -> x * y);
  }

  @Test
  void adder32() throws Exception {
    check("adder_32bit.txt", 2, 32, 63, (x, y) -> x + y);
  }

  @Test
  void zeroEqual() throws Exception {
    check("zero_equal.txt", 1, 64, 6, (x, y) -> x == 0 ? 1 : 0);
  }

  @Test
  void floatingEqual() throws Exception {
    check(
        "FP-eq.txt",
        2,
        64,
        9,
        (x, y) -> Double.longBitsToDouble(x) == Double.longBitsToDouble(y) ? 1 : 0);
  }

  private interface LongFunction {
    long of(long x, long y);
  }

  private static void check(String name, int values, int bits, int depth, LongFunction function)
      throws Exception {
    Circuit circuit = CircuitReader.read(SharedCircuits.file(name));
    assertEquals(depth, CircuitStatistics.of(circuit).depth());
    assertEquals(values, circuit.inputSizes().length);
    assertEquals(values * bits, circuit.inputWires());
    Random random = new Random(64);
    long[] x = new long[LANES];
    long[] y = new long[LANES];
    BitMatrix inputs = new BitMatrix(circuit.inputWires(), LANES);
    for (int lane = 0; lane < LANES; lane++) {
      x[lane] = value(random, bits);
      y[lane] = random.nextInt(4) == 0 ? x[lane] : value(random, bits);
      for (int i = 0; i < bits; i++) {
        inputs.set(i, lane, (x[lane] >>> i & 1) != 0);
        if (values == 2) {
          inputs.set(bits + i, lane, (y[lane] >>> i & 1) != 0);
        }
      }
    }
    BitMatrix outputs = PlainEvaluation.evaluate(circuit, inputs);
    for (int lane = 0; lane < LANES; lane++) {
      long expected = function.of(x[lane], y[lane]);
      for (int i = 0; i < outputs.rows(); i++) {
        assertEquals((expected >>> i & 1) != 0, outputs.get(i, lane), name + " of " + x[lane]);
      }
    }
    assertEquals(
        circuit.gateCount(),
        circuit.count(GateType.AND) + circuit.count(GateType.XOR) + circuit.count(GateType.INV));
  }

  /** Now and then a special one: zeros, infinity, not a number, the extremes. */
  private static long value(Random random, int bits) {
    long[] special = {
      0,
      1L << 63,
      Double.doubleToLongBits(Double.POSITIVE_INFINITY),
      Double.doubleToLongBits(Double.NaN),
      -1,
      1
    };
    int pick = random.nextInt(2 * special.length);
    long value = pick < special.length ? special[pick] : random.nextLong();
    return bits == 64 ? value : value >>> (64 - bits);
  }
}
