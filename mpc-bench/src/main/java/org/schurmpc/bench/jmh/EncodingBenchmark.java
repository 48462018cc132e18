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
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.EncoderKind;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.code.SecretEncoder;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.kernel.EncodingKernels;

/**
 * Measures the encoders, per call and for each kind of encoder: the encoding of the eight planes of
 * a word, of a word of C and of a word of C*, and the membership test; also the encoding of a
 * secret word, and the wire format. The words change from call to call, as in a run, so that tables
 * are not cached better than they would be there. Kinds that do not support a code are reported as
 * errors and skipped.
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

  private SecretEncoder secretEncoder;
  private int wireSymbols;
  private final byte[] wire = new byte[256];
  private final long[] words = new SplittableRandom(1).longs(WORDS * Codeword.LONGS).toArray();
  private final long[] out = new long[Codeword.PLANES * Codeword.LONGS];
  private int next;

  @Setup
  public void setUp() {
    ReedSolomon c = ReedSolomon.named(code);
    secretEncoder = new SecretEncoder(c, BenchKernels.named(kernels));
    wireSymbols = c.schurSquare().k();
  }

  /** Holds the encoders of public words. */
  @State(Scope.Thread)
  public static class Public {
    @Param({"mixed", "russians", "matrix", "matrix-bits", "fft", "fft-bits", "additive-fft"})
    public String encoder;

    /**
     * Number of bits of a group of the table of the Four Russians; 0 for the default of the
     * kernels.
     */
    @Param("0")
    public int groupBits;

    private Encoder c;
    private Encoder star;
    private final long[] codewords = new long[WORDS * Codeword.LONGS];

    @Setup
    public void setUp(EncodingBenchmark shared) {
      ReedSolomon code = ReedSolomon.named(shared.code);
      c = of(code, BenchKernels.named(shared.kernels));
      star = of(code.schurSquare(), BenchKernels.named(shared.kernels));
      for (int off = 0; off < codewords.length; off += Codeword.LONGS) {
        c.encode(shared.words, off, codewords, off);
      }
    }

    private Encoder of(ReedSolomon code, EncodingKernels kernels) {
      EncoderKind kind = EncoderKind.named(encoder);
      if (groupBits == 0) {
        return kind.encoder(code, kernels);
      }
      if (kind != EncoderKind.RUSSIANS) {
        throw new IllegalStateException("groupBits is for the encoder russians");
      }
      return new PublicEncoder(code, kernels, groupBits);
    }
  }

  private int nextWord() {
    next = (next + 1) % WORDS;
    return next * Codeword.LONGS;
  }

  @Benchmark
  public long[] encode(Public encoders) {
    encoders.c.encode(words, nextWord(), out, 0);
    return out;
  }

  @Benchmark
  public long[] encodePlanes(Public encoders) {
    encoders.c.encodePlanes(words, nextWord(), out, 0);
    return out;
  }

  @Benchmark
  public long[] encodeSquare(Public encoders) {
    encoders.star.encode(words, nextWord(), out, 0);
    return out;
  }

  @Benchmark
  public boolean isCodeword(Public encoders) {
    return encoders.c.isCodeword(encoders.codewords, nextWord());
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
