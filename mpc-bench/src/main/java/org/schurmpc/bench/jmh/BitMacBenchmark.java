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
import org.schurmpc.core.crypto.PolynomialHash;
import org.schurmpc.core.kernel.BitMacKernels;

/**
 * Measures the MAC check of TinyOT per opened bit: the sum of the MACs of 64 bits, and the hash of
 * MACs that are not summed. Each call processes {@value #MACS} MACs.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class BitMacBenchmark {
  private static final int MACS = 8192;

  @Param({"plain", "vector"})
  public String kernels;

  private BitMacKernels chosen;
  private final long[] wires = new SplittableRandom(1).longs(MACS).toArray();
  private final long[] masks = new SplittableRandom(2).longs(MACS).toArray();
  private final long[] sums = new long[MACS / Long.SIZE];
  private final byte[] hashKey = new byte[PolynomialHash.KEY_BYTES];

  @Setup
  public void setUp() {
    chosen = BenchKernels.named(kernels);
  }

  /** Computes the sums of wires + masks + bits * constant. */
  @Benchmark
  @OperationsPerInvocation(MACS)
  public long[] summedMac() {
    for (int i = 0; i < sums.length; i++) {
      int at = i * Long.SIZE;
      sums[i] = chosen.sumBoth(wires, at, masks, at, masks[i], wires[0], Long.SIZE);
    }
    return sums;
  }

  /** Computes the polynomial hash of the MACs, which is the same function for all kernels. */
  @Benchmark
  @OperationsPerInvocation(MACS)
  public byte[] hashedMac() {
    PolynomialHash hash = new PolynomialHash(hashKey);
    hash.update(wires, 0, MACS);
    return hash.digest();
  }
}
