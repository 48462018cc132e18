package org.schurmpc.minimac;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.code.SecretEncoder;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.TrustedDealer;

/**
 * Deals MiniTrix material to two parties. <b>Insecure</b>: it knows everything. It draws what real
 * preprocessing would give: all words uniform under their constraints, all keys uniform.
 */
final class MiniTrixDealer implements TrustedDealer {
  private static final int PARTIES = 2;
  private static final int BATCH_ITEMS = 32;
  private static final int BITS = Codeword.PLANES;

  private final MiniMacCode code;
  private final Kernels kernels;
  private final SecretEncoder encoder;
  private final SecretEncoder starEncoder;
  private final Prg prg;

  /** alpha[i] is party i's MAC key. */
  private final long[][] alpha = new long[PARTIES][Codeword.LONGS];

  private final long[][] items = new long[PARTIES][0];

  private boolean keysDealt;

  private final long[] a = new long[Codeword.LONGS];
  private final long[] b = new long[Codeword.LONGS];
  private final long[] value = new long[Codeword.LONGS];
  private final long[] firstShare = new long[Codeword.LONGS];
  private final long[] bitWords = new long[BITS * Codeword.LONGS];
  private final long[] fresh = new long[Codeword.LONGS];

  MiniTrixDealer(MiniMacCode code, SecureRandom random, Kernels kernels) {
    this.code = code;
    this.kernels = kernels;
    this.encoder = new SecretEncoder(code.c(), kernels);
    this.starEncoder = new SecretEncoder(code.star(), kernels);
    this.prg = Prg.seededFrom(random);
  }

  @Override
  public void dealKeys(List<? extends MaterialSink> parties) throws MpcException {
    requireTwo(parties);
    if (keysDealt) {
      throw new IllegalStateException("the keys were dealt already");
    }
    keysDealt = true;
    for (int i = 0; i < PARTIES; i++) {
      drawSymbols(alpha[i], 0, 0, code.c().n());
      parties.get(i).keys(code.name(), alpha[i]);
    }
  }

  @Override
  public void deal(Demand demand, List<? extends MaterialSink> parties) throws MpcException {
    requireTwo(parties);
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      deal(quota.getKey(), quota.getValue(), parties);
    }
  }

  @Override
  public void close() {
    for (int i = 0; i < PARTIES; i++) {
      Secrets.wipe(alpha[i]);
      Secrets.wipe(items[i]);
    }
    for (long[] scratch : List.of(a, b, value, firstShare, bitWords, fresh)) {
      Secrets.wipe(scratch);
    }
    prg.wipe();
    encoder.wipe();
    starEncoder.wipe();
  }

  private static void requireTwo(List<? extends MaterialSink> parties) {
    if (parties.size() != PARTIES) {
      throw new IllegalArgumentException("two parties, not " + parties.size());
    }
  }

  private void deal(MaterialKind kind, long count, List<? extends MaterialSink> parties)
      throws MpcException {
    int longs = kind.longsPerItem();
    for (int i = 0; i < PARTIES; i++) {
      if (items[i].length < BATCH_ITEMS * longs) {
        Secrets.wipe(items[i]);
        items[i] = new long[BATCH_ITEMS * longs];
      }
    }
    for (long done = 0; done < count; ) {
      int now = (int) Math.min(BATCH_ITEMS, count - done);
      for (int i = 0; i < now; i++) {
        make(kind, i * longs);
      }
      for (int i = 0; i < PARTIES; i++) {
        parties.get(i).put(kind, items[i], 0, now);
      }
      done += now;
    }
  }

  private void make(MaterialKind kind, int offset) {
    if (kind.equals(Material.AND)) {
      makeAnd(offset);
    } else if (kind.equals(Material.OUTPUT_MASK)) {
      Arrays.fill(value, 0);
      makeStarWord(offset);
    } else if (kind.equals(Material.RANDOM)) {
      drawSymbols(value, 0, 0, code.c().k());
      makeStarWord(offset);
    } else if (kind.equals(Material.inputMask(0))) {
      makeInputMask(offset, 0);
    } else if (kind.equals(Material.inputMask(1))) {
      makeInputMask(offset, 1);
    } else {
      throw new IllegalArgumentException("MiniTrix has no material '" + kind.name() + "'");
    }
  }

  private void makeAnd(int offset) {
    int k = code.c().k();
    drawSymbols(a, 0, 0, k);
    drawSymbols(b, 0, 0, k);
    System.arraycopy(a, 0, value, 0, Codeword.LONGS);
    makeStarWord(offset + Material.A);
    System.arraycopy(b, 0, value, 0, Codeword.LONGS);
    makeStarWord(offset + Material.B);
    for (int j = 0; j < Codeword.LONGS; j++) {
      value[j] = a[j] & b[j];
    }
    makeStarWord(offset + Material.C);
    makeBitParts(b, offset + Material.BIT_PARTS);
    makeBitParts(a, offset + Material.BIT_PARTS + BITS * AuthWord.LONGS);
  }

  /** [[v_0]], ..., [[v_7]]: v_i = X^i * (plane i of v), each with a share uniform in C. */
  private void makeBitParts(long[] v, int offset) {
    encoder.encodePlanes(v, 0, bitWords, 0);
    for (int i = 0; i < BITS; i++) {
      int word = i * Codeword.LONGS;
      for (int times = 0; times < i; times++) {
        Codeword.mulX(bitWords, word);
      }
      drawSymbols(firstShare, 0, 0, code.c().k());
      encoder.encode(firstShare, 0, firstShare, 0);
      authenticate(bitWords, word, offset + i * AuthWord.LONGS);
    }
  }

  /** A representation over C* of the data in {@link #value}, its redundancy uniform. */
  private void makeStarWord(int offset) {
    ReedSolomon star = code.star();
    drawSymbols(value, 0, code.c().k(), star.k());
    starEncoder.encode(value, 0, value, 0);
    drawSymbols(firstShare, 0, 0, star.k());
    starEncoder.encode(firstShare, 0, firstShare, 0);
    authenticate(value, 0, offset);
  }

  /** [[r]] with r uniform in C, all of it the owner's share. */
  private void makeInputMask(int offset, int owner) {
    drawSymbols(value, 0, 0, code.c().k());
    encoder.encode(value, 0, value, 0);
    for (long[] item : items) {
      Arrays.fill(item, offset, offset + AuthWord.LONGS, 0);
    }
    System.arraycopy(value, 0, items[owner], offset + AuthWord.SHARE, Codeword.LONGS);
    makeTag(owner, offset);
  }

  /** Shares a codeword as {@link #firstShare} and the rest, and tags both shares. */
  private void authenticate(long[] word, int wordOffset, int offset) {
    int share = offset + AuthWord.SHARE;
    System.arraycopy(firstShare, 0, items[0], share, Codeword.LONGS);
    kernels.xor(firstShare, 0, word, wordOffset, items[1], share, Codeword.LONGS);
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
  private void drawSymbols(long[] word, int offset, int from, int to) {
    prg.nextLongs(fresh, 0, Codeword.LONGS);
    for (int w = 0; w < Codeword.PLANE_LONGS; w++) {
      long keep = below(from, w);
      long draw = below(to, w) & ~keep;
      for (int plane = 0; plane < BITS; plane++) {
        int i = plane * Codeword.PLANE_LONGS + w;
        word[offset + i] = (word[offset + i] & keep) | (fresh[i] & draw);
      }
    }
  }

  /** The positions below {@code bound} among those in word {@code w} of a plane. */
  private static long below(int bound, int w) {
    int bits = Math.max(0, Math.min(64, bound - 64 * w));
    return bits == 0 ? 0 : BitMatrix.lastWordMask(bits);
  }
}
