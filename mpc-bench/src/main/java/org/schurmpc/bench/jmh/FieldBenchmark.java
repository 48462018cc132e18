package org.schurmpc.bench.jmh;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;

/**
 * Measures the field operations of SPDZ and MASCOT, on arrays of {@value #N} elements. The last
 * field is that of secp256k1. A gadget sum reads {@link Field#bits} elements of rows.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FieldBenchmark {
  private static final int N = 512;

  @Param({
    "p128",
    "gf2_128",
    "gf2_64",
    "gf2_40",
    "gf2_42",
    "115792089237316195423570985008687907853269984665640564039457584007908834671663"
  })
  public String name;

  private Field field;
  private long[] a;
  private long[] b;
  private long[] to;
  private long[] rows;

  @Setup
  public void setUp() throws Refused {
    field = Fields.named(name);
    a = elements(1, N);
    b = elements(2, N);
    rows = elements(3, N * field.bits());
    to = new long[N * field.limbs()];
  }

  private long[] elements(long seed, int n) {
    long[] words = new SplittableRandom(seed).longs((long) n * field.uniformWords()).toArray();
    long[] elements = new long[n * field.limbs()];
    field.fromUniform(words, 0, elements, 0, n);
    return elements;
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public long[] multiply() {
    field.multiply(a, 0, b, 0, to, 0, N);
    return to;
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public long[] addScaled() {
    field.addScaled(a, 0, b, 0, to, 0, N);
    return to;
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public long[] innerProduct() {
    field.innerProduct(a, 0, b, 0, to, 0, N);
    return to;
  }

  /** Reads k elements of rows for each element of the result. */
  @Benchmark
  @OperationsPerInvocation(N)
  public long[] composeEach() {
    field.composeEach(rows, 0, to, 0, N);
    return to;
  }

  /** Reads k elements of rows for each element of the result. */
  @Benchmark
  @OperationsPerInvocation(N)
  public long[] composeRows() {
    field.composeRows(rows, 0, N * field.limbs(), to, 0, N);
    return to;
  }
}
