package org.schurmpc.core.eval;

import org.schurmpc.core.abort.Refused;

/**
 * A protocol that can be chosen by name: the service-provider interface of the protocol modules,
 * found by {@link java.util.ServiceLoader}.
 */
public interface Protocol {
  /** The name by which users choose it, for example "minitrix". */
  String name();

  /** One line for lists: what it is and from where. */
  String description();

  /**
   * Fixes the protocol's parameters.
   *
   * @throws Refused if an option is unknown or out of range
   */
  ConfiguredProtocol configure(ProtocolOptions options) throws Refused;
}
