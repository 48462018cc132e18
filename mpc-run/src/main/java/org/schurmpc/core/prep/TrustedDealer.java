package org.schurmpc.core.prep;

import java.util.List;
import org.schurmpc.core.abort.MpcException;

/**
 * Generates the material of all parties of one store in the clear. <b>Insecure</b>: a dealer knows
 * every mask and key, so it replaces real preprocessing only where the online phase alone is
 * measured.
 *
 * <p>A dealer keeps the MAC keys that it dealt. Used by one thread at a time.
 */
public interface TrustedDealer extends AutoCloseable {
  /**
   * Draws the MAC keys and deals them; called once, first.
   *
   * @throws IllegalStateException if the keys were dealt already: keys that a failed check
   *     destroyed must not be dealt again
   */
  void dealKeys(List<? extends MaterialSink> parties) throws MpcException;

  /** Deals the material of a demand. Every party receives corresponding items in one order. */
  void deal(Demand demand, List<? extends MaterialSink> parties) throws MpcException;

  /** Wipes the keys and the remaining material. */
  @Override
  void close();
}
