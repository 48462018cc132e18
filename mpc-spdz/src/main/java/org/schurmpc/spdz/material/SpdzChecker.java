package org.schurmpc.spdz.material;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;

/**
 * Combines all parties' material and verifies all its relations: all longs are elements of the
 * field; MACs are those of the values under the sum of the keys; c = a b, b = a^2, a b = 1; bits
 * are bits; input masks and owners' bits are known to their owners and to nobody else; and q + t =
 * u α for α of the party that holds t. <b>Whoever runs this knows everything</b>: use it for tests,
 * and for material that is discarded.
 */
public final class SpdzChecker implements MaterialChecker {
  private final Material material;
  private final Field field;
  private final int limbs;
  private final int parties;
  private final List<long[]> keys;
  private final long[] alpha;
  private final long[] zero;
  private final long[] one;

  /** The item under check: the parties' arrays, and its start in each. */
  private long[][] data;

  private int[] at;

  /**
   * Creates a checker.
   *
   * @param keys each party's share of α
   */
  public SpdzChecker(Material material, List<long[]> keys) {
    this.material = material;
    this.field = material.field();
    this.limbs = field.limbs();
    this.parties = keys.size();
    this.keys = List.copyOf(keys);
    this.alpha = new long[limbs];
    this.zero = new long[limbs];
    this.one = field.element(1);
    for (long[] key : keys) {
      field.add(alpha, 0, key, 0, alpha, 0, 1);
    }
  }

  /**
   * Leases and checks all remaining material in the stores of all parties.
   *
   * @return the first relation that does not hold, with kind and item
   * @throws IllegalStateException if one store has more of a kind than another
   */
  public static Optional<String> check(Material material, List<? extends PrepStore> stores)
      throws MpcException {
    List<long[]> keys = new ArrayList<>();
    for (PrepStore store : stores) {
      keys.add(store.keys(material.storeName()));
    }
    SpdzChecker checker = new SpdzChecker(material, keys);
    for (MaterialKind kind : checker.kinds()) {
      Optional<String> broken = checker.checkAll(kind, stores);
      if (broken.isPresent()) {
        return broken;
      }
    }
    return Optional.empty();
  }

  private Optional<String> checkAll(MaterialKind kind, List<? extends PrepStore> stores)
      throws MpcException {
    long available = stores.get(0).available(kind);
    for (PrepStore store : stores) {
      if (store.available(kind) != available) {
        throw new IllegalStateException(
            "%d items of '%s' at one party, %d at another"
                .formatted(available, kind.name(), store.available(kind)));
      }
    }
    long[][] items = new long[parties][];
    int[] offsets = new int[parties];
    for (long item = 0; item < available; item++) {
      for (int party = 0; party < parties; party++) {
        Lease lease = stores.get(party).lease(kind, 1);
        items[party] = lease.data();
        offsets[party] = lease.offset();
      }
      Optional<String> broken = check(kind, items, offsets);
      if (broken.isPresent()) {
        return Optional.of("%s, item %d: %s".formatted(kind.name(), item, broken.get()));
      }
    }
    return Optional.empty();
  }

  @Override
  public List<MaterialKind> kinds() {
    List<MaterialKind> kinds = new ArrayList<>();
    kinds.add(material.triples());
    kinds.add(material.bits());
    for (int party = 0; party < parties; party++) {
      kinds.add(material.inputs(party));
    }
    if (!field.isBinary()) {
      kinds.add(material.squares());
      kinds.add(material.inverses());
      for (int party = 0; party < parties; party++) {
        kinds.add(material.ownBits(party));
      }
    }
    return kinds;
  }

  @Override
  public boolean knows(MaterialKind kind) {
    return kinds().contains(kind) || isVoleStart(kind) || LookupKind.of(field, kind).isPresent();
  }

  @Override
  public Optional<String> check(MaterialKind kind, long[][] items, int[] offsets) {
    Optional<LookupKind> lookups = LookupKind.of(field, kind);
    if (lookups.isPresent()) {
      return new LookupChecker(lookups.get(), alpha).check(items, offsets);
    }
    data = items;
    at = offsets;
    if (!knows(kind)) {
      throw new IllegalArgumentException("SPDZ has no material '" + kind.name() + "'");
    }
    Optional<String> broken = Optional.empty();
    for (int element = 0; element < kind.longsPerItem() / limbs && broken.isEmpty(); element++) {
      broken = canonical(element);
    }
    if (isVoleStart(kind)) {
      return broken.isPresent() ? broken : voles();
    }
    for (int value = 0; value < kind.longsPerItem() / material.valueLongs(); value++) {
      broken = broken.isPresent() ? broken : authentic(value);
    }
    return broken.isPresent() ? broken : related(kind);
  }

  private Optional<String> related(MaterialKind kind) {
    if (kind.equals(material.triples())) {
      return require(
          Arrays.equals(product(Material.A, Material.B), value(Material.C)), "c is not a b");
    }
    if (kind.equals(material.squares())) {
      return require(
          Arrays.equals(product(Material.A, Material.A), value(Material.B)), "b is not a^2");
    }
    if (kind.equals(material.inverses())) {
      return require(Arrays.equals(product(Material.A, Material.B), one), "a b is not 1");
    }
    if (kind.equals(material.bits())) {
      return bit();
    }
    for (int party = 0; party < parties; party++) {
      if (kind.equals(material.ownBits(party))) {
        Optional<String> broken = bit();
        return broken.isPresent() ? broken : known(kind, material::ownBits, "bit");
      }
    }
    return known(kind, material::inputs, "mask");
  }

  private boolean isVoleStart(MaterialKind kind) {
    return !field.isBinary() && kind.equals(material.voleStarts(parties));
  }

  /** Checks the values of each party with each other one. */
  private Optional<String> voles() {
    int longs = Material.VOLE_START.kept() * limbs;
    long[] products = new long[longs];
    for (int owner = 0; owner < parties; owner++) {
      for (int holder = 0; holder < parties; holder++) {
        if (owner != holder) {
          int u = at[owner] + 3 * longs * (holder < owner ? holder : holder - 1);
          int t = at[holder] + 3 * longs * (owner < holder ? owner : owner - 1) + 2 * longs;
          Arrays.fill(products, 0);
          field.addScaled(keys.get(holder), 0, data[owner], u, products, 0, longs / limbs);
          field.subtract(products, 0, data[owner], u + longs, products, 0, longs / limbs);
          if (!Arrays.equals(products, 0, longs, data[holder], t, t + longs)) {
            return Optional.of(
                "q + t is not u α of parties %d, %d".formatted(owner + 1, holder + 1));
          }
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> bit() {
    long[] bit = value(0);
    return require(Arrays.equals(bit, zero) || Arrays.equals(bit, one), "a bit is neither 0 nor 1");
  }

  /** Checks the owner's own copy of a mask or bit. */
  private Optional<String> known(MaterialKind kind, IntFunction<MaterialKind> of, String what) {
    for (int party = 0; party < parties; party++) {
      boolean owner = kind.equals(of.apply(party));
      int from = at[party] + material.valueLongs();
      long[] clear = Arrays.copyOfRange(data[party], from, from + limbs);
      if (!Arrays.equals(clear, owner ? value(0) : zero)) {
        return Optional.of(
            owner
                ? "what the owner knows is not the " + what
                : "party %d holds something of another's %s".formatted(party + 1, what));
      }
    }
    return Optional.empty();
  }

  /** Checks that an element is in its unique form. */
  private Optional<String> canonical(int element) {
    byte[] bytes = new byte[field.bytes()];
    long[] back = new long[limbs];
    for (int party = 0; party < parties; party++) {
      int from = at[party] + element * limbs;
      field.toBytes(data[party], from, bytes, 0, 1);
      boolean read = field.fromBytes(bytes, 0, back, 0, 1);
      if (!read || !Arrays.equals(back, 0, limbs, data[party], from, from + limbs)) {
        return Optional.of(
            "element %d of party %d is none of the field".formatted(element, party + 1));
      }
    }
    return Optional.empty();
  }

  private Optional<String> authentic(int value) {
    long[] expected = new long[limbs];
    field.multiply(alpha, 0, value(value), 0, expected, 0, 1);
    long[] mac = sum(value * material.valueLongs() + limbs);
    return require(Arrays.equals(expected, mac), "the MAC of value %d is wrong".formatted(value));
  }

  private long[] product(int left, int right) {
    long[] product = new long[limbs];
    field.multiply(value(left), 0, value(right), 0, product, 0, 1);
    return product;
  }

  private long[] value(int value) {
    return sum(value * material.valueLongs());
  }

  private long[] sum(int within) {
    long[] sum = new long[limbs];
    for (int party = 0; party < parties; party++) {
      field.add(sum, 0, data[party], at[party] + within, sum, 0, 1);
    }
    return sum;
  }

  private static Optional<String> require(boolean holds, String broken) {
    return holds ? Optional.empty() : Optional.of(broken);
  }

  /**
   * Combines all parties' items of masked tables: whether every share lies in its span and every
   * MAC is that of its value, and whether the entries are those of the table of the kind under the
   * mask. The table itself is not needed: the entries give it, and the kind has its digest.
   */
  private static final class LookupChecker {
    private final LookupKind kind;
    private final Field field;
    private final int limbs;
    private final long[] alpha;
    private final long[] mac;
    private final long[] value;

    LookupChecker(LookupKind kind, long[] alpha) {
      this.kind = kind;
      this.field = kind.field();
      this.limbs = field.limbs();
      this.alpha = alpha;
      this.mac = new long[limbs];
      this.value = new long[limbs];
    }

    /** Returns the first relation that does not hold. */
    Optional<String> check(long[][] items, int[] offsets) {
      long s = combined(kind.indices(), kind.inputBits(), items, offsets, 0);
      int[] entries = new int[kind.entries()];
      boolean authentic = s >= 0;
      for (int h = 0; h < entries.length && authentic; h++) {
        for (int output = 0; output < kind.outputs(); output++) {
          int at = kind.entryAt(h) + output * kind.partLongs();
          long part = combined(kind.values(), kind.bitsPerOutput(), items, offsets, at);
          authentic &= part >= 0;
          entries[h ^ (int) s] |= (int) part << output;
        }
      }
      if (!authentic) {
        return Optional.of("a MAC is not that of its value, or a value is outside of its span");
      }
      boolean right = kind.isOf(new LookupTable(kind.inputBits(), kind.outputBits(), entries));
      return right ? Optional.empty() : Optional.of("the entries are not those of the table");
    }

    /** Returns the coordinates of a value, or -1 if it or its MAC is wrong. */
    private long combined(Span span, int bits, long[][] items, int[] offsets, int at) {
      long[] coordinates = {0};
      long[] sum = new long[limbs];
      for (int party = 0; party < items.length; party++) {
        long share = kind.coordinates(items[party], offsets[party] + at);
        kind.mac(items[party], offsets[party] + at, mac, 0);
        if (share >>> bits != 0) {
          return -1;
        }
        coordinates[0] ^= share;
        field.add(sum, 0, mac, 0, sum, 0, 1);
      }
      span.elements(coordinates, 0, value, 0, 1);
      field.multiply(alpha, 0, value, 0, value, 0, 1);
      return Arrays.equals(value, sum) ? coordinates[0] : -1;
    }
  }
}
