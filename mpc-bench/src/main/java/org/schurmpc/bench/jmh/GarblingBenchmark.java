package org.schurmpc.bench.jmh;

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
import org.schurmpc.garbled.material.GarbledLevel;
import org.schurmpc.garbled.online.GateRun;

/**
 * Measures garbling and evaluating an AND gate in one lane on one thread, by the number of gates of
 * a layer, which are hashed together: {@value #GATES} gates a call.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class GarblingBenchmark {
  private static final int GATES = 107 << 12;

  @Param({"64", "80"})
  public int sigma;

  @Param({"1", "16", "107", "4096"})
  public int width;

  private GateRun garbling;
  private GateRun evaluation;

  /** Creates both parties' circuits. */
  @Setup
  public void setUp() {
    GarbledLevel level = new GarbledLevel(sigma, 0);
    garbling = GateRun.of(level, true, width, GATES, BenchKernels.named("vector"));
    evaluation = GateRun.of(level, false, width, GATES, BenchKernels.named("vector"));
  }

  @Benchmark
  @OperationsPerInvocation(GATES)
  public long[] garble() {
    return garbling.run();
  }

  @Benchmark
  @OperationsPerInvocation(GATES)
  public long[] evaluate() {
    return evaluation.run();
  }
}
