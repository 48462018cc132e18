package org.schurmpc.core.prep;

import java.util.List;
import org.schurmpc.core.abort.MpcException;

/**
 * Makes the material of all parties of one store in the clear. <b>Insecure</b>: it knows every mask
 * and key, so it stands in for real preprocessing only where the online phase alone is measured.
 *
 * <p>Keeps the MAC keys that it dealt. Used by one thread at a time.
 */
public interface TrustedDealer extends AutoCloseable {
  /**
   * Draws the MAC keys and deals them; called once, first.
   *
   * @throws IllegalStateException if they were dealt already: keys that a failed check destroyed
   *     must not come back
   */
  void dealKeys(List<? extends MaterialSink> parties) throws MpcException;

  /** Deals what a demand asks for, to every party the same items in the same order. */
  void deal(Demand demand, List<? extends MaterialSink> parties) throws MpcException;

  /** Wipes the keys and what is left of the material. */
  @Override
  void close();
}
