package org.schurmpc.cli.option;

import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;

/** Reads the addresses that options give. */
public final class Addresses {
  private Addresses() {}

  /**
   * Returns the address that an option gives as host:port.
   *
   * @throws Refused naming the option, if the text is no address
   */
  public static Endpoint of(String option, String text) throws Refused {
    try {
      return Endpoint.parse(text);
    } catch (Refused e) {
      throw new Refused(option + ": " + e.getMessage().replaceAll("[.]$", ""), e);
    }
  }
}
