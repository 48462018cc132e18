package org.schurmpc.spdz.online;

import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.share.Shares;

/**
 * Lookups of indices that are elements.
 *
 * @param x the indices, {@code n} from {@code xAt} on
 * @param to receives the first output of all indices, then the second, and so on
 */
record ElementLookups(LookupKind kind, Shares x, int xAt, Shares to, int toAt, int n)
    implements Lookups.Operands {

  @Override
  public void indices(int part, long[] coordinates, int at, long[] macs, int macsAt) {
    kind.indices().coordinates(x.values(), x.at(xAt), coordinates, at, n);
    System.arraycopy(x.macs(), x.at(xAt), macs, macsAt, x.at(n));
  }

  @Override
  public int target(int part, int lookup, int output) {
    return toAt + output * n + lookup;
  }

  @Override
  public Shares targets() {
    return to;
  }
}
