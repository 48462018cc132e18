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
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.code.SecretEncoder;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.kernel.Kernels;

/**
 * The encoders, per call: of the eight planes of a word, of a word of C*, of a secret word; and the
 * wire form. The words change from call to call, as in a run, so that the table lies no nearer than
 * it would there.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EncodingBenchmark {
  private static final int WORDS = 64;

  @Param({"plain", "vector"})
  public String kernels;

  @Param({"255x85", "256x120"})
  public String code;

  /** Bits of a table's group; 0 is the kernels' own choice. */
  @Param("0")
  public int groupBits;

  private PublicEncoder encoder;
  private PublicEncoder squareEncoder;
  private SecretEncoder secretEncoder;
  private int wireSymbols;
  private final byte[] wire = new byte[256];
  private final long[] words = new SplittableRandom(1).longs(WORDS * Codeword.LONGS).toArray();
  private final long[] out = new long[Codeword.PLANES * Codeword.LONGS];
  private int next;

  @Setup
  public void setUp() {
    Kernels chosen = BenchKernels.named(kernels);
    ReedSolomon c = ReedSolomon.named(code);
    int bits = groupBits == 0 ? chosen.groupBits() : groupBits;
    encoder = new PublicEncoder(c, chosen, bits);
    squareEncoder = new PublicEncoder(c.schurSquare(), chosen, bits);
    secretEncoder = new SecretEncoder(c, chosen);
    wireSymbols = c.schurSquare().k();
  }

  private int nextWord() {
    next = (next + 1) % WORDS;
    return next * Codeword.LONGS;
  }

  @Benchmark
  public long[] encodePlanes() {
    encoder.encodePlanes(words, nextWord(), out, 0);
    return out;
  }

  @Benchmark
  public long[] encodeSquare() {
    squareEncoder.encode(words, nextWord(), out, 0);
    return out;
  }

  @Benchmark
  public boolean isCodeword() {
    return encoder.isCodeword(words, nextWord());
  }

  @Benchmark
  public long[] encodeSecret() {
    secretEncoder.encode(words, nextWord(), out, 0);
    return out;
  }

  @Benchmark
  public byte[] pack() {
    SymbolCodec.pack(words, nextWord(), wireSymbols, wire, 0);
    return wire;
  }

  @Benchmark
  public long[] unpack() {
    SymbolCodec.unpack(wire, 0, wireSymbols, out, 0);
    return out;
  }
}
