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
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.PolynomialHash;
import org.schurmpc.core.kernel.CodewordKernels;

/**
 * Measures the MAC check of MiniMac per opened word: the tag that the peer must hold, and the hash
 * of one tag under two keys. Each call processes the {@value #WORDS} tags of a run.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MacCheckBenchmark {
  private static final int WORDS = 12_800;

  @Param({"plain", "vector"})
  public String kernels;

  private CodewordKernels chosen;
  private final long[] alpha = new SplittableRandom(1).longs(Codeword.LONGS).toArray();
  private final long[] shares = new SplittableRandom(2).longs(WORDS * Codeword.LONGS).toArray();
  private final long[] keys = new SplittableRandom(3).longs(WORDS * Codeword.LONGS).toArray();
  private final long[] tags = new long[WORDS * Codeword.LONGS];
  private final byte[] hashKeys = new byte[2 * PolynomialHash.KEY_BYTES];

  @Setup
  public void setUp() {
    chosen = BenchKernels.named(kernels);
    new java.util.Random(4).nextBytes(hashKeys);
  }

  /** Computes alpha * share + key. */
  @Benchmark
  @OperationsPerInvocation(WORDS)
  public long[] expectedTag() {
    for (int i = 0; i < tags.length; i += Codeword.LONGS) {
      System.arraycopy(keys, i, tags, i, Codeword.LONGS);
      chosen.schurMulAdd(tags, i, shares, i, alpha, 0, 1, 1);
    }
    return tags;
  }

  /** Computes the polynomial hash of the tags, which is the same function for all kernels. */
  @Benchmark
  @OperationsPerInvocation(WORDS)
  public byte[] hashedTag() {
    PolynomialHash hash = new PolynomialHash(hashKeys);
    hash.update(tags, 0, tags.length);
    return hash.digest();
  }
}
