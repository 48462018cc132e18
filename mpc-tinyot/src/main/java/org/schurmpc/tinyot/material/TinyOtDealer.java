package org.schurmpc.tinyot.material;

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
 * Deals TinyOT material to two parties. <b>Insecure</b>: the dealer knows everything. Its material
 * has the distribution of real preprocessing: all bits and keys are uniform under their
 * constraints.
 */
public final class TinyOtDealer implements TrustedDealer {
  private static final int PARTIES = 2;
  private static final int BATCH_ITEMS = 32;

  private final String protocol;
  private final Material material;
  private final BitMacKernels kernels;
  private final Prg prg;
  private final long[][] delta;
  private final long[][] items = new long[PARTIES][0];
  private boolean keysDealt;

  public TinyOtDealer(SecurityLevel level, SecureRandom random, BitMacKernels kernels) {
    this.protocol = level.storeName();
    this.material = level.material();
    this.kernels = kernels;
    this.prg = Prg.seededFrom(random);
    this.delta = new long[PARTIES][material.macWords()];
  }

  @Override
  public void dealKeys(List<? extends MaterialSink> parties) throws MpcException {
    requireTwo(parties);
    if (keysDealt) {
      throw new IllegalStateException("the keys were dealt already");
    }
    keysDealt = true;
    for (int i = 0; i < PARTIES; i++) {
      prg.nextLongs(delta[i], 0, delta[i].length);
      parties.get(i).keys(protocol, delta[i]);
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
      throw new IllegalArgumentException("TinyOT is for two parties, not " + parties.size());
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

  private void make(MaterialKind kind, int item) {
    if (kind.equals(material.andTriples())) {
      makeTriples(item);
    } else if (kind.equals(material.randomBits())) {
      makeRandomBits(item);
    } else if (kind.equals(material.inputMask(0))) {
      makeInputMask(item, 0);
    } else if (kind.equals(material.inputMask(1))) {
      makeInputMask(item, 1);
    } else {
      throw new IllegalArgumentException("TinyOT has no material '" + kind.name() + "'");
    }
  }

  private void makeTriples(int item) {
    for (long[] party : items) {
      prg.nextLongs(party, item, 3);
    }
    // The second party's share of c makes the products right.
    long[] first = items[0];
    long[] second = items[1];
    int a = item + Material.tripleBits(Material.A);
    int b = item + Material.tripleBits(Material.B);
    int c = item + Material.tripleBits(Material.C);
    second[c] = first[c] ^ ((first[a] ^ second[a]) & (first[b] ^ second[b]));
    for (int part = Material.A; part <= Material.C; part++) {
      int bits = item + Material.tripleBits(part);
      int macs = item + material.tripleMacs(part);
      int keys = item + material.tripleKeys(part);
      authenticate(0, bits, macs, keys);
      authenticate(1, bits, macs, keys);
    }
  }

  private void makeRandomBits(int item) {
    int macs = item + Material.BIT_PLANES;
    for (int party = 0; party < PARTIES; party++) {
      prg.nextLongs(items[party], item, 1);
      authenticate(party, item, macs, macs + material.macLongs());
    }
  }

  private void makeInputMask(int item, int owner) {
    prg.nextLongs(items[owner], item, 1);
    items[1 - owner][item] = 0;
    int planes = item + Material.BIT_PLANES;
    authenticate(owner, item, planes, planes);
  }

  /** Draws the peer's keys for a party's bits, and the MACs: mac = key(peer) + bit Δ(peer). */
  private void authenticate(int party, int bits, int macs, int keys) {
    long[] mine = items[party];
    long[] theirs = items[1 - party];
    prg.nextLongs(theirs, keys, material.macLongs());
    System.arraycopy(theirs, keys, mine, macs, material.macLongs());
    for (int v = 0; v < material.macWords(); v++) {
      int plane = macs + v * Material.BITS;
      kernels.xorConstant(mine, plane, mine[bits], delta[1 - party][v], Material.BITS);
    }
  }

  @Override
  public void close() {
    for (int i = 0; i < PARTIES; i++) {
      Arrays.fill(delta[i], 0);
      Secrets.wipe(items[i]);
    }
    prg.wipe();
  }
}
