package org.schurmpc.bench.jmh;

import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.schurmpc.core.crypto.RistrettoPoint;
import org.schurmpc.core.crypto.RistrettoScalar;
import org.schurmpc.core.crypto.RistrettoTable;

/** Measures the operations of ristretto255 that base OTs use. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RistrettoBenchmark {
  private static final int BATCH = 128;

  private final SecureRandom random = new SecureRandom();
  private final byte[] uniform = new byte[RistrettoPoint.UNIFORM_BYTES];
  private final byte[] encoded = new byte[RistrettoPoint.BYTES];
  private final byte[] encodedBatch = new byte[BATCH * RistrettoPoint.BYTES];
  private final RistrettoPoint[] batch = new RistrettoPoint[BATCH];
  private RistrettoPoint point;
  private RistrettoScalar scalar;
  private RistrettoTable table;

  @Setup
  public void setUp() {
    for (int i = 0; i < BATCH; i++) {
      random.nextBytes(uniform);
      batch[i] = RistrettoPoint.fromUniformBytes(uniform, 0);
    }
    point = batch[0];
    scalar = RistrettoScalar.random(random);
    table = new RistrettoTable(point);
    point.encode(encoded, 0);
  }

  @Benchmark
  public RistrettoPoint times() {
    return point.times(scalar);
  }

  @Benchmark
  public RistrettoPoint timesByTable() {
    return table.multiply(scalar);
  }

  @Benchmark
  public RistrettoTable buildTable() {
    return new RistrettoTable(point);
  }

  @Benchmark
  public RistrettoPoint fromUniformBytes() {
    return RistrettoPoint.fromUniformBytes(uniform, 0);
  }

  @Benchmark
  public RistrettoPoint decode() {
    return RistrettoPoint.decode(encoded, 0).orElseThrow();
  }

  @Benchmark
  public byte[] encode() {
    point.encode(encoded, 0);
    return encoded;
  }

  /** Encodes {@value #BATCH} points together. */
  @Benchmark
  public byte[] encodeDoubles() {
    RistrettoPoint.encodeDoubles(batch, encodedBatch, 0);
    return encodedBatch;
  }
}
