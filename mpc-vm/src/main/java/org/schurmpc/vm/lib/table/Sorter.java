package org.schurmpc.vm.lib.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lib.parts.MergingNetwork;
import org.schurmpc.vm.lib.parts.SortingNetwork;

/**
 * Puts rows in order. The columns of the key are moved once, and the key is made of them at each
 * layer of a network, which takes nothing.
 */
final class Sorter {
  private final Tables tables;
  private final ProgramBuilder b;
  private final List<Cells> cells;
  private final List<Part> key;
  private final boolean stable;
  private final boolean bits;
  private final int n;

  /**
   * A part of a key.
   *
   * @param column its number among all that is moved
   */
  record Part(int column, boolean descending) {}

  /**
   * Creates the order of rows.
   *
   * @param cells all that is moved
   * @param key the part that counts least first
   * @param stable whether rows with equal keys keep their order
   */
  Sorter(Tables tables, List<Cells> cells, List<Part> key, boolean stable) {
    this.tables = tables;
    b = tables.builder();
    this.cells = cells;
    this.key = key;
    this.stable = stable;
    bits = tables.asBits(cells);
    n = cells.get(0).size();
  }

  /** Returns the columns of the key, behind numbers of rows if wanted, and then all others. */
  private Pack arranged(boolean numbers) {
    List<Cells> arranged = new ArrayList<>();
    if (numbers) {
      arranged.add(Publics.numbers(b, bits, n));
    }
    boolean[] isKey = new boolean[cells.size()];
    for (Part part : key) {
      isKey[part.column] = true;
      Cells each = cells.get(part.column);
      arranged.add(part.descending ? each.complement() : each);
    }
    for (int i = 0; i < isKey.length; i++) {
      if (!isKey[i]) {
        arranged.add(cells.get(i));
      }
    }
    return Pack.of(b, bits, arranged);
  }

  /** Returns the columns as they were before they were {@link #arranged}. */
  private List<Cells> restored(Pack sorted, boolean numbers) {
    List<Cells> moved = sorted.columns();
    Cells[] restored = new Cells[cells.size()];
    int next = numbers ? 1 : 0;
    for (Part part : key) {
      Cells each = moved.get(next++);
      restored[part.column] =
          part.descending ? each.original(cells.get(part.column).bounds()) : each;
    }
    for (int i = 0; i < restored.length; i++) {
      restored[i] = restored[i] == null ? moved.get(next++) : restored[i];
    }
    return Arrays.asList(restored);
  }

  /** Returns all rows in order, over the field in the way that sends less. */
  List<Cells> all() {
    if (bits) {
      return byNetwork();
    }
    Pack plain = arranged(false);
    int keyBits = plain.bits(key.size());
    int numbers = stable ? Tables.bitLength(n - 1L) : 0;
    long network = Costs.network(b, n, keyBits + numbers, plain.width() + (stable ? 1 : 0));
    return Costs.radix(b, n, keyBits, plain.width()) < network ? byDigits() : byNetwork();
  }

  List<Cells> byDigits() {
    return restored(arranged(false).radixSorted(key.size(), tables.nextName()), false);
  }

  List<Cells> byNetwork() {
    return along(SortingNetwork.mergeExchange(n), IntStream.range(0, n).toArray());
  }

  /** Returns the first k rows in order. */
  List<Cells> first(int k) {
    return along(SortingNetwork.first(n, k), IntStream.range(0, k).toArray());
  }

  /** Returns all rows in order, of which the first ones and all others are so already. */
  List<Cells> merged(int first) {
    MergingNetwork merging = MergingNetwork.of(first, n - first);
    return along(merging.network(), merging.places());
  }

  private List<Cells> along(SortingNetwork network, int... places) {
    int keys = key.size() + (stable ? 1 : 0);
    return restored(arranged(stable).sorted(network, keys, places), stable);
  }
}
