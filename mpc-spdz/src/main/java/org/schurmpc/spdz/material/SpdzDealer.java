package org.schurmpc.spdz.material;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.TrustedDealer;

/**
 * Deals SPDZ's material to all parties. <b>Insecure</b>: the dealer knows everything. Its material
 * has the distribution of real preprocessing: all values and shares are uniform under their
 * constraints.
 */
public final class SpdzDealer implements TrustedDealer {
  private static final int BATCH_ITEMS = 256;
  private static final int MOST_VALUES = 3;

  private final Material material;
  private final Field field;
  private final Prg prg;
  private final int limbs;

  /** Each party's share of α. */
  private final long[][] keys;

  private final long[] alpha;
  private final long[] one;

  /**
   * The values of a batch, by their number within the item, and scratch values from which they are
   * made.
   */
  private final long[][] values;

  private final long[] macs;
  private final long[] share;
  private final long[] uniform;

  /** Each party's items of a batch. */
  private final long[][] items;

  private final Map<LookupKind, LookupDealer> tables = new HashMap<>();
  private boolean keysDealt;

  public SpdzDealer(Material material, int parties, SecureRandom random) {
    this.material = material;
    this.field = material.field();
    this.limbs = field.limbs();
    this.prg = Prg.seededFrom(random);
    this.keys = new long[parties][limbs];
    this.alpha = new long[limbs];
    this.one = field.element(1);
    this.values = new long[MOST_VALUES][BATCH_ITEMS * limbs];
    this.macs = new long[BATCH_ITEMS * limbs];
    this.share = new long[BATCH_ITEMS * limbs];
    this.uniform = new long[BATCH_ITEMS * field.uniformWords()];
    this.items = new long[parties][BATCH_ITEMS * MOST_VALUES * material.valueLongs()];
  }

  @Override
  public void dealKeys(List<? extends MaterialSink> parties) throws MpcException {
    requireAll(parties);
    if (keysDealt) {
      throw new IllegalStateException("the keys were dealt already");
    }
    keysDealt = true;
    for (int party = 0; party < keys.length; party++) {
      draw(keys[party], 1);
      field.add(alpha, 0, keys[party], 0, alpha, 0, 1);
      parties.get(party).keys(material.storeName(), keys[party]);
    }
  }

  @Override
  public void deal(Demand demand, List<? extends MaterialSink> parties) throws MpcException {
    requireAll(parties);
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      Optional<LookupKind> lookups = LookupKind.of(field, quota.getKey());
      if (lookups.isPresent()) {
        dealTables(lookups.get(), demand, parties);
        continue;
      }
      for (long done = 0; done < quota.getValue(); ) {
        int now = (int) Math.min(BATCH_ITEMS, quota.getValue() - done);
        make(quota.getKey(), now);
        for (int party = 0; party < keys.length; party++) {
          parties.get(party).put(quota.getKey(), items[party], 0, now);
        }
        done += now;
      }
    }
  }

  private void dealTables(LookupKind kind, Demand demand, List<? extends MaterialSink> parties)
      throws MpcException {
    MaterialKind material = kind.kind();
    LookupDealer dealer =
        tables.computeIfAbsent(
            kind,
            each -> new LookupDealer(each, demand.tables().get(material), keys.length, alpha, prg));
    long left = demand.quotas().get(material);
    while (left > 0) {
      int now = (int) Math.min(dealer.batch(), left);
      long[][] made = dealer.make(now);
      for (int party = 0; party < keys.length; party++) {
        parties.get(party).put(material, made[party], 0, now);
      }
      left -= now;
    }
  }

  private void requireAll(List<? extends MaterialSink> parties) {
    if (parties.size() != keys.length) {
      throw new IllegalArgumentException(keys.length + " parties, not " + parties.size());
    }
  }

  private void make(MaterialKind kind, int n) {
    if (kind.equals(material.triples())) {
      draw(values[Material.A], n);
      draw(values[Material.B], n);
      field.multiply(values[Material.A], 0, values[Material.B], 0, values[Material.C], 0, n);
      share(kind, 3, n);
    } else if (kind.equals(material.bits())) {
      drawBits(n);
      share(kind, 1, n);
    } else if (kind.equals(material.squares())) {
      draw(values[Material.A], n);
      field.multiply(values[Material.A], 0, values[Material.A], 0, values[Material.B], 0, n);
      share(kind, 2, n);
    } else if (kind.equals(material.inverses())) {
      drawUnits(n);
      field.invert(values[Material.A], 0, values[Material.B], 0, n);
      share(kind, 2, n);
    } else {
      boolean bits = owner(kind, material::ownBits) >= 0;
      if (bits) {
        drawBits(n);
      } else {
        draw(values[0], n);
      }
      share(kind, 1, n);
      addClear(kind, bits ? owner(kind, material::ownBits) : owner(kind, material::inputs), n);
    }
  }

  private void draw(long[] to, int n) {
    prg.nextLongs(uniform, 0, n * field.uniformWords());
    field.fromUniform(uniform, 0, to, 0, n);
  }

  private void drawBits(int n) {
    prg.nextLongs(uniform, 0, n);
    for (int i = 0; i < n; i++) {
      for (int limb = 0; limb < limbs; limb++) {
        values[0][i * limbs + limb] = one[limb] & -(uniform[i] & 1);
      }
    }
  }

  /** Draws uniform elements other than 0. */
  private void drawUnits(int n) {
    draw(values[Material.A], n);
    long[] again = new long[limbs];
    for (int i = 0; i < n; i++) {
      int at = i * limbs;
      while (Arrays.equals(values[Material.A], at, at + limbs, new long[limbs], 0, limbs)) {
        draw(again, 1);
        System.arraycopy(again, 0, values[Material.A], at, limbs);
      }
    }
  }

  /** Shares the values of items, and their MACs. */
  private void share(MaterialKind kind, int count, int n) {
    for (int value = 0; value < count; value++) {
      int at = value * material.valueLongs();
      field.scale(alpha, 0, values[value], 0, macs, 0, n);
      split(values[value].clone(), kind.longsPerItem(), at, n);
      split(macs, kind.longsPerItem(), at + limbs, n);
    }
  }

  /** Splits elements into shares. The last party's share makes the sum correct. */
  private void split(long[] rest, int itemLongs, int at, int n) {
    int last = keys.length - 1;
    for (int party = 0; party < last; party++) {
      draw(share, n);
      field.subtract(rest, 0, share, 0, rest, 0, n);
      scatter(share, items[party], itemLongs, at, n);
    }
    scatter(rest, items[last], itemLongs, at, n);
  }

  private void scatter(long[] from, long[] to, int itemLongs, int at, int n) {
    for (int i = 0; i < n; i++) {
      System.arraycopy(from, i * limbs, to, i * itemLongs + at, limbs);
    }
  }

  /** Returns the party whose kind it is, or -1. */
  private int owner(MaterialKind kind, IntFunction<MaterialKind> of) {
    for (int party = 0; party < keys.length; party++) {
      if (kind.equals(of.apply(party))) {
        return party;
      }
    }
    return -1;
  }

  /** Adds the owner's knowledge of an input mask or of a bit. */
  private void addClear(MaterialKind kind, int owner, int n) {
    int at = material.valueLongs();
    if (owner < 0) {
      throw new IllegalArgumentException("SPDZ has no material '" + kind.name() + "'");
    }
    for (int party = 0; party < keys.length; party++) {
      for (int i = 0; i < n; i++) {
        int to = i * kind.longsPerItem() + at;
        if (party == owner) {
          System.arraycopy(values[0], i * limbs, items[party], to, limbs);
        } else {
          Arrays.fill(items[party], to, to + limbs, 0);
        }
      }
    }
  }

  @Override
  public void close() {
    for (long[][] each : new long[][][] {keys, values, items, {alpha, macs, share, uniform}}) {
      for (long[] array : each) {
        Secrets.wipe(array);
      }
    }
    tables.values().forEach(LookupDealer::wipe);
    prg.wipe();
  }
}
