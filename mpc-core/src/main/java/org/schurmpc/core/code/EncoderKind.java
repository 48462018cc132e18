package org.schurmpc.core.code;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.schurmpc.core.kernel.EncodingKernels;

/**
 * The algorithms that encode public words, with a factory of {@link Encoder}s for each. They give
 * equal words and differ in time only; {@link #MIXED} is the default.
 */
public enum EncoderKind {
  /**
   * {@link PublicEncoder} for 0/1 vectors; for words, {@link FftEncoder} or {@link
   * AdditiveFftEncoder} if they support the code, else {@link PublicEncoder}. All codes.
   */
  MIXED,

  /** {@link PublicEncoder}: the Method of Four Russians. All codes. */
  RUSSIANS,

  /** {@link MatrixEncoder}: the generator matrix, product by product. All codes. */
  MATRIX,

  /** {@link MatrixBitEncoder}: the generator matrix; 0/1 vectors select rows to add. All codes. */
  MATRIX_BITS,

  /** {@link FftEncoder}: transforms of order 255 = 3 · 5 · 17. {@code 255x85} and its square. */
  FFT,

  /** {@link FftEncoder} with the encoding trick for bits. {@code 255x85} and its square. */
  FFT_BITS,

  /** {@link AdditiveFftEncoder}. Codes on the bytes from 0 on, such as {@code 256x120}. */
  ADDITIVE_FFT;

  /** Returns the name in options: in lower case, with hyphens. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the kind with an {@link #optionName}.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static EncoderKind named(String optionName) {
    for (EncoderKind kind : values()) {
      if (kind.optionName().equals(optionName)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "there is no encoder '%s': it is one of %s"
            .formatted(
                optionName,
                Arrays.stream(values())
                    .map(EncoderKind::optionName)
                    .collect(Collectors.joining(", "))));
  }

  /** Whether this kind can encode into a code. */
  public boolean supports(ReedSolomon code) {
    return switch (this) {
      case MIXED, RUSSIANS, MATRIX, MATRIX_BITS -> true;
      case FFT, FFT_BITS -> FftEncoder.supports(code);
      case ADDITIVE_FFT -> AdditiveFftEncoder.supports(code);
    };
  }

  /**
   * Returns an encoder of this kind.
   *
   * @param kernels for this encoder's thread; not all kinds use them
   * @throws IllegalArgumentException if this kind does not support the code
   */
  public Encoder encoder(ReedSolomon code, EncodingKernels kernels) {
    return switch (this) {
      case MIXED -> new MixedEncoder(code, kernels);
      case RUSSIANS -> new PublicEncoder(code, kernels);
      case MATRIX -> new MatrixEncoder(code);
      case MATRIX_BITS -> new MatrixBitEncoder(code, kernels);
      case FFT -> new FftEncoder(code, false);
      case FFT_BITS -> new FftEncoder(code, true);
      case ADDITIVE_FFT -> new AdditiveFftEncoder(code);
    };
  }
}
