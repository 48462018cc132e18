package org.schurmpc.core.circuit.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;

/** Operands that bring out what is special. */
final class FloatCases {
  private final FloatFormat format;
  private final SplittableRandom random;
  private final long[] special;

  FloatCases(FloatFormat format, long seed) {
    this.format = format;
    this.random = new SplittableRandom(seed);
    this.special = specials(format);
  }

  /** Zero, the ends of the denormal, normal and whole numbers, NaNs, and their neighbours. */
  private static long[] specials(FloatFormat format) {
    int f = format.fractionBits();
    long one = (long) format.bias() << f;
    long infinity = ((1L << format.exponentBits()) - 1) << f;
    long unit = 1L << f;
    long[] centres = {
      1,
      unit / 2,
      unit,
      one - unit,
      one,
      one + unit / 2,
      one + unit,
      one + f * unit,
      one + (f + 1) * unit,
      one + 30 * unit,
      one + 31 * unit,
      one + 32 * unit,
      one + 62 * unit,
      one + 63 * unit,
      one + 64 * unit,
      infinity - unit,
      infinity,
      infinity + unit / 2,
      one - 63 * unit,
      one - 64 * unit,
      one / 2,
      one + one / 2,
      infinity + unit - 2
    };
    long[] all = new long[centres.length * 6];
    int n = 0;
    for (long centre : centres) {
      for (int step = -1; step <= 1; step++) {
        long near = centre + step;
        all[n++] = near;
        all[n++] = near | 1L << (format.bits() - 1);
      }
    }
    return all;
  }

  /** All pairs of special ones, and random ones behind them. */
  long[][] special(int lanes) {
    long[][] pairs = random(lanes);
    int pair = 0;
    for (long a : special) {
      for (long b : special) {
        if (pair < lanes) {
          pairs[0][pair] = a;
          pairs[1][pair++] = b;
        }
      }
    }
    assertEquals(special.length * special.length, pair);
    return pairs;
  }

  long[][] random(int lanes) {
    long[][] pairs = new long[2][lanes];
    for (int lane = 0; lane < lanes; lane++) {
      long a = number();
      long b = number();
      switch (random.nextInt(4)) {
        case 0 -> b = near(a);
        case 1 -> b = special[random.nextInt(special.length)];
        case 2 -> a = special[random.nextInt(special.length)];
        default -> {}
      }
      boolean swap = random.nextBoolean();
      pairs[swap ? 1 : 0][lane] = a;
      pairs[swap ? 0 : 1][lane] = b;
    }
    return pairs;
  }

  private long low(long bits) {
    return bits & -1L >>> (64 - format.bits());
  }

  private long fraction() {
    long ones = (1L << format.fractionBits()) - 1;
    return switch (random.nextInt(4)) {
      case 0 -> ones & random.nextLong() << random.nextInt(format.fractionBits());
      case 1 -> ones & random.nextLong() >> random.nextInt(format.fractionBits());
      default -> ones & random.nextLong();
    };
  }

  private long number() {
    long mostExponent = (1L << format.exponentBits()) - 1;
    long exponent =
        switch (random.nextInt(4)) {
          case 0 -> random.nextInt(3);
          case 1 -> Math.min(format.bias() + random.nextInt(140) - 70, mostExponent);
          default -> random.nextLong() & mostExponent;
        };
    long sign = random.nextLong() << (format.bits() - 1);
    return low(sign | exponent << format.fractionBits() | fraction());
  }

  /** One of about the same size, of either sign. */
  private long near(long a) {
    long sign = random.nextLong() << (format.bits() - 1);
    if (random.nextBoolean()) {
      return low((a + random.nextInt(9) - 4) ^ sign);
    }
    long shift = random.nextInt(2 * format.fractionBits() + 8) - format.fractionBits() - 4L;
    long other = a + (shift << format.fractionBits());
    return low(((other & (-1L << format.fractionBits())) | fraction()) ^ sign);
  }
}
