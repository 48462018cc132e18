package org.schurmpc.spdz.online;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.share.Opening;
import org.schurmpc.spdz.share.Shares;

/**
 * Values that are opened in one round (KSS13, section 4: merged opens): products, squares, masked
 * values, values that are revealed, and masked indices of lookups. {@link SpdzEngine#start} reads
 * the sources of all entries, {@link SpdzEngine#stop} reads those of products and squares again and
 * then writes the targets. In between, neither may be written; and no target may overlap another
 * entry's source or target.
 *
 * <p>Positions and counts of shares are in elements, positions in arrays of public elements in
 * longs.
 */
public final class OpenGroup {
  private static final int BLOCK = Opening.BLOCK;

  private final Field field;
  private final Factors products = new Factors();
  private final Factors squares = new Factors();
  private final Opened masked = new Opened();
  private final Opened revealed = new Opened();
  private final Map<LookupKind.Form, ElementLookups> lookups = new EnumMap<>(LookupKind.Form.class);

  /** Whether an index may be outside of its span although all elements are right. */
  private boolean looksUpAny;

  /** Creates an empty group of values of a field. */
  public OpenGroup(Field field) {
    this.field = field;
  }

  /** Removes all entries. */
  public void clear() {
    products.clear();
    squares.clear();
    masked.clear();
    revealed.clear();
    lookups.clear();
    looksUpAny = false;
  }

  /**
   * Adds an opening of <em>masked</em> values: each is the sum of a secret and a secret random
   * element that is used once. They are not checked yet: if they are wrong, so is everything that
   * depends on them.
   */
  public void masked(Shares x, int at, long[] to, int toAt, int n) {
    masked.add(x, at, to, toAt, n);
  }

  /**
   * Adds an opening of values that are not masked. All earlier openings are checked before anything
   * of the group is sent. The values themselves are not checked yet: nothing may act on them before
   * {@link SpdzEngine#check}.
   */
  public void reveal(Shares x, int at, long[] to, int toAt, int n) {
    revealed.add(x, at, to, toAt, n);
  }

  /**
   * Adds to = x * y, element by element.
   *
   * @param xOne whether the left factor is one element for all n
   * @param yOne whether the right factor is one element for all n
   */
  public void product(
      Shares x,
      int xAt,
      boolean xOne,
      Shares y,
      int yAt,
      boolean yOne,
      Shares to,
      int toAt,
      int n) {
    products.add(x, xAt, xOne ? 0 : 1, y, yAt, yOne ? 0 : 1, to, toAt, n);
  }

  /** Adds to = x^2; in characteristic 2, as a product. */
  public void square(Shares x, int xAt, Shares to, int toAt, int n) {
    (field.isBinary() ? products : squares).add(x, xAt, 1, x, xAt, 1, to, toAt, n);
  }

  /**
   * Adds lookups in a public table; see {@link SpdzEngine#lookup}. All earlier openings are checked
   * before anything of the group is sent.
   *
   * @param to receives the first output of all indices, then the second, and so on
   */
  public void lookup(LookupKind kind, Shares x, int xAt, Shares to, int toAt, int n) {
    looksUpAny = true;
    lookupInSpan(kind, x, xAt, to, toAt, n);
  }

  /**
   * Adds lookups at indices that are in the span of {@link LookupKind#indices} whenever all
   * elements that were opened before are right, even if masked indices of earlier lookups were
   * wrong: sums of known bits times elements of the span, for example. No check is needed before
   * the group is sent.
   *
   * @param to receives the first output of all indices, then the second, and so on
   */
  public void lookupInSpan(LookupKind kind, Shares x, int xAt, Shares to, int toAt, int n) {
    lookups
        .computeIfAbsent(kind.form(), form -> new ElementLookups())
        .add(kind, x, xAt, to, toAt, n);
  }

  /** Returns the lookups, one entry for each form. */
  Collection<ElementLookups> lookups() {
    return lookups.values();
  }

  /** Returns the number of values that are opened as elements. */
  int opened() {
    int factors = Math.addExact(Math.multiplyExact(2, products.count()), squares.count());
    return Math.addExact(factors, Math.addExact(masked.count, revealed.count));
  }

  Factors products() {
    return products;
  }

  Factors squares() {
    return squares;
  }

  /**
   * Whether values are opened that are not masked, or indices that may be outside of their span.
   */
  boolean needsCheck() {
    return revealed.count > 0 || looksUpAny;
  }

  /** Writes this party's shares of the values that are opened themselves, from a number on. */
  void put(Opening opening, int number) {
    masked.put(opening, number);
    revealed.put(opening, number + masked.count);
  }

  /** Writes these values to their targets. */
  void take(Opening opening, int number) throws MpcException {
    masked.take(opening, number);
    revealed.take(opening, number + masked.count);
  }

  /** Values that are opened themselves. */
  private static final class Opened {
    private static final int INTS = 3;
    private static final int FIRST = 0;
    private static final int TARGET = 1;
    private static final int N = 2;

    private Shares[] sources = new Shares[4];
    private long[][] targets = new long[4][];

    /** By entry: first element, first long of the target, number of elements. */
    private int[] ints = new int[INTS * 4];

    private int entries;
    private int count;

    void clear() {
      Arrays.fill(sources, 0, entries, null);
      Arrays.fill(targets, 0, entries, null);
      entries = 0;
      count = 0;
    }

    void add(Shares x, int at, long[] to, int toAt, int n) {
      count = Math.addExact(count, n);
      if (entries == sources.length) {
        sources = Arrays.copyOf(sources, 2 * entries);
        targets = Arrays.copyOf(targets, 2 * entries);
        ints = Arrays.copyOf(ints, 2 * ints.length);
      }
      sources[entries] = x;
      targets[entries] = to;
      ints[INTS * entries + FIRST] = at;
      ints[INTS * entries + TARGET] = toAt;
      ints[INTS * entries + N] = n;
      entries++;
    }

    void put(Opening opening, int number) {
      int done = number;
      for (int i = 0; i < entries; i++) {
        Shares x = sources[i];
        int n = ints[INTS * i + N];
        int from = x.at(ints[INTS * i + FIRST]);
        System.arraycopy(x.values(), from, opening.values(), opening.at(done), x.at(n));
        System.arraycopy(x.macs(), from, opening.macs(), opening.at(done), x.at(n));
        for (int first = 0; first < n; first += BLOCK) {
          opening.put(done + first, Math.min(BLOCK, n - first));
        }
        done += n;
      }
    }

    void take(Opening opening, int number) throws MpcException {
      int done = number;
      for (int i = 0; i < entries; i++) {
        int n = ints[INTS * i + N];
        for (int first = 0; first < n; first += BLOCK) {
          opening.take(done + first, Math.min(BLOCK, n - first));
        }
        int longs = sources[i].at(n);
        int to = ints[INTS * i + TARGET];
        System.arraycopy(opening.values(), opening.at(done), targets[i], to, longs);
        done += n;
      }
    }
  }
}
