package org.schurmpc.bench.control;

import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.NetOptions;

/** How the pieces of a benchmark know each other: Monitor, dealer and parties. */
public sealed interface Credentials permits SharedToken, PinnedCertificates {
  /** Options of the Monitor, for whoever calls it. */
  NetOptions monitor(NetOptions options) throws MpcException;

  /** Options for calling the Monitor. */
  NetOptions toMonitor(NetOptions options) throws MpcException;

  /** Options of the dealer, for the parties that call it. */
  NetOptions dealer(NetOptions options) throws MpcException;

  /** Options for calling the dealer. */
  NetOptions toDealer(NetOptions options) throws MpcException;

  /** Options of a party for the others. */
  NetOptions amongParties(NetOptions options) throws MpcException;

  /**
   * Checks that these credentials are for a number of parties.
   *
   * @throws BadFile if they are known, and others
   */
  void requireParties(int parties) throws BadFile;

  /** What a caller shows in its {@link Message.Hello}. */
  String token();

  /** Whether a caller has shown that it belongs here, in the role that it claims. */
  boolean prove(Message.Hello hello, ControlChannel caller);

  /** What to tell a caller that has not. */
  String objection();

  /** One phrase for reports. */
  String description();
}
