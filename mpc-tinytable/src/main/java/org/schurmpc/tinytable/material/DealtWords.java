package org.schurmpc.tinytable.material;

import java.util.List;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.code.SecretEncoder;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.CodewordKernels;
import org.schurmpc.core.kernel.EncodingKernels;

/** A dealer's codewords with their MACs, and the keys of both parties. */
final class DealtWords {
  private final TableCode code;
  private final Prg prg;
  private final CodewordKernels kernels;
  private final SecretEncoder encoder;
  private final SecretEncoder starEncoder;

  /** The key a of each party. */
  private final long[][] keys = new long[2][Codeword.LONGS];

  private final long[] fresh = new long[Codeword.LONGS];

  DealtWords(TableCode code, Prg prg, EncodingKernels kernels) {
    this.code = code;
    this.prg = prg;
    this.kernels = kernels;
    this.encoder = new SecretEncoder(code.c(), kernels);
    this.starEncoder = new SecretEncoder(code.star(), kernels);
    for (long[] key : keys) {
      draw(key, 0, 0, code.c().n(), 0, Byte.SIZE);
    }
  }

  TableCode code() {
    return code;
  }

  /** Returns a party's key a. */
  long[] key(int party) {
    return keys[party];
  }

  /**
   * Draws bits {@code plane} to {@code plane} + {@code bits} - 1 of the first symbols of a word,
   * which must be zero.
   */
  void drawData(long[] word, int at, int symbols, int plane, int bits) {
    draw(word, at, 0, symbols, plane, bits);
  }

  /** Draws bits of symbols {@code from} to {@code to} - 1, which must be zero. */
  private void draw(long[] word, int at, int from, int to, int plane, int bits) {
    prg.nextLongs(fresh, 0, bits * Codeword.PLANE_LONGS);
    for (int i = 0; i < bits * Codeword.PLANE_LONGS; i++) {
      int w = i % Codeword.PLANE_LONGS;
      long mask = Codeword.positionMask(to, w) & ~Codeword.positionMask(from, w);
      word[at + plane * Codeword.PLANE_LONGS + i] |= fresh[i] & mask;
    }
  }

  /**
   * Makes an item of each party: a word of C.
   *
   * @param data by party: data symbols from {@code from} on, zeros after them
   * @param items by party, at {@code at}; must be zero
   */
  void make(long[][] data, int from, long[][] items, int at) {
    make(encoder, data, from, items, at);
  }

  /** Makes an item of each party: a word of C*, uniform except for its data. */
  void makeMask(long[][] data, int from, long[][] items, int at) {
    ReedSolomon star = code.star();
    for (long[] word : data) {
      draw(word, from, code.k(), star.k(), 0, Byte.SIZE);
    }
    make(starEncoder, data, from, items, at);
  }

  /** Encodes the data, and draws the peer's key of each word: MAC = a(peer) * word + key(peer). */
  private void make(SecretEncoder of, long[][] data, int from, long[][] items, int at) {
    for (int party = 0; party < items.length; party++) {
      long[] mine = items[party];
      long[] theirs = items[1 - party];
      int mac = at + Material.WORD_MAC;
      int key = at + Material.WORD_KEY;
      of.encode(data[party], from, mine, at);
      draw(theirs, key, 0, code.c().n(), 0, Byte.SIZE);
      System.arraycopy(theirs, key, mine, mac, Codeword.LONGS);
      kernels.schurMulAdd(mine, mac, mine, at, keys[1 - party], 0, 1, 1);
    }
  }

  void wipe() {
    for (long[] secret : List.of(keys[0], keys[1], fresh)) {
      Secrets.wipe(secret);
    }
    encoder.wipe();
    starEncoder.wipe();
  }
}
