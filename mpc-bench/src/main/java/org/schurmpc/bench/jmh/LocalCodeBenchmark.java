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
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.silent.LocalCode;

/**
 * Measures rows of the matrix of LPN, for a row: drawing them alone, and with their products with a
 * secret of 2^logK elements or pairs of elements of a field, pairs of rows of 128 bits, or bits.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LocalCodeBenchmark {
  private static final int N = LocalCode.CHUNK;

  /** Holds a matrix, and a secret that is large enough for pairs of elements. */
  @State(Scope.Thread)
  public static class Matrix {
    @Param({"16", "17", "18"})
    public int logK;

    @Param({"plain", "vector"})
    public String kernels;

    private LocalCode code;
    private long[] secret;
    private final long[] to = new long[4 * N];
    private final long[] scratch = new long[4 * N];

    @Setup
    public void setUp() {
      code = new LocalCode(new byte[Prg.SEED_BYTES], logK, BenchKernels.named(kernels));
      // Below 2^62 each: elements of every field here.
      secret = new SplittableRandom(1).longs((4L << logK) + LocalCode.START, 0, 1L << 62).toArray();
    }
  }

  /** Holds a field. */
  @State(Scope.Thread)
  public static class OfField {
    @Param({"p128", "18446744073709551557"})
    public String name;

    private Field field;

    @Setup
    public void setUp() throws Refused {
      field = Fields.named(name);
    }
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public void draw(Matrix matrix) {
    matrix.code.draw(N);
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public long[] elements(Matrix matrix, OfField of) {
    matrix.code.draw(N);
    matrix.code.addTo(of.field, matrix.secret, 0, 1, matrix.to, 0, matrix.scratch, N);
    return matrix.to;
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public long[] pairs(Matrix matrix, OfField of) {
    matrix.code.draw(N);
    matrix.code.addTo(of.field, matrix.secret, LocalCode.START, 2, matrix.to, 0, matrix.scratch, N);
    return matrix.to;
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public long[] rows(Matrix matrix) {
    matrix.code.draw(N);
    matrix.code.addRows(matrix.secret, matrix.to, N);
    return matrix.to;
  }

  @Benchmark
  @OperationsPerInvocation(N)
  public long[] bits(Matrix matrix) {
    matrix.code.draw(N);
    matrix.code.addBits(matrix.secret, matrix.to, 0, N);
    return matrix.to;
  }
}
