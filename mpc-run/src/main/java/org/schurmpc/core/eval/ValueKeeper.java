package org.schurmpc.core.eval;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.deliver.Delivery;

/**
 * One party's side of values that outlast an evaluation, as far as no circuit is needed: random
 * bits that are kept, and deliveries to clients. By default, nothing is kept.
 *
 * <p>All parties make the same calls in the same order. After an {@link MpcException} only {@link
 * #close()} may follow.
 */
public interface ValueKeeper extends AutoCloseable {
  /**
   * Requires that kept values can be used here: that they are this protocol's, under the MAC keys
   * of this party's store.
   *
   * @throws Refused if not, or if the protocol keeps no values; nothing is sent
   */
  default void requireUsable(KeptValues values) throws Refused {
    throw keepsNone();
  }

  /**
   * Returns secret uniform bits that no party knows, from the material, without any message.
   *
   * @param id as {@link KeptValues#id}
   * @throws Refused if the protocol keeps no values
   */
  default KeptValues keepRandomBits(int count, byte[] id) throws MpcException {
    throw keepsNone();
  }

  /**
   * Delivers kept bits, all in the same rounds: masks them, fixes them, tosses coefficients, opens
   * the combinations among the parties, and performs all deferred checks.
   *
   * @param numbers of the deliveries, equal at all parties, each different from all others
   * @param values usable here, one for each number
   * @return what this party gives to the clients, after all checks
   * @throws Refused if the protocol keeps no values
   */
  default List<Delivery> deliver(long[] numbers, List<KeptValues> values) throws MpcException {
    throw keepsNone();
  }

  /**
   * Sets aside what moves values under the key in use to another key, from the material, without
   * any message.
   *
   * @param spares how many moves there can be, at least one
   * @param id as {@link MovableKey#id}
   * @throws Refused if the protocol moves no values
   */
  default MovableKey keepKey(int spares, byte[] id) throws MpcException {
    throw movesNone();
  }

  /**
   * Moves kept values to the key in use, with all checks.
   *
   * @param from the key that all values are under
   * @param spare the number of a spare, counted from 0, equal at all parties: recorded as used
   *     before this call, wherever the key is kept
   * @param values under the key {@code from}; stay the caller's
   * @param ids of the new values, as {@link KeptValues#id}
   * @return values under the key in use, in their order
   * @throws Refused before any message if the protocol moves no values, or some are under another
   *     key
   */
  default List<KeptValues> move(
      MovableKey from, int spare, List<KeptValues> values, List<byte[]> ids) throws MpcException {
    throw movesNone();
  }

  /** Returns the refusal of a protocol that moves no values. */
  static Refused movesNone() {
    return new Refused("this protocol moves no values from one key to another");
  }

  /** Returns the refusal of a protocol that keeps no values. */
  static Refused keepsNone() {
    return new Refused("this protocol keeps no values");
  }

  /** Wipes secrets. */
  @Override
  void close();
}
