package org.schurmpc.core.prep;

import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;

/** Deals numbers that a test can predict: item after item of all that it ever dealt. */
final class ToyDealer implements TrustedDealer {
  static final String PROTOCOL = "toy";

  private final int batchItems;
  private long dealt;

  /**
   * @param batchItems how many items it hands over at once
   */
  ToyDealer(int batchItems) {
    this.batchItems = batchItems;
  }

  /** Word {@code word} of item number {@code item}, counted over all kinds, of a party. */
  static long content(int party, long item, int word) {
    return (item * 1000 + word) * 10 + party;
  }

  static long[] keysOf(int party) {
    return new long[] {77, party};
  }

  @Override
  public void dealKeys(List<? extends MaterialSink> parties) throws MpcException {
    for (int party = 0; party < parties.size(); party++) {
      parties.get(party).keys(PROTOCOL, keysOf(party));
    }
  }

  @Override
  public void deal(Demand demand, List<? extends MaterialSink> parties) throws MpcException {
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      int longs = quota.getKey().longsPerItem();
      for (long left = quota.getValue(); left > 0; ) {
        int now = (int) Math.min(left, batchItems);
        for (int party = 0; party < parties.size(); party++) {
          long[] data = new long[3 + now * longs];
          for (int i = 0; i < now * longs; i++) {
            data[3 + i] = content(party, dealt + i / longs, i % longs);
          }
          parties.get(party).put(quota.getKey(), data, 3, now);
        }
        dealt += now;
        left -= now;
      }
    }
  }

  @Override
  public void close() {}
}
