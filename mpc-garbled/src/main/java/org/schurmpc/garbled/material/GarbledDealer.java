package org.schurmpc.garbled.material;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.BitMacKernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.TrustedDealer;

/**
 * Deals material for authenticated garbling to two parties. <b>Insecure</b>: the dealer knows
 * everything. All bits and keys are uniform under their constraints, as those of real preprocessing
 * are.
 */
public final class GarbledDealer implements TrustedDealer {
  private static final int PARTIES = 2;
  private static final int BATCH_ITEMS = 32;

  private final GarbledLevel level;
  private final Material material;
  private final int evaluator;
  private final BitMacKernels kernels;
  private final Prg prg;
  private final long[][] delta = new long[PARTIES][];
  private final long[][] items = new long[PARTIES][0];
  private boolean keysDealt;

  public GarbledDealer(GarbledLevel level, SecureRandom random, BitMacKernels kernels) {
    this.level = level;
    this.material = level.material();
    this.evaluator = 1 - level.garbler();
    this.kernels = kernels;
    this.prg = Prg.seededFrom(random);
    Arrays.setAll(delta, party -> new long[level.keyWords(party)]);
  }

  @Override
  public void dealKeys(List<? extends MaterialSink> parties) throws MpcException {
    requireTwo(parties);
    if (keysDealt) {
      throw new IllegalStateException("the keys were dealt already");
    }
    keysDealt = true;
    for (int party = 0; party < PARTIES; party++) {
      prg.nextLongs(delta[party], 0, delta[party].length);
      parties.get(party).keys(level.storeName(), delta[party]);
    }
  }

  @Override
  public void deal(Demand demand, List<? extends MaterialSink> parties) throws MpcException {
    requireTwo(parties);
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      deal(quota.getKey(), quota.getValue(), parties);
    }
  }

  private static void requireTwo(List<? extends MaterialSink> parties) {
    if (parties.size() != PARTIES) {
      throw new IllegalArgumentException("garbling is for two parties, not " + parties.size());
    }
  }

  private void deal(MaterialKind kind, long count, List<? extends MaterialSink> parties)
      throws MpcException {
    int longs = kind.longsPerItem();
    for (int party = 0; party < PARTIES; party++) {
      if (items[party].length < BATCH_ITEMS * longs) {
        Secrets.wipe(items[party]);
        items[party] = new long[BATCH_ITEMS * longs];
      }
    }
    for (long done = 0; done < count; ) {
      int now = (int) Math.min(BATCH_ITEMS, count - done);
      for (int i = 0; i < now; i++) {
        make(kind, i * longs);
      }
      for (int party = 0; party < PARTIES; party++) {
        parties.get(party).put(kind, items[party], 0, now);
      }
      done += now;
    }
  }

  private void make(MaterialKind kind, int item) {
    if (kind.equals(material.andTriples())) {
      makeTriples(item);
    } else if (kind.equals(material.randomBits())) {
      drawBits(item, 1);
      authenticate(item, item + Material.BIT_PLANES);
    } else if (kind.equals(material.inputMask(0))) {
      makeInputMask(item, 0);
    } else if (kind.equals(material.inputMask(1))) {
      makeInputMask(item, 1);
    } else {
      throw new IllegalArgumentException("garbling has no material '" + kind.name() + "'");
    }
  }

  private void drawBits(int at, int words) {
    for (long[] party : items) {
      prg.nextLongs(party, at, words);
    }
  }

  private void makeTriples(int item) {
    drawBits(item, 3);
    // The second party's share of z makes the products right.
    long[] first = items[0];
    long[] second = items[1];
    int x = item + Material.tripleBits(Material.X);
    int y = item + Material.tripleBits(Material.Y);
    int z = item + Material.tripleBits(Material.Z);
    second[z] = first[z] ^ ((first[x] ^ second[x]) & (first[y] ^ second[y]));
    for (int part = Material.X; part <= Material.Z; part++) {
      authenticate(item + Material.tripleBits(part), item + material.tripleWide(part));
    }
  }

  private void makeInputMask(int item, int owner) {
    drawBits(item, 1);
    items[1 - owner][item] = 0;
    int planes = item + Material.BIT_PLANES;
    authenticate(owner, item, planes, owner == evaluator ? Material.WIDE_WORDS : macWords());
  }

  private int macWords() {
    return material.macWords();
  }

  /** Draws keys for both parties' bits and computes their MACs: wide planes, then narrow ones. */
  private void authenticate(int bits, int planes) {
    authenticate(evaluator, bits, planes, Material.WIDE_WORDS);
    authenticate(1 - evaluator, bits, planes + Material.WIDE, macWords());
  }

  /** Draws the peer's keys for a party's bits, and the MACs: mac = key(peer) + bit Δ(peer). */
  private void authenticate(int party, int bits, int planes, int words) {
    long[] mine = items[party];
    long[] theirs = items[1 - party];
    prg.nextLongs(theirs, planes, words * Material.BITS);
    System.arraycopy(theirs, planes, mine, planes, words * Material.BITS);
    for (int v = 0; v < words; v++) {
      int plane = planes + v * Material.BITS;
      kernels.xorConstant(mine, plane, mine[bits], delta[1 - party][v], Material.BITS);
    }
  }

  @Override
  public void close() {
    for (int party = 0; party < PARTIES; party++) {
      Secrets.wipe(delta[party]);
      Secrets.wipe(items[party]);
    }
    prg.wipe();
  }
}
