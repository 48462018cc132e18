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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.silent.LpnParameters;
import org.schurmpc.core.silent.NodeHash;
import org.schurmpc.core.silent.Trees;

/**
 * Measures a group of GGM trees, for a leaf: plain and correlated ones, at the party that knows all
 * leaves and at the one that lacks one of each tree.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TreesBenchmark {
  private static final int HEIGHT = 10;
  private static final int LEAVES = Trees.GROUP << HEIGHT;
  private static final int NODE = 2;

  private final LpnParameters parameters = new LpnParameters(Trees.GROUP, HEIGHT, HEIGHT);
  private final Trees trees = new Trees(parameters, new NodeHash(0), group -> new byte[32]);
  private final Prg roots = new Prg(new byte[Prg.SEED_BYTES]);
  private final long[] delta = {1, 2};
  private final int[] missing = new SplittableRandom(1).ints(Trees.GROUP, 0, 1 << HEIGHT).toArray();
  private final long[] sums = new long[2 * NODE * Trees.GROUP * HEIGHT];

  @Benchmark
  @OperationsPerInvocation(LEAVES)
  public void whole(Blackhole sink) throws MpcException {
    trees.grow(roots, sums, (first, n, leaves) -> sink.consume(leaves));
  }

  @Benchmark
  @OperationsPerInvocation(LEAVES)
  public void punctured(Blackhole sink) throws MpcException {
    trees.grow(missing, sums, (first, n, leaves) -> sink.consume(leaves));
  }

  @Benchmark
  @OperationsPerInvocation(LEAVES)
  public void wholeCorrelated(Blackhole sink) throws MpcException {
    trees.growCorrelated(roots, delta, sums, (first, n, leaves) -> sink.consume(leaves));
  }

  @Benchmark
  @OperationsPerInvocation(LEAVES)
  public void puncturedCorrelated(Blackhole sink) throws MpcException {
    trees.growCorrelated(missing, sums, (first, n, leaves) -> sink.consume(leaves));
  }
}
