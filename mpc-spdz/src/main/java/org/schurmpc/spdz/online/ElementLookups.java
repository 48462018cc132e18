package org.schurmpc.spdz.online;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.share.Shares;

/** Lookups of indices that are elements, all in one form. */
final class ElementLookups implements Lookups.Operands {
  private final List<Entry> entries = new ArrayList<>();

  /** Indices and outputs of a part. */
  private record Entry(LookupKind kind, Shares x, int xAt, Shares to, int toAt, int n) {}

  /**
   * Adds lookups.
   *
   * @param x the indices, {@code n} from {@code xAt} on
   * @param to receives the first output of all indices, then the second, and so on
   */
  ElementLookups add(LookupKind kind, Shares x, int xAt, Shares to, int toAt, int n) {
    entries.add(new Entry(kind, x, xAt, to, toAt, n));
    return this;
  }

  /** Returns the parts in the order in which they were added. */
  List<Lookups.Part> parts() {
    return entries.stream().map(each -> new Lookups.Part(each.kind, each.n)).toList();
  }

  @Override
  public void indices(int part, long[] coordinates, int at, long[] macs, int macsAt) {
    Entry of = entries.get(part);
    Shares x = of.x;
    of.kind.indices().coordinates(x.values(), x.at(of.xAt), coordinates, at, of.n);
    System.arraycopy(x.macs(), x.at(of.xAt), macs, macsAt, x.at(of.n));
  }

  @Override
  public int target(int part, int lookup, int output) {
    Entry of = entries.get(part);
    return of.toAt + output * of.n + lookup;
  }

  @Override
  public Shares targets(int part) {
    return entries.get(part).to;
  }
}
