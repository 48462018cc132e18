package org.schurmpc.minimac;

import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.TrustedDealer;

/**
 * Deals the material of a variant to two parties. <b>Insecure</b>: it knows everything. It draws
 * what real preprocessing would give: all words uniform under their constraints, all keys uniform.
 */
final class MiniMacDealer implements TrustedDealer {
  private static final int PARTIES = 2;
  private static final int BATCH_ITEMS = 32;

  private final Variant variant;
  private final DealtWords words;
  private final Map<MaterialKind, ItemMaker> makers = new LinkedHashMap<>();
  private boolean keysDealt;

  MiniMacDealer(Variant variant, SecureRandom random, Kernels kernels) {
    this.variant = variant;
    this.words = new DealtWords(variant.code(), Prg.seededFrom(random), kernels);
    boolean star = variant.starWires();
    switch (variant.packing()) {
      case BYTES -> makers.put(Material.TRIPLE, new TripleMaker(words));
      case BITS -> makers.put(Material.AND, new PackedGateMaker(words, star));
    }
    if (star) {
      makers.put(Material.OUTPUT_MASK, WordMaker.outputMask(words));
    } else {
      makers.put(Material.PAIR, new PairMaker(words));
    }
    for (int party = 0; party < PARTIES; party++) {
      makers.put(Material.inputMask(party), WordMaker.inputMask(words, variant.packing(), party));
    }
    makers.put(Material.RANDOM, WordMaker.random(words, variant.packing(), star));
  }

  @Override
  public void dealKeys(List<? extends MaterialSink> parties) throws MpcException {
    requireTwo(parties);
    if (keysDealt) {
      throw new IllegalStateException("the keys were dealt already");
    }
    keysDealt = true;
    for (int i = 0; i < PARTIES; i++) {
      parties.get(i).keys(variant.material(), words.drawKey(i));
    }
  }

  @Override
  public void deal(Demand demand, List<? extends MaterialSink> parties) throws MpcException {
    requireTwo(parties);
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      deal(quota.getKey(), quota.getValue(), parties);
    }
  }

  private void deal(MaterialKind kind, long count, List<? extends MaterialSink> parties)
      throws MpcException {
    ItemMaker maker = makers.get(kind);
    if (maker == null) {
      throw new IllegalArgumentException(
          variant.material() + " has no material '" + kind.name() + "'");
    }
    int longs = kind.longsPerItem();
    words.makeRoom(BATCH_ITEMS * longs);
    for (long done = 0; done < count; ) {
      int now = (int) Math.min(BATCH_ITEMS, count - done);
      for (int i = 0; i < now; i++) {
        maker.make(i * longs);
      }
      for (int i = 0; i < PARTIES; i++) {
        parties.get(i).put(kind, words.items(i), 0, now);
      }
      done += now;
    }
  }

  @Override
  public void close() {
    makers.values().forEach(ItemMaker::wipe);
    words.wipe();
  }

  private static void requireTwo(List<? extends MaterialSink> parties) {
    if (parties.size() != PARTIES) {
      throw new IllegalArgumentException("two parties, not " + parties.size());
    }
  }
}
