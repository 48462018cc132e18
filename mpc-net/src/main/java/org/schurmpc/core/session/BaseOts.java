package org.schurmpc.core.session;

import org.schurmpc.core.abort.MpcException;

/**
 * Performs a session's base oblivious transfers of random keys, 16 bytes each, as {@code
 * org.schurmpc.core.ot.BaseOt} does over ristretto255. The interface exists for tests of what is
 * built on base OTs: applications cannot give a session another implementation.
 */
public interface BaseOts {
  /**
   * Performs the sender's part of {@code n} transfers.
   *
   * @return 2n keys: the key for choice b of transfer i is key 2i + b
   */
  byte[] send(Session session, int n) throws MpcException;

  /**
   * Performs the receiver's part of {@code n} transfers.
   *
   * @param choices the choice bits; bit i is bit i % 64 of word i / 64
   * @return n keys
   */
  byte[] receive(Session session, long[] choices, int n) throws MpcException;

  /**
   * Performs {@code n} transfers in each direction, in the same round.
   *
   * @return the keys of {@link #send} and those of {@link #receive}
   */
  byte[][] exchange(Session session, long[] choices, int n) throws MpcException;
}
