package org.schurmpc.minimac.online;

import java.util.Random;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.contract.Lie;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.AuthWord;
import org.schurmpc.minimac.material.MiniMacCode;

/**
 * Lies about words of material: another codeword, with or without a guess at its tag.
 *
 * @param codes what tags are words of
 * @param guessTag whether the tag is changed, too
 */
record Lies(MiniMacCode codes, boolean guessTag) {
  private static final int BYTE = 8;

  /** Another word of C for a part of an item. */
  Lie another(String what, MaterialKind kind, int item, int part) {
    return another(what, kind, item, part, codes.c(), BYTE);
  }

  /** Another word of C*. */
  Lie anotherStar(String what, MaterialKind kind, int item, int part) {
    return another(what, kind, item, part, codes.star(), BYTE);
  }

  /** Another word whose symbols have so many bits. */
  Lie another(String what, MaterialKind kind, int item, int part, ReedSolomon code, int planes) {
    String name = "%s of %s %d%s".formatted(what, kind.name(), item, guessTag ? ", its tag" : "");
    return new Lie(
        name,
        (cheated, random) -> {
          long[] error = codeword(code, planes, random);
          long[] tag = codeword(codes.star(), BYTE, random);
          cheated.alter(
              kind,
              item,
              (data, offset) -> {
                for (int j = 0; j < Codeword.LONGS; j++) {
                  data[offset + part + AuthWord.SHARE + j] ^= error[j];
                  data[offset + part + Configurations.TWO.mac(0, 1) + j] ^= guessTag ? tag[j] : 0;
                }
              });
        });
  }

  /** A random word of a code. */
  static long[] codeword(ReedSolomon code, int planes, Random random) {
    long[] word = new long[Codeword.LONGS];
    for (int p = 0; p < code.k(); p++) {
      Codeword.setSymbol(word, 0, p, random.nextInt(1 << planes));
    }
    new PublicEncoder(code, Configurations.kernels("plain")).encode(word, 0, word, 0);
    return word;
  }
}
