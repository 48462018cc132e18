package org.schurmpc.bench.jmh;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.schurmpc.core.crypto.LinearTag;
import org.schurmpc.core.crypto.TweakedHash;

/**
 * Measures the tweaked hash of 1 and of 8192 rows, and the tag and the linear hash of 16 and of 128
 * KB.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HashBenchmark {
  private static final int ROWS = 8192;
  private static final int TAG_LONGS = 2048;

  private final long[] words = new SplittableRandom(1).longs(2 * ROWS).toArray();
  private final long[] out = new long[2 * ROWS];
  private final byte[] tag = new byte[LinearTag.TAG_BYTES];
  private final TweakedHash hash = new TweakedHash(new byte[32], 1);
  private final LinearTag tags = new LinearTag(new byte[LinearTag.KEY_BYTES]);
  private long counter;
  private int nonce;

  @Benchmark
  public long[] tweakedHash1() {
    hash.hash(words, 0, counter++, 1, out, 0);
    return out;
  }

  @Benchmark
  public long[] tweakedHash8192() {
    hash.hash(words, 0, counter, ROWS, out, 0);
    counter += ROWS;
    return out;
  }

  @Benchmark
  public byte[] tag16K() {
    tags.tag(nonce++, words, 0, TAG_LONGS, tag, 0);
    return tag;
  }

  @Benchmark
  public byte[] tag128K() {
    tags.tag(nonce++, words, 0, 8 * TAG_LONGS, tag, 0);
    return tag;
  }

  @Benchmark
  public byte[] linearHash16K() {
    tags.hash(words, 0, TAG_LONGS, tag, 0);
    return tag;
  }
}
