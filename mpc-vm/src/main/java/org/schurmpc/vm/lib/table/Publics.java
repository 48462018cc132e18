package org.schurmpc.vm.lib.table;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/** Public cells of tables: in as many instructions as the number of rows has bits. */
final class Publics {
  private Publics() {}

  /** Returns n bits that are all 0 or all 1. */
  static SecretBitVector flags(ProgramBuilder b, boolean asBits, int n, boolean value) {
    return asBits
        ? repeated(bit(b, value), n)
        : constants(b, n, BigInteger.valueOf(value ? 1 : 0)).assumeBits();
  }

  private static SecretBitVector bit(ProgramBuilder b, boolean value) {
    return b.booleans().constant(value);
  }

  /** Returns n numbers that are all the same. */
  static SecretInts constants(ProgramBuilder b, int n, BigInteger value) {
    SecretInts all = b.clear(value).toSecret().asVector();
    while (all.size() < n) {
      all = SecretInts.join(all, all.slice(0, Math.min(all.size(), n - all.size())));
    }
    return all;
  }

  private static SecretBitVector repeated(SecretBitVector block, int n) {
    SecretBitVector all = block;
    while (all.size() < n) {
      all = SecretBitVector.join(all, all.slice(0, Math.min(all.size(), n - all.size())));
    }
    return all.size() == n ? all : all.slice(0, n);
  }

  /** Returns the numbers from 0 to n - 1. */
  static Cells numbers(ProgramBuilder b, boolean asBits, int n) {
    Bounds bounds = new Bounds(BigInteger.ZERO, BigInteger.valueOf(n - 1));
    if (!asBits) {
      SecretInts all = b.secret(0).asVector();
      while (all.size() < n) {
        SecretInts more = all.slice(0, Math.min(all.size(), n - all.size())).plus(all.size());
        all = SecretInts.join(all, more);
      }
      return Cells.of(b, all.assumeFits(bounds));
    }
    List<SecretBitVector> planes = new ArrayList<>();
    int bits = Math.max(1, bounds.most().bitLength());
    for (int i = 0; i < bits; i++) {
      SecretBitVector zero = repeated(bit(b, false), 1 << i);
      planes.add(repeated(SecretBitVector.join(zero, repeated(bit(b, true), 1 << i)), n));
    }
    return Cells.of(b, bounds, planes);
  }
}
