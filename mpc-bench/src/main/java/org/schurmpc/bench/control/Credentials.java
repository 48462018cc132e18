package org.schurmpc.bench.control;

import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.NetOptions;

/**
 * Authenticates the processes of a benchmark, which are Monitor, dealer and parties, to each other.
 */
public sealed interface Credentials permits SharedToken, PinnedCertificates {
  /**
   * Returns the options with which the Monitor listens.
   *
   * @param options the options without credentials, as for the other methods
   */
  NetOptions monitor(NetOptions options) throws MpcException;

  /** Returns the options for connecting to the Monitor. */
  NetOptions toMonitor(NetOptions options) throws MpcException;

  /** Returns the options with which the dealer listens. */
  NetOptions dealer(NetOptions options) throws MpcException;

  /** Returns the options for connecting to the dealer. */
  NetOptions toDealer(NetOptions options) throws MpcException;

  /** Returns the options of a party for connections to the other parties. */
  NetOptions amongParties(NetOptions options) throws MpcException;

  /**
   * Requires that these credentials are for the given number of parties, if they name the parties.
   *
   * @throws BadFile if the credentials are for another number of parties
   */
  void requireParties(int parties) throws BadFile;

  /**
   * Returns the token that a caller sends in its {@link Message.Hello}; empty if certificates are
   * used.
   */
  String token();

  /** Returns whether a caller has proved that it takes part in the role that it claims. */
  boolean prove(Message.Hello hello, ControlChannel caller);

  /** Returns the message to a caller that has not proved this. */
  String objection();

  /** Returns a phrase for reports that describes the connections. */
  String description();
}
