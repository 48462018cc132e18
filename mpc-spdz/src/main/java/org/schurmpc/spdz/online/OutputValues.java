package org.schurmpc.spdz.online;

import org.schurmpc.spdz.share.Shares;

/**
 * Values of an output.
 *
 * @param receiver index of the party that receives the values, or {@link #ALL}
 * @param from shares of the values, from element {@code at} on
 * @param n number of values
 * @param to receives the values at the receivers, public elements from long {@code toAt} on;
 *     written only if all checks have passed
 */
@SuppressWarnings("ArrayRecordComponent") // a place to write to
public record OutputValues(int receiver, Shares from, int at, int n, long[] to, int toAt) {
  /** Receiver of values that all parties receive. */
  public static final int ALL = -1;

  /** Whether a party receives the values. */
  public boolean reaches(int party) {
    return receiver == ALL || receiver == party;
  }
}
