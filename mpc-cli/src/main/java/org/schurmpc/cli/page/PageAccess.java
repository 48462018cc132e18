package org.schurmpc.cli.page;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;

/**
 * Says where a page is served, and who may read the page. Without a token it is served to this
 * machine alone.
 *
 * @param at the address as the user gave it
 * @param socket the address resolved
 * @param token the token that readers know; empty if everyone on this machine may read
 */
public record PageAccess(Endpoint at, InetSocketAddress socket, Optional<String> token) {
  /**
   * Checks the address.
   *
   * @param option the option that gave the address, such as "--page"
   * @throws Refused if the host is unknown, or the address is not loopback and there is no token
   */
  public static PageAccess of(String option, Endpoint at, Optional<String> token) throws Refused {
    InetAddress host;
    try {
      host = InetAddress.getByName(at.host());
    } catch (UnknownHostException e) {
      throw new Refused(option + ": the host " + at.host() + " is unknown");
    }
    if (!host.isLoopbackAddress() && token.isEmpty()) {
      throw new Refused(
          "%s %s can be reached from other machines: give %s-token-file FILE, or say"
                  .formatted(option, at, option)
              + " 127.0.0.1");
    }
    return new PageAccess(at, new InetSocketAddress(host, at.port()), token);
  }

  /** Returns whether only this machine reaches the page. */
  public boolean isLoopback() {
    return socket.getAddress().isLoopbackAddress();
  }

  /** Returns a description without the token, which is secret. */
  @Override
  public String toString() {
    return "PageAccess[" + at + (token.isPresent() ? ", with a token]" : "]");
  }
}
