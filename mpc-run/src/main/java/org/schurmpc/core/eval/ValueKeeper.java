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

  /** Returns the refusal of a protocol that keeps no values. */
  static Refused keepsNone() {
    return new Refused("this protocol keeps no values");
  }

  /** Wipes secrets. */
  @Override
  void close();
}
