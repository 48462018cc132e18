package org.schurmpc.minimac;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.SecretEncoder;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.Kernels;

/**
 * What all makers of dealt material share: randomness, MAC keys, and the drawing of authenticated
 * words, which are uniform under their constraints. Makers write the two parties' parts of an item
 * at the same offset of {@link #items}.
 */
final class DealtWords {
  private static final int PARTIES = 2;

  private final MiniMacCode code;
  private final Kernels kernels;
  private final SecretEncoder encoder;
  private final SecretEncoder starEncoder;
  private final Prg prg;

  /** alpha[i] is party i's MAC key. */
  private final long[][] alpha = new long[PARTIES][Codeword.LONGS];

  private final long[][] items = new long[PARTIES][0];

  private final long[] word = new long[Codeword.LONGS];
  private final long[] bitWords = new long[Codeword.PLANES * Codeword.LONGS];
  private final long[] firstShare = new long[Codeword.LONGS];
  private final long[] fresh = new long[Codeword.LONGS];

  DealtWords(MiniMacCode code, Prg prg, Kernels kernels) {
    this.code = code;
    this.kernels = kernels;
    this.encoder = new SecretEncoder(code.c(), kernels);
    this.starEncoder = new SecretEncoder(code.star(), kernels);
    this.prg = prg;
  }

  Kernels kernels() {
    return kernels;
  }

  /** Draws a party's MAC key and keeps it. */
  long[] drawKey(int party) {
    drawSymbols(alpha[party], 0, 0, code.c().n());
    return alpha[party];
  }

  /** A party's parts of the items under way. */
  long[] items(int party) {
    return items[party];
  }

  /** Makes room for so many longs of each party. */
  void makeRoom(int longs) {
    for (int i = 0; i < PARTIES; i++) {
      if (items[i].length < longs) {
        Secrets.wipe(items[i]);
        items[i] = new long[longs];
      }
    }
  }

  /**
   * Draws uniform data symbols and clears all others.
   *
   * @param planes how many bits of a symbol, from the lowest on, are drawn; the others are zero
   */
  void drawData(long[] data, int planes) {
    drawSymbols(data, 0, 0, code.c().k());
    Arrays.fill(data, planes * Codeword.PLANE_LONGS, Codeword.LONGS, 0);
  }

  /** [[v]] over C, v having these data symbols. */
  void deal(long[] data, int offset) {
    encoder.encode(data, 0, word, 0);
    share(encoder, word, 0, offset);
  }

  /** [[v]]*, v having these data symbols and otherwise being uniform in C*. */
  void dealStar(long[] data, int offset) {
    System.arraycopy(data, 0, word, 0, Codeword.LONGS);
    drawSymbols(word, 0, code.c().k(), code.star().k());
    starEncoder.encode(word, 0, word, 0);
    share(starEncoder, word, 0, offset);
  }

  /** [[v_0]], ..., [[v_7]] over C: v_i = X^i * (plane i of the data). */
  void dealBitParts(long[] data, int offset) {
    encoder.encodePlanes(data, 0, bitWords, 0);
    for (int i = 0; i < Codeword.PLANES; i++) {
      int at = i * Codeword.LONGS;
      for (int times = 0; times < i; times++) {
        Codeword.mulX(bitWords, at);
      }
      share(encoder, bitWords, at, offset + i * AuthWord.LONGS);
    }
  }

  /** [[r]] over C with these data symbols, all of it the owner's share. */
  void dealOwned(long[] data, int owner, int offset) {
    encoder.encode(data, 0, word, 0);
    for (long[] item : items) {
      Arrays.fill(item, offset, offset + AuthWord.LONGS, 0);
    }
    System.arraycopy(word, 0, items[owner], offset + AuthWord.SHARE, Codeword.LONGS);
    makeTag(owner, offset);
  }

  /** Shares a codeword as a uniform one of its code and the rest, and tags both shares. */
  private void share(SecretEncoder of, long[] words, int at, int offset) {
    drawSymbols(firstShare, 0, 0, of.code().k());
    of.encode(firstShare, 0, firstShare, 0);
    int share = offset + AuthWord.SHARE;
    System.arraycopy(firstShare, 0, items[0], share, Codeword.LONGS);
    kernels.xor(firstShare, 0, words, at, items[1], share, Codeword.LONGS);
    makeTag(0, offset);
    makeTag(1, offset);
  }

  /** Draws the peer's key for a party's share, and the tag: mac = alpha(peer) * share + key. */
  private void makeTag(int party, int offset) {
    long[] mine = items[party];
    long[] theirs = items[1 - party];
    int key = offset + AuthWord.KEY;
    int mac = offset + AuthWord.MAC;
    drawSymbols(theirs, key, 0, code.c().n());
    System.arraycopy(theirs, key, mine, mac, Codeword.LONGS);
    kernels.schurMulAdd(mine, mac, mine, offset + AuthWord.SHARE, alpha[1 - party], 0, 1, 1);
  }

  /** Draws symbols [from, to) of a word, and clears those from {@code to} on. */
  private void drawSymbols(long[] into, int offset, int from, int to) {
    prg.nextLongs(fresh, 0, Codeword.LONGS);
    for (int w = 0; w < Codeword.PLANE_LONGS; w++) {
      long keep = below(from, w);
      long draw = below(to, w) & ~keep;
      for (int plane = 0; plane < Codeword.PLANES; plane++) {
        int i = plane * Codeword.PLANE_LONGS + w;
        into[offset + i] = (into[offset + i] & keep) | (fresh[i] & draw);
      }
    }
  }

  /** The positions below {@code bound} among those in word {@code w} of a plane. */
  private static long below(int bound, int w) {
    int bits = Math.max(0, Math.min(64, bound - 64 * w));
    return bits == 0 ? 0 : BitMatrix.lastWordMask(bits);
  }

  void wipe() {
    for (int i = 0; i < PARTIES; i++) {
      Secrets.wipe(alpha[i]);
      Secrets.wipe(items[i]);
    }
    for (long[] scratch : List.of(word, bitWords, firstShare, fresh)) {
      Secrets.wipe(scratch);
    }
    prg.wipe();
    encoder.wipe();
    starEncoder.wipe();
  }
}
