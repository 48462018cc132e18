package org.schurmpc.spdz.online;

import java.util.Arrays;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.Shares;

/**
 * Shares as kept values, and back. The words are value after value, each a share and then the share
 * of its MAC, as in the material.
 */
final class KeptShares {
  private final Field field;
  private final String form;
  private final byte[] key;

  /**
   * Creates the conversion for the key of a store.
   *
   * @param store holds this party's share of α
   */
  KeptShares(PrepStore store, Material material) {
    this.field = material.field();
    this.form = "spdz over " + field.name();
    long[] alpha = Arrays.copyOf(store.keys(material.storeName()), field.limbs());
    this.key = KeptValues.keyOf(form, alpha);
    Secrets.wipe(alpha);
  }

  /** Requires that kept values are over this field and under this key. */
  void requireUsable(KeptValues values) throws Refused {
    if (!values.isUnder(form, key)) {
      throw new Refused(
          "kept values are over another field, or under another key than this evaluation's");
    }
    if (values.words().length != 2 * values.count() * field.limbs()) {
      throw new IllegalArgumentException(values + " has " + values.words().length + " words");
    }
  }

  /** Returns copies of shares. */
  KeptValues keep(Shares from, byte[] id) {
    int limbs = field.limbs();
    long[] words = new long[2 * from.count() * limbs];
    for (int i = 0; i < from.count(); i++) {
      System.arraycopy(from.values(), i * limbs, words, 2 * i * limbs, limbs);
      System.arraycopy(from.macs(), i * limbs, words, (2 * i + 1) * limbs, limbs);
    }
    return new KeptValues(form, id, key, from.count(), words);
  }

  /** Copies one kept value to shares. */
  void copy(KeptValues from, int value, Shares to, int element) {
    int limbs = field.limbs();
    int at = to.at(element);
    System.arraycopy(from.words(), 2 * value * limbs, to.values(), at, limbs);
    System.arraycopy(from.words(), (2 * value + 1) * limbs, to.macs(), at, limbs);
  }

  /** Wipes what identifies the key. */
  void wipe() {
    Secrets.wipe(key);
  }

  /** Returns copies of all kept values. */
  Shares shares(KeptValues from) {
    Shares all = new Shares(field, from.count());
    for (int i = 0; i < from.count(); i++) {
      copy(from, i, all, i);
    }
    return all;
  }
}
