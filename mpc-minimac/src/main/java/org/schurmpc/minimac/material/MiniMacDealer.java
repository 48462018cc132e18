package org.schurmpc.minimac.material;

import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.kernel.EncodingKernels;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.TrustedDealer;

/**
 * Deals the material of MiniMac or MiniTrix to all parties. <b>Insecure</b>: the dealer knows
 * everything. Its material has the distribution of real preprocessing: all words are uniform under
 * their constraints, all keys are uniform.
 */
public final class MiniMacDealer implements TrustedDealer {
  private static final int BATCH_ITEMS = 32;

  private final MaterialParameters parameters;
  private final DealtWords words;
  private final Map<MaterialKind, ItemMaker> makers = new LinkedHashMap<>();
  private boolean keysDealt;

  public MiniMacDealer(
      MaterialParameters parameters, SecureRandom random, EncodingKernels kernels) {
    this.parameters = parameters;
    Material material = parameters.items();
    this.words =
        new DealtWords(material.word(), parameters.code(), Prg.seededFrom(random), kernels);
    boolean star = parameters.starWires();
    switch (parameters.packing()) {
      case BYTES -> makers.put(material.triple(), new TripleMaker(material, words));
      case BITS -> makers.put(material.and(), new PackedGateMaker(material, words, star));
    }
    if (star) {
      makers.put(material.outputMask(), WordMaker.outputMask(words));
    } else {
      makers.put(material.pair(), new PairMaker(material, words));
    }
    for (int party = 0; party < parameters.parties(); party++) {
      makers.put(
          material.inputMask(party), WordMaker.inputMask(words, parameters.packing(), party));
    }
    makers.put(material.random(), WordMaker.random(words, parameters.packing(), star));
  }

  @Override
  public void dealKeys(List<? extends MaterialSink> parties) throws MpcException {
    requireAll(parties);
    if (keysDealt) {
      throw new IllegalStateException("the keys were dealt already");
    }
    keysDealt = true;
    for (int i = 0; i < parameters.parties(); i++) {
      parties.get(i).keys(parameters.storeName(), words.drawKey(i));
    }
  }

  @Override
  public void deal(Demand demand, List<? extends MaterialSink> parties) throws MpcException {
    requireAll(parties);
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      deal(quota.getKey(), quota.getValue(), parties);
    }
  }

  private void deal(MaterialKind kind, long count, List<? extends MaterialSink> parties)
      throws MpcException {
    ItemMaker maker = makers.get(kind);
    if (maker == null) {
      throw new IllegalArgumentException(
          parameters.storeName() + " has no material '" + kind.name() + "'");
    }
    int longs = kind.longsPerItem();
    words.makeRoom(BATCH_ITEMS * longs);
    for (long done = 0; done < count; ) {
      int now = (int) Math.min(BATCH_ITEMS, count - done);
      for (int i = 0; i < now; i++) {
        maker.make(i * longs);
      }
      for (int i = 0; i < parameters.parties(); i++) {
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

  private void requireAll(List<? extends MaterialSink> parties) {
    if (parties.size() != parameters.parties()) {
      throw new IllegalArgumentException(parameters.parties() + " parties, not " + parties.size());
    }
  }
}
