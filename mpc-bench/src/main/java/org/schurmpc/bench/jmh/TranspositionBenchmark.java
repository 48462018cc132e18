package org.schurmpc.bench.jmh;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.schurmpc.core.kernel.CotKernels;

/**
 * Measures the loops of OT extension, per call: the transposition of 8192 and of 65536 rows of 128
 * bits, and the sum of 8 KB of two streams.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TranspositionBenchmark {
  private static final int WORDS = 128;
  private static final int MANY_WORDS = 1024;
  private static final int COLUMNS = 128;
  private static final int BYTES = 8192;

  @Param({"plain", "vector"})
  public String kernels;

  private CotKernels chosen;
  private final long[] columns = random(1, COLUMNS * MANY_WORDS);
  private final long[] rows = new long[COLUMNS * MANY_WORDS];
  private final byte[] stream = new byte[BYTES];
  private final byte[] sum = new byte[BYTES];

  private static long[] random(long seed, int length) {
    return new SplittableRandom(seed).longs(length).toArray();
  }

  @Setup
  public void setUp() {
    chosen = BenchKernels.named(kernels);
  }

  @Benchmark
  public long[] transpose8192() {
    chosen.transpose128(columns, 0, WORDS, WORDS, rows, 0);
    return rows;
  }

  @Benchmark
  public long[] transpose65536() {
    chosen.transpose128(columns, 0, MANY_WORDS, MANY_WORDS, rows, 0);
    return rows;
  }

  @Benchmark
  public byte[] xorBytes() {
    chosen.xorBytes(sum, stream, BYTES);
    return sum;
  }
}
