package org.schurmpc.minimac.material;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.SecretEncoder;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.CodewordKernels;
import org.schurmpc.core.kernel.EncodingKernels;

/**
 * The state that all makers of dealt material share: randomness and MAC keys. Also draws
 * authenticated words, which are uniform under their constraints. Makers write all parties' parts
 * of an item at one offset of {@link #items}.
 */
final class DealtWords {
  private final AuthWord layout;
  private final int parties;
  private final MiniMacCode code;
  private final CodewordKernels kernels;
  private final SecretEncoder encoder;
  private final SecretEncoder starEncoder;
  private final Prg prg;

  /** MAC keys; alpha[i] is party i's. */
  private final long[][] alpha;

  private final long[][] items;

  private final long[] word = new long[Codeword.LONGS];
  private final long[] bitWords = new long[Codeword.PLANES * Codeword.LONGS];
  private final long[] rest = new long[Codeword.LONGS];
  private final long[] drawn = new long[Codeword.LONGS];
  private final long[] fresh = new long[Codeword.LONGS];

  DealtWords(AuthWord layout, MiniMacCode code, Prg prg, EncodingKernels kernels) {
    this.layout = layout;
    this.parties = layout.parties();
    this.alpha = new long[parties][Codeword.LONGS];
    this.items = new long[parties][0];
    this.code = code;
    this.kernels = kernels;
    this.encoder = new SecretEncoder(code.c(), kernels);
    this.starEncoder = new SecretEncoder(code.star(), kernels);
    this.prg = prg;
  }

  CodewordKernels kernels() {
    return kernels;
  }

  /** Draws and stores a party's MAC key. */
  long[] drawKey(int party) {
    drawSymbols(alpha[party], 0, 0, code.c().n());
    return alpha[party];
  }

  /** Returns a party's parts of the current items. */
  long[] items(int party) {
    return items[party];
  }

  /** Makes room for {@code longs} longs of each party. */
  void makeRoom(int longs) {
    for (int i = 0; i < parties; i++) {
      if (items[i].length < longs) {
        Secrets.wipe(items[i]);
        items[i] = new long[longs];
      }
    }
  }

  /**
   * Draws uniform data symbols and clears all others.
   *
   * @param planes number of bits of a symbol, from the lowest on, that are drawn; the others are
   *     zero
   */
  void drawData(long[] data, int planes) {
    drawSymbols(data, 0, 0, code.c().k());
    Arrays.fill(data, planes * Codeword.PLANE_LONGS, Codeword.LONGS, 0);
  }

  /** Deals [[v]] over C for v with these data symbols. */
  void deal(long[] data, int offset) {
    encoder.encode(data, 0, word, 0);
    share(encoder, word, 0, offset);
  }

  /** Deals [[v]]* for v with these data symbols, uniform in C* otherwise. */
  void dealStar(long[] data, int offset) {
    System.arraycopy(data, 0, word, 0, Codeword.LONGS);
    drawSymbols(word, 0, code.c().k(), code.star().k());
    starEncoder.encode(word, 0, word, 0);
    share(starEncoder, word, 0, offset);
  }

  /** Deals [[v_0]], ..., [[v_7]] over C: v_i = X^i * (plane i of the data). */
  void dealBitParts(long[] data, int offset) {
    encoder.encodePlanes(data, 0, bitWords, 0);
    for (int i = 0; i < Codeword.PLANES; i++) {
      int at = i * Codeword.LONGS;
      for (int times = 0; times < i; times++) {
        Codeword.mulX(bitWords, at);
      }
      share(encoder, bitWords, at, offset + i * layout.longs());
    }
  }

  /** Deals [[r]] over C with these data symbols, where all of r is the owner's share. */
  void dealOwned(long[] data, int owner, int offset) {
    encoder.encode(data, 0, word, 0);
    for (long[] item : items) {
      Arrays.fill(item, offset, offset + layout.longs(), 0);
    }
    System.arraycopy(word, 0, items[owner], offset + AuthWord.SHARE, Codeword.LONGS);
    makeTags(owner, offset);
  }

  /** Shares a codeword: all shares but one are uniform words of its code. Tags all shares. */
  private void share(SecretEncoder of, long[] words, int at, int offset) {
    System.arraycopy(words, at, rest, 0, Codeword.LONGS);
    int share = offset + AuthWord.SHARE;
    for (int i = 0; i < parties - 1; i++) {
      drawSymbols(drawn, 0, 0, of.code().k());
      of.encode(drawn, 0, drawn, 0);
      System.arraycopy(drawn, 0, items[i], share, Codeword.LONGS);
      kernels.xorInto(rest, 0, drawn, 0, Codeword.LONGS);
    }
    System.arraycopy(rest, 0, items[parties - 1], share, Codeword.LONGS);
    for (int i = 0; i < parties; i++) {
      makeTags(i, offset);
    }
  }

  /** Draws all peers' keys for a party's share, and the tags: mac = alpha(peer) * share + key. */
  private void makeTags(int party, int offset) {
    long[] mine = items[party];
    for (int peer = 0; peer < parties; peer++) {
      if (peer != party) {
        long[] theirs = items[peer];
        int key = offset + layout.key(/* party= */ peer, /* peer= */ party);
        int mac = offset + layout.mac(party, peer);
        drawSymbols(theirs, key, 0, code.c().n());
        System.arraycopy(theirs, key, mine, mac, Codeword.LONGS);
        kernels.schurMulAdd(mine, mac, mine, offset + AuthWord.SHARE, alpha[peer], 0, 1, 1);
      }
    }
  }

  /** Draws symbols [from, to) of a word, and clears the symbols from {@code to} on. */
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

  /**
   * Returns the mask of the positions below {@code bound} among those in word {@code w} of a plane.
   */
  private static long below(int bound, int w) {
    int bits = Math.max(0, Math.min(64, bound - 64 * w));
    return bits == 0 ? 0 : BitMatrix.lastWordMask(bits);
  }

  void wipe() {
    for (int i = 0; i < parties; i++) {
      Secrets.wipe(alpha[i]);
      Secrets.wipe(items[i]);
    }
    for (long[] scratch : List.of(word, bitWords, rest, drawn, fresh)) {
      Secrets.wipe(scratch);
    }
    prg.wipe();
    encoder.wipe();
    starEncoder.wipe();
  }
}
