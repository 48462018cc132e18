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
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.kernel.CodewordKernels;

/**
 * Measures the products of one MiniTrix gate, which are 16 encodings with the three parts of 16
 * authenticated words, and the sum of two such parts.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SchurBenchmark {
  private static final int TERMS = 16;
  private static final int PARTS = 3;
  private static final int GATE = TERMS * PARTS * Codeword.LONGS;

  @Param({"plain", "vector"})
  public String kernels;

  /**
   * Number of gates whose material is used in turn: 1 fits into the first-level cache, 24000 (280
   * MB) into no cache.
   */
  @Param({"1", "24000"})
  public int gates;

  private CodewordKernels chosen;
  private long[] material;
  private final long[] encodings = new SplittableRandom(2).longs(TERMS * Codeword.LONGS).toArray();
  private final long[] sums = new long[PARTS * Codeword.LONGS];
  private int next;

  @Setup
  public void setUp() {
    chosen = BenchKernels.named(kernels);
    material = new long[gates * GATE];
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < material.length; i++) {
      material[i] = random.nextLong();
    }
  }

  private int nextGate() {
    next++;
    if (next == gates) {
      next = 0;
    }
    return next * GATE;
  }

  @Benchmark
  public long[] gateProducts() {
    chosen.schurMulAdd(sums, 0, encodings, 0, material, nextGate(), TERMS, PARTS);
    return sums;
  }

  @Benchmark
  public long[] xorAuthenticatedWord() {
    chosen.xorInto(sums, 0, material, nextGate(), PARTS * Codeword.LONGS);
    return sums;
  }
}
