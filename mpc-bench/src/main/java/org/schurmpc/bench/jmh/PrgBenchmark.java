package org.schurmpc.bench.jmh;

import java.nio.ByteBuffer;
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
import org.schurmpc.core.crypto.Prg;

/**
 * Measures one draw from a generator, when several thousand generators are used in turn, and the
 * creation of a generator.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PrgBenchmark {
  private static Prg generator(int seed) {
    return new Prg(ByteBuffer.allocate(Prg.SEED_BYTES).putInt(seed).array());
  }

  /** Holds generators that are used in turn, with one scratch buffer. */
  @State(Scope.Thread)
  public static class Generators {
    @Param({"1", "4096"})
    public int generators;

    /** Number of bytes of a draw. */
    @Param({"1024", "4096", "16384"})
    public int bytes;

    private Prg[] prgs;
    private long[] words;
    private final byte[] scratch = new byte[4096];
    private int next;

    @Setup
    public void setUp() {
      words = new long[bytes / Long.BYTES];
      prgs = new Prg[generators];
      for (int i = 0; i < generators; i++) {
        prgs[i] = generator(i);
      }
    }

    private long[] draw() {
      next = next + 1 < generators ? next + 1 : 0;
      prgs[next].nextLongs(words, 0, words.length, scratch);
      return words;
    }
  }

  @Benchmark
  public long[] nextLongs(Generators generators) {
    return generators.draw();
  }

  @Benchmark
  public Prg make() {
    return generator(1);
  }
}
